import { problem, problems } from '../../kit/model/problem.ts'
import { isId, permOf, type AnyResource, type Base, type Row } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import { filtered, joinable, listNames, scoped, type Filter } from '../../kit/server/query.server.ts'
import { route, reading, rowIdOf, textIn, type Route, type Run } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { forest } from './tree.ts'

/** Refusals of the configuration screens. The words are the compatible API's. Source: platform-api.md 3. */
export const partsWrong = {
  hasChildren: problem(409, 'has-children', () => ({ zh: '请先删除子节点!', en: 'Remove the children first!' })),
  dictKey: problem(400, 'dict-key', () => ({ zh: '当前字典键值已存在!', en: 'This key already exists!' })),
  standard: problem(409, 'standard', () => ({
    zh: '标准或系统字典项不能删除或改键',
    en: 'An entry of a standard or of the system cannot be deleted, and its key cannot be changed',
  })),
  parent: problem(400, 'parent', () => ({ zh: '上级不存在', en: 'The parent does not exist' })),
  loop: problem(400, 'parent-loop', () => ({ zh: '上级不能是自己或自己的下级', en: 'A row cannot be its own parent' })),
  switchedOff: problem(403, 'switched-off', () => ({ zh: '该功能未启用', en: 'This is switched off' })),
}

/** A reading call that stands beside the plain ones of a resource. */
export const read = <const Q extends string = never>(
  path: string,
  summary: string,
  run: Run<NoInfer<Q>>,
  query: readonly Q[] = [],
  perm: Route['perm'] = 'signed-in',
): Route => reading('platform', perm)(path, summary, query, run)

const sorted = (q: AnyQuery, r: AnyResource) => (r.fields.sort ? q.orderBy(`${r.name}.sort`) : q).orderBy(`${r.name}.id`)
/** All rows of a resource that fit the query, in their order. */
export const allRows = <T extends AnyResource>(ctx: Ctx, r: T, q: Filter, from: AnyQuery = joinable(ctx, r)): Promise<Row<T>[]> =>
  sorted(filtered(ctx, from, r, q).selectAll(r.name), r).execute() as Promise<Row<T>[]>

/** A row that stands below another one. */
type TreeRow = Base & { parentId: string | null; [column: string]: unknown }
/** The list call of a tree: every row that fits, as a forest; paging names are taken and mean nothing. Source: platform-api.md 1.3. */
export const listForest =
  <T extends AnyResource>(r: T, also: (row: Row<T>) => boolean = () => true): Run<string> =>
  async (ctx, q) =>
    forest((await allRows(ctx, r, q)).filter(also))

/** Rows of one level, each with `hasChildren`. `parentId` '' or '0' asks for the roots. */
export function level(r: AnyResource, only?: (q: AnyQuery) => AnyQuery): Run<string> {
  return async (ctx, q) => {
    const parent = q.parentId ?? ''
    const { parentId: _, ...filter } = q
    if (parent !== '' && !isId(parent)) throw partsWrong.parent()
    const narrow = (x: AnyQuery) => (only ? only(x) : x)
    // a search looks through all levels, as the compatible API's lazy lists do
    const searching = Object.values(filter).some((v) => v !== '' && v !== undefined)
    const at = parent === '' || parent === '0' ? (searching ? undefined : null) : parent
    const from = narrow(joinable(ctx, r))
    const list = (await allRows(ctx, r, filter, at === undefined ? from : from.where(`${r.name}.parentId`, at === null ? 'is' : '=', at))) as TreeRow[]
    const parents = list.length
      ? await narrow(joinable(ctx, r))
          .select(`${r.name}.parentId`)
          .distinct()
          .where(
            `${r.name}.parentId`,
            'in',
            list.map((x) => x.id),
          )
          .execute()
      : []
    const have = new Set(parents.map((p) => p.parentId))
    return list.map((x) => ({ ...x, parentId: x.parentId ?? '0', hasChildren: have.has(x.id) }))
  }
}
/** The same as tree nodes. */
export function nodes(r: AnyResource, title: string, only?: (q: AnyQuery) => AnyQuery): Run<string> {
  const rowsOf = level(r, only)
  return async (ctx, q, f) => ((await rowsOf(ctx, q, f)) as TreeRow[]).map((x) => ({ ...x, title: x[title], key: x.id, value: x.id }))
}
/** Query names of a lazy list. */
export const levelNames = (r: AnyResource): string[] => [...new Set(['parentId', ...listNames(r)])]

/** A row of a tree as its form sends it. */
type SentNode = Readonly<Record<string, unknown>>
/** Refuses a parent that does not exist, is the row itself, or stands below it. Source: platform-api.md 3.4. */
export async function requireParent(ctx: Ctx, r: AnyResource, input: SentNode): Promise<void> {
  let at = input.parentId && input.parentId !== '0' ? textIn(input, 'parentId') : undefined
  for (let depth = 0; at; depth++) {
    if (at === rowIdOf(input) || depth > 50) throw partsWrong.loop()
    const up = (await rows.find(ctx, r, { id: at })) as { parentId?: string | null } | undefined
    if (!up) throw partsWrong.parent()
    at = up.parentId ?? undefined
  }
}
/** Stores a row of a tree; parent '0' is none. */
export async function saveNode(ctx: Ctx, r: AnyResource, input: SentNode): Promise<string> {
  const body = { ...input, ...(input.parentId === '0' || input.parentId === '' ? { parentId: null } : {}) }
  await requireParent(ctx, r, body)
  return rows.save(ctx, r, body)
}
/** Refuses to remove a row that has children which are not removed with it. */
export async function requireNoChildren(ctx: Ctx, r: AnyResource, gone: readonly string[]): Promise<void> {
  for (const id of gone) {
    if (!isId(id)) throw problems.notFound({ zh: r.label, en: r.en })
    const child = await ctx.db
      .selectFrom(r.name)
      .select('id')
      .where('parentId', '=', id)
      .where('id', 'not in', [...gone])
      .limit(1)
      .executeTakeFirst()
    if (child) throw partsWrong.hasChildren()
  }
}
/** Makes one row the enabled one of its tenant; the others are switched off. */
export async function enableOne(ctx: Ctx, r: AnyResource, id: string): Promise<void> {
  const chosen = (await rows.get(ctx, r, id, true)) as { id: string }
  const others = await typedRows<{ id: string }>(scoped(ctx, r).select(`${r.name}.id`).where(`${r.name}.status`, '=', 1).orderBy(`${r.name}.id`).forUpdate())
  for (const o of others) if (o.id !== chosen.id) await rows.update(ctx, r, o.id, { status: 0 })
  if (!others.some((o) => o.id === chosen.id)) await rows.update(ctx, r, chosen.id, { status: 1 })
}
/** The route of it. */
export const enableRoute = (r: AnyResource): Route =>
  route({
    method: 'POST',
    path: `${r.path}/enable`,
    perm: `${r.name}_enable`,
    scope: r.scope,
    audit: `${r.name}.enable`,
    summary: `启用${r.label}`,
    query: ['id'],
    body: {},
    run: (ctx, q) => enableOne(ctx, r, q.id ?? ''),
  })
/** Whether the caller holds one of the buttons that change a resource. */
export const mayWrite = (ctx: Ctx, r: AnyResource) => ctx.who.perms.has(permOf(r, 'edit')) || ctx.who.perms.has(permOf(r, 'add'))
