/** The words that all checks of a submission package share (data format §9, rules A01–I06). A rule yields drafts, the runner adds rule and severity. */
import type { StagedPoint } from '../package/staged.ts'

export type RuleId = string
/** E blocks the audit, W needs a written reason, T is a hint. */
export type PackageSeverity = 'E' | 'W' | 'T'

/** One finding. `layer` = layer, table or 'package'; x, y = package projected metres (east, north) of the place. */
export interface PackageFinding {
  rule: RuleId
  severity: PackageSeverity
  layer: string
  object: string
  field: string
  value: string
  message: string
  x?: number
  y?: number
}

/** A finding before the runner names its rule; severity only where it departs from the rule's own. */
export type FindingDraft = Omit<PackageFinding, 'rule' | 'severity'> & { severity?: PackageSeverity }

/** rings of one polygon: outer ring first, then holes */
export type Rings = StagedPoint[][]

/** Makes a draft; `place` gives the point for the map. */
export function draft(
  layer: string,
  object: string,
  field: string,
  value: string | number | null | undefined,
  message: string,
  more: { severity?: PackageSeverity; place?: StagedPoint | undefined } = {},
): FindingDraft {
  return {
    layer,
    object,
    field,
    value: value === null || value === undefined ? '' : String(value),
    message,
    ...(more.severity ? { severity: more.severity } : {}),
    ...(more.place ? { x: more.place[0], y: more.place[1] } : {}),
  }
}

/** Text of a value: '' for null. */
export function findingText(value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

/** Number of a value (Numeric columns arrive as decimal text); NaN for null and for text that is no number. */
export function num(value: string | number | null | undefined): number {
  return value === null || value === undefined || value === '' ? Number.NaN : Number(value)
}
