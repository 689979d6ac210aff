// 农户标签: kept beside the register, set for many households at once; the list of contractors is searched by them.
import { sql } from 'kysely'
import { text } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { route, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { batchListOf, type BatchList } from '../../platform/list/batch.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { cbf_tag } from '../definitions/cbf-tag.ts'
import { withIssuer, type Worded } from '../fbf/figures.server.ts'
import { kindsOf } from '../definitions/collecting.ts'
import { ZT } from '../definitions/statuses.ts'

/** Households whose tags are set at once. */
const MOST = 200

/** The condition of a list of contractors that have this tag; undefined where none is asked for. */
export const tagged = (ctx: Ctx, tag: unknown) =>
  tag === undefined || tag === ''
    ? undefined
    : sql<boolean>`exists (select from cbf_tag t where t."countyCode" = cbf."countyCode" and t."tenantId" = ${ctx.who.tenantId}
        and t.cbfbm = cbf.cbfbm and t.tag = ${String(tag)})`

/** A page of contractors with the names of their issuers and their tags, keys with commas in between; its rows are its own and not copied. One statement. */
export async function withIssuerAndTags<T extends { cbfbm?: string | null; fbfbm?: string | null }, P extends { records: T[] }>(ctx: Ctx, page: P) {
  const codes = page.records.flatMap((c) => c.cbfbm ?? [])
  const inOrder = (keys: readonly string[]) => keys.toSorted((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1))
  const query = scoped(ctx, cbf_tag)
    .select([sql<string>`'tag'`.as('of'), sql<string>`cbf_tag.cbfbm`.as('code'), sql<string>`cbf_tag.tag`.as('word')])
    .where('cbf_tag.countyCode', 'in', [...new Set(codes.map(countyOf))])
    .where('cbf_tag.cbfbm', 'in', codes)
  const give = (words: readonly Worded[]) => {
    const of = Map.groupBy(words, (t) => t.code)
    for (const c of page.records as (T & { tags: string })[]) c.tags = inOrder((of.get(c.cbfbm ?? '') ?? []).map((t) => t.word)).join(',')
  }
  return (await withIssuer<T, { records: T[] }>(ctx, page, codes.length ? { query, give } : undefined)) as P & {
    records: (T & { tags: string; fbfmc: string | null })[]
  }
}

/** Sets the tags of these contractors to exactly these: {cbfbms, tags}; none takes them all off. @throws not-found for one whom the caller does not see */
export async function setTags(ctx: Ctx, input: TextInput<'cbfbms' | 'tags'>): Promise<void> {
  const [codes, tags] = [[...new Set(kindsOf(input.cbfbms ?? ''))], [...new Set(kindsOf(input.tags ?? ''))]]
  if (codes.length === 0) throw problems.noneSelected()
  if (codes.length > MOST) throw problems.badRequest({ zh: `一次最多设置${MOST}户`, en: `At most ${MOST} households at once` })
  const known = await ctx.db
    .selectFrom('dict_biz')
    .select('dictKey')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', '=', 'household_tag')
    .where('parentId', 'is not', null)
    .execute()
  const wrong = tags.find((t) => !known.some((k) => k.dictKey === t))
  if (wrong !== undefined) throw invalidField('tags', { zh: `标签不存在：${wrong}`, en: `No such tag: ${wrong}` })
  const counties = [...new Set(codes.map(countyOf))]
  const of = await scoped(ctx, cbf)
    .select(['cbf.cbfbm', 'cbf.regionCode'])
    .where('cbf.countyCode', 'in', counties)
    .where('cbf.cbfbm', 'in', codes)
    .where('cbf.zt', '=', ZT.valid)
    .execute()
  if (of.length < codes.length) throw problems.notFound({ zh: cbf.label, en: cbf.en })
  const have = await scoped(ctx, cbf_tag)
    .selectAll('cbf_tag')
    .where('cbf_tag.countyCode', 'in', counties)
    .where('cbf_tag.cbfbm', 'in', codes)
    .orderBy('cbf_tag.id')
    .forUpdate()
    .execute()
  const gone = have.filter((t) => !tags.includes(String(t.tag)))
  if (gone.length) await rows.eraseMany(ctx, cbf_tag, gone)
  const fresh = of.flatMap(({ cbfbm, regionCode }) =>
    tags.filter((tag) => !have.some((t) => t.cbfbm === cbfbm && t.tag === tag)).map((tag) => ({ cbfbm, regionCode, tag })),
  )
  if (fresh.length) await rows.insertMany(ctx, cbf_tag, fresh)
}

const routes: Route[] = [
  route({
    method: 'POST',
    path: '/base-qssj/cbf/tags',
    perm: 'cbf_edit',
    scope: 'land',
    audit: 'cbf.tag',
    summary: '设置农户标签',
    body: { cbfbms: text('承包方编码', { en: 'Contractors', required: true, max: 4000 }), tags: text('标签', { en: 'Tags', max: 200 }) },
    run: setTags,
  }),
]
/** The tags of households as a change of many rows: each gets exactly these, which the list tells as they were. `of`: the routes of the list of contractors. */
export function tagBatch(of: readonly Route[]): BatchList {
  const body = { tags: text('标签', { en: 'Tags', max: 200 }) }
  const list = batchListOf(of, cbf, [])
  const update = route({
    ...routes[0]!,
    method: 'POST',
    body,
    run: async (ctx, { id, tags }) => setTags(ctx, { cbfbms: (await rows.get(ctx, cbf, id ?? '')).cbfbm ?? undefined, tags }),
  })
  const detail = route({
    ...list.detail,
    run: async (ctx, q) => {
      const row = await rows.get(ctx, cbf, q.id ?? '')
      const { records } = await withIssuerAndTags(ctx, { records: [{ ...row }] })
      return records[0]
    },
  })
  return { ...list, name: 'cbf-tags', detail, update, fields: ['tags'] }
}
export const slice: Slice = { name: 'cbf-tag', resources: [cbf_tag], routes }
