// What a form may still change of a row: all of it, or, once it is registered or a case holds it, the free list alone. Source: register.md 2; rulings.md 3.
import { labelOf } from '../../kit/model/field.ts'
import { checkValue, readDraft } from '../../kit/model/check.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { plainPerm } from '../../kit/model/mask.ts'
import { problems } from '../../kit/model/problem.ts'
import { entries, isEditable, permOf, type AnyResource, type Draft, type Row } from '../../kit/model/resource.ts'
import { storedColumns } from '../../kit/server/columns.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { reading, type Route, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { landProblems } from '../definitions/problems.ts'
import { DJZT, ZT } from '../definitions/statuses.ts'
import { inBooks } from './facts.server.ts'
import { casesHolding, seizureOn } from './held.server.ts'
import { BY_BUSINESS, FREE_FIELDS, FREE_WHILE_HELD, type ByBusiness } from './acts/free.ts'

/** Why a row is locked: it is registered, or open cases hold it (their numbers); `free`: what a form may change all the same. */
export interface RowLock {
  code: string
  isRegistered: boolean
  heldBy: readonly string[]
  /** the seizure that keeps it as it is */
  seizedBy?: string
  free: readonly string[]
}
type Lockable = { id: string; countyCode?: string | null; djzt?: string | null; fbfbm?: string | null; cbfbm?: string | null; dkbm?: string | null }
const CODE = { fbf: 'fbfbm', cbf: 'cbfbm', dk: 'dkbm' } as const

/** The lock on a row of fbf, cbf or dk, or undefined where a form may change all of it. The row is held by the caller, so that no case takes it meanwhile. */
export async function lockOf(ctx: Ctx, r: AnyResource, row: Lockable): Promise<RowLock | undefined> {
  const table = r.name as keyof typeof CODE
  const code = String(row[CODE[table]])
  const county = code.slice(0, 6)
  const heldBy = (await casesHolding(ctx, table, county, [code])).get(code) ?? []
  const isRegistered = table === 'fbf' ? (await inBooks(ctx, county, [code])).has(code) : row.djzt === DJZT.registered || row.djzt === DJZT.ended
  const seizedBy = await seizureOn(ctx, table, county, code)
  if (!isRegistered && heldBy.length === 0 && !seizedBy) return undefined
  if (seizedBy) return { code, isRegistered, heldBy, seizedBy, free: [] }
  const free = (heldBy.length ? FREE_WHILE_HELD : FREE_FIELDS)[table] ?? []
  return { code, isRegistered, heldBy, free }
}
const listed = (all: readonly Text[], zh: string, en: string): Text => both(all.map((t) => t.zh).join(zh), all.map((t) => t.en).join(en))
/** Refuses what the lock on a row does not admit; `what` says which of it. */
export function refuseLocked(r: AnyResource, { code, isRegistered, heldBy, seizedBy }: RowLock, what: readonly Text[] = []): never {
  const [by] = heldBy
  if (seizedBy) throw landProblems.seized({ code, by: seizedBy })
  const fields = listed(what, '、', ', ')
  if (by) throw landProblems.held({ code, by, ...(what.length ? { what: fields } : {}) })
  const types = listed(BY_BUSINESS[r.name] ?? [], '】或【', ' or ')
  throw isRegistered && what.length ? landProblems.locked({ code, what: fields, types }) : landProblems.registered()
}
/** Refuses a change of a row that is registered or held. */
export async function requireUnlocked(ctx: Ctx, r: AnyResource, row: Lockable): Promise<void> {
  const lock = await lockOf(ctx, r, row)
  if (lock) refuseLocked(r, lock)
}

/** Whether the caller sees the numbers of persons of the register in full: as the detail of a contractor shows them. */
export const seesPersons = (ctx: Ctx): boolean => ctx.who.purpose !== null && (ctx.who.perms.has(permOf(cbf, 'edit')) || ctx.who.perms.has(plainPerm(cbf)))
/** A row by the names of its fields, as it was sent or as it is stored. */
type Values = Readonly<Record<string, unknown>>
const plain = (v: unknown): string => (v && typeof v === 'object' ? JSON.stringify(v) : String(v ?? ''))
/** What was sent for a field, as it would be stored; a wrong value stays what it is. */
function asStored(r: AnyResource, name: string, v: unknown): unknown {
  const f = { ...r.fields[name]!, required: false }
  return checkValue(f, v) ? v : Object.values(readDraft({ [name]: f }, { [name]: v }).draft)[0]
}
/** Whether what was sent is what is stored, which an import may have written otherwise than a form does. */
const isSame = (r: AnyResource, name: string, sent: unknown, stored: unknown): boolean =>
  plain(sent) === plain(stored) || plain(asStored(r, name, sent)) === plain(asStored(r, name, stored))
/** The fields that a form would change of a row although they are locked; what it sends empty or as it stands is no change. */
export const lockedIn = (r: AnyResource, sent: Values, row: Values, free: readonly string[]): string[] =>
  entries(r).flatMap(([n, f]) => (!isEditable(f) || free.includes(n) || (sent[n] ?? '') === '' || isSame(r, n, sent[n], row[n]) ? [] : [n]))

/**
 * Changes what is free of a locked row; everything else that was sent must stand as it does. Blanks that the register holds of the rest are no fault: the form
 * cannot fill them. `also`: names sent beside the fields, and labels of what else would change. Answers the id.
 * @throws locked, held: naming what is locked; invalid, changed
 */
export async function changeFree<T extends AnyResource>(
  ctx: Ctx,
  r: T,
  row: Row<T>,
  input: SentRow<T>,
  lock: RowLock,
  also: { names?: readonly string[]; what?: readonly Text[] } = {},
): Promise<string> {
  rows.requirePerm(ctx, r, 'edit')
  if ((row as { zt?: unknown }).zt === ZT.historic) throw landProblems.ended({ code: lock.code, label: { zh: r.label, en: r.en } })
  const sent = rows.unmaskedRow(r, input, row)
  const known = [...storedColumns(r).map((c) => c.name), 'id', 'rev', ...(also.names ?? [])]
  const extra = Object.keys(sent).find((n) => !known.includes(n))
  if (extra) throw problems.unknownParameter({ name: extra })
  const wrong = rows.protectedWrong(r, sent, row, r.derived ?? [])
  if (wrong.length) throw problems.invalid(wrong)
  const what = [...lockedIn(r, sent, row, lock.free).map((n) => labelOf(r.fields[n]!)), ...(also.what ?? [])]
  if (what.length) refuseLocked(r, lock, what)
  const free = Object.fromEntries(lock.free.filter((n) => Object.hasOwn(sent, n)).map((n) => [n, r.fields[n]!]))
  const read = readDraft(free, Object.fromEntries(Object.keys(free).map((n) => [n, sent[n]])))
  const changed = read.wrong.filter(({ field }) => !rows.isUnchanged(sent[field], (row as Values)[field]))
  if (changed.length) throw problems.invalid(changed)
  rows.requireDays(ctx, free, read.draft, row)
  rows.requireRevSaid(row, sent.rev)
  return rows.update(ctx, r, row.id, read.draft as Draft<T>)
}

/** What a form is told of a row before it opens: whether it is registered, the cases that hold it, what is free, and the business that changes the rest. */
export interface LockedState {
  isRegistered: boolean
  heldBy: readonly string[]
  /** whether a seizure keeps it as it is */
  isSeized: boolean
  /** null: everything */
  free: readonly string[] | null
  by: readonly ByBusiness[]
}
/** The call that tells it, `{path}/locks?id`. */
export function locksOf(r: AnyResource): Route {
  const call = reading('land', `${r.name}_view`)(`${r.path}/locks`, `${r.label}可修改内容`, ['id'], async (ctx, q): Promise<LockedState> => {
    const lock = await lockOf(ctx, r, (await rows.get(ctx, r, q.id ?? '')) as Lockable)
    const by = lock && !lock.seizedBy ? (BY_BUSINESS[r.name] ?? []) : []
    return { isRegistered: lock?.isRegistered ?? false, heldBy: lock?.heldBy ?? [], isSeized: !!lock?.seizedBy, free: lock?.free ?? null, by }
  })
  return call
}
