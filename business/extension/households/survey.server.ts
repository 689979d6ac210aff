// What people say of a household of the campaign: its survey, that it is not extended or postponed, and that this is taken back. The register stays as it is.
import { invalidField, problems, type Wrong } from '../../../kit/model/problem.ts'
import { both } from '../../../kit/model/lang.ts'
import { idList, type Draft } from '../../../kit/model/resource.ts'
import { audit } from '../../../kit/server/audit.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { requireInDictionary } from '../../../kit/server/dictionary.server.ts'
import type { SentRow, TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { extension_household, NEXT_ROUND, YB, type ExtensionHousehold, type SurveyFindings } from '../../../land/definitions/extension.ts'
import { setTags } from '../../../land/cbf/tags.server.ts'
import { householdsStanding, registerOf, type StandingHousehold } from './households.server.ts'
import { extensionProblems } from './problems.ts'
import { stoppedBy, type Stopped } from './stops.ts'
import { CIRCULATION, SURVEY_MEMBER, notBack, notLeft, notSurveyed, NOT_EXTENDED, PARCEL, readFindings, type HouseholdStanding } from './survey.ts'
import type { Text } from '../../../kit/model/lang.ts'

/** Households of one call. */
export const MOST_HOUSEHOLDS = 200

/** Refuses all of them where one may not: each is named with what stops it. */
export function requireEach(list: readonly StandingHousehold[], not: (s: HouseholdStanding) => Text | undefined): void {
  const stopped = list.flatMap((h): Stopped[] => {
    const why = not(h)
    return why ? [{ cbfbm: h.cbfbm!, cbfmc: h.cbfmc ?? '', why }] : []
  })
  if (stopped.length) throw stoppedBy(stopped)
}
const stored = (ctx: Ctx, h: StandingHousehold) =>
  rows.find(ctx, extension_household, { fbfbm: h.fbfbm!, round: NEXT_ROUND, cbfbm: h.cbfbm! }, true) as Promise<ExtensionHousehold | undefined>
async function save(ctx: Ctx, h: StandingHousehold, before: ExtensionHousehold | undefined, values: Draft<typeof extension_household>): Promise<string> {
  if (!before) return rows.insert(ctx, extension_household, { ...values, regionCode: h.regionCode, fbfbm: h.fbfbm!, round: NEXT_ROUND, cbfbm: h.cbfbm! })
  await rows.change(ctx, extension_household, before, values)
  return before.id
}
/** Refuses keys of what was found that no dictionary has. */
async function requireWords(ctx: Ctx, { members, parcels, circulation }: SurveyFindings): Promise<void> {
  const all = [
    ['members', SURVEY_MEMBER, members],
    ['parcels', PARCEL, parcels],
    ['circulation', CIRCULATION, circulation],
  ] as const
  for (const [, fields, list] of all)
    for (const v of list) await requireInDictionary(ctx, { ...extension_household, fields }, v as unknown as Record<string, unknown>)
}
/** What a survey must say before it is finished. */
function unfinished(d: Draft<typeof extension_household>): Wrong[] {
  const need = (field: 'ybddlx' | 'wish' | 'surveyDay' | 'surveyor', msg: Text) => (d[field] ? [] : [{ field, msg }])
  return [
    ...need('wish', both('请选择延包意愿', 'Please select the wish')),
    ...need('ybddlx', both('请选择延包方式', 'Please select the way of extension')),
    ...need('surveyDay', both('请选择摸底日期', 'Please select the day of the survey')),
    ...need('surveyor', both('请输入调查员', 'Please enter the surveyor')),
    ...(d.ybddlx === NOT_EXTENDED
      ? [{ field: 'ybddlx', msg: both('不延包的农户请办理“不延包”并说明原因', 'A household that is not extended is marked so, with its reason') }]
      : []),
  ]
}

/** A survey as a form, a workbook or a device says it; `finished`: 1 where nothing is left to ask. */
export type SentSurvey = SentRow<typeof extension_household> & { readonly tags?: unknown; readonly finished?: unknown }
/**
 * Saves the survey of a household. With `finished` it waits for publicity. Answers the id of its row.
 * @throws extension-none, extension-stopped once it has ended, is marked or in a case, invalid, changed
 */
export async function submitSurvey(ctx: Ctx, input: SentSurvey): Promise<string> {
  const { finished, tags, survey: sent, id: _, rev, ...fields } = input
  const draft = rows.readFields(extension_household, fields)
  rows.requireDays(ctx, extension_household.fields, draft)
  const [h] = await householdsStanding(ctx, [String(draft.cbfbm)])
  requireEach([h!], notSurveyed)
  const isFinished = String(finished ?? '') === '1'
  const before = await stored(ctx, h!)
  // what a device or a workbook brings was compared already, field by field
  if (before && rev !== undefined) rows.requireSeen(ctx, before, rev)
  const of = await registerOf(ctx, h!.id, h!.cbfbm!)
  const { survey, wrong } = readFindings(sent ?? before?.survey, { members: of.members, dkbms: of.parcels.map((p) => p.dkbm!) }, ctx.now.slice(0, 10))
  const values = { ...before, ...draft }
  const all = [...wrong, ...(isFinished ? unfinished(values) : [])]
  if (all.length) throw problems.invalid(all)
  await requireWords(ctx, survey)
  const { cbfbm: __, ...said } = draft
  const id = await save(ctx, h!, before, { ...said, survey, ybStatus: isFinished ? YB.surveyed : YB.survey, finishTime: isFinished ? ctx.now : null })
  if (typeof tags === 'string') await setTags(ctx, { cbfbms: h!.cbfbm!, tags })
  return id
}

/** The households that a call names by their codes. @throws none-selected, extension-most, extension-none */
export async function namedHouseholds(ctx: Ctx, cbfbms: string | undefined): Promise<StandingHousehold[]> {
  const codes = [...new Set(idList(cbfbms))]
  if (codes.length === 0) throw problems.noneSelected()
  if (codes.length > MOST_HOUSEHOLDS) throw extensionProblems.most({ most: MOST_HOUSEHOLDS })
  return householdsStanding(ctx, codes)
}
function reasonOf(said: string | undefined, ask: Text): string {
  const reason = (said ?? '').trim()
  if (!reason) throw invalidField('reason', ask)
  if (reason.length > extension_household.fields.reason.max!) throw invalidField('reason', both('原因最多254字', 'The reason has at most 254 characters'))
  return reason
}
/**
 * Marks households as not extended (7) or postponed (8): {cbfbms, ybStatus, reasonTag?, reason, decider? of one that is postponed for a dispute}.
 * @throws extension-stopped naming each that cannot be
 */
export async function setAside(ctx: Ctx, input: TextInput<'cbfbms' | 'ybStatus' | 'reasonTag' | 'reason' | 'decider'>): Promise<void> {
  const { ybStatus } = input
  if (ybStatus !== YB.left && ybStatus !== YB.postponed) throw invalidField('ybStatus', both('请选择不延包或暂缓', 'Choose not extended or postponed'))
  const reason = reasonOf(input.reason, both('请输入原因', 'Please give the reason'))
  const reasonTag = input.reasonTag || null
  if (ybStatus === YB.left && !reasonTag) throw invalidField('reasonTag', both('请选择原因类别', 'Please select the kind of reason'))
  const decider = (input.decider ?? '').trim() || null
  if (decider && ybStatus !== YB.postponed) throw invalidField('decider', both('有争议的农户应标记为暂缓', 'A household in dispute is postponed'))
  if (decider && decider.length > extension_household.fields.decider.max!)
    throw invalidField('decider', both('争议处理机构最多100字', 'The office that decides the dispute has at most 100 characters'))
  const list = await namedHouseholds(ctx, input.cbfbms)
  requireEach(list, notLeft)
  for (const h of list) await save(ctx, h, await stored(ctx, h), { ybStatus, reasonTag, reason, decider })
}
/** Takes back that households are not extended or postponed: {cbfbms, reason}. They stand again where their survey was. Source: rulings.md 9. */
export async function takeBackAside(ctx: Ctx, input: TextInput<'cbfbms' | 'reason'>): Promise<void> {
  const reason = reasonOf(input.reason, both('请输入恢复原因', 'Please give the reason for taking it back'))
  const list = await namedHouseholds(ctx, input.cbfbms)
  requireEach(list, notBack)
  for (const h of list) {
    const before = (await stored(ctx, h))!
    await save(ctx, h, before, { ybStatus: before.finishTime ? YB.surveyed : YB.survey, reasonTag: null, reason: null, decider: null })
    const diff = { ybStatus: [before.ybStatus, null], reason: [before.reason, reason] }
    await audit(ctx, { action: 'extension_household.back', object: extension_household.name, objectId: before.id, regionCode: before.regionCode, diff })
  }
}
