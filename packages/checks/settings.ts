/** What a county makes of the rules: which are off, which weigh otherwise, and with which threshold. Pure. */
import { both, type Text } from '../../kit/model/lang.ts'
import type { PackageFinding, PackageSeverity, RuleId } from './finding.ts'
import { limits as standard, type Limits } from './limits.ts'

/** Of a rule: off, another severity, or as the standard has it (null); and its threshold where it has another. */
export interface RuleSetting {
  severity: PackageSeverity | 'off' | null
  threshold: number | null
}
export type RuleSettings = Readonly<Record<RuleId, RuleSetting>>

/** A figure that a rule asks for, and between which bounds a county may put it. */
export interface Threshold {
  name: keyof Limits
  unit: Text
  min: number
  max: number
}
const metres = both('米', 'm'),
  share = both('比例', 'share')
const of = (name: keyof Limits, unit: Text, min: number, max: number): Threshold => ({ name, unit, min, max })
const DISTANCE = of('minVertexDistance_m', metres, 0.001, 1)
const STRETCH = of('stretch_m', metres, 0.001, 10)
const MU = of('areaMuTolerance', both('亩', 'mu'), 0.001, 1)
/** Rules with a threshold; two rules may ask for the same figure, and each has its own. */
export const THRESHOLDS: Readonly<Record<RuleId, Threshold>> = {
  B10: of('countyMargin_m', metres, 0, 100_000),
  C04: DISTANCE,
  C05: of('minAngle_deg', both('度', 'degrees'), 0.1, 45),
  C06: of('sliverArea_m2', both('平方米', 'm²'), 0.01, 100),
  C10: DISTANCE,
  C11: DISTANCE,
  C15: STRETCH,
  C17: of('regionArea_m2', both('平方米', 'm²'), 0, 1_000_000),
  C18: STRETCH,
  C20: of('gapWidth_m', metres, 0.01, 5),
  C21: STRETCH,
  D08: MU,
  D18: of('protectedShare', share, 0.01, 1),
  F06: of('termDays', both('天', 'days'), 0, 400),
  H03: MU,
  H04: of('contractVsMeasuredWarn', share, 0.01, 1),
  H07: of('summaryAreaTolerance_mu', both('亩', 'mu'), 0.001, 10),
  I03: of('dpi', both('像素/英寸', 'dpi'), 72, 1200),
}
/** Rules that no county puts otherwise: what keeps the server safe, and what the register itself says (group J). */
export const isFixedRule = (rule: RuleId): boolean => rule === 'A10' || rule.startsWith('J')

/** The standard's figures, with those of rules that have their own. */
export interface RuleLimits extends Limits {
  of?: Readonly<Record<RuleId, Limits>>
}
/** The figures of each rule under the settings of a county. */
export function ownLimits(settings: RuleSettings): Readonly<Record<RuleId, Limits>> {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([rule, { threshold }]) => {
      const asked = THRESHOLDS[rule]
      return asked && threshold !== null ? [[rule, { ...standard, [asked.name]: threshold }]] : []
    }),
  )
}
/** A finding as a county weighs it; undefined where its rule is off. */
export function weighed(settings: RuleSettings, found: PackageFinding): PackageFinding | undefined {
  const own = isFixedRule(found.rule) ? undefined : settings[found.rule]?.severity
  if (own === 'off') return undefined
  return own ? { ...found, severity: own } : found
}
