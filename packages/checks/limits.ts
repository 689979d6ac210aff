/**
 * Rules, severities and thresholds. Texts and national thresholds are data (qc-rules.json, a copy of the domain file of data format §9, with our own F20 to F22, J07);
 * the remaining figures stand in the rule texts themselves or are our choice and are named here.
 */
import qc from './qc-rules.json' with { type: 'json' }
import { both, type Lang, type Text } from '../../kit/model/lang.ts'
import lists from './code-lists.json' with { type: 'json' }
import words from './rule-words.json' with { type: 'json' }
import type { RuleId, PackageSeverity } from './finding.ts'

export const limits = {
  ...qc.defaults,
  /** C20: a strip narrower than this between two parcels is a gap, m (rule text) */
  gapWidth_m: 0.2,
  /** C20: shorter strips are not reported, m (ours) */
  gapLength_m: 0.5,
  /** C18, C21: shorter uncovered stretches and C15: shorter overlaps are rounding, m (ours, the short-line threshold) */
  stretch_m: 0.05,
  /** C17, C16: region polygons may differ by this area, m² (ours: 0.001 m over 1 km) */
  regionArea_m2: 1,
  /** B10: margin around the county, m (rule text) */
  countyMargin_m: 1000,
  /** D18: share of a parcel inside the protected farmland (rule text) */
  protectedShare: 0.5,
  /** F06: text and dates of a term may differ by this many days (ours) */
  termDays: 31,
  /** I03: pictures need this resolution (rule text) */
  dpi: 300,
  /** F07: findings of identity numbers become errors */
  strictIdentity: false,
}
export type Limits = typeof limits

/** The 124 rules of data format §9, F20 to F22 and J07 of our own among them, in their order. */
export const ruleIds: readonly RuleId[] = qc.rules.map((rule) => rule.id)

const severities = new Map(qc.rules.map((rule) => [rule.id, (rule.severity[0] ?? 'E') as PackageSeverity]))

/** Severity of a rule where the finding itself says nothing else: the first letter of its severity word. */
export function severityOf(rule: RuleId): PackageSeverity {
  return severities.get(rule) ?? 'E'
}

const texts = new Map(qc.rules.map((rule) => [rule.id, both((words as Record<string, string>)[rule.id] ?? rule.check, rule.check)]))
/** Text of a rule: what it asks for, or what it finds. */
export const ruleText = (rule: RuleId): Text => texts.get(rule) ?? both(rule, rule)
/**
 * What a finding says to a person: in Chinese the words of the check, which name every figure; in English the rule, with the field and the value that it
 * is about. Kept are the rule's code and its parameters.
 */
export const messageOf = (f: { rule: RuleId | null; field: string | null; value: string | null; message: string | null }, lang: Lang): string =>
  lang === 'zh' ? (f.message ?? '') : `${ruleText(f.rule ?? '').en}${f.field || f.value ? ` (${[f.field, f.value].filter(Boolean).join(' = ')})` : ''}`

export interface CodeItem {
  zh: string
  letter?: string
  sexHint?: string
  selectable?: boolean
}
const codes = lists.lists as Record<string, Record<string, CodeItem>>

/** Entry of a code list, undefined if the list has no such key or the key is only a heading. */
export function codeItem(list: string, key: string): CodeItem | undefined {
  const item = codes[list]?.[key]
  return item && item.selectable !== false ? item : undefined
}

/** True if the list is known here. */
export function isCodeList(list: string): boolean {
  return list in codes
}

/** All keys of a list with their names, for messages: '1 男、2 女'. At most `most` entries are written. */
export function listText(list: string, most = 12): string {
  const all = Object.entries(codes[list] ?? {}).filter(([, item]) => item.selectable !== false)
  return (
    all
      .slice(0, most)
      .map(([key, item]) => `${key} ${item.zh}`)
      .join('、') + (all.length > most ? ' 等' : '')
  )
}
