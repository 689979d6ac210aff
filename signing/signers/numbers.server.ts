/**
 * Telephone numbers that prove persons: none is one of an account of the office, and of a young one the former is told, the evidence says so, and a second
 * person looks. Source: rulings.md 54; docs/adr/0044.
 */

import { sql } from 'kysely'
import { formats } from '../../kit/model/formats.ts'
import { maskText } from '../../kit/model/mask.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { Problem } from '../../kit/model/problem.ts'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { CONTENTS } from '../../platform/messages/contents.ts'
import { queueMessage, type SmsParts } from '../../platform/messages/send.server.ts'
import { worded } from '../../platform/messages/worded.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import type { ContractData } from '../../land/paper/read.server.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { recordActs } from '../contract/record.server.ts'
import type { Agents } from './signers.server.ts'
import { rowOf, type SigningPerson } from './persons.server.ts'
import { remoteProblems } from '../contract/remote-problems.ts'

/** Days in which a number is young. */
const YOUNG_DAYS = 30
const plainPhone = (v: unknown): string => String(v ?? '').replace(/[\s-]/g, '')

/** Those of these numbers that an account of the office has, whatever its state. One statement. */
export async function officeNumbers(ctx: Ctx, phones: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = [...new Set(phones.map(plainPhone).filter(Boolean))]
  if (asked.length === 0) return new Set()
  const found = await ctx.db.selectFrom('sys_user').select('phone').where('tenantId', '=', ctx.who.tenantId).where('phone', 'in', asked).execute()
  return new Set(found.map((u) => plainPhone(u.phone)))
}
/** Refusals of persons whose number is one of the office: signer-office-phone. */
export const officeFaults = (people: readonly Pick<SigningPerson, 'name' | 'phone'>[], office: ReadonlySet<string>): Problem[] =>
  people.filter((p) => office.has(plainPhone(p.phone))).map((p) => remoteProblems.officePhone({ name: p.name }))

/** What is known of a number that is used: whether it is young, and the one before. */
export interface Age {
  young: boolean
  former: string | null
}
interface Version {
  code: string
  lxdh: string | null
  validFrom: string
}
/** The number that stood in the register thirty days ago, or the first one where the row is younger. Versions by their moment. */
const stoodBefore = (versions: readonly Version[], moment: string): string | null | undefined =>
  (versions.findLast((v) => v.validFrom <= moment) ?? versions[0])?.lxdh
async function versionsOf(ctx: Ctx, of: 'cbf' | 'fbf', code: string): Promise<Version[]> {
  const r = of === 'cbf' ? cbf : fbf
  const name = of === 'cbf' ? 'cbfbm' : 'fbfbm'
  const found = await joinable(ctx, r, 'versions')
    .select([`${of}.${name} as code`, `${of}.lxdh as lxdh`, `${of}.validFrom as validFrom`])
    .where(`${of}.countyCode`, '=', countyOf(code))
    .where(`${of}.${name}`, '=', code)
    // as it was believed to stand, not what was true before
    .where(`${of}.regTo`, '=', sql`date 'infinity'`)
    .orderBy(`${of}.validFrom`)
    .execute()
  return found as unknown as Version[]
}
/** How old the number of a row of the register is. @param phone the number that is used, which a case may have typed */
export async function ageOf(ctx: Ctx, of: 'cbf' | 'fbf', code: string, phone: string): Promise<Age> {
  const before = stoodBefore(await versionsOf(ctx, of, code), moved(ctx.now, -YOUNG_DAYS * 86_400))
  if (before !== undefined && plainPhone(before) === plainPhone(phone)) return { young: false, former: null }
  return { young: true, former: before ? plainPhone(before) : null }
}
/** The same of who signs at a node by phone: of a household and an issuer by the register, of an agent by his own row, of who comes by a letter always young. */
async function ageAtNode(ctx: Ctx, p: SigningPerson, d: ContractData, agents: Agents): Promise<Age> {
  const agent = agents[p.node]
  if (agent) {
    const since = agent.phoneSince
    const young = since === undefined || (since !== null && since > moved(ctx.now, -YOUNG_DAYS * 86_400))
    return { young, former: young ? (agent.formerPhone ?? null) : null }
  }
  const { cbfbm, fbfbm } = rowOf(p.node, d, agents)
  return cbfbm ? ageOf(ctx, 'cbf', cbfbm, p.phone) : ageOf(ctx, 'fbf', fbfbm!, p.phone)
}
/** The persons with what is known of their numbers, as their nodes keep it. @throws signer-office-phone */
export async function withAges(ctx: Ctx, people: readonly SigningPerson[], d: ContractData, agents: Agents): Promise<(SigningPerson & { age: Age })[]> {
  const [fault] = officeFaults(
    people,
    await officeNumbers(
      ctx,
      people.map((p) => p.phone),
    ),
  )
  if (fault) throw fault
  const out: (SigningPerson & { age: Age })[] = []
  for (const p of people) out.push({ ...p, age: await ageAtNode(ctx, p, d, agents) })
  return out
}

/** Tells a former number that another one stands in its place now. Where no message can be sent nothing is told, and the evidence says so. */
export async function tellFormer(ctx: Ctx, sms: SmsParts, of: { name: string; former: string; phone: string }): Promise<boolean> {
  if (formats.phone(of.former)) return false
  const words = await worded(ctx, CONTENTS.signNumber, { name: of.name, phone: maskText(of.phone) })
  if (!words) return false
  await queueMessage(ctx, sms, { ...words, phone: of.former })
  return true
}
/** Keeps in the acts which numbers of a start are young, and tells the former ones. */
export async function tellYoung(ctx: Ctx, sms: SmsParts, contract: ContractFile, people: readonly (SigningPerson & { age: Age })[]): Promise<void> {
  for (const { node, name, phone, age } of people.filter((p) => p.age.young)) {
    const told = age.former ? await tellFormer(ctx, sms, { name, former: age.former, phone }) : false
    const before = age.former ? `，原号码 ${maskText(age.former)}${told ? '，已短信告知原号码' : '，原号码无法告知'}` : ''
    await recordActs(ctx, [{ contract, event: 'young-number', detail: `${node} ${name}，号码 ${maskText(phone)} 登记或变更不足${YOUNG_DAYS}日${before}` }])
  }
}
