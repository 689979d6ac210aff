import { sql } from 'kysely'
import { listOf } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import type { Checked, Draft } from '../../kit/model/resource.ts'
import { columnsOf } from '../../kit/server/columns.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import { flatRows, isPast, scoped } from '../../kit/server/query.server.ts'
import { route, crud, ids, rowIdOf, listing, answering, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { yesNo } from '../fbf/figures.server.ts'
import { getFbf } from '../fbf/fbf.server.ts'
import { nextCbfbms } from '../register/codes.server.ts'
import { roundBounds } from '../register/rounds.server.ts'
import { historyOf } from '../register/history.server.ts'
import { changeFree, lockedIn, lockOf, locksOf, requireUnlocked, type RowLock } from '../register/locked.server.ts'
import { pageThen, standingThen } from '../register/standing.server.ts'
import { requireNames } from './name-limit.server.ts'
import { requirePersons } from '../register/persons.server.ts'
import { tagged, withIssuerAndTags } from './tags.server.ts'
import { landProblems } from '../definitions/problems.ts'
import { cbf, type Cbf } from '../definitions/cbf.ts'
import { jtcy, type Jtcy } from '../definitions/jtcy.ts'
import { CBFLX, headIndex, headWrong, householdWrong, organisationWrong, surveyWrong, termEnd } from '../definitions/household.ts'
import { headAsked } from '../definitions/kin.ts'
import { dk } from '../definitions/dk.ts'
import { DJZT, FREE, QSZT, ZT } from '../definitions/statuses.ts'
import { enteredTermWrong, HOUSEHOLD_WAY } from '../definitions/terms.ts'

/** A household's members in their order. */
export const householdMembers = (ctx: Ctx, cbfbm: string): Promise<Jtcy[]> =>
  flatRows(scoped(ctx, jtcy), jtcy).where('jtcy.cbfbm', '=', cbfbm).orderBy('jtcy.sort').execute()

/** The contractor with this code within the caller's region, or undefined. */
export const findCbf = async (ctx: Ctx, cbfbm: string): Promise<Cbf | undefined> => rows.find(ctx, cbf, { cbfbm, zt: ZT.valid })

export interface Household {
  draft: Checked<typeof cbf>
  members: { id?: string; values: Draft<typeof jtcy> }[]
}
/** A household as its form sends it, with its members. */
type SentHousehold = SentRow<typeof cbf> & { readonly jtcyList?: unknown }
/** The members that were sent. Refuses what is no list of them, and names that no member has. */
function sentMembers({ jtcyList = [] }: { readonly jtcyList?: unknown }): SentRow<typeof jtcy>[] {
  if (!Array.isArray(jtcyList) || jtcyList.some((m) => !m || typeof m !== 'object' || Array.isArray(m)))
    throw invalidField('jtcyList', { zh: '家庭成员格式不正确', en: 'The members are malformed' })
  const known = columnsOf(jtcy).map((c) => c.name)
  for (const [i, m] of jtcyList.entries())
    for (const name of Object.keys(m)) if (!known.includes(name)) throw problems.unknownParameter({ name: `jtcyList.${i}.${name}` })
  return jtcyList
}
/**
 * Checks a household as a whole: the contractor, each member, and the rules across them. Every fault at once. `stored` is the household as it stands:
 * what no form sets must come back as it is. A member's place in the list is its order.
 */
export function checkedHousehold(ctx: Ctx, sent: SentHousehold, stored: StoredHousehold = { members: [] }): Household {
  rows.requirePerm(ctx, cbf, sent.id ? 'edit' : 'add')
  const household = readHousehold(sent, stored)
  requireAdmitted(ctx, household, stored)
  return household
}
/** Days that can be, and a head who is of age or has a reason in the remark note. @throws invalid */
function requireAdmitted(ctx: Ctx, { draft, members }: Household, stored: StoredHousehold): void {
  rows.requireDays(ctx, cbf.fields, draft, stored.row)
  const people = members.map((m) => ({ ...m.values, id: m.id }))
  const i = draft.cbflx === CBFLX.household ? headIndex(people) : -1
  const head = people[i]
  const why = head && !head.cybzsm?.trim() ? headAsked(people, stored.members, ctx.now.slice(0, 10)) : undefined
  if (why)
    throw invalidField(`jtcyList.${i}.cybzsm`, {
      zh: `${why.zh}，确需任户主的，请在成员备注说明中注明理由，登记时提交户籍证明`,
      en: `${why.en}: if this is correct, give the reason in the remark note; proof of residence is required at registration`,
    })
}
/** Of dictionary cybz: nothing to remark. */
const NO_REMARK = '0'
interface StoredHousehold {
  row?: Cbf
  members: readonly Jtcy[]
}
/** The same without the button: for a household inside a business, which has a button of its own. */
export function readHousehold(sent: SentHousehold, stored: StoredHousehold = { members: [] }): Household {
  const { row } = stored
  const input = rows.unmaskedRow(cbf, sent, row)
  const draft = rows.readFields(cbf, input, ['jtcyList'], row)
  const list = sentMembers(input)
    .map((m) => rows.unmaskedRow(jtcy, m, m.id ? stored.members.find((s) => s.id === rowIdOf(m)) : undefined))
    // of a new member something is said: mostly that there is nothing to remark
    .map((m) => (m.id || m.cybz ? m : { ...m, cybz: NO_REMARK }))
  const people = list.map((m) =>
    rows.judgedFields(
      jtcy,
      m,
      [],
      stored.members.find((s) => s.id === rowIdOf(m)),
    ),
  )
  // what a new member gets from its household
  const given = row && { tenantId: row.tenantId, countyCode: row.countyCode, regionCode: row.regionCode, cbfbm: row.cbfbm, cbfId: row.id }
  const before = (m: SentRow<typeof jtcy>): Record<string, unknown> | undefined => stored.members.find((s) => s.id === rowIdOf(m)) ?? given
  const wrong = [
    ...(row ? rows.protectedWrong(cbf, input, row) : []),
    ...people.flatMap((p, i) =>
      [...p.wrong, ...rows.protectedWrong(jtcy, list[i]!, before(list[i]!), ['sort'])].map((w) => ({ ...w, field: `jtcyList.${i}.${w.field}` })),
    ),
    ...householdWrong(
      draft,
      people.map((p, i) => ({ ...p.draft, id: list[i]!.id })),
      stored.members,
      row,
    ),
    ...(row ? [] : organisationWrong(draft)),
    ...(row && row.cbfdcrq === draft.cbfdcrq && row.gsshrq === draft.gsshrq ? [] : surveyWrong(draft)),
    ...headWrong({ cbf: draft, members: people.map((p) => p.draft) }, row && { cbf: row, members: stored.members }),
  ]
  if (wrong.length) throw problems.invalid(wrong)
  const household = draft.cbflx === CBFLX.household
  return {
    draft: { ...draft, cbfcysl: household ? people.length : 1, cbqxz: draft.cbqxz ?? termEnd(draft.cbqxq, draft.cbqx) },
    members: people.map((p, i) => ({ ...(list[i]!.id ? { id: String(list[i]!.id) } : {}), values: { ...p.draft, sort: i + 1 } })),
  }
}

/** Refuses a typed term that cannot be: none, over, long to come, beyond the rounds of the issuer or the law, or of other years than its days. @throws invalid */
async function requireTerm(ctx: Ctx, draft: Household['draft'], before: Cbf | undefined): Promise<void> {
  const { fbfbm, cbfs, cbqx, cbqxq, cbqxz } = draft
  const isSame = before && before.cbfs === cbfs && before.cbqx === cbqx && before.cbqxq === cbqxq && before.cbqxz === cbqxz
  if (!cbqxq || !cbqxz || isSame) return
  const { rounds, limits } = await roundBounds(ctx, fbfbm)
  const land = before ? await scoped(ctx, dk).select('dk.tdlylx').where('dk.cbfbm', '=', before.cbfbm).where('dk.zt', '=', ZT.valid).execute() : []
  const about = { uses: land.map((p) => p.tdlylx), rounds, limits, today: ctx.now.slice(0, 10) }
  const wrong = enteredTermWrong({ cbfs: cbfs ?? HOUSEHOLD_WAY, cbqx, cbqxq, cbqxz }, about)
  if (wrong) throw problems.invalid([wrong])
}
/** A household is stored as a whole: its members are the list that came, no more and no less. */
async function save(ctx: Ctx, input: SentHousehold): Promise<string> {
  const before = input.id ? await rows.get(ctx, cbf, rowIdOf(input), true) : undefined
  const lock = before && (await lockOf(ctx, cbf, before))
  if (lock) return saveFree(ctx, before, input, lock)
  const stored = before && { row: before, members: await householdMembers(ctx, before.cbfbm!) }
  const { draft, members } = checkedHousehold(ctx, input, stored)
  await requireNames(ctx, { draft, members }, stored)
  await requirePersons(ctx, { draft, members }, stored)
  const f = await getFbf(ctx, draft.fbfbm)
  await requireTerm(ctx, draft, before)
  if (!before) return insertHousehold(ctx, { draft, members }, f.regionCode)
  if (before.fbfbm !== draft.fbfbm) throw landProblems.fbfFixed()
  if (before.cbflx !== draft.cbflx) throw landProblems.cbflxFixed()
  rows.requireRevSaid(before, input.rev)
  await rows.update(ctx, cbf, before.id, draft)
  await writeMembers(ctx, { id: before.id, cbfbm: before.cbfbm!, regionCode: f.regionCode }, members)
  return before.id
}

/** What is free of a household that is registered or held; its members are as they stand. */
async function saveFree(ctx: Ctx, before: Cbf, input: SentHousehold, lock: RowLock): Promise<string> {
  rows.requirePerm(ctx, cbf, 'edit')
  const isSame = !('jtcyList' in input) || sameMembers(sentMembers(input), await householdMembers(ctx, before.cbfbm!))
  return changeFree(ctx, cbf, before, input, lock, { names: ['jtcyList'], what: isSame ? [] : [{ zh: jtcy.label, en: jtcy.en }] })
}
/** Whether a list of members says nothing else than the stored one: the same people in their order, what is left empty apart. */
const sameMembers = (list: readonly SentRow<typeof jtcy>[], stored: readonly Jtcy[]): boolean =>
  list.length === stored.length &&
  list.every((m, i) => String(m.id ?? '') === stored[i]!.id && lockedIn(jtcy, rows.unmaskedRow(jtcy, m, stored[i]), stored[i]!, []).length === 0)

/** A new contractor with the next code of its issuer and type. Source: codes.md 3. */
async function insertHousehold(ctx: Ctx, h: Household, regionCode: string): Promise<string> {
  const [cbfbm] = await nextCbfbms(ctx, h.draft.fbfbm, h.draft.cbflx, 1)
  const id = await rows.insert(ctx, cbf, { ...h.draft, regionCode, cbfbm, zt: ZT.valid, djzt: DJZT.none, ...FREE, cbdkzs: 0, htzmjm: '0.00' })
  await writeMembers(ctx, { id, cbfbm: cbfbm!, regionCode }, h.members)
  return id
}

/** Makes the stored members the given ones: known ids change, new ones come, the others go. */
async function writeMembers(ctx: Ctx, of: { id: string; cbfbm: string; regionCode: string }, members: Household['members']): Promise<void> {
  const before = await householdMembers(ctx, of.cbfbm)
  const kept = new Set(members.map((m) => m.id))
  await rows.erase(
    ctx,
    jtcy,
    before.filter((m) => !kept.has(m.id)).map((m) => m.id),
  )
  for (const m of members) {
    const known = before.find((b) => b.id === m.id)
    if (known) await rows.update(ctx, jtcy, known.id, m.values)
    else await rows.insert(ctx, jtcy, { ...m.values, regionCode: of.regionCode, cbfId: of.id, cbfbm: of.cbfbm })
  }
}

async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  for (const id of gone) {
    const c = await rows.get(ctx, cbf, id, true)
    await requireUnlocked(ctx, cbf, c)
    await rows.erase(
      ctx,
      jtcy,
      (await householdMembers(ctx, c.cbfbm!)).map((m) => m.id),
    )
  }
  await rows.remove(ctx, cbf, gone)
}

/** Who sees persons in full in lists sees them in full in the detail, and nobody else: what was masked comes back masked and stays as it is. */
const shownMembers = (ctx: Ctx, members: readonly Jtcy[]): Jtcy[] => members.map((m) => shown(ctx, jtcy, m, cbf))
/** Contractors with the name of their issuer; `hasContract` and `hasCertificate`: 1 or 2, a current book and a certificate that was issued; `tag`: those that have it. */
async function list(ctx: Ctx, { hasContract, hasCertificate, tag, ...q }: TextInput) {
  const contract = yesNo(hasContract, { zh: '有无合同', en: 'Has contract' }),
    certificate = yesNo(hasCertificate, { zh: '有无权证', en: 'Has certificate' })
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = cbf."countyCode" and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const has = [
    // today's status says it already: 2 while there is a current book
    [
      contract,
      isPast(ctx)
        ? sql`exists (select from djb b where ${mine('b')} and b.cbfbm = cbf.cbfbm and b.qszt = ${QSZT.current})`
        : sql`(cbf.djzt = ${DJZT.registered})`,
    ],
    [certificate, sql`exists (select from cbjyqz z where ${mine('z')} and z.cbjyqzbm = cbf.cbjyqzbm and z.fzrq is not null and z.sfzx = 0)`],
  ] as const
  let of: AnyQuery | undefined
  for (const [asked, found] of has)
    if (asked !== undefined) of = (of ?? scoped(ctx, cbf)).where(asked ? sql<boolean>`${found}` : sql<boolean>`(${found}) is not true`)
  const hasTag = tagged(ctx, tag)
  if (hasTag) of = (of ?? scoped(ctx, cbf)).where(hasTag)
  return withIssuerAndTags(ctx, await pageThen(ctx, cbf, q, of))
}

const plain = crud(cbf),
  people = crud(jtcy)
const bodyOf = { ...cbf.fields, jtcyList: listOf(jtcy.label, jtcy.en, jtcy.fields) }
export const routes: Route[] = [
  answering(listing({ ...plain.page, query: [...(plain.page.query ?? []), 'hasContract', 'hasCertificate', 'tag'] }, list), {
    as: 'page',
    of: cbf,
    also: ['fbfmc', 'tags'],
  }),
  route({
    ...plain.detail,
    answer: { as: 'row', of: cbf, also: ['jtcyList'] },
    query: ['id', 'cbfbm', 'asOf', 'knownAt'],
    run: async (ctx, q) => {
      const found = q.cbfbm ? await findCbf(ctx, q.cbfbm) : await rows.get(ctx, cbf, q.id ?? '')
      if (!found) throw problems.notFound({ zh: cbf.label, en: cbf.en })
      const members = await householdMembers(ctx, found.cbfbm!)
      const [then] = await standingThen(ctx, cbf, [found])
      return { ...shown(ctx, cbf, then!), jtcyList: shownMembers(ctx, members) }
    },
  }),
  { ...plain.save, body: bodyOf, run: save },
  { ...plain.update, body: bodyOf, run: save },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
  historyOf(cbf, 'cbfbm'),
  locksOf(cbf),
  { ...people.page, perm: 'cbf_view' },
  { ...people.detail, perm: 'cbf_view' },
  route({
    ...people.page,
    path: '/base-qssj/jtcy/list-by-cbfbm',
    perm: 'cbf_view',
    summary: '按承包方编码查询家庭成员',
    query: ['cbfbm', 'asOf', 'knownAt'],
    answer: { as: 'rows', of: jtcy },
    run: async (ctx, q) => shownMembers(ctx, await householdMembers(ctx, q.cbfbm ?? '')),
  }),
]
