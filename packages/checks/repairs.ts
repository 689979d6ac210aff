/**
 * What of a package can be mended by rule, cell by cell: proposals that a person accepts or leaves, never applied by themselves. Source: data-format.md 9. Dates are
 * not shifted, and what somebody must know (a name, a pointer, a boundary point) is not made up.
 */
import { cleanText, nameKey } from '../../kit/model/clean.ts'
import { withoutHidden } from '../../kit/model/hidden.ts'
import { idKey, normalizeId } from '../../kit/model/id-card.ts'
import type { DiskMap, NewDiskMap } from '../package/disk-map.ts'
import type { LayerRow, MdbRow, ReadTable } from '../package/staged.ts'
import { findingText, num } from './finding.ts'
import { isIdDate, sexOf } from './identity.ts'
import { codeItem } from './limits.ts'
import { isCompact, PERSON_FIELDS, tableFields } from './people.ts'
import { MU_FIELDS } from './attributes.ts'
import { layerSpecs } from './schema.ts'
import type { LayerName, StagedTable } from '../../land/definitions/national/format.ts'

/** Kinds of repairs, in the order in which they are told. */
export const REPAIR_KINDS = ['blank', 'feature', 'sex', 'number', 'name', 'term', 'way', 'total', 'count', 'mu', 'share'] as const
export type RepairKind = (typeof REPAIR_KINDS)[number]
/** A cell as it would be. `row`: place of its record in the file, from 0. */
export interface ProposedRepair {
  kind: RepairKind
  layer: StagedTable | LayerName
  row: number
  object: string
  field: string
  was: string
  becomes: string
}
/** What the repairs are looked for in. */
export interface RepairSource {
  table: ReadTable
  layers: readonly LayerName[]
  layer(name: LayerName): AsyncIterable<LayerRow>
}

/** What the tables say of each other. */
interface Joined {
  books: DiskMap<{ from: string; to: string }>
  contracts: DiskMap<{ cbfs: string }>
  /** areas are null where none is told: a map on disk has no NaN */
  parts: DiskMap<{ code: string; htmj: number | null; yhtmj: number | null }>
  members: DiskMap<{ cbfbm: string; key: string; name: string }>
}
const areaOrNull = (v: string | number | null | undefined): number | null => (Number.isNaN(num(v)) ? null : num(v))
async function joinedOf({ table }: RepairSource, newMap: NewDiskMap): Promise<Joined> {
  const joined: Joined = { books: newMap(), contracts: newMap(), parts: newMap(['code']), members: newMap(['cbfbm']) }
  for await (const r of table('CBJYQZDJB')) joined.books.set(findingText(r.CBJYQZBM), { from: findingText(r.CBQXQ), to: findingText(r.CBQXZ) })
  for await (const r of table('CBHT')) joined.contracts.set(findingText(r.CBHTBM), { cbfs: findingText(r.CBFS) })
  for await (const r of table('CBDKXX')) joined.parts.add({ code: findingText(r.CBHTBM), htmj: areaOrNull(r.HTMJ), yhtmj: areaOrNull(r.YHTMJ) })
  for await (const r of table('CBF_JTCY')) joined.members.add({ cbfbm: findingText(r.CBFBM), key: idKey(findingText(r.CYZJHM)), name: findingText(r.CYXM) })
  return joined
}

interface Cell {
  kind: RepairKind
  field: string
  becomes: string
}
type Mend = (row: MdbRow, joined: Joined) => Iterable<Cell>

/** A value without what nobody sees, in characters that everybody types; codes, names and numbers without blanks. */
const tidied = (field: string, value: string): string => {
  const clean = cleanText(withoutHidden(value))
  return isCompact(field) ? clean.replace(/\s/gu, '') : clean
}
function* blanks(table: StagedTable, row: MdbRow): Iterable<Cell> {
  for (const { name, type } of tableFields[table]) {
    const value = row[name]
    if (type !== 'Char' || typeof value !== 'string' || name.endsWith('DCJS')) continue
    const becomes = tidied(name, value)
    if (becomes && becomes !== value) yield { kind: 'blank', field: name, becomes }
  }
}
/** Old numbers of fifteen digits that read like one of a resident. */
function* numbers(table: StagedTable, row: MdbRow): Iterable<Cell> {
  const fields = PERSON_FIELDS[table]
  if (!fields || findingText(row[fields[0]]) !== '1') return
  const value = findingText(row[fields[1]])
  const long = idKey(value)
  if (long !== normalizeId(value)) yield { kind: 'number', field: fields[1], becomes: long }
}
const mu = (area: number): string => (Math.round(area * 0.15) / 100).toFixed(2)
function* mus(row: Readonly<Record<string, string | number | null>>, fields: readonly (readonly [string, string])[]): Iterable<Cell> {
  for (const [field, of] of fields) {
    const [is, area] = [num(row[field]), num(row[of])]
    if (area > 0 && !Number.isNaN(is) && Math.abs(is - area * 0.0015) > 0.01 + 1e-9) yield { kind: 'mu', field, becomes: mu(area) }
  }
}

const MENDS: Partial<Record<StagedTable, Mend>> = {
  *CBF_JTCY(row) {
    const sex = findingText(row.CYZJLX) === '1' ? sexOf(idKey(findingText(row.CYZJHM))) : ''
    if (sex && sex !== findingText(row.CYXB)) yield { kind: 'sex', field: 'CYXB', becomes: sex }
  },
  *CBF(row, { members }) {
    const own = members.of('cbfbm', findingText(row.CBFBM))
    const isHousehold = findingText(row.CBFLX) === '1'
    const key = idKey(findingText(row.CBFZJHM))
    const same = isHousehold && key ? own.filter((m) => m.key === key) : []
    if (same.length === 1 && same[0]!.name && nameKey(same[0]!.name) !== nameKey(findingText(row.CBFMC)))
      yield { kind: 'name', field: 'CBFMC', becomes: same[0]!.name }
    const count = isHousehold ? own.length : 1
    if (count > 0 && num(row.CBFCYSL) !== count) yield { kind: 'count', field: 'CBFCYSL', becomes: String(count) }
  },
  *CBHT(row, { books, parts }) {
    const code = findingText(row.CBHTBM)
    const book = books.get(code)
    for (const [field, day] of [
      ['CBQXQ', book?.from ?? ''],
      ['CBQXZ', book?.to ?? ''],
    ] as const)
      if (isIdDate(day) && day !== findingText(row[field])) yield { kind: 'term', field, becomes: day }
    const own = parts.of('code', code)
    if (!own.length) return
    if (num(row.CBDKZS) !== own.length) yield { kind: 'count', field: 'CBDKZS', becomes: String(own.length) }
    for (const [field, fieldOfMu, values] of [
      ['HTZMJ', 'HTZMJM', own.map((p) => p.htmj)],
      ['YHTZMJ', 'YHTZMJM', own.map((p) => p.yhtmj)],
    ] as const) {
      const known = values.filter((v) => v !== null)
      const sum = known.reduce((s, v) => s + v, 0)
      // a total that fits is what its area in mu is compared with
      const isOff = known.length > 0 && !(Math.abs(num(row[field]) - sum) <= 0.01 * known.length + 1e-9)
      if (isOff) yield { kind: 'total', field, becomes: sum.toFixed(2) }
      yield* mus({ ...row, ...(isOff ? { [field]: sum } : {}) }, [[fieldOfMu, field]])
    }
  },
  *CBDKXX(row, { contracts }) {
    const cbfs = contracts.get(findingText(row.CBHTBM))?.cbfs ?? ''
    const [is, should] = [codeItem('cbjyqqdfs', findingText(row.CBJYQQDFS)), codeItem('cbjyqqdfs', cbfs)]
    const letter = findingText(row.CBHTBM).slice(18)
    if (should && (!is || (is.letter && is.letter !== letter && should.letter === letter))) yield { kind: 'way', field: 'CBJYQQDFS', becomes: cbfs }
    const share = findingText(row.SFQQQG)
    if (share && !codeItem('yes_no', share)) yield { kind: 'share', field: 'SFQQQG', becomes: '2' }
    yield* mus(row, [
      ['HTMJM', 'HTMJ'],
      ['YHTMJM', 'YHTMJ'],
    ])
  },
  *LZHT(row) {
    yield* mus(row, [['LZMJM', 'LZMJ']])
  },
}
/** What names a record. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  CBF_JTCY: ['CBFBM', 'CYXM'],
  CBDKXX: ['DKBM', 'CBFBM'],
  LZHT: ['LZHTBM'],
  QSLYZLFJ: ['CBJYQZBM', 'ZLFJBH'],
}
const objectOf = (layer: string, row: Readonly<Record<string, unknown>>): string => {
  const names = NAMED[layer] ?? [
    (tableFields[layer as StagedTable] ?? layerSpecs[layer as LayerName].fields).find((f) => /^(FBF|CBF|DK|CBHT|CBJYQZ)BM$/.test(f.name))?.name ?? 'BSM',
  ]
  return names.map((n) => String(row[n] ?? '')).join('|')
}

/** Proposals for a package, table by table and layer by layer, in the order of its records. A cell has one at most. */
export async function* proposedRepairs(source: RepairSource, newMap: NewDiskMap, signal?: AbortSignal): AsyncGenerator<ProposedRepair> {
  const joined = await joinedOf(source, newMap)
  const told = (
    layer: ProposedRepair['layer'],
    row: number,
    values: Readonly<Record<string, string | number | null>>,
    cells: Iterable<Cell>,
  ): ProposedRepair[] => {
    const seen = new Set<string>()
    return [...cells].flatMap((c) => {
      if (seen.has(c.field)) return []
      seen.add(c.field)
      return [{ ...c, layer, row, object: objectOf(layer, values), was: findingText(values[c.field]) }]
    })
  }
  for (const table of Object.keys(tableFields) as StagedTable[]) {
    let n = 0
    for await (const row of source.table(table)) {
      if (n % 1000 === 0) signal?.throwIfAborted()
      yield* told(table, n++, row, [...numbers(table, row), ...blanks(table, row), ...(MENDS[table]?.(row, joined) ?? [])])
    }
  }
  for (const name of source.layers) {
    const { ysdm, fields } = layerSpecs[name]
    for await (const { index, attrs } of source.layer(name)) {
      const cells: Cell[] = [...mus(attrs, MU_FIELDS)]
      // an annotation may be one of any layer
      if (ysdm && name !== 'ZJ' && findingText(attrs.YSDM) !== ysdm && Object.hasOwn(attrs, 'YSDM'))
        cells.push({ kind: 'feature', field: 'YSDM', becomes: ysdm })
      for (const { name: field, type } of fields) {
        const value = attrs[field]
        if (type !== 'Char' || typeof value !== 'string' || field === 'DKBZXX') continue
        const becomes = tidied(field, value)
        if (becomes && becomes !== value && field !== 'YSDM') cells.push({ kind: 'blank', field, becomes })
      }
      yield* told(name, index, attrs, cells)
    }
  }
}
