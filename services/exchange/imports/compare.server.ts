import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { checkValue } from '../../../kit/model/check.ts'
import { dayWrong } from '../../../kit/model/days.ts'
import { idForms } from '../../../kit/model/id-card.ts'
import { maskText } from '../../../kit/model/mask.ts'
import { isRefusal, type Problem, type Wrong } from '../../../kit/model/problem.ts'
import { isRegionCode } from '../../../kit/model/region-code.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import { underRegion } from '../../../kit/server/query.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { cellOf } from '../exports/cells.ts'
import { rowsOf } from '../exports/source.server.ts'
import { sameCell, takeCell, textOfRead, type Read, type ReadCell } from './cells.ts'
import type { ImportColumn } from './columns.server.ts'
import { ROW, type ImportChange, type Head, type RowState } from './imports.ts'
import { cellFaults } from './problems.ts'
import type { SheetRow } from '../../../runtime/workbook/reader.server.ts'
import type { Target } from './targets.ts'
import { writerForm, importWriting, type RowValues, type Writer } from './writers.server.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { regionName } from '../../../platform/regions/lookup.server.ts'

/** What comparing needs to know of the target; made once a transaction. */
export interface Comparing {
  r: AnyResource
  t: Target
  columns: readonly ImportColumn[]
  heads: readonly Head[]
  formulas: ReadonlySet<string>
}
export interface Compared {
  no: number
  state: RowState
  cells: Record<string, string>
  faults: Record<string, Text>
  changes: Record<string, ImportChange>
  before?: RowValues
  /** tells rows of the same sheet that mean the same */
  mark: string
}

/** The region that people call so within the caller's own: its code, its whole name, or its name where only one has it. */
async function regionBy(ctx: Ctx, said: string): Promise<ReadCell> {
  if (isRegionCode(said)) return byOldCode(ctx, said)
  const q = (column: 'fullName' | 'name') =>
    ctx.db
      .selectFrom('region')
      .select('code')
      .where(column, '=', said)
      .where('code', '>=', ctx.who.regionCode)
      .where('code', '<', `${ctx.who.regionCode}~`)
      .limit(2)
      .execute()
  for (const column of ['fullName', 'name'] as const) {
    const found = await q(column)
    if (found.length === 1) return { value: found[0]!.code as string }
    if (found.length > 1) return { fault: cellFaults.many }
  }
  return { fault: cellFaults.noRegion }
}
/** A code as it is, or where no region has it and one had it before, the code of that one. */
async function byOldCode(ctx: Ctx, said: string): Promise<ReadCell> {
  const found = await ctx.db
    .selectFrom('region')
    .select('code')
    .where((w) => w.or([w('code', '=', said), sql<boolean>`string_to_array("oldCodes", ',') @> array[${said}]`]))
    .limit(3)
    .execute()
  const codes = found.map((r) => String(r.code))
  if (codes.includes(said) || codes.length === 0) return { value: said }
  return codes.length === 1 ? { value: codes[0]! } : { fault: cellFaults.many }
}
const taken = async (ctx: Ctx, c: ImportColumn, read: Read, at: string): Promise<ReadCell> => {
  const v = takeCell(c.f, read, at, c.choices)
  return c.f.kind === 'region' && 'value' in v && v.value !== null ? regionBy(ctx, String(v.value)) : v
}

/** The cell that an export shows for a stored value. */
export async function shownCell(ctx: Ctx, c: ImportColumn, stored: unknown) {
  if (stored === null || stored === undefined) return null
  return cellOf(c.plan, c.f.kind === 'region' ? ((await regionName(ctx, String(stored))) ?? String(stored)) : String(stored))
}

/** The one row that the sheet's row means: by the first of the target's keys that is filled and fits. */
export async function existingRow(
  ctx: Ctx,
  k: Pick<Comparing, 'r' | 't' | 'columns'>,
  values: RowValues,
): Promise<{ row?: RowValues; fault?: [string, Text] }> {
  let several: [string, Text] | undefined
  for (const key of k.t.keys) {
    if (!key.every((n) => values[n] !== undefined && values[n] !== null)) continue
    let q: AnyQuery = rowsOf(ctx, { r: k.r }, {}).select(`${k.r.name}.id`)
    for (const n of key)
      q = k.r.fields[n]?.mask === 'idNumber' ? q.where(`${k.r.name}.${n}`, 'in', idForms(String(values[n]))) : q.where(`${k.r.name}.${n}`, '=', values[n])
    // codes begin with their county, by which land rows lie
    const code = key.find((n) => /bm$|^regionCode$/.test(n) && /^\d{6}/.test(String(values[n])))
    if (k.r.scope === 'land' && code) q = underRegion(q, k.r.name, String(values[code]).slice(0, 6))
    if (k.r.fields.zt) q = q.where(`${k.r.name}.zt`, '=', '1')
    const found = await q.limit(2).execute()
    if (found.length > 1) several ??= [key.at(-1)!, cellFaults.many]
    if (found.length === 1) return { row: await rows.get(importWriting(ctx, k.r), k.r, String((found[0] as { id: string }).id)) }
    const only = key.length === 1 ? k.columns.find((c) => c.name === key[0]) : undefined
    if (found.length === 0 && only && !only.writable) return { fault: [only.name, cellFaults.noSuch(only.label)] }
  }
  return several ? { fault: several } : {}
}

/** Compares a row of the sheet with the register: what it is, what it changes, and every cell that is wrong. Writes nothing. */
export async function compareRows(ctx: Ctx, k: Comparing, row: SheetRow): Promise<Compared> {
  const out: Compared = { no: row.no, state: ROW.wrong, cells: {}, faults: {}, changes: {}, mark: '' }
  const byName = new Map(k.columns.map((c) => [c.name, c]))
  const given: { c: ImportColumn; read: Read; at: string }[] = []
  k.heads.forEach((h) => {
    const c = h.field ? byName.get(h.field) : undefined
    if (!c) return
    const read = row.cells[columnAt(h.at)] ?? null
    const at = `${h.at}${row.no}`
    out.cells[c.name] = textOfRead(read)
    if (k.formulas.has(at)) out.faults[c.name] = cellFaults.formula(at)
    given.push({ c, read, at })
  })
  const values: RowValues = {}
  const keys = new Set(k.t.keys.flat())
  for (const { c, read, at } of given) {
    if (!keys.has(c.name)) continue
    const v = await taken(ctx, c, read, at)
    if ('value' in v) values[c.name] = v.value
  }
  const { row: before, fault } = await existingRow(ctx, k, values)
  if (fault) out.faults[fault[0]] ??= fault[1]
  if (!before && !fault && k.t.onlyChange)
    out.faults[''] = { zh: `${cellFaults.onlyChange.zh}：${k.t.onlyChange.zh}`, en: `${cellFaults.onlyChange.en}: ${k.t.onlyChange.en}` }
  for (const { c, read, at } of given) {
    if (out.faults[c.name]) continue
    const shown = before ? await shownCell(ctx, c, before[c.name]) : null
    if (sameCell(c.f.kind, shown, read) || isMaskOf(c, before?.[c.name], read)) continue
    const emptied = textOfRead(read).trim() === ''
    if (!c.writable || (before && k.t.also?.includes(c.name))) {
      if (!before && k.t.beside) continue
      if (!emptied && !fault) out.faults[c.name] = before ? cellFaults.readOnly(c.label) : cellFaults.leaveEmpty(c.label)
      continue
    }
    const v = await taken(ctx, c, read, at)
    if ('fault' in v) {
      out.faults[c.name] = v.fault
      continue
    }
    const wrong = wrongOf(c, v.value, ctx.now)
    if (wrong) out.faults[c.name] = wrong
    else if (String(v.value ?? '') !== String(before?.[c.name] ?? ''))
      out.changes[c.name] = { from: before?.[c.name] ?? null, to: v.value, was: shown === null ? '' : String(shown) }
  }
  if (!before && !fault && !k.t.onlyChange)
    for (const c of k.columns) {
      const empty = c.writable && !out.faults[c.name] && !Object.hasOwn(out.changes, c.name)
      if (empty && c.required) out.faults[c.name] = wrongOf(c, null, ctx.now) ?? cellFaults.required(c.label)
    }
  if (before) out.before = before
  out.mark = before ? `@${before.id}` : (k.t.keys.findLast((key) => key.every((n) => values[n])) ?? []).map((n) => values[n]).join(' ')
  const saysNothing = Object.keys(out.changes).every((n) => !before && keys.has(n))
  if (Object.keys(out.faults).length === 0) out.state = saysNothing && (before || k.t.beside) ? ROW.same : before ? ROW.change : ROW.fresh
  return out
}
/** Whether a cell is how a stored personal number looks to people without the right to it: whoever brings it back, it changes nothing. */
const isMaskOf = (c: ImportColumn, stored: unknown, read: Read): boolean =>
  c.f.mask !== undefined && typeof stored === 'string' && sameCell('text', maskText(stored), read)
const columnAt = (letters: string): number => [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1
function wrongOf(c: ImportColumn, v: unknown, now: string): Text | undefined {
  return checkValue(c.f, v) ?? dayWrong(c.f, v, now.slice(0, 10)) ?? (c.required && (v === null || v === '') ? cellFaults.required(c.label) : undefined)
}

/** What the form of the target would be sent: the row as it stands with the changes, or the new values. */
export const rowBody = (
  r: AnyResource,
  changes: Readonly<Record<string, ImportChange>>,
  before: RowValues | undefined,
  side: 'from' | 'to' = 'to',
): RowValues => ({ ...(before ? writerForm(r, before) : {}), ...Object.fromEntries(Object.entries(changes).map(([n, c]) => [n, c[side]])) })

const GIVE_UP = Symbol('tried')
export type InTransaction = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
/**
 * Tries to write the row as its form would, and takes it back: the sentences of every check that only the whole row can fail. `fields` are the
 * columns that a sentence may stand at; others stand at the row.
 */
export async function triedRows(tx: InTransaction, w: Writer, r: AnyResource, c: Compared, fields: ReadonlySet<string>): Promise<Record<string, Text>> {
  try {
    await tx(async (ctx) => {
      await w.save(ctx, rowBody(r, c.changes, c.before), c.before)
      throw GIVE_UP
    })
  } catch (e) {
    if (e === GIVE_UP) return {}
    if (isRefusal(e)) return faultsOf(e, fields)
    throw e
  }
  return {}
}
/** A refusal as sentences at the cells it is about. */
export function faultsOf(p: Problem, fields: ReadonlySet<string>): Record<string, Text> {
  if (p.key !== 'invalid') return { '': p.words }
  const out: Record<string, Text> = {}
  for (const { field, msg } of p.details as readonly Wrong[]) {
    const last = field.split('.').at(-1)!
    // the same sentence about a part of the row that stands on no sheet tells nothing more
    if (!fields.has(last) && Object.values(out).some((w) => isDeepStrictEqual(w, msg))) continue
    out[fields.has(last) ? last : ''] ??= msg
  }
  return out
}
