// The seven summary tables of a national package on paper, of the register as it stands. Source: documents.md 14; data-format.md 7.
import { sql } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion, scoped, underRegion } from '../../kit/server/query.server.ts'
import type { DeferredResponse, TextInput } from '../../kit/server/route.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbht } from '../../land/definitions/cbht.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import { plainTable, type TableColumn, type TableDoc } from '../../land/paper/documents/table.ts'
import { printProblems } from '../../land/paper/problems.ts'
import { render } from '../../land/paper/render.server.ts'
import { addGroup, addSum, issuerSums } from '../../packages/checks/summary.ts'
import { summarySheet, summaryTables } from '../../packages/export/sheets.server.ts'
import { regionNames } from '../../platform/regions/lookup.server.ts'
import { clockMark } from '../../services/exchange/exports/clock-mark.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import { areaFigure } from '../../land/definitions/area.ts'

/** Lines of one table at most: issuers and the regions above them. */
const MOST_LINES = 2000
type Sums = Map<string, Record<string, number>>

/** The rows of a definition below a region, grouped by their issuer and by what else is named. */
async function counted(
  ctx: Ctx,
  r: AnyResource,
  region: string,
  o: { where: readonly [string, string | number]; code?: string; by?: readonly string[]; sum?: string; hasLetter?: true },
): Promise<Record<string, string>[]> {
  const at = (n: string) => sql.ref(`${r.name}.${n}`)
  const code = o.code ? sql<string>`left(${at(o.code)}, 14)` : sql<string>`${at('fbfbm')}`
  const letter = o.hasLetter ? [sql<string>`right(${at(o.code!)}, 1)`] : []
  const by = (o.by ?? []).map((n) => `${r.name}.${n}`)
  return await typedRows<Record<string, string>>(
    (underRegion(scoped(ctx, r), r.name, region) as AnyQuery)
      .where(`${r.name}.${o.where[0]}`, '=', o.where[1])
      .select([
        code.as('code'),
        ...letter.map((l) => l.as('letter')),
        ...by,
        sql<string>`count(*)`.as('n'),
        sql<string>`coalesce(sum(${o.sum ? at(o.sum) : sql`0`}), 0)::text`.as('total'),
      ])
      .groupBy([code, ...letter, ...by]),
  )
}
/** The figures of each issuer, under the keys that the check of packages has. */
async function sumsOf(ctx: Ctx, region: string): Promise<Sums> {
  const sums: Sums = new Map()
  const add = (code: string, key: string, n: number) => addSum(issuerSums(sums, code), key, n)
  const valid = { where: ['zt', ZT.valid] } as const
  for (const r of await counted(ctx, fbf, region, valid)) add(r.code!, 'fbf', Number(r.n))
  for (const r of await counted(ctx, dk, region, { ...valid, by: ['dklb', 'tdyt', 'syqxz', 'sfjbnt'], sum: 'scmjm' }))
    addGroup(
      issuerSums(sums, r.code!),
      { dklb: r.dklb ?? '', tdyt: r.tdyt ?? '', syqxz: r.syqxz ?? '', sfjbnt: r.sfjbnt ?? '', mu: areaFigure(r.total) },
      Number(r.n),
    )
  for (const r of await counted(ctx, cbf, region, { ...valid, by: ['cbflx'], sum: 'cbfcysl' })) {
    for (const key of ['cbf', `cbf${r.cbflx ?? ''}`]) add(r.code!, key, Number(r.n))
    add(r.code!, 'jtcy', Number(r.total))
  }
  for (const r of await counted(ctx, cbjyqz, region, { where: ['sfzx', 0], code: 'cbjyqzbm', hasLetter: true }))
    for (const key of ['qz', `qz${r.letter}`]) add(r.code!, key, Number(r.n))
  for (const r of await counted(ctx, cbht, region, { where: ['qszt', QSZT.current], code: 'cbhtbm', sum: 'htzmjm' }))
    add(r.code!, 'htzmjm', areaFigure(r.total))
  return sums
}
/** Names by padded code: the issuers and the regions above them, from the county on, that are not above what was asked for. */
async function namesOf(ctx: Ctx, region: string, issuers: readonly string[]): Promise<Map<string, string>> {
  const codes = new Set<string>()
  for (const code of issuers) for (const n of [6, 9, 12, 14]) if (n >= Math.min(14, region.length)) codes.add(code.slice(0, n))
  const known = await regionNames(
    ctx,
    [...codes].filter((c) => c.length < 14),
  )
  const own = await typedRows<{ fbfbm: string; fbfmc: string }>(
    (underRegion(scoped(ctx, fbf), 'fbf', region) as AnyQuery).where('fbf.zt', '=', ZT.valid).select(['fbf.fbfbm', 'fbf.fbfmc']),
  )
  const names = new Map([...known, ...own.map((k) => [k.fbfbm, k.fbfmc] as const)])
  return new Map([...codes].toSorted().map((c) => [c.padEnd(14, '0'), names.get(c) ?? '']))
}

/** A summary table as a document: the two rows of heads of the workbook, then its lines. */
export function tableOf(name: string, place: string, day: string, sums: Sums, names: ReadonlyMap<string, string>): TableDoc {
  const { rows } = summarySheet(name, sums, names)
  const [, unit, above, below, ...lines] = rows
  let last = ''
  const isOfAreas = unit![0] === '单位：亩'
  const columns = above!.map((title, i): TableColumn & { isArea: boolean } => {
    last = String(title || last)
    const under = String(below![i])
    const isArea = i > 1 && (isOfAreas || `${last}${under}`.includes('面积'))
    return { isArea, title: under || last, share: i === 0 ? 2.2 : i === 1 ? 3 : 1.4, ...(under ? { above: last } : {}) }
  })
  const shown = lines.map((line) => line.map((v, i) => (columns[i]!.isArea ? Number(v).toFixed(2) : String(v))))
  return plainTable({ docId: 'HZB', title: name, facts: [`区域：${place}`, `制表日期：${day}`, String(unit![0])], columns, rows: shown })
}
/** The seven tables of a region in one file. @throws print-nothing, print-too-many */
export async function printSummaries(ctx: Ctx, q: TextInput<'regionCode'>): Promise<DeferredResponse> {
  const region = q.regionCode || ctx.who.regionCode
  if (region.length < 6) throw problems.badRequest(both('请选择县级或以下区域', 'Choose a county or a region below it'))
  requireRegion(ctx, region)
  const sums = await sumsOf(ctx, region)
  if (sums.size === 0) throw printProblems.nothing()
  const names = await namesOf(ctx, region, [...sums.keys()])
  if (names.size > MOST_LINES) throw printProblems.tooMany({ max: MOST_LINES })
  const place = names.get(region.padEnd(14, '0')) || region
  const day = (ctx.asOf ?? ctx.now).slice(0, 10)
  return pdfLater(
    `${place}汇总表${clockMark(ctx)}`,
    ctx.now,
    summaryTables.map((name) => (t) => render('table', () => tableOf(name, place, day, sums, names), t)),
  )
}
