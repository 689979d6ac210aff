/** Sums of signing by region, of the contracts that cases have brought. Source: statistics.md 10. */

import { sql } from 'kysely'
import { writeXlsx } from 'hucre/xlsx'
import { both } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import { REGION_LENGTHS } from '../../kit/model/region-code.ts'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { paging, scoped, underRegion } from '../../kit/server/query.server.ts'
import { asFile, DeferredResponse, FileResponse, reading, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { contract_file } from '../../business/cases/definitions/business.ts'
import { askedRegion } from './account.server.ts'
import { addFigures, SUMS, type RegionSums, type SignedStatistics, type Sums } from './statistics.ts'
import { XLSX_TYPE } from '../../runtime/workbook/media-type.ts'
import { regionNames } from '../../platform/regions/lookup.server.ts'
import { SIGN } from '../../land/definitions/statuses.ts'

const DAY_S = 86_400
const VILLAGE = 12

const weekAgo = (ctx: Ctx) => moved(ctx.now, -6 * DAY_S).slice(0, 10)
/** Sums of what lies in a region, by the first `length` digits of where it lies. */
async function sumsBy(ctx: Ctx, regionCode: string, length: number): Promise<(Sums & { regionCode: string })[]> {
  const [today, week] = [ctx.now.slice(0, 10), weekAgo(ctx)]
  const status = (s: string) => sql<string>`count(*) filter (where contract_file."signStatus" = ${s})`
  const way = (v: string) => sql<string>`count(*) filter (where contract_file."signWay" = ${v})`
  const since = (d: string) => sql<string>`count(*) filter (where contract_file."signStatus" = ${SIGN.signed} and contract_file.qdsj >= ${d}::date)`
  const part = sql<string>`left(contract_file."regionCode", ${sql.lit(length)})`
  const found = await underRegion(scoped(ctx, contract_file), 'contract_file', regionCode)
    .select([part.as('regionCode'), sql<string>`count(*)`.as('total')])
    .select([status('99').as('s99'), status('0').as('s0'), status('1').as('s1'), status('2').as('s2')])
    .select([status('3').as('s3'), status('4').as('s4'), status('5').as('s5'), status('7').as('s7')])
    .select([way('1').as('way1'), way('2').as('way2'), way('3').as('way3'), since(today).as('today'), since(week).as('week')])
    .groupBy(part)
    .orderBy(part)
    .execute()
  return found.map((r) => ({
    regionCode: String(r.regionCode),
    ...(Object.fromEntries(SUMS.map(([k]) => [k, Number((r as Record<string, unknown>)[k])])) as Sums),
  }))
}
/** The rows with the names of their regions. */
async function named(ctx: Ctx, list: readonly (Sums & { regionCode: string })[]): Promise<RegionSums[]> {
  const names = await regionNames(
    ctx,
    list.map((r) => r.regionCode),
  )
  return list.map((r) => ({ ...r, regionName: names.get(r.regionCode) ?? r.regionCode }))
}

/** GET signedStatistics: a region and its parts. */
async function signedStatistics(ctx: Ctx, q: TextInput<'regionCode'>): Promise<SignedStatistics> {
  const regionCode = askedRegion(ctx, q)
  const length = REGION_LENGTHS.find((n) => n > regionCode.length) ?? regionCode.length
  const children = await named(ctx, await sumsBy(ctx, regionCode, length))
  const [total] = await named(ctx, [{ regionCode, ...addFigures(children) }])
  const from = weekAgo(ctx)
  const signed = await underRegion(scoped(ctx, contract_file), 'contract_file', regionCode)
    .select(['contract_file.qdsj', sql<string>`count(*)`.as('n')])
    .where('contract_file.signStatus', '=', SIGN.signed)
    .where('contract_file.qdsj', '>=', from)
    .groupBy('contract_file.qdsj')
    .execute()
  const by = new Map(signed.map((r) => [String(r.qdsj), Number(r.n)]))
  const days = Array.from({ length: 7 }, (_, i) => moved(`${from} 12:00:00`, i * DAY_S).slice(0, 10)).map((day) => ({ day, n: by.get(day) ?? 0 }))
  return { total: total!, children, days }
}

/** GET data/page: a row a village. */
async function villages(ctx: Ctx, q: TextInput<'regionCode' | 'current' | 'size'>): Promise<Page<RegionSums>> {
  const { current, size, offset } = paging(q)
  const all = await sumsBy(ctx, askedRegion(ctx, q), VILLAGE)
  const records = await named(ctx, all.slice(offset, offset + size))
  return { records, total: all.length, size, current, pages: Math.ceil(all.length / size) }
}

/** GET sumdata: all villages and their total as a workbook. */
async function sumdata(ctx: Ctx, q: TextInput<'regionCode'>): Promise<DeferredResponse> {
  const all = await named(ctx, await sumsBy(ctx, askedRegion(ctx, q), VILLAGE))
  const { lang } = ctx
  const total = { regionCode: '', regionName: both('合计', 'Total')[lang], ...addFigures(all) }
  return new DeferredResponse(async () => {
    const columns = [
      { header: both('行政区划', 'Region')[lang], key: 'regionCode', width: 16 },
      { header: both('名称', 'Name')[lang], key: 'regionName', width: 24 },
      ...SUMS.map(([key, title]) => ({ header: title[lang], key, width: 12 })),
    ]
    const name = both('合同签署统计', 'Signing of contracts')[lang]
    const bytes = await writeXlsx({ sheets: [{ name, columns, data: [...all, total].map((r) => ({ ...r })), freezePane: { rows: 1 } }] })
    return new FileResponse(`${name}.xlsx`, XLSX_TYPE, Buffer.from(bytes))
  })
}

const read = reading('land', 'sign_account_view')
export const statisticsRoutes: readonly Route[] = [
  read('/ybProcess/contract/signedStatistics', '合同签署统计', ['regionCode'], signedStatistics),
  read('/data/page', '合同签署统计明细', ['regionCode', 'current', 'size'], villages),
  asFile(read('/data/export/sumdata', '导出合同签署统计', ['regionCode'], sumdata), 'sign_account.export'),
]
