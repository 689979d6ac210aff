/** The rules of the package checks as a county has them: which hold, how they weigh, with which threshold, since when and why. */
import { sql } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion } from '../../kit/server/query.server.ts'
import { crud, reading, route, type Route, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { PackageSeverity } from '../checks/finding.ts'
import { limits, ruleIds, ruleText, severityOf } from '../checks/limits.ts'
import { isFixedRule, THRESHOLDS, type RuleSettings } from '../checks/settings.ts'
import { hjbProblems } from '../package/problems.ts'
import { hjb_rule, RULE_OFF, RULE_STANDARD } from './rule.ts'

interface Said {
  rule: string
  severity: string
  threshold: string | null
  reason: string
  createTime: string
  who: string | null
}
/** The last word of a county on each rule. */
async function saidIn(ctx: Ctx, county: string): Promise<Said[]> {
  const { rows: found } = await sql<Said>`select distinct on (h.rule) h.rule, h.severity, h.threshold, h.reason, h."createTime", u."realName" as who
    from hjb_rule h left join sys_user u on u."tenantId" = h."tenantId" and u.id = h."createUser"
    where h."countyCode" = ${county} and h."tenantId" = ${ctx.who.tenantId} order by h.rule, h.id desc`.execute(ctx.db)
  return found
}
/** The settings of a county; a rule of which nothing is said holds as the standard has it. */
export async function countyRules(ctx: Ctx, county: string): Promise<RuleSettings> {
  return Object.fromEntries(
    (await saidIn(ctx, county)).map(({ rule, severity, threshold }) => [
      rule,
      {
        severity: severity === RULE_OFF ? 'off' : severity === RULE_STANDARD ? null : (severity as PackageSeverity),
        threshold: threshold === null || threshold === '' ? null : Number(threshold),
      },
    ]),
  )
}

/** Every rule with what the standard says of it and what the county does. */
async function list(ctx: Ctx, q: TextInput<'regionCode'>) {
  const county = countyOf(q.regionCode || ctx.who.regionCode)
  if (county.length < 6) throw hjbProblems.ruleCounty()
  requireRegion(ctx, q.regionCode || ctx.who.regionCode)
  const said = new Map((await saidIn(ctx, county)).map((s) => [s.rule, s]))
  return ruleIds.map((id) => {
    const [asked, own] = [THRESHOLDS[id], said.get(id)]
    return {
      id,
      text: ruleText(id)[ctx.lang],
      standard: severityOf(id),
      severity: own?.severity ?? RULE_STANDARD,
      fixed: isFixedRule(id),
      unit: asked?.unit[ctx.lang] ?? '',
      standardThreshold: asked ? String(limits[asked.name]) : '',
      threshold: own?.threshold ?? '',
      reason: own?.reason ?? '',
      changedBy: own?.who ?? '',
      changedAt: own?.createTime ?? '',
    }
  })
}

/** Puts a rule otherwise, with the reason. @throws rule-county, rule-unknown, rule-fixed, invalid */
async function save(ctx: Ctx, input: SentRow<typeof hjb_rule>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, hjb_rule, input)
  const [rule, regionCode] = [String(draft.rule), String(draft.regionCode)]
  if (regionCode.length !== 6) throw hjbProblems.ruleCounty()
  if (!ruleIds.includes(rule)) throw hjbProblems.ruleUnknown({ rule })
  if (isFixedRule(rule)) throw hjbProblems.ruleFixed({ rule })
  const typed = String(draft.threshold ?? '').trim()
  const asked = THRESHOLDS[rule]
  if (typed && !asked) throw invalidField('threshold', both('该规则没有阈值', 'This rule has no threshold'))
  if (typed && asked && !(/^\d+(\.\d+)?$/.test(typed) && Number(typed) >= asked.min && Number(typed) <= asked.max))
    throw invalidField(
      'threshold',
      both(`阈值应为${asked.min}至${asked.max}（${asked.unit.zh}）`, `The threshold is between ${asked.min} and ${asked.max} (${asked.unit.en})`),
    )
  if (input.id) throw problems.badRequest({ zh: '规则的调整不能修改，请再调整一次', en: 'A change of a rule is not edited: change the rule again' })
  return rows.insert(ctx, hjb_rule, { ...draft, threshold: typed || null })
}

const plain = crud(hjb_rule)
/** The calls of the rules. */
export const ruleRoutes: readonly Route[] = [
  plain.page,
  reading('land', 'hjb_rule_view')('/hjb/hjbrule/rules', '检查规则', ['regionCode'], list),
  route({ ...plain.save, perm: 'hjb_rule_add', run: save }),
]
