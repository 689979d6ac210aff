// Restrictions that the registry tells: by which name each stands in the register, whose it is, and what ends it. Source: docs/adr/0067.
import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { FlatRow } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import { requireEnterable } from '../../land/restriction/enterable.server.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { restriction } from '../../land/register/acts/tables.ts'
import { RESTRICTS, type RegistryNotice } from './notice.ts'
import { noticeProblems } from './problems.ts'

type Standing = FlatRow<typeof restriction>
/** Who decides: the registry's word alone, or a person of the office who has read it. */
export type DecidedBy = 'registry' | 'person'

/** The name by which restrictions of all applications stood before each had names of its own. */
const formerName = (n: RegistryNotice) => `registry-${n.ref ?? n.id}`
/** The name of a restriction of the registry in our register: two applications may count alike. */
const nameOf = (n: RegistryNotice) => (n.appId ? `reg-${n.appId}-${n.ref ?? n.id}` : formerName(n))
const codeOf = (r: Standing) => r.dkbm ?? r.cbjyqzbm ?? r.cbfbm ?? ''
const told = (ctx: Ctx, n: RegistryNotice) =>
  flatRows(scoped(ctx, restriction), restriction).where('restriction.countyCode', '=', countyOf(n.regionCode)).orderBy('restriction.id')

/** Restrictions, ended ones too, that the application of a notice named so itself; what was taken back never stood. */
async function ownOf(ctx: Ctx, n: RegistryNotice): Promise<Standing[]> {
  const named = await told(ctx, n)
    .where('restriction.ref', 'in', [nameOf(n), formerName(n)])
    .where(sql<boolean>`"restriction"."endCauseKind" is distinct from 'undo'`)
    .execute()
  const former = named.filter((r) => r.ref === formerName(n) && r.ref !== nameOf(n))
  if (former.length === 0) return named
  // whose a former name is says the notice by which it was entered; a piece of cut land has it from its parcel
  const ids = former.flatMap((r) => (r.causeKind === 'notice' ? [String(r.causeId)] : []))
  const mine =
    ids.length > 0 &&
    (await ctx.db
      .selectFrom('registry_notice')
      .select('id')
      .where('countyCode', '=', countyOf(n.regionCode))
      .where('tenantId', '=', ctx.who.tenantId)
      .where('id', 'in', ids)
      .where('appId', '=', n.appId ?? '')
      .executeTakeFirst())
  return mine ? named : named.filter((r) => r.ref !== formerName(n))
}
/** What stands on the object of a notice by the same document, whoever entered it. */
const byPaper = (ctx: Ctx, n: RegistryNotice): Promise<Standing[]> =>
  told(ctx, n)
    .where((e) => e.or((['dkbm', 'cbjyqzbm', 'cbfbm'] as const).map((x) => e(`restriction.${x}`, '=', n.objectCode!))))
    .where('restriction.paperNo', '=', n.ref!)
    .where('restriction.kind', 'in', Object.values(RESTRICTS))
    .where('restriction.endDay', 'is', null)
    .execute()
/** Who entered a restriction, in words: the application of its notice, or the office. */
async function enteredBy(ctx: Ctx, r: Standing): Promise<Text> {
  const of =
    r.causeKind === 'notice' &&
    (await ctx.db
      .selectFrom('registry_notice')
      .select('appName')
      .where('countyCode', '=', countyOf(r.regionCode!))
      .where('tenantId', '=', ctx.who.tenantId)
      .where('id', '=', String(r.causeId))
      .executeTakeFirst())
  return of && of.appName ? both(`应用“${of.appName}”`, `the application "${of.appName}"`) : both('本单位人员', 'people of this office')
}

const textOf = (n: RegistryNotice) => `${n.content || '登记机构通知'}（${n.ref ?? n.msgId}）`.slice(0, 500)
/** The act that enters what a notice tells, under a name that was never given. @throws notice-ended, notice-used, as requireEnterable */
async function restricting(ctx: Ctx, n: RegistryNotice): Promise<Act> {
  const kind = RESTRICTS[n.kind ?? '']!
  const from = n.fromDay ?? ctx.now.slice(0, 10)
  const { on } = await requireEnterable(ctx, { kind, objectCode: n.objectCode ?? '', fromDay: from, toDay: n.toDay, paperNo: n.ref })
  const before = await ownOf(ctx, n)
  const ended = before.at(-1)?.endDay
  if (ended) throw noticeProblems.ended({ ref: n.ref ?? '', day: ended })
  if (before.length) throw noticeProblems.used({ ref: n.ref ?? '' })
  return { act: 'restrict', ref: nameOf(n), kind, on, from, ...(n.toDay ? { to: n.toDay } : {}), text: textOf(n), ...(n.ref ? { paperNo: n.ref } : {}) }
}
/**
 * The acts that end what a notice names: what its own application has told, on the object that it names. What another application told or people entered by the same
 * document ends where a person says so. @throws notice-elsewhere, notice-ended-before, notice-others, notice-no-restriction
 */
async function ending(ctx: Ctx, n: RegistryNotice, by: DecidedBy): Promise<Act[]> {
  const ref = n.ref ?? n.msgId ?? ''
  const own = await ownOf(ctx, n)
  const standing = own.filter((r) => !r.endDay)
  const end = (name: string): Act => ({ act: 'endRestriction', ref: name, text: textOf(n) })
  const here = standing.filter((r) => codeOf(r) === n.objectCode)
  if (here.length) return [...new Set(here.map((r) => r.ref!))].map(end)
  const elsewhere = (r: Standing) => noticeProblems.elsewhere({ ref, at: codeOf(r), code: n.objectCode ?? '' })
  if (standing.length) throw elsewhere(standing[0]!)
  const others = n.ref ? await byPaper(ctx, n) : []
  if (others.length && by === 'registry') throw noticeProblems.others({ ref, by: await enteredBy(ctx, others[0]!) })
  if (others.length) return [...new Set(others.map((r) => r.ref!))].map(end)
  const ended = own.findLast((r) => codeOf(r) === n.objectCode)
  if (ended) throw noticeProblems.endedBefore({ ref, day: ended.endDay! })
  throw own.length ? elsewhere(own[0]!) : noticeProblems.noRestriction({ ref, code: n.objectCode ?? '' })
}
/** The acts of a notice that restricts a right, or ends a restriction. */
export const restrictionActs = async (ctx: Ctx, n: RegistryNotice, by: DecidedBy): Promise<Act[]> =>
  RESTRICTS[n.kind ?? ''] ? [await restricting(ctx, n)] : ending(ctx, n, by)
