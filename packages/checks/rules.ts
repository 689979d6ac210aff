/** All built rules as data: by the input they look at. */
import type { FindingDraft, PackageFinding, RuleId } from './finding.ts'
import type { Facts, RowRule, Rules, TableInput } from './facts.ts'
import { draft } from './finding.ts'
import type { LayerInput } from './attributes.ts'
import type { Village } from './shapes/village.ts'
import type { RuleLimits } from './settings.ts'
import { ruleIds, severityOf } from './limits.ts'
import { layerRowRules } from './attributes.ts'
import { attachmentRules } from './attachments.ts'
import { areaRowRules, areaRules } from './areas.ts'
import { fileRules } from './files.ts'
import { householdRules } from './households.ts'
import { overlapRules } from './shapes/overlap.ts'
import { referenceRules, referenceRowRules } from './references.ts'
import { regionRules } from './regions.ts'
import { relationRules } from './relations.ts'
import { schemaRules } from './schema.ts'
import { shapeRules } from './shapes/shapes.ts'
import { summaryRules } from './summary.ts'
import { surroundingRules } from './shapes/surroundings.ts'
import { tableRowRules } from './people.ts'
import { topologyRules } from './shapes/topology.ts'

export const ofLayerRow: Rules<LayerInput> = { ...layerRowRules, ...shapeRules, ...referenceRowRules }
export const ofTableRow: Rules<TableInput> = { ...tableRowRules, ...areaRowRules }
export const ofVillage: Rules<Village> = { ...overlapRules, ...topologyRules, ...surroundingRules }
/** Rules on the package that need no table. */
export const ofPackage: Rules<Facts> = { ...fileRules, ...schemaRules, ...regionRules, ...referenceRules }
/** Rules on joined tables: silent where the database could not be read, which A04 has said already. */
export const ofTables: Rules<Facts> = { ...householdRules, ...relationRules, ...areaRules, ...summaryRules, ...attachmentRules }

/** Every built rule with the functions that make it up; a rule may look at rows and at the whole. */
export const rules: Readonly<Record<RuleId, readonly RowRule<never>[]>> = Object.fromEntries(
  ruleIds
    .map((id) => [id, [ofLayerRow, ofTableRow, ofVillage, ofPackage, ofTables].flatMap((group) => (group[id] ? [group[id] as RowRule<never>] : []))] as const)
    .filter(([, built]) => built.length > 0),
)

/** Ids of all built rules in their order. */
export const BUILT: readonly RuleId[] = ruleIds.filter((id) => Object.hasOwn(rules, id))

/** Runs rules over one input. A rule that breaks on its input is reported under its own id: an unfinished check must not look like a passed one. */
export function* runRules<Input>(group: Rules<Input>, input: Input, limits: RuleLimits, unit = 'package'): Generator<PackageFinding> {
  for (const id in group) {
    try {
      for (const found of group[id]?.(input, limits.of?.[id] ?? limits) ?? []) yield finding(id, found)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      yield finding(id, draft('package', unit, '', '', `检查${id}未能完成，请联系管理员：${reason}`))
    }
  }
}

/** A draft with its rule and severity. */
export function finding(rule: RuleId, { severity, ...rest }: FindingDraft): PackageFinding {
  return { rule, severity: severity ?? severityOf(rule), ...rest }
}
