/** H01–H06, H09: areas of contracts, parcels and issuers. m² unless the field ends in M (mu). */
import { draft, num } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Facts, Rules, TableInput } from './facts.ts'
import type { Limits } from './limits.ts'
import type { CbdkxxRecord, Cbht } from './tables.ts'
import { areaOf } from './shapes/geometry.ts'
import { parcelRow } from './relations.ts'

const muFields: readonly [mu: string, m2: string][] = [
  ['HTMJM', 'HTMJ'],
  ['YHTMJM', 'YHTMJ'],
  ['LZMJM', 'LZMJ'],
]

/** Draft if a mu field does not fit its m² field. An area that is not positive is judged by F17 alone. */
function* muDiffers(
  table: string,
  object: string,
  [muField, field]: readonly [string, string],
  mu: number,
  area: number,
  limits: Limits,
): Iterable<FindingDraft> {
  const expected = area * 0.0015
  if (!(area > 0) || !(Math.abs(mu - expected) > limits.areaMuTolerance + 1e-9)) return
  yield draft(table, object, muField, mu, `${muField}为${mu}亩，按${field}折算应为${expected.toFixed(2)}亩`)
}

function* muOfRow({ table, row, object }: TableInput, limits: Limits): Iterable<FindingDraft> {
  for (const fields of muFields) yield* muDiffers(table, object, fields, num(row[fields[0]]), num(row[fields[1]]), limits)
}

/** Contract totals; a total that differs from its parcels is judged by H01 or H05, not twice. */
function* muOfTotals({ tables }: Facts, limits: Limits): Iterable<FindingDraft> {
  for (const [code, cbht] of tables.cbht) {
    const parts = tables.cbdkxx.of('cbhtbm', code)
    if (
      !totalOff(
        cbht.htzmj,
        parts.map((row) => row.htmj),
      ).off
    )
      yield* muDiffers('CBHT', code, ['HTZMJM', 'HTZMJ'], cbht.htzmjm, cbht.htzmj, limits)
    if (
      !totalOff(
        cbht.yhtzmj,
        parts.map((row) => row.yhtmj),
      ).off
    )
      yield* muDiffers('CBHT', code, ['YHTZMJM', 'YHTZMJ'], cbht.yhtzmjm, cbht.yhtzmj, limits)
  }
}

function* contractTotals(facts: Facts): Iterable<FindingDraft> {
  yield* totals(
    facts,
    'HTZMJ',
    '合同总面积',
    (cbht) => cbht.htzmj,
    (row) => row.htmj,
  )
}

function* formerTotals(facts: Facts): Iterable<FindingDraft> {
  yield* totals(
    facts,
    'YHTZMJ',
    '原合同总面积',
    (cbht) => cbht.yhtzmj,
    (row) => row.yhtmj,
  )
}

/** Whether a stored total differs from its parts by more than 0.01 m² each; parts without a value are left out. */
function totalOff(total: number, parts: readonly number[]): { off: boolean; sum: number; count: number } {
  const known = parts.filter((value) => !Number.isNaN(value))
  const sum = known.reduce((all, value) => all + value, 0)
  return { off: Math.abs(total - sum) > 0.01 * Math.max(1, known.length) + 1e-9, sum, count: known.length }
}

function* totals({ tables }: Facts, field: string, word: string, total: (cbht: Cbht) => number, part: (row: CbdkxxRecord) => number): Iterable<FindingDraft> {
  for (const [code, cbht] of tables.cbht) {
    const { off, sum, count } = totalOff(total(cbht), tables.cbdkxx.of('cbhtbm', code).map(part))
    if (off) yield draft('CBHT', code, field, total(cbht), `${word}${total(cbht)}平方米，${count}块地块相加为${sum.toFixed(2)}平方米`)
  }
}

function* parcelCount({ tables }: Facts): Iterable<FindingDraft> {
  for (const [code, { cbdkzs }] of tables.cbht) {
    const count = tables.cbdkxx.of('cbhtbm', code).length
    if (!Number.isNaN(cbdkzs) && cbdkzs !== count) yield draft('CBHT', code, 'CBDKZS', cbdkzs, `承包地块总数填${cbdkzs}，承包地块信息表中有${count}块`)
  }
}

function* contractVersusMeasured({ tables, parcels }: Facts, limits: Limits): Iterable<FindingDraft> {
  for (const row of tables.cbdkxx.values()) {
    const measured = parcels.get(row.dkbm)?.scmj ?? Number.NaN
    if (row.sfqqqg === '1' || !(Math.abs(row.htmj - measured) > limits.contractVsMeasuredWarn * measured)) continue
    const share = Math.round((Math.abs(row.htmj - measured) / measured) * 100)
    yield draft('CBDKXX', parcelRow(row), 'HTMJ', row.htmj, `合同面积${row.htmj}平方米与实测面积${measured}平方米相差${share}%`)
  }
}

function* issuerVersusRegion({ sums, regions, projected }: Facts, limits: Limits): Iterable<FindingDraft> {
  if (!projected) return
  for (const region of regions) {
    const sum = sums.get(region.code)?.scmj ?? 0
    const area = areaOf(region.polygons)
    if (region.code.length !== 14 || !(sum > area + limits.regionArea_m2)) continue
    yield draft('FBF', region.code, 'SCMJ', sum.toFixed(2), `所属地块实测面积合计${sum.toFixed(2)}平方米，大于区域面积${area.toFixed(2)}平方米`)
  }
}

function* sharesOfParcel({ tables, parcels }: Facts): Iterable<FindingDraft> {
  for (const [dkbm, rows] of tables.shares.groups('dkbm')) {
    const sum = rows.reduce((all, row) => all + (row.htmj || 0), 0)
    const measured = parcels.get(dkbm)?.scmj ?? Number.NaN
    if (sum > measured + 0.01 * rows.length) {
      yield draft('CBDKXX', dkbm, 'HTMJ', sum.toFixed(2), `确权确股地块各户份额合计${sum.toFixed(2)}平方米，大于实测面积${measured}平方米`)
    }
  }
}

/** Rules on areas of the whole package. */
export const areaRules = {
  H01: contractTotals,
  H02: parcelCount,
  H03: muOfTotals,
  H04: contractVersusMeasured,
  H05: formerTotals,
  H06: issuerVersusRegion,
  H09: sharesOfParcel,
} satisfies Rules<Facts>

/** Rules on areas of one table row. */
export const areaRowRules = { H03: muOfRow } satisfies Rules<TableInput>
