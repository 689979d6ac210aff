// Several performers of one task: all of them (countersign, 会签) or any one of them (or-sign, 或签). Pure.
import { both, type Text } from '../../kit/model/lang.ts'

/** `all`: one opinion for each seat; `any`: the first opinion is that of the task. Nobody takes such a task for himself alone. */
export const SIGN_MODES = ['all', 'any'] as const
export type SignMode = (typeof SIGN_MODES)[number]
/** Maximum number of people of each role. */
export const MOST_SIGNERS = 9
/** What is asked here of a task. */
export interface SeveralTask {
  signMode?: string | null
  candidateGroup?: string | null
  /** ids of who has agreed, joined by commas */
  signers?: string | null
  /** who has given the task to another for an opinion */
  owner?: string | null
}
const split = (groups: string | null | undefined): string[] => (groups ?? '').split(',').filter(Boolean)
/** The seats of a countersigned task: each role as often as people of it are asked. */
export const seatsOf = (roles: readonly string[], signers = 1): string[] => roles.flatMap((r) => Array.from({ length: signers }, () => r))
/** Who has given his opinion of a task: ids. */
export const severalSigners = (t: SeveralTask): readonly string[] => split(t.signers)
/** Whether a person has given his opinion: each gives one. */
export const hasSigned = (t: SeveralTask, userId: string): boolean => severalSigners(t).includes(userId)
/** Seats whose opinion is missing; none where the task is no countersigned one. */
export const missingSeats = (t: SeveralTask): string[] => (t.signMode === 'all' ? split(t.candidateGroup) : [])
/** The seats that are missing when a person of these roles has taken the first of his own; an administrator takes the first of all. None to take: undefined. */
export function takeSeat(t: SeveralTask, who: { roles: readonly string[]; all: boolean }): string[] | undefined {
  const seats = missingSeats(t)
  const own = seats.findIndex((r) => who.roles.includes(r))
  const at = own >= 0 ? own : who.all ? 0 : -1
  return seats[at] === undefined ? undefined : seats.filter((_, i) => i !== at)
}
/** Seats by role, with how many there are. */
export const countedSigners = (seats: readonly string[]): { role: string; n: number }[] =>
  [...new Set(seats)].map((role) => ({ role, n: seats.filter((s) => s === role).length }))
/** Seats by name, as they are told: how many of a role where it is more than one. */
export const seatNames = (seats: readonly { name: string; n: number }[]): string[] => seats.map((s) => (s.n > 1 ? `${s.name}×${s.n}` : s.name))
/** Why a task cannot be performed by several like this; undefined where it can. */
export function severalFault(mode: unknown, signers: number, roles: readonly string[], room: number): Text | undefined {
  if (mode === undefined || mode === null || mode === '')
    return signers === 1 ? undefined : both('只有会签可以设置人数', 'Only a countersigned task has a number of people')
  if (!(SIGN_MODES as readonly unknown[]).includes(mode)) return both('办理方式只能是会签或或签', 'A task is either countersigned or signed by any one')
  if (!Number.isInteger(signers) || signers < 1 || signers > MOST_SIGNERS)
    return both(`每个角色的会签人数为1至${MOST_SIGNERS}人`, `1 to ${MOST_SIGNERS} people per role may countersign`)
  if (mode === 'any') return signers === 1 ? undefined : both('只有会签可以设置人数', 'Only a countersigned task has a number of people')
  const seats = seatsOf(roles, signers)
  if (seats.length < 2)
    return both('会签至少需要两人：请选择多个角色，或增加每个角色的人数', 'A countersigned task needs two people: more roles, or more people of one')
  return seats.join(',').length > room ? both('会签的角色与人数过多', 'Too many roles and people countersign') : undefined
}
