import { Problem, problems, type Wrong } from '../../kit/model/problem.ts'
import { pathFits } from '../../kit/model/scope-rules.ts'
import { entries, isEditable, permOf, type AnyResource } from '../../kit/model/resource.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import type { Input, RequestFacts, Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../land/cbf/cbf.ts'
import { checkedHousehold, findCbf, membersOf } from '../land/cbf/cbf.server.ts'
import { jtcy, type Jtcy } from '../land/cbf/jtcy.ts'
import { CBFLX, HEAD, ZJLX } from '../land/cbf/rules.ts'
import { HEADING_KEY } from '../system/dict.ts'
import { dict_biz } from '../system/system.ts'

export type Values = Record<string, any>
/** How rows of a target are written: as its form writes them, with every check, audit, version and lock. */
export interface Writer {
  /** paths of the calls that do it; a caller whose API scope leaves one out may not import */
  paths: readonly string[]
  /** stores the editable values of a new row, or of the row `before` with the revision that was seen; answers the id */
  save(ctx: Ctx, values: Values, before?: Values): Promise<string>
  /** takes a new row away again */
  remove(ctx: Ctx, row: Values): Promise<unknown>
}

const FACTS: RequestFacts = { headers: {}, params: {}, cookies: {} }
/** The values of a stored row that its form sends back. */
export const formOf = (r: AnyResource, row: Values): Values =>
  Object.fromEntries(entries(r).flatMap(([n, f]) => (isEditable(f) && row[n] !== null && row[n] !== undefined ? [[n, row[n]]] : [])))
/** The context of a call at the resource's own path, so that the caller's data scopes hold as they do there. */
export const writing = (ctx: Ctx, r: AnyResource): Ctx => ({ ...ctx, call: { path: `${r.path}/update`, reads: false } })

/** Relation of a lone representative, and the sex that the 17th digit of an ID card tells. Source: GB 11643. */
const headOf = (v: Values): Values => ({
  cyxm: v.cbfmc,
  yhzgx: HEAD[0],
  cyzjlx: v.cbfzjlx ?? ZJLX.idCard,
  cyzjhm: v.cbfzjhm,
  cyxb: Number(String(v.cbfzjhm).at(16)) % 2 === 1 ? '1' : '2',
  sfgyr: '1',
})
/** What a form sends beside the row's own fields. */
const WITH: Readonly<Record<string, (ctx: Ctx, values: Values, before?: Values) => Promise<Values>>> = {
  async [cbf.name](ctx, values, before) {
    if (before) return { jtcyList: (await membersOf(ctx, before.cbfbm)).map((m) => ({ id: m.id, ...formOf(jtcy, m) })) }
    const household = (values.cbflx ?? CBFLX.household) === CBFLX.household
    if (household && (values.cbfzjlx ?? ZJLX.idCard) !== ZJLX.idCard)
      throw problems.badRequest({ zh: '新增农户的承包方代表须为居民身份证', en: 'The representative of a new household needs a resident ID card' })
    return { jtcyList: household ? [headOf(values)] : [] }
  },
  async [dict_biz.name](ctx, values, before) {
    if (before) return { parentId: before.parentId }
    if (values.dictKey === HEADING_KEY) return { parentId: null }
    const head = (await rows.find(ctx, dict_biz, { code: values.code, parentId: null } as never)) as { id: string } | undefined
    if (!head) throw problems.invalid([{ field: 'code', msg: ctx.lang === 'en' ? 'There is no such dictionary' : '没有该字典目录' }])
    return { parentId: head.id }
  },
}

/** A member is written alone, after its household was checked with it as a whole; the household is held meanwhile. */
const members: Writer = {
  paths: [`${cbf.path}/update`],
  async save(ctx, values, before) {
    rows.demand(ctx, jtcy, before ? 'edit' : 'add')
    const { household, list } = await householdOf(ctx, String(before?.cbfbm ?? values.cbfbm ?? ''))
    const { cbfbm: _, ...own } = values
    const sent = list.map((m) => ({ id: m.id, ...(m.id === before?.id ? own : formOf(jtcy, m)) }))
    const at = before ? list.findIndex((m) => m.id === before.id) : list.length
    if (!before) sent.push(own as never)
    const checked = aboutMember(at, () => checkedHousehold(ctx, { ...formOf(cbf, household), id: household.id, jtcyList: sent }).members[at]!)
    const { sort: __, ...fields } = checked.values
    if (before) return rows.update(ctx, jtcy, before.id, fields, before.rev)
    const sort = Math.max(0, ...list.map((m) => m.sort ?? 0)) + 1
    const id = await rows.insert(ctx, jtcy, { ...fields, sort, regionCode: household.regionCode, cbfId: household.id, cbfbm: household.cbfbm } as never)
    await rows.update(ctx, cbf, household.id, { cbfcysl: list.length + 1 })
    return id
  },
  async remove(ctx, row) {
    rows.demand(ctx, jtcy, 'delete')
    const { household, list } = await householdOf(ctx, row.cbfbm)
    const left = list.filter((m) => m.id !== row.id)
    checkedHousehold(ctx, { ...formOf(cbf, household), id: household.id, jtcyList: left.map((m) => ({ id: m.id, ...formOf(jtcy, m) })) })
    await rows.erase(ctx, jtcy, [row.id])
    await rows.update(ctx, cbf, household.id, { cbfcysl: left.length })
  },
}
/** What is wrong with another member of the household is no fault of this one's cells: it stands at the row. */
function aboutMember<T>(at: number, check: () => T): T {
  try {
    return check()
  } catch (e) {
    if (!(e instanceof Problem) || e.key !== 'invalid') throw e
    const list = e.details as readonly Wrong[]
    throw problems.invalid(list.map((f) => (f.field.startsWith(`jtcyList.${at}.`) ? f : { ...f, field: 'jtcyList' })))
  }
}
async function householdOf(ctx: Ctx, cbfbm: string): Promise<{ household: Values; list: Jtcy[] }> {
  const found = cbfbm ? await findCbf(ctx, cbfbm) : undefined
  if (!found) throw problems.invalid([{ field: 'cbfbm', msg: ctx.lang === 'en' ? `Contractor ${cbfbm} not found` : `承包方【${cbfbm}】不存在` }])
  const household = await rows.get(ctx, cbf, found.id, true)
  return { household, list: await membersOf(ctx, cbfbm) }
}

const OWN: Readonly<Record<string, Writer>> = { [jtcy.name]: members }

/** The writer of a definition: its own calls for saving and removing, or the one above. */
export function writerOf(r: AnyResource, routes: readonly Route[]): Writer {
  const own = OWN[r.name]
  if (own) return own
  const at = (...verbs: string[]) => routes.find((x) => verbs.some((v) => x.path === `${r.path}/${v}`))
  const add = at('save', 'submit'),
    change = at('update', 'submit'),
    gone = at('remove')
  if (!add || !change || !gone) throw new Error(`${r.name} has no calls to write it`)
  const send = (route: Route, ctx: Ctx, body: Input) => route.run(writing(ctx, r), body, FACTS)
  return {
    paths: [add.path, change.path],
    save: async (ctx, values, before) =>
      (await send(before ? change : add, ctx, {
        ...values,
        ...(await WITH[r.name]?.(ctx, values, before)),
        ...(before ? { id: before.id, rev: before.rev } : {}),
      })) as string,
    // regions are removed by their code
    remove: (ctx, row) => send(gone, ctx, gone.query?.includes('ids') ? { ids: row.id } : { id: row.code }),
  }
}

/** Refuses a caller who may neither add nor change, or whose API scope leaves the calls out. */
export function demandWriter(who: Who, r: AnyResource, w: Writer, perm: string): void {
  if (!who.perms.has(perm)) throw problems.forbidden({ perm })
  if (!who.perms.has(permOf(r, 'add')) && !who.perms.has(permOf(r, 'edit'))) throw problems.forbidden({ perm: permOf(r, 'edit') })
  const out = who.apiPaths?.length ? w.paths.find((path) => !who.apiPaths!.some((p) => pathFits(p, path))) : undefined
  if (out) throw problems.forbidden({ perm: out })
}
