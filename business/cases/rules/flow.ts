import type { TaskKey } from '../../../services/process/engine/definitions.ts'

/** A state machine as arrows: from, event, to. null stands for "no row". */
export type Machine = readonly (readonly [from: string | null, event: string, to: string | null])[]
/** Where an event leads; undefined when the state does not admit it. */
export const next = <M extends Machine>(m: M, from: string | null, event: M[number][1]): string | null | undefined =>
  m.find(([f, e]) => f === from && e === event)?.[2]

/** Status of a business (dictionary business_status). */
export const STATUS = { todo: '1', doing: '2', done: '3', revoked: '4' } as const
/** What changes the status of a business; nothing else does. Source: business-flows.md 3.1. */
export const BUSINESS = [
  [null, 'submit', STATUS.todo],
  [STATUS.todo, 'save-commit', STATUS.doing],
  [STATUS.doing, 'finish', STATUS.done],
  [STATUS.todo, 'revoke', STATUS.revoked],
  [STATUS.doing, 'revoke', STATUS.revoked],
  [STATUS.done, 'undo', STATUS.revoked],
  [STATUS.todo, 'remove', null],
] as const
export type BusinessEvent = (typeof BUSINESS)[number][1]
/** Way 3: signed on paper, then uploaded (dictionary sign_way). */
export const ON_PAPER = '3'
/** Whose what waits for somebody is: his own, or of his roles, which nobody has taken. */
export const WHOSE = { me: 'me', role: 'role' } as const

export const ACTIONS = ['update', 'save-commit', 'pass', 'return', 'revoke', 'undo', 'remove', 'print', 'delegate', 'opinion', 'take-back'] as const
export type Action = (typeof ACTIONS)[number]
/** Who asks: its creator, the task's assignee (or one of its group), an administrator. */
export interface Actor {
  creator: boolean
  assignee: boolean
  admin: boolean
  /** he has given the task to another for an opinion, or looks after who has as an administrator; the task was given to him for one */
  owner?: boolean
  delegate?: boolean
  /** he created it, and nobody else has taken it up since he sent it */
  alone?: boolean
}
export interface TaskStanding {
  status: string
  taskKey?: string | null
}
type Who = keyof Actor | 'anybody'
type Row = Partial<Record<Action, readonly Who[]>>

const advised: Row = { delegate: ['assignee'], opinion: ['delegate'], 'take-back': ['owner'] }
const officer: Row = { pass: ['assignee'], return: ['assignee'], revoke: ['admin'], print: ['anybody'], ...advised }
/** Source: business-flows.md 3.1, row by row. `update` in survey takes survey data only; opinions travel with the commit. */
const byTask: Readonly<Record<TaskKey, Row>> = {
  register: { update: ['assignee'], pass: ['assignee'], revoke: ['creator', 'admin'], print: ['anybody'] },
  survey: { ...officer, update: ['assignee'], revoke: ['creator', 'admin'] },
  // what nobody has looked at yet is taken back by who sent it
  check: { ...officer, revoke: ['admin', 'alone'] },
  publicity: officer,
  recheck: officer,
  sign: officer,
}
const byStatus: Readonly<Record<string, Row>> = {
  [STATUS.todo]: { update: ['creator'], 'save-commit': ['creator'], revoke: ['creator', 'admin'], remove: ['creator'], print: ['anybody'] },
  [STATUS.done]: { undo: ['admin'], print: ['anybody'] },
  [STATUS.revoked]: { remove: ['admin'], print: ['anybody'] },
}

/** Under way without a task: its job registers it, or could not. Source: rulings.md 7. */
const registering: Row = { revoke: ['admin'], print: ['anybody'] }
const rowOf = ({ status, taskKey }: TaskStanding): Row | undefined =>
  status === STATUS.doing ? (taskKey ? byTask[taskKey as TaskKey] : registering) : byStatus[status]

/** Whether a business in this standing admits an action of this person. Pure: lists and the server use the same answer. */
export function admits(at: TaskStanding, action: Action, who: Actor): boolean {
  return (rowOf(at)?.[action] ?? []).some((w) => w === 'anybody' || who[w])
}
/** Why an action is not admitted: the business is over, its task has no such action, or it is for others to do. */
export function barredBy(at: TaskStanding, action: Action): 'over' | 'task' | 'others' {
  if (rowOf(at)?.[action]) return 'others'
  return at.status === STATUS.done || at.status === STATUS.revoked ? 'over' : 'task'
}
/** All actions admitted, for detail pages. */
export const allowedActions = (at: TaskStanding, who: Actor): Action[] => ACTIONS.filter((a) => admits(at, a, who))
