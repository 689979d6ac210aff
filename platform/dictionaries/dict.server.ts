import { problems } from '../../kit/model/problem.ts'
import { isId, type Row } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { filterNames, listNames, page, scoped } from '../../kit/server/query.server.ts'
import { answering, asKept, crud, ids, route, rowIdOf, textIn, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dict, HEADING_KEY } from './dict.ts'
import { allRows, requireNoChildren, listForest, read, partsWrong } from '../parts/parts.server.ts'
import { dict_biz } from '../definitions/system.ts'
import { asNode, forest } from '../parts/tree.ts'

/** Both dictionaries have the same fields. */
type Dictionary = typeof dict | typeof dict_biz
type Entry = Row<Dictionary>
const SHOWN = ['id', 'code', 'dictKey', 'dictValue', 'en', 'parentKey', 'selectable', 'sort', 'extra', 'remark'] as const
/** Entries that came with the product: a standard, the specification or code names their keys. Their words may be changed, their keys not. Source: screens.md A15. */
const isStandard = (e: Entry) => !!e.standard

/** Dictionaries that one call may ask for: no screen has more. */
const MOST_AT_ONCE = 100
type Shown = Pick<Row<typeof dict_biz>, (typeof SHOWN)[number]>
const entriesOf = (ctx: Ctx, r: Dictionary, codes: readonly string[]): Promise<Shown[]> => {
  const q = ctx.db
    .selectFrom(r.name)
    .select([...SHOWN])
    .where('code', 'in', codes)
    .where('parentId', 'is not', null)
    .where('isSealed', '=', 0)
  return (r.scope === 'tenant' ? q.where('tenantId', '=', ctx.who.tenantId) : q).orderBy('sort').orderBy('dictKey').execute() as Promise<Shown[]>
}
/** Entries of a dictionary: the tenant's own, else the system's. No heading, nothing sealed. */
export async function dictionary(ctx: Ctx, r: Dictionary, q: TextInput<'code'>): Promise<Shown[]> {
  return dictionaries(ctx, r, [q.code ?? ''])
}
/** Entries of several dictionaries, each with the code of its own. */
async function dictionaries(ctx: Ctx, r: Dictionary, codes: readonly string[]): Promise<Shown[]> {
  if (codes.length === 0) return []
  const own = await entriesOf(ctx, r, codes)
  if (r === dict) return own
  const missing = codes.filter((c) => !own.some((e) => e.code === c))
  return missing.length ? [...own, ...(await entriesOf(ctx, dict, missing))] : own
}
/** The codes that a call names, joined by commas. */
function codesOf(q: TextInput<'codes'>): string[] {
  const codes = [...new Set((q.codes ?? '').split(',').filter(Boolean))]
  if (codes.length > MOST_AT_ONCE) throw problems.badRequest({ zh: `一次最多查询${MOST_AT_ONCE}个字典`, en: `At most ${MOST_AT_ONCE} dictionaries at once` })
  return codes
}
/** The entries nested by their parents' keys. */
async function dictionaryTree(ctx: Ctx, r: Dictionary, q: TextInput<'code'>) {
  const list = await dictionary(ctx, r, q)
  const byKey = new Map(list.map((e) => [e.dictKey, e.id]))
  return forest(list.map((e) => ({ ...e, parentId: (e.parentKey && byKey.get(e.parentKey)) || null })))
}
/** Tree nodes of headings with their entries; `code` asks for one dictionary, the compatible API's 'DICT' for all. */
async function tree(ctx: Ctx, r: Dictionary, q: TextInput<'code'>) {
  const list = await allRows(ctx, r, {})
  const code = q.code ?? ''
  return forest(list.filter((e) => code === '' || code === 'DICT' || e.code === code).map((e) => asNode(e, e.dictValue)))
}

/** A heading, or an entry below one: an entry has its heading's code, a key of its own, and stays below the heading it was made for. */
async function submit(ctx: Ctx, r: Dictionary, sent: SentRow<Dictionary>): Promise<string> {
  // keys are text here and numbers in the compatible API. Source: platform-api.md 8
  const input = Number.isSafeInteger(sent.dictKey) ? { ...sent, dictKey: textIn(sent, 'dictKey') } : sent
  const before = input.id ? await rows.get(ctx, r, rowIdOf(input)) : undefined
  const parentId = before ? before.parentId : input.parentId && input.parentId !== '0' ? textIn(input, 'parentId') : null
  if (parentId === null) return submitHeading(ctx, r, input, before)
  const head = await rows.find(ctx, r, { id: parentId })
  if (!head || head.parentId) throw partsWrong.parent()
  const key = textIn(input, 'dictKey')
  if (before && isStandard(before) && key !== before.dictKey) throw partsWrong.standard()
  const twin = await rows.find(ctx, r, { parentId, dictKey: key })
  if (twin && twin.id !== input.id) throw partsWrong.dictKey()
  return rows.save(ctx, r, { ...input, parentId, code: head.code })
}
async function submitHeading(ctx: Ctx, r: Dictionary, input: SentRow<Dictionary>, before?: Entry): Promise<string> {
  const code = textIn(input, 'code')
  if (before && isStandard(before) && code !== before.code) throw partsWrong.standard()
  const twin = await rows.find(ctx, r, { code, parentId: null })
  if (twin && twin.id !== input.id) throw problems.duplicate({ zh: '字典编号', en: 'The dictionary code' })
  const id = await rows.save(ctx, r, { ...input, parentId: null, dictKey: before?.dictKey ?? (input.dictKey || HEADING_KEY) })
  if (before && before.code !== code)
    for (const e of await scoped(ctx, r).select(`${r.name}.id`).where(`${r.name}.parentId`, '=', id).execute()) await rows.update(ctx, r, e.id, { code })
  return id
}
async function remove(ctx: Ctx, r: Dictionary, gone: readonly string[]): Promise<void> {
  rows.requirePerm(ctx, r, 'delete')
  await requireNoChildren(ctx, r, gone)
  const list: Entry[] = []
  for (const id of gone) list.push(await rows.get(ctx, r, id))
  if (list.some(isStandard)) throw partsWrong.standard()
  // entries before their headings
  await rows.remove(
    ctx,
    r,
    list.toSorted((a, b) => Number(a.parentId === null) - Number(b.parentId === null)).map((e) => e.id),
  )
}

function routesOf(r: Dictionary): Route[] {
  const plain = crud(r)
  const at = (p: string) => `${r.path}/${p}`
  const view = `${r.name}_view`
  return [
    route({ ...plain.list, answer: { as: 'forest', of: r }, run: listForest(r) }),
    answering(
      read(at('parent-list'), `${r.label}目录`, (ctx, q) => page(ctx, r, q, scoped(ctx, r).where(`${r.name}.parentId`, 'is', null)), listNames(r), view),
      { as: 'page', of: r },
    ),
    answering(
      read(
        at('child-list'),
        `${r.label}项`,
        async (ctx, q) => (isId(q.parentId ?? '') ? allRows(ctx, r, q) : []),
        [...filterNames(r), 'current', 'size'],
        view,
      ),
      { as: 'rows', of: r },
    ),
    read(at('tree'), `${r.label}树`, (ctx, q) => tree(ctx, r, q), ['code'], view),
    asKept(read(at('dictionary'), `${r.label}取值`, (ctx, q) => dictionary(ctx, r, q), ['code'])),
    asKept(read(at('dictionaries'), `${r.label}多个取值`, (ctx, q) => dictionaries(ctx, r, codesOf(q)), ['codes'])),
    asKept(read(at('dictionary-tree'), `${r.label}取值树`, (ctx, q) => dictionaryTree(ctx, r, q), ['code'])),
    plain.detail,
    { ...plain.submit, run: (ctx, b) => submit(ctx, r, b) },
    { ...plain.remove, run: (ctx, q) => remove(ctx, r, ids(q)) },
  ]
}

/** Dictionaries of the platform and of the tenant. Source: platform-api.md 3.10. */
export const dictRoutes: readonly Route[] = [...routesOf(dict), ...routesOf(dict_biz)]
