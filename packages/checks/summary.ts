/** H07, H08: the seven summary tables against recomputed figures and against themselves. Areas in mu, counts exact. */
import { draft } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Facts, Rules } from './facts.ts'
import type { Limits } from './limits.ts'

interface Column {
  zh: string
  area: boolean
  value: (sum: (key: string) => number) => number
}

const count = (zh: string, key: string): Column => ({ zh, area: false, value: (sum) => sum(key) })
const area = (zh: string, ...keys: string[]): Column => ({ zh, area: true, value: (sum) => keys.reduce((all, key) => all + sum(key), 0) })

/** Columns after code and name, in the order of data format §7; keys are those of `addParcel` and `countTables`. */
const columns: Record<string, readonly Column[]> = {
  按地块汇总表: [
    count('发包方数量', 'fbf'),
    count('承包地块总数', 'n10'),
    area('承包地块总面积', 'a10'),
    count('非承包地块总数', 'nx'),
    area('非承包地块总面积', 'ax'),
    count('颁发权证数量', 'qz'),
  ],
  按承包地土地用途汇总表: [
    area('农业用途合计', 't1', 't2', 't3', 't4'),
    area('种植业', 't1'),
    area('林业', 't2'),
    area('畜牧业', 't3'),
    area('渔业', 't4'),
    area('非农用途面积', 't5'),
    area('合计', 't1', 't2', 't3', 't4', 't5'),
  ],
  按承包地所有权性质汇总表: [
    area('国有土地所有权面积', 's10'),
    area('集体土地合计', 's30', 's31', 's32', 's33', 's34'),
    area('村民小组', 's31'),
    area('村级集体经济组织', 's32'),
    area('乡级集体经济组织', 's33'),
    area('其他农民集体经济组织', 's34'),
    area('合计', 's10', 's30', 's31', 's32', 's33', 's34'),
  ],
  按非承包地地块类别汇总表: [
    area('自留地', 'l21'),
    area('机动地', 'l22'),
    area('开荒地', 'l23'),
    area('其他集体土地', 'l99'),
    area('合计', 'l21', 'l22', 'l23', 'l99'),
  ],
  按承包地是否基本农田汇总表: [area('基本农田面积', 'b1'), area('非基本农田面积', 'b2'), area('合计', 'b1', 'b2')],
  按权证信息汇总表: [count('合计', 'qz'), count('家庭承包', 'qzJ'), count('其他方式承包', 'qzQ'), area('颁发权证面积', 'htzmjm')],
  按承包方汇总表: [
    count('承包方总数', 'cbf'),
    count('承包农户数量', 'cbf1'),
    count('家庭成员数量', 'jtcy'),
    { zh: '其他方式合计', area: false, value: (sum) => sum('cbf2') + sum('cbf3') },
    count('单位承包数量', 'cbf3'),
    count('个人承包数量', 'cbf2'),
  ],
}

interface SummedParcel {
  dklb: string
  tdyt: string
  syqxz: string
  sfjbnt: string
  mu: number
}
/** The sums of the issuer that a code begins with, begun where there are none. */
export function issuerSums(all: Map<string, Record<string, number>>, code: string): Record<string, number> {
  const issuer = code.slice(0, 14)
  const known = all.get(issuer) ?? {}
  all.set(issuer, known)
  return known
}
/** Parts of a mu that are added: a package may have areas of more than two decimals, and its sums are of what it has. */
const PARTS = 1_000_000
/** Adds to one figure, in whole parts; NaN counts as 0. */
export const addSum = (by: Record<string, number>, key: string, value: number): void =>
  void (by[key] = (Math.round((by[key] ?? 0) * PARTS) + Math.round((value || 0) * PARTS)) / PARTS)
/** Adds one parcel to the sums of its issuer; mu = SCMJM, NaN counts as 0. */
export const addParcel = (by: Record<string, number>, parcel: SummedParcel): void => addGroup(by, parcel, 1)
/** Adds `n` parcels that are alike; mu is their sum. */
export function addGroup(by: Record<string, number>, parcel: SummedParcel, n: number): void {
  const add = (key: string, value: number) => addSum(by, key, value)
  if (parcel.dklb !== '10') {
    add('nx', n)
    add('ax', parcel.mu)
    add(`l${parcel.dklb}`, parcel.mu)
    return
  }
  add('n10', n)
  add('a10', parcel.mu)
  add(`t${parcel.tdyt}`, parcel.mu)
  add(`s${parcel.syqxz}`, parcel.mu)
  add(`b${parcel.sfjbnt}`, parcel.mu)
}

/** A row of a summary table for each code (14 digits, padded): the code, then a figure for each of the table's columns. */
export function summaryRows(table: string, by: Map<string, Record<string, number>>, codes: readonly string[]): (string | number)[][] {
  return codes.map((code) => {
    const sum = below(by, code)
    return [code, ...(columns[table] ?? []).map((column) => (column.area ? Number(column.value(sum).toFixed(2)) : column.value(sum)))]
  })
}

/** Figures per issuer (14 digits): those of the parcels plus those counted from the tables. */
function figures({ sums, tables }: Facts): Map<string, Record<string, number>> {
  const all = new Map([...sums].map(([code, { by }]) => [code, { ...by }]))
  const add = (code: string, key: string, value: number) => addSum(issuerSums(all, code), key, value)
  for (const fbfbm of tables.fbf.keys()) add(fbfbm, 'fbf', 1)
  for (const [cbfbm, cbf] of tables.cbf) {
    add(cbfbm, 'cbf', 1)
    add(cbfbm, `cbf${cbf.cbflx}`, 1)
  }
  for (const [fbfbm, rows] of tables.memberRows) add(fbfbm, 'jtcy', rows)
  for (const [fbfbm, counts] of tables.qzRows) for (const [key, rows] of Object.entries(counts)) add(fbfbm, key, rows)
  for (const [code, cbht] of tables.cbht) add(code, 'htzmjm', cbht.htzmjm)
  return all
}

/** Sum over all issuers below a padded 14-digit region code. */
function below(all: Map<string, Record<string, number>>, padded: string): (key: string) => number {
  const prefix = prefixOf(padded)
  const found = [...all].filter(([code]) => code.startsWith(prefix)).map(([, of]) => of)
  return (key) => found.reduce((sum, of) => sum + (of[key] ?? 0), 0)
}

/** The meaningful digits of a padded code: 6, 9, 12 or 14. */
export function prefixOf(padded: string): string {
  if (!padded.endsWith('00')) return padded
  const village = padded.slice(0, 12)
  if (!village.endsWith('000')) return village
  return village.slice(0, 9).endsWith('000') ? padded.slice(0, 6) : padded.slice(0, 9)
}

/** Rows of a table that start with a 14-digit code. */
function dataRows(rows: readonly string[][]): string[][] {
  return rows.filter((row) => /^\d{14}$/.test((row[0] ?? '').trim()))
}

function off(stored: number, expected: number, column: Column, limits: Limits): boolean {
  return !(Math.abs(stored - expected) <= (column.area ? limits.summaryAreaTolerance_mu : 0) + 1e-6)
}

/** Codes that must have a row: every issuer and the regions above it, from the county on. */
function wanted({ tables, pkg }: Facts): Set<string> {
  const codes = new Set<string>()
  for (const fbfbm of tables.fbf.keys()) {
    // a foreign or malformed code has been told of (A08, F03)
    if (!/^\d{14}$/.test(fbfbm) || !fbfbm.startsWith(pkg.county)) continue
    for (const digits of [6, 9, 12, 14]) codes.add(fbfbm.slice(0, digits).padEnd(14, '0'))
  }
  return codes
}

function* absentRows(facts: Facts): Iterable<FindingDraft> {
  const codes = [...wanted(facts)].sort()
  for (const name of Object.keys(columns)) {
    const table = facts.pkg.summary[name]
    // a table that is not there is told by A07
    if (!table) continue
    const listed = new Set(dataRows(table).map((row) => (row[0] ?? '').trim()))
    if (!listed.size && codes.length) yield draft('汇总表格', name, '', '', `${name}中没有数据行`)
    else for (const code of codes) if (!listed.has(code)) yield draft('汇总表格', `${name}|${code}`, '', '', `${name}中缺少${code}的行`)
  }
}

function* recomputed(facts: Facts, limits: Limits): Iterable<FindingDraft> {
  if (!facts.pkg.tables.length) return
  yield* absentRows(facts)
  const all = figures(facts)
  const counted = new Map<string, (key: string) => number>()
  for (const [name, list] of Object.entries(columns)) {
    for (const row of dataRows(facts.pkg.summary[name] ?? [])) {
      const code = (row[0] ?? '').trim()
      const sum = counted.get(code) ?? below(all, code)
      counted.set(code, sum)
      for (const [i, column] of list.entries()) {
        const stored = Number(row[i + 2])
        const expected = column.value(sum)
        if (!off(stored, expected, column, limits)) continue
        const shown = column.area ? expected.toFixed(2) : expected
        yield draft('汇总表格', `${name}|${code}`, column.zh, row[i + 2], `${row[1] || code}的${column.zh}填${row[i + 2] || '空'}，按成果重新统计为${shown}`)
      }
    }
  }
}

/** One cause, one message: where H07 has named a row below, that it is missing or falsified, the sum of the rows is no second fault. */
function* parentsAndChildren(facts: Facts, limits: Limits): Iterable<FindingDraft> {
  const { pkg } = facts
  const all = figures(facts)
  const codes = [...wanted(facts)]
  for (const [name, list] of Object.entries(columns)) {
    const rows = dataRows(pkg.summary[name] ?? []).map((row) => ({ row, prefix: prefixOf((row[0] ?? '').trim()), sum: below(all, (row[0] ?? '').trim()) }))
    const listed = new Set(rows.map(({ row }) => (row[0] ?? '').trim()))
    const absent = codes.filter((code) => !listed.has(code)).map(prefixOf)
    for (const { row, prefix } of rows) {
      if (absent.some((code) => code !== prefix && code.startsWith(prefix))) continue
      const lower = rows.filter((other) => other.prefix.length > prefix.length && other.prefix.startsWith(prefix))
      const next = Math.min(...lower.map((other) => other.prefix.length))
      const children = lower.filter((other) => other.prefix.length === next)
      if (!children.length) continue
      for (const [i, column] of list.entries()) {
        const stored = Number(row[i + 2])
        // a village or town that is itself an issuer (code …00) has figures of its own, which stand in no row below it
        const own = all.get((row[0] ?? '').trim())
        const sum = children.reduce((total, child) => total + Number(child.row[i + 2]), own ? column.value((key) => own[key] ?? 0) : 0)
        const isNamed = children.some((child) => off(Number(child.row[i + 2]), column.value(child.sum), column, limits))
        if (isNamed || !off(stored, sum, column, limits)) continue
        const shown = column.area ? sum.toFixed(2) : sum
        yield draft(
          '汇总表格',
          `${name}|${row[0]}`,
          column.zh,
          row[i + 2],
          `${row[1] || row[0]}的${column.zh}填${row[i + 2]}，${own ? '本级与' : ''}下级各行相加为${shown}`,
        )
      }
    }
  }
}

/** Rules on the summary tables. */
export const summaryRules = { H07: recomputed, H08: parentsAndChildren } satisfies Rules<Facts>
