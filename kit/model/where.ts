import { cleaned } from './clean.ts'
import { dayPlus } from './days.ts'
import { labelOf, type Field, type Kind } from './field.ts'
import { isDate, isMoment } from './formats.ts'
import { both as say, type Text } from './lang.ts'
import { problem } from './problem.ts'
import { isRegionCode } from './region-code.ts'
import { isId, type AnyResource } from './resource.ts'

/** The operators of a filter expression; which of them a field takes, `operatorsOf` says. */
export const OPERATORS = ['eq', 'ne', 'in', 'contains', 'startsWith', 'gt', 'ge', 'lt', 'le', 'between', 'empty', 'notEmpty', 'within'] as const
export type Operator = (typeof OPERATORS)[number]
/** One condition as the wire has it. */
export interface WhereCondition {
  field: string
  op: Operator
  value?: unknown
}
/** A filter expression as the wire has it (query name `where`, as JSON). */
export type Where = WhereCondition | { and: readonly Where[] } | { or: readonly Where[] }
/** A condition that was read: values as they are stored and looked for; days from today have become two days. */
export interface Test {
  name: string
  field: Field
  op: Exclude<Operator, 'within'>
  values: readonly string[]
}
export type Tests = Test | { and: readonly Tests[] } | { or: readonly Tests[] }

/** Groups in each other, conditions in all, values of `in`, characters as JSON, days from today. */
export const WHERE_LIMITS = { depth: 3, conditions: 20, values: 100, text: 4000, days: 36_500 } as const

export const whereProblems = {
  where: problem<Text>(400, 'where', (d) => ({ zh: `筛选条件不正确：${d.zh}`, en: `The filter is not right: ${d.en}` })),
  narrowRegion: problem<Text>(400, 'narrow-region', (d) => ({
    zh: `“${d.zh}”的这种条件不能在县级及以上范围查询，请缩小行政区划到乡镇或村，或再加名称、编码等条件`,
    en: `${d.en}: this condition cannot be asked of a whole county; narrow the region to a town or village, or add a name or code`,
  })),
}

const isDay = (f: Field): boolean => f.kind === 'date' || f.kind === 'datetime'
const isText = (f: Field): boolean => f.kind === 'text' || f.kind === 'note'
const IS: readonly Operator[] = ['eq', 'ne', 'in', 'empty', 'notEmpty']
const ORDER: readonly Operator[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'between', 'empty', 'notEmpty']
/** The operators that a field takes; none where a list cannot be searched by it. What is personal is found as a whole or not at all. */
export function operatorsOf(f: Field): readonly Operator[] {
  if (!f.search) return []
  if (f.search === 'range') return isDay(f) ? [...ORDER, 'within'] : [...ORDER, 'in']
  if (f.mask || f.search === 'eq' || f.search === 'in') return IS
  return f.search === 'prefix' ? ['startsWith', ...IS] : ['contains', 'startsWith', ...IS]
}

const AMOUNT = /^-?\d{1,13}(\.\d{1,2})?$/
/** What the columns of numbers hold. */
const NUMERIC: Readonly<Partial<Record<Kind, (v: string) => boolean>>> = {
  int: (v) => /^-?\d{1,9}$/.test(v),
  flag: (v) => v === '0' || v === '1',
  ref: isId,
  decimal: (v) => AMOUNT.test(v),
  area: (v) => AMOUNT.test(v),
}
/** Whether the column of a field can hold a value that is looked for. */
export function isAskable(f: Field, v: string): boolean {
  const number = NUMERIC[f.kind]
  return number ? number(v) : isDay(f) ? isDate(v) || isMoment(v) : !v.includes('\0')
}

/** The days of a relative range, both included: {"last": n} and {"next": n} are at most n days away; 'today', 'thisMonth', 'thisYear'. */
export function daysWithin(v: unknown, today: string): readonly [string, string] | undefined {
  const [year, month] = today.split('-').map(Number) as [number, number]
  if (v === 'today') return [today, today]
  if (v === 'thisMonth') return [`${today.slice(0, 7)}-01`, `${today.slice(0, 7)}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}`]
  if (v === 'thisYear') return [`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`]
  if (!v || typeof v !== 'object' || Object.keys(v).length !== 1) return undefined
  const { last, next } = v as { last?: unknown; next?: unknown }
  const days = last ?? next
  if (!Number.isInteger(days) || Number(days) < 0 || Number(days) > WHERE_LIMITS.days) return undefined
  return last === undefined ? [today, dayPlus(today, Number(days))] : [dayPlus(today, -Number(days)), today]
}

const malformed = (): never => {
  throw whereProblems.where(say('格式不正确', 'it is malformed'))
}
/** A value as it is stored and looked for. */
function valueOf(f: Field, op: Operator, v: unknown): string {
  if (typeof v !== 'string' && typeof v !== 'number') return malformed()
  const t = isText(f) ? cleaned(f, String(v)) : String(v).trim()
  const isWhole = f.kind !== 'region' || isRegionCode(t)
  if (t === '' || t.length > 254 || !isWhole || !isAskable(f, t)) {
    const { zh, en } = labelOf(f)
    throw whereProblems.where(say(`${zh}的值不正确`, `the value of ${en} is not valid`))
  }
  return f.kind === 'date' ? t.slice(0, 10) : t
}
function readCondition(r: AnyResource, c: WhereCondition & Record<string, unknown>, today: string): Test {
  const { field: name, op, value, ...rest } = c
  if (Object.keys(rest).length) malformed()
  const field = typeof name === 'string' && Object.hasOwn(r.fields, name) ? r.fields[name]! : undefined
  if (!field?.search) throw whereProblems.where(say(`不能按该列筛选：${String(name)}`, `cannot filter by ${String(name)}`))
  const { zh, en } = labelOf(field)
  if (!operatorsOf(field).includes(op)) throw whereProblems.where(say(`${zh}不支持该条件：${String(op)}`, `${en} does not take ${String(op)}`))
  if (op === 'empty' || op === 'notEmpty') return value === undefined || value === null ? { name, field, op, values: [] } : malformed()
  if (op === 'within') {
    const days = daysWithin(value, today)
    if (!days) throw whereProblems.where(say(`${zh}的天数不正确`, `the days of ${en} are not valid`))
    return { name, field, op: 'between', values: days }
  }
  const isMany = op === 'in' || op === 'between'
  const given = isMany ? (Array.isArray(value) ? value : malformed()) : [value]
  if (op === 'between' ? given.length !== 2 : given.length === 0 || given.length > WHERE_LIMITS.values) malformed()
  return { name, field, op, values: given.map((v) => valueOf(field, op, v)) }
}

/**
 * Reads a filter expression of a definition: JSON text or its data. Names, operators and values are the definition's; anything else is refused by a
 * `Problem`. `today`: yyyy-MM-dd, for days counted from it.
 */
export function readWhere(r: AnyResource, sent: unknown, today: string): Tests {
  let raw = sent
  if (typeof sent === 'string') {
    if (sent.length > WHERE_LIMITS.text) throw whereProblems.where(say('条件过长', 'it is too long'))
    try {
      raw = JSON.parse(sent)
    } catch {
      malformed()
    }
  }
  let n = 0
  const read = (x: unknown, depth: number): Tests => {
    if (!x || typeof x !== 'object' || Array.isArray(x)) return malformed()
    if ('field' in x) {
      n += 1
      if (n > WHERE_LIMITS.conditions) throw whereProblems.where(say(`最多${WHERE_LIMITS.conditions}个条件`, `at most ${WHERE_LIMITS.conditions} conditions`))
      return readCondition(r, x as WhereCondition & Record<string, unknown>, today)
    }
    const [[how, list] = [], ...more] = Object.entries(x)
    if ((how !== 'and' && how !== 'or') || more.length || !Array.isArray(list) || list.length === 0) return malformed()
    if (depth > WHERE_LIMITS.depth) throw whereProblems.where(say(`最多嵌套${WHERE_LIMITS.depth}层`, `at most ${WHERE_LIMITS.depth} groups in each other`))
    const parts = list.map((y) => read(y, depth + 1))
    return how === 'and' ? { and: parts } : { or: parts }
  }
  return read(raw, 1)
}

/** How an index of a large list serves a condition: it finds few rows, it finds its rows, or every row must be looked at. */
const SERVED = { few: 2, found: 1, walked: 0 } as const
type Served = (typeof SERVED)[keyof typeof SERVED]
/** Digits of a town: what is asked of one is asked of few rows. Digits of a village: a code that begins so has few others beside it. */
const TOWN = 9
const VILLAGE = 12
const isLatin = (v: string): boolean => /^[a-zA-Z]+$/.test(v)

function servedTest({ field: f, op, values }: Test): Served {
  if (op === 'ne' || op === 'empty' || op === 'notEmpty') return SERVED.walked
  if (f.kind === 'region') return values.every((v) => v.length >= TOWN) ? SERVED.few : SERVED.found
  if (f.search === 'name') {
    // letters are looked for in the readings of names, which begin no text
    if (op !== 'contains' && values.some(isLatin)) return SERVED.walked
    return values.every((v) => v.length > 1) ? SERVED.few : SERVED.found
  }
  if (op === 'startsWith') return values[0]!.length >= VILLAGE ? SERVED.few : SERVED.found
  return isText(f) || f.kind === 'ref' ? SERVED.few : SERVED.found
}
/** The condition that keeps an expression from being asked of a whole county: no index finds its rows. */
function walkedTest(t: Tests): Test | undefined {
  if (!('and' in t || 'or' in t)) return servedTest(t) === SERVED.walked ? t : undefined
  return ('and' in t ? t.and : t.or).map(walkedTest).find((x) => x)
}
function servedBy(t: Tests): Served {
  if (!('and' in t || 'or' in t)) return servedTest(t)
  if ('or' in t) return Math.min(...t.or.map(servedBy)) as Served
  const parts = t.and.map(servedBy)
  return parts.includes(SERVED.few) ? SERVED.few : (Math.min(...parts) as Served)
}
/** Whether a list grows with its county: registers, what is counted by village, and what says so. */
export const isLarge = (r: AnyResource): boolean => r.scope === 'land' && !!(r.versioned || r.countBy || r.grows)
/**
 * Refuses an expression that would have the rows of a county or more looked at one by one. `region`: what the list is about. Decided by the definition
 * alone: every declared search has its index (tests/plans.test.ts), and what a search is not made for has none.
 */
export function requireServed(r: AnyResource, tests: Tests, region: string): void {
  if (!isLarge(r) || region.length >= TOWN || servedBy(tests) !== SERVED.walked) return
  throw whereProblems.narrowRegion(labelOf(walkedTest(tests)!.field))
}
