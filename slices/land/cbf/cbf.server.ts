import { readDraft } from '../../../kit/model/check.ts'
import { masked, plainPerm } from '../../../kit/model/mask.ts'
import { problems } from '../../../kit/model/problem.ts'
import { nextNumber } from '../../../kit/server/counters.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { listColumns, scoped } from '../../../kit/server/query.server.ts'
import { crud, ids, type Input, type Route } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { getFbf } from '../fbf/fbf.server.ts'
import { landProblems } from '../problems.ts'
import { cbf, type Cbf } from './cbf.ts'
import { jtcy, type Jtcy } from './jtcy.ts'
import { CBFLX, householdWrong, SERIALS, termEnd } from './rules.ts'

/** A household's members in their order. */
export const membersOf = (ctx: Ctx, cbfbm: string): Promise<Jtcy[]> =>
  scoped(ctx, jtcy)
    .select([...listColumns(jtcy), 'jtcy.countyCode'])
    .where('jtcy.cbfbm', '=', cbfbm)
    .orderBy('jtcy.sort')
    .execute() as Promise<Jtcy[]>

/** The contractor with this code within the caller's region, or undefined. */
export const findCbf = async (ctx: Ctx, cbfbm: string): Promise<Cbf | undefined> =>
  (await rows.find(ctx, cbf, { cbfbm, zt: '1' })) as unknown as Cbf | undefined

export interface Household {
  draft: Record<string, any>
  members: { id?: string; values: Record<string, any> }[]
}
/** Checks a household as a whole: the contractor, each member, and the rules across them. Every fault at once. */
export function checkedHousehold(ctx: Ctx, input: Input): Household {
  const draft = rows.checkedDraft(ctx, cbf, input, ['jtcyList']) as Record<string, any>
  const list = (Array.isArray(input.jtcyList) ? input.jtcyList : []) as Input[]
  const people = list.map((m) => readDraft(jtcy.fields, m, ctx.lang))
  const wrong = [
    ...people.flatMap((p, i) => p.wrong.map((w) => ({ ...w, field: `jtcyList.${i}.${w.field}` }))),
    ...householdWrong(
      draft,
      people.map((p) => p.draft),
      ctx.lang,
    ),
  ]
  if (wrong.length) throw problems.invalid(wrong)
  const household = draft.cbflx === CBFLX.household
  return {
    draft: { ...draft, cbfcysl: household ? people.length : 1, cbqxz: draft.cbqxz ?? termEnd(draft.cbqxq, draft.cbqx) },
    members: people.map((p, i) => ({ ...(list[i]!.id ? { id: String(list[i]!.id) } : {}), values: { ...p.draft, sort: i + 1 } })),
  }
}

/** A household is stored as a whole: its members are the list that came, no more and no less. */
async function save(ctx: Ctx, input: Input): Promise<string> {
  const { draft, members } = checkedHousehold(ctx, input)
  const f = await getFbf(ctx, draft.fbfbm)
  if (!input.id) return insertHousehold(ctx, { draft, members }, f.regionCode)
  const before = await rows.get(ctx, cbf, String(input.id))
  if (before.fbfbm !== draft.fbfbm || before.cbflx !== draft.cbflx) throw landProblems.fbfFixed()
  await rows.update(ctx, cbf, before.id, draft, input.rev)
  await writeMembers(ctx, { id: before.id, cbfbm: before.cbfbm!, regionCode: f.regionCode }, members)
  return before.id
}

/** A new contractor with the next code of its issuer and type. Source: codes.md 3. */
export async function insertHousehold(ctx: Ctx, h: Household, regionCode: string, zt = '1'): Promise<string> {
  const range = SERIALS[h.draft.cbflx]!
  const serial = await nextNumber(ctx, `cbf${h.draft.cbflx}`, h.draft.fbfbm, range.from)
  if (serial > range.to) throw landProblems.codesUsedUp({ fbfbm: h.draft.fbfbm })
  const cbfbm = h.draft.fbfbm + String(serial).padStart(4, '0')
  const id = await rows.insert(ctx, cbf, { ...h.draft, regionCode, cbfbm, zt, djzt: '0', lzzt: '0', dyzt: '0', yyzt: '0', cbdkzs: 0, htzmjm: '0.00' })
  await writeMembers(ctx, { id, cbfbm, regionCode }, h.members)
  return id
}

/** Makes the stored members the given ones: known ids change, new ones come, the others go. */
export async function writeMembers(ctx: Ctx, of: { id: string; cbfbm: string; regionCode: string }, members: Household['members']): Promise<void> {
  const before = await membersOf(ctx, of.cbfbm)
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

async function remove(ctx: Ctx, q: Input): Promise<void> {
  for (const id of ids(q)) {
    const c = await rows.get(ctx, cbf, id)
    if (c.djzt !== '0') throw landProblems.registered()
    await rows.erase(
      ctx,
      jtcy,
      (await membersOf(ctx, c.cbfbm!)).map((m) => m.id),
    )
  }
  await rows.remove(ctx, cbf, ids(q))
}

const mayRead = (ctx: Ctx) => ctx.who.perms.has('cbf_edit') || ctx.who.perms.has(plainPerm(cbf))
const plain = crud(cbf),
  people = crud(jtcy)
const bodyOf = { ...cbf.fields, jtcyList: jtcy.fields.cyxm }
export const routes: Route[] = [
  plain.page,
  {
    ...plain.detail,
    query: ['id', 'cbfbm', 'asOf'],
    run: async (ctx, q) => {
      const found = q.cbfbm ? await findCbf(ctx, String(q.cbfbm)) : await rows.get(ctx, cbf, String(q.id ?? ''))
      if (!found) throw problems.notFound({ zh: cbf.label, en: cbf.en })
      const members = await membersOf(ctx, found.cbfbm!)
      return mayRead(ctx) ? { ...found, jtcyList: members } : { ...masked(cbf, found), jtcyList: members.map((m) => masked(jtcy, m)) }
    },
  },
  { ...plain.save, body: bodyOf, run: save },
  { ...plain.update, body: bodyOf, run: save },
  { ...plain.remove, run: remove },
  { ...people.page, perm: 'cbf_view' },
  { ...people.detail, perm: 'cbf_view' },
  {
    ...people.page,
    path: '/base-qssj/jtcy/list-by-cbfbm',
    perm: 'cbf_view',
    summary: '按承包方编码查询家庭成员',
    query: ['cbfbm'],
    run: async (ctx, q) => {
      const members = await membersOf(ctx, String(q.cbfbm ?? ''))
      return mayRead(ctx) ? members : members.map((m) => masked(jtcy, m))
    },
  },
]
