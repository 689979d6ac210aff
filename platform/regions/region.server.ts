import { sql } from 'kysely'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { isRegionCode, parentRegion, regionLevel, regionRange } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { filtered, filterNames, scoped } from '../../kit/server/query.server.ts'
import { route, answering, asKept, crud, rowIdOf, textIn, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { extentWrong } from './extents.ts'
import { read, partsWrong } from '../parts/parts.server.ts'
import { region_ } from '../definitions/system.ts'

/** An existing code updates, a new one needs its parent; level, parent and full name follow from the code. */
async function submit(ctx: Ctx, input: SentRow<typeof region_>): Promise<string> {
  const code = textIn(input, 'code')
  const up = parentRegion(code)
  const parent = up ? await rows.find(ctx, region_, { code: up }) : undefined
  if (up && !parent) throw invalidField('code', { zh: '上级行政区划不存在', en: 'The parent region does not exist' })
  const known = await rows.find(ctx, region_, { code })
  if (input.id && known?.id !== rowIdOf(input)) throw problems.badRequest({ zh: '区划编号不能修改', en: 'The code of a region cannot be changed' })
  const derived = { parentCode: up ?? '0', level: regionLevel(code), fullName: `${parent?.fullName ?? ''}${textIn(input, 'name')}` }
  const draft = await rows.checkedDraft(ctx, region_, { ...input, id: known?.id }, [], derived)
  const misplaced = draft.extent ? extentWrong(draft.extent) : undefined
  if (misplaced) throw invalidField('extent', misplaced)
  const fullName = `${parent?.fullName ?? ''}${draft.name}`
  const values = { ...draft, ...(draft.oldCodes ? { oldCodes: await oldCodesOf(ctx, draft.oldCodes) } : {}), ...derived, fullName }
  if (!known) return rows.insert(ctx, region_, values)
  await rows.update(ctx, region_, known.id, values, input)
  if (known.fullName !== fullName) await renameBelow(ctx, code, known.fullName ?? '', fullName)
  return known.id
}
/** Old codes as they are kept. @throws invalid for what is no code of a region, and for one that a region has today */
async function oldCodesOf(ctx: Ctx, typed: string): Promise<string> {
  const codes = [...new Set(typed.split(/[\s,，、;；]+/).filter(Boolean))]
  const wrong = codes.find((c) => !isRegionCode(c))
  if (wrong)
    throw invalidField('oldCodes', {
      zh: `历史编号【${wrong}】不是区划编号，多个编号用逗号分隔`,
      en: `${wrong} is not a region code; separate several with commas`,
    })
  const used = codes.length ? await ctx.db.selectFrom('region').select(['code', 'name']).where('code', 'in', codes).executeTakeFirst() : undefined
  if (used)
    throw invalidField('oldCodes', { zh: `编号【${used.code}】现为【${used.name}】的区划编号`, en: `${used.code} is currently the code of ${used.name}` })
  return codes.join(',')
}
/** The full names below a region that was renamed, in one statement. */
async function renameBelow(ctx: Ctx, code: string, before: string, after: string): Promise<void> {
  const { lo, hi } = regionRange(code)
  await sql`update region set "fullName" = ${after} || substr("fullName", ${[...before].length + 1}::int), rev = rev + 1, "updateUser" = ${ctx.who.userId}, "updateTime" = ${ctx.now}
    where code > ${lo} and code < ${hi} and starts_with("fullName", ${before})`.execute(ctx.db)
}

/** Where a region is named; a region in use stays. */
const USERS = ['sys_dept', 'sys_user', 'fbf', 'business'] as const
async function remove(ctx: Ctx, q: TextInput<'id'>): Promise<void> {
  rows.requirePerm(ctx, region_, 'delete')
  const code = q.id ?? ''
  if (code === '') throw problems.noneSelected()
  const found = await rows.find(ctx, region_, { code })
  if (!found) throw problems.notFound({ zh: region_.label, en: region_.en })
  const child = await ctx.db.selectFrom('region').select('id').where('parentCode', '=', code).limit(1).executeTakeFirst()
  if (child) throw partsWrong.hasChildren()
  for (const table of USERS) {
    const used = await ctx.db.selectFrom(table).select('id').where('regionCode', '=', code).limit(1).executeTakeFirst()
    if (used) throw problems.inUse({ zh: region_.label, en: region_.en })
  }
  await rows.remove(ctx, region_, [found.id])
}

const hasChildren = sql<boolean>`exists (select 1 from region c where c."parentCode" = region.code)`
const isTop = (parent: string) => parent === '' || parent === '0' || parent === '00'
/** One level of regions within the caller's subtree; the tree's root is the caller's own region. */
async function children(ctx: Ctx, q: TextInput): Promise<Record<string, unknown>[]> {
  const own = ctx.who.regionCode
  const { parentCode: _, code: __, ...filter } = q
  const parent = q.parentCode ?? ''
  const found = filtered(ctx, scoped(ctx, region_), region_, filter)
    .selectAll('region')
    .select(hasChildren.as('hasChildren'))
    .orderBy('region.sort')
    .orderBy('region.code')
  if (isTop(parent)) return (own === '' ? found.where('region.parentCode', '=', '0') : found.where('region.code', '=', own)).execute()
  if (!parent.startsWith(own)) throw problems.outOfRegion({ regionCode: parent })
  return found.where('region.parentCode', '=', parent).execute()
}
const lazyTree = async (ctx: Ctx, q: TextInput) =>
  (await children(ctx, q)).map(({ code, name, fullName, level, parentCode, hasChildren: more }) => ({
    id: code,
    code,
    name,
    fullName,
    level,
    parentCode,
    parentId: parentCode,
    hasChildren: more,
    title: name,
    key: code,
    value: code,
  }))
/** The regions directly below a code, for cascades; '00' is the country. */
const select = (ctx: Ctx, q: TextInput<'code'>) => {
  const code = q.code ?? '00'
  if (!isTop(code) && !isRegionCode(code)) throw problems.badRequest({ zh: '区划编号格式不正确', en: 'The region code is malformed' })
  return ctx.db
    .selectFrom('region')
    .select(['id', 'code', 'name', 'fullName', 'level', 'parentCode'])
    .where('parentCode', '=', isTop(code) ? '0' : code)
    .orderBy('sort')
    .orderBy('code')
    .execute()
}
async function detail(ctx: Ctx, q: TextInput<'code' | 'id'>) {
  const r = await rows.find(ctx, region_, q.code ? { code: q.code } : { id: q.id ?? '' })
  if (!r) throw problems.notFound({ zh: region_.label, en: region_.en })
  return r
}

const plain = crud(region_)
const names = filterNames(region_).filter((n) => !n.startsWith('parentCode'))
/** Regions. Removal names the code. Source: platform-api.md 3.9. */
export const regionRoutes: readonly Route[] = [
  plain.list,
  answering(asKept(read('/cpt-system/region/lazy-list', '行政区划下级列表', children, ['parentCode', ...names])), { as: 'rows', of: region_ }),
  asKept(read('/cpt-system/region/lazy-tree', '行政区划下级', lazyTree, ['parentCode', ...names])),
  asKept(read('/cpt-system/region/select', '行政区划选择', select, ['code'])),
  route({ ...plain.detail, perm: 'signed-in', query: ['code', 'id'], run: detail }),
  { ...plain.submit, run: submit },
  route({ ...plain.remove, query: ['id'], run: remove }),
]
