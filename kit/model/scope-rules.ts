import { checkValue, schemaOf } from './check.ts'
import type { Field } from './field.ts'
import { both as say, type Text } from './lang.ts'
import { isId, entries, type AnyResource } from './resource.ts'

/**
 * Data scope as a closed language: which rows of one resource a caller sees. Types follow the compatible API (platform-api.md 3.12),
 * 6 is ours. Nothing of a rule ever becomes SQL text: columns are looked up in the definition, values are parameters.
 */
export const SCOPE_TYPES = { all: '1', own: '2', dept: '3', deptBelow: '4', custom: '5', region: '6' } as const

/** One condition of a custom rule. `value` is a text, number, list of them, or a word for the caller: ${userId}, ${deptId}, ${regionCode}. */
export interface Condition {
  column: string
  op: Op
  value?: unknown
}
/** Conditions that must all hold; an element with `any` holds when one of its conditions does. */
export type Conditions = readonly (Condition | { any: readonly Condition[] })[]
export const OPS = ['eq', 'ne', 'in', 'notIn', 'lt', 'le', 'gt', 'ge', 'prefix', 'isNull', 'notNull'] as const
export type Op = (typeof OPS)[number]

/** A rule as the caller of a request carries it. */
export interface ScopeRule {
  /** name of the definition whose rows it narrows */
  resource: string
  type: string
  /** the column that tells whose a row is; see `ownerColumns` */
  column: string
  conditions: Conditions
  /** fields the caller sees; '*' = all */
  fields: string
}

export const CALLER_WORDS = ['${userId}', '${deptId}', '${regionCode}'] as const
const MAX_CONDITIONS = 20
const MAX_VALUES = 200
/** Columns every table has that a rule may name. */
const BASE = ['createUser', 'updateUser', 'createTime', 'updateTime', 'id']

/** Columns of a definition that tell whose a row is: who made it, or a reference to a user or department. */
export const ownerColumns = (r: AnyResource): string[] => [
  'createUser',
  'updateUser',
  ...(r.name === 'sys_user' || r.name === 'sys_dept' ? ['id'] : []),
  ...entries(r).flatMap(([n, f]) => (f.to === 'sys_user' || f.to === 'sys_dept' ? [n] : [])),
]
/** The column that tells where a row lies, if there is one. */
export const regionColumn = (r: AnyResource): string | undefined =>
  'regionCode' in r.fields ? 'regionCode' : entries(r).find(([, f]) => f.kind === 'region')?.[0]

const fieldOf = (r: AnyResource, column: string): Field | undefined => (Object.hasOwn(r.fields, column) ? r.fields[column] : undefined)

function conditionWrong(r: AnyResource, c: unknown): Text | undefined {
  if (!c || typeof c !== 'object' || Array.isArray(c)) return say('自定义规则格式不正确', 'A condition is malformed')
  const { column, op, value, ...rest } = c as Condition & Record<string, unknown>
  if (Object.keys(rest).length) return say('自定义规则格式不正确', 'A condition is malformed')
  const f = fieldOf(r, String(column))
  if (!BASE.includes(String(column)) && (!f || f.kind === 'geom' || f.kind === 'json')) return say(`不能按该列限定：${column}`, `Cannot restrict by ${column}`)
  if (!OPS.includes(op)) return say(`不支持的运算：${op}`, `Unknown operation: ${op}`)
  if (op === 'isNull' || op === 'notNull') return value === undefined ? undefined : say('该运算没有值', 'This operation takes no value')
  const many = op === 'in' || op === 'notIn'
  if (many !== Array.isArray(value)) return say('自定义规则的值不正确', 'A value is malformed')
  const values = many ? (value as unknown[]) : [value]
  if (values.length === 0 || values.length > MAX_VALUES) return say('自定义规则的值不正确', 'A value is malformed')
  for (const v of values)
    if (!valueFits(f, String(column), op, v)) return say(`${f?.label ?? column}的值不正确`, `The value of ${f?.en ?? column} is not valid`)
  return undefined
}
function valueFits(f: Field | undefined, column: string, op: Op, v: unknown): boolean {
  if (typeof v !== 'string' && typeof v !== 'number') return false
  if ((CALLER_WORDS as readonly unknown[]).includes(v)) return true
  if (typeof v === 'string' && (v.includes('\0') || v.length > 254 || v === '')) return false
  if (op === 'prefix') return !f || f.kind === 'text' || f.kind === 'note' || f.kind === 'region' || f.kind === 'dict' ? /^[^%_\\]+$/.test(String(v)) : false
  if (!f) return /Time$/.test(column) ? /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(String(v)) : isId(String(v))
  const bare = { ...f, required: false, format: undefined }
  return checkValue(bare as Field, v) === undefined && schemaOf(bare as Field).safeParse(v).success
}

/** Reads the text of a custom rule for a definition. Answers its conditions, or what is wrong with them. */
export function readConditions(r: AnyResource, text: string): { conditions: Conditions } | { wrong: Text } {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return { wrong: say('自定义规则格式不正确', 'The rule is malformed') }
  }
  if (!Array.isArray(raw) || raw.length === 0) return { wrong: say('自定义规则至少要有一个条件', 'A custom rule needs a condition') }
  const flat = raw.flatMap((c) => (c && typeof c === 'object' && Array.isArray((c as { any?: unknown }).any) ? (c as { any: unknown[] }).any : [c]))
  if (flat.length === 0 || flat.length > MAX_CONDITIONS) return { wrong: say(`条件不能超过${MAX_CONDITIONS}个`, `At most ${MAX_CONDITIONS} conditions`) }
  if (raw.some((c) => c && typeof c === 'object' && 'any' in c && (Object.keys(c).length !== 1 || !Array.isArray(c.any) || c.any.length === 0)))
    return { wrong: say('自定义规则格式不正确', 'The rule is malformed') }
  for (const c of flat) {
    const wrong = conditionWrong(r, c)
    if (wrong) return { wrong }
  }
  return { conditions: raw as Conditions }
}

/** What is wrong with a rule for a definition, or undefined. */
export function ruleWrong(r: AnyResource, rule: Pick<ScopeRule, 'type' | 'column' | 'fields'> & { value: string | null }): Text | undefined {
  const { all, own, dept, deptBelow, custom, region } = SCOPE_TYPES
  const types: readonly string[] = [all, own, dept, deptBelow, custom, region]
  if (!types.includes(rule.type)) return say('规则类型不在可选范围内', 'Unknown rule type')
  const columns = ownerColumns(r).filter((n) => rule.type !== own || (n !== 'id' ? r.fields[n]?.to !== 'sys_dept' : r.name === 'sys_user'))
  const ofOwners: readonly string[] = [own, dept, deptBelow]
  if (ofOwners.includes(rule.type) && !columns.includes(rule.column)) return say(`不能按该列限定：${rule.column}`, `Cannot restrict by ${rule.column}`)
  if (rule.type === region && !regionColumn(r)) return say('该资源没有行政区划', 'This resource has no region')
  const unknown = rule.fields === '*' ? undefined : rule.fields.split(',').find((n) => !Object.hasOwn(r.fields, n))
  if (unknown !== undefined) return say(`没有该字段：${unknown}`, `No such field: ${unknown}`)
  if (rule.type !== custom) return undefined
  const read = readConditions(r, rule.value ?? '')
  return 'wrong' in read ? read.wrong : undefined
}

/** What a path of an API scope looks like: whole segments, `*` for one, `/**` at the end for all below. */
export const SCOPE_PATH = /^(\/(\*|[\w-][\w.-]*))+(\/\*\*)?$/
/** Whether a route's path lies in a pattern. Anchored at both ends, segment by segment; parameters of a route are segments like others. */
export function pathFits(pattern: string, path: string): boolean {
  const deep = pattern.endsWith('/**')
  const want = (deep ? pattern.slice(0, -3) : pattern).split('/'),
    have = path.split('/')
  if (deep ? have.length <= want.length : have.length !== want.length) return false
  return want.every((s, i) => s === '*' || s === have[i])
}
