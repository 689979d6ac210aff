// What stands against a case, as the pre-flight tells it: each finding with its place and what puts it right. Pure.
import type { Text } from '../../../kit/model/lang.ts'
import type { Problem, Wrong } from '../../../kit/model/problem.ts'
import type { Form } from './business.ts'

/** A step refuses the case as it stands (bars), or nothing does yet (warns): what a later task asks for, what somebody should look at. */
export type CaseSeverity = 'bars' | 'warns'
/** What a county sets for signing: who signs, the templates, the balance, how messages go out. */
type Setting = 'agents' | 'template' | 'account' | 'messages'
/** A row beside the case on which a finding is put right: its kind and its code (empty for a setting). */
export interface FoundAt {
  kind: 'business' | 'issuer' | 'contractor' | 'parcel' | 'book' | 'contract' | 'publicity' | 'configuration' | 'people' | Setting
  code: string
}
export interface CaseFinding {
  /** number of the catalogue, or the key of the refusal */
  code: string
  msg: Text
  severity: CaseSeverity
  /** the task at which it tells; empty where no task is meant */
  task: string
  /** path in the form or name of a business field where it is put right */
  field?: string
  /** kind of paper that is to be brought (dictionary attach_kind) */
  paper?: string
  at?: FoundAt
}

const text = (v: unknown): string | undefined => (typeof v === 'string' && v ? v : undefined)
const isWrong = (v: unknown): v is Wrong => !!v && typeof v === 'object' && 'field' in v && 'msg' in v
const wrongsIn = (v: unknown): Wrong[] => (Array.isArray(v) ? v.filter(isWrong) : [])
/** Faults that a refusal carries, paths from the top of the form. */
function faultsOf({ details }: Problem): Wrong[] {
  const list = Array.isArray(details) ? details : details && typeof details === 'object' && 'fields' in details ? details.fields : []
  return wrongsIn(list).map((w) => ({ ...w, field: w.field.replace(/^form\./, '') }))
}
/** The path under which a form holds this very value: `dk.1.dkbm`. */
export function pathOf(form: unknown, value: string, at = ''): string | undefined {
  if (form === value) return at
  if (!form || typeof form !== 'object') return undefined
  for (const [name, v] of Object.entries(form)) {
    const found = pathOf(v, value, at ? `${at}.${name}` : name)
    if (found !== undefined) return found
  }
  return undefined
}
/** Names under which refusals carry the code of what they mean. */
const CODES: readonly [name: string, kind: FoundAt['kind']][] = [
  ['businessCode', 'business'],
  ['dkbm', 'parcel'],
  ['cbhtbm', 'contract'],
  ['cbfbm', 'contractor'],
  ['fbfbm', 'issuer'],
]
const kindOf = (code: string): FoundAt['kind'] => (/[JQ]$/.test(code) ? 'book' : code.length === 14 ? 'issuer' : code.length === 18 ? 'contractor' : 'parcel')
/** Refusals that a setting puts right. */
const SETTINGS: Readonly<Record<string, Setting>> = { E3001: 'account', E3002: 'agents', E3003: 'template', 'sms-provider': 'messages' }
function rowOf(key: string, details: unknown): FoundAt | undefined {
  const setting = SETTINGS[key]
  if (setting) return { kind: setting, code: '' }
  const d: Readonly<Record<string, unknown>> = details && typeof details === 'object' && !Array.isArray(details) ? { ...details } : {}
  const [name, kind] = CODES.find(([n]) => text(d[n])) ?? []
  const what = text(d.what)
  if (name && kind) return { kind, code: String(d[name]) }
  return what && /^\d{14,19}[JQ]?$/.test(what) ? { kind: kindOf(what), code: what } : undefined
}

/**
 * A refusal as findings: the faults of a form one by one; any other where its first fault stands, or where the form names the code that it speaks of; and
 * the row of the register or case that it is about.
 */
export function findingsOf(p: Problem, of: Pick<CaseFinding, 'severity' | 'task'>, form: Form): CaseFinding[] {
  const faults = faultsOf(p)
  if (p.key === 'invalid') return faults.map(({ field, msg }) => ({ code: p.key, msg, ...of, field }))
  const at = rowOf(p.key, p.details)
  const field = faults[0]?.field ?? (at?.code ? pathOf(form, at.code) : undefined)
  return [{ code: p.key, msg: p.words, ...of, ...(field ? { field } : {}), ...(at ? { at } : {}) }]
}
/** What makes two findings one: the refusal with all that its words are made of, and its place. */
export const findingKey = ({ code, msg, field = '', at }: Pick<CaseFinding, 'code' | 'msg' | 'field' | 'at'>): string =>
  JSON.stringify([code, field, at?.kind, at?.code, msg])
/** Each finding once: what bars before what warns, otherwise as they were found. */
export function orderedFindings(all: readonly CaseFinding[]): CaseFinding[] {
  const once = [...Map.groupBy(all, findingKey).values()].map(([first]) => first!)
  return [...once.filter((f) => f.severity === 'bars'), ...once.filter((f) => f.severity === 'warns')]
}
