// What a person decides of delivered items: which version holds where two collectors said otherwise, and what becomes of what no household could take.
import { json, note, text } from '../../../kit/model/field.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import { problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { textIn, type InputOf } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { visible } from '../../../kit/server/narrow.server.ts'
import { keepPapers } from '../../../land/cbf/collecting.server.ts'
import { YB } from '../../../land/definitions/extension.ts'
import { attach } from '../../../services/files/attach.ts'
import type { Frozen } from '../../../services/files/owners.server.ts'
import { formIn } from '../../cases/definitions/form.ts'
import { standingHousehold, surveyStands, type StandingHousehold } from '../households/households.server.ts'
import { submitSurvey } from '../households/survey.server.ts'
import { notSurveyed } from '../households/survey.ts'
import { stoppedBy } from '../households/stops.ts'
import { compareSurvey, keptWhy, writeSurvey } from './deliver.server.ts'
import { FIELD_KIND, FIELD_STATE, field_item, type FieldItem } from './field.ts'
import { saidAt, surveyIn, taking, type SurveyDifference } from './merge.ts'
import { fieldProblems } from './problems.ts'
import { requireReason, standingSaid } from './taken.server.ts'
import { ZT } from '../../../land/definitions/statuses.ts'

/** What a decision says. */
export const DECISION = {
  mine: json('采用本次采集的项', { en: 'Places where this item holds' }),
  householdRev: text('摸底版本', { en: 'Revision of the survey', max: 12 }),
  again: text('重新采用', { en: 'Try again', max: 1 }),
  reason: note('处理意见', { en: 'Opinion', max: 254 }),
}
type Decision = InputOf<'POST', never, typeof DECISION>
const differencesOf = (i: FieldItem): readonly SurveyDifference[] => (Array.isArray(i.differences) ? i.differences : [])
/** States in which somebody must decide. */
const OPEN: readonly unknown[] = [FIELD_STATE.conflict, FIELD_STATE.held]

/** What stands of the survey of a household now. */
async function stands(ctx: Ctx, h: StandingHousehold) {
  const { of, known, tags } = await surveyStands(ctx, h)
  return { said: standingSaid({ ...known, tags }, of.members), rev: known?.rev ?? null, members: of.members }
}

/** What keeps an item that is kept from being taken now, none where it can be; and of a conflict from being chosen from. The screen is told it, and the call asks it. */
async function whyNotTaken(ctx: Ctx, item: FieldItem, h: StandingHousehold | undefined): Promise<Text | undefined> {
  if (h?.zt !== ZT.valid) return keptWhy.gone
  if (item.kind !== FIELD_KIND.survey) return undefined
  const stop = notSurveyed(h)
  if (stop || item.state !== FIELD_STATE.held) return stop
  const { merged, differences } = await compareSurvey(ctx, h, { base: surveyIn(item.base), mine: surveyIn(item.content) })
  // two versions, or members that are not there: a person enters it in the form of the household
  return merged ? (differences.length ? OTHERWISE : undefined) : keptWhy.changed
}
const OTHERWISE = both('该户已有不一致的摸底，请在延包农户中录入', 'Another survey of the household says otherwise: enter it in the form of the household')

/** One item with what it holds; of a conflict, what stands now beside each place; of what waits for a decision why it cannot be taken, null where it can. */
export async function itemDetail(ctx: Ctx, id: unknown) {
  const item = await rows.get(ctx, field_item, String(id ?? ''))
  const isOpen = OPEN.includes(item.state)
  const h = item.kind === FIELD_KIND.survey || isOpen ? await standingHousehold(ctx, item.cbfbm!) : undefined
  const now = item.kind === FIELD_KIND.survey && h?.zt === ZT.valid ? await stands(ctx, h) : undefined
  const notTaken = isOpen ? ((await whyNotTaken(ctx, item, h))?.[ctx.lang] ?? null) : null
  const { countyCode: _, ...shown } = visible(ctx, field_item, item)
  const differences = differencesOf(item).map((d) => ({ ...d, theirs: now ? saidAt(now.said, d.path) : d.theirs }))
  return { ...shown, differences, householdRev: now?.rev ?? null, members: now?.members ?? [], household: h?.id ?? null, notTaken }
}

/**
 * Decides an item: of a conflict {id, rev, mine: places where this item holds, householdRev}; of one that is kept {id, rev, again: 1} or, as of a conflict too, that it
 * is left aside {id, rev, reason}. Nothing of the item is lost; who decided and when stands with it.
 * @throws field-decided, extension-stopped, changed
 */
export async function decideItem(frozen: Frozen, ctx: Ctx, input: Decision): Promise<void> {
  const item = await rows.get(ctx, field_item, input.id ?? '', true)
  rows.requireRevSaid(item, input.rev)
  if (!OPEN.includes(item.state)) throw fieldProblems.decided()
  const by = { decidedBy: ctx.who.realName, decidedTime: ctx.now, decision: (input.reason ?? '').trim() || null }
  const end = (state: string) => rows.change(ctx, field_item, item, { ...by, state })
  if (input.again === '1') {
    await takeAgain(frozen, ctx, item)
    return void (await end(FIELD_STATE.taken))
  }
  if (item.state === FIELD_STATE.conflict && input.mine !== undefined && input.mine !== null) {
    await choose(ctx, item, input)
    return void (await end(FIELD_STATE.taken))
  }
  by.decision = requireReason(input.reason, field_item.fields.decision.max!, both('请说明不采用的原因', 'Please say why it is left aside'))
  await end(FIELD_STATE.left)
}
/** Writes the chosen places of a conflict over what stands. */
async function choose(ctx: Ctx, item: FieldItem, input: Decision): Promise<void> {
  const places = new Set(differencesOf(item).map((d) => d.path))
  const mine = Array.isArray(input.mine) ? input.mine.map(String) : []
  const unknown = mine.find((p) => !places.has(p))
  if (unknown !== undefined) throw problems.badRequest(both('所选的不一致项不存在', 'No such difference'))
  const h = await standingHousehold(ctx, item.cbfbm!)
  const why = await whyNotTaken(ctx, item, h)
  if (!h || why) throw stoppedBy([{ cbfbm: item.cbfbm!, cbfmc: item.cbfmc ?? '', why: why ?? keptWhy.gone }])
  const now = await stands(ctx, h)
  if (String(now.rev ?? '') !== (input.householdRev ?? '')) throw problems.changed()
  if (mine.length === 0) return
  const said = taking(now.said, surveyIn(item.content), mine)
  await submitSurvey(ctx, { ...said, cbfbm: h.cbfbm, finished: h.ybStatus === YB.surveyed ? 1 : 0 })
}
/** Tries once more what was kept: the household may be surveyed again, or was entered anew under its code. */
async function takeAgain(frozen: Frozen, ctx: Ctx, item: FieldItem): Promise<void> {
  if (item.state !== FIELD_STATE.held) throw fieldProblems.decided()
  const h = await standingHousehold(ctx, item.cbfbm!)
  const why = await whyNotTaken(ctx, item, h)
  if (!h || why) throw stoppedBy([{ cbfbm: item.cbfbm!, cbfmc: item.cbfmc ?? '', why: why ?? keptWhy.gone }])
  if (item.kind === FIELD_KIND.survey) {
    const finished = Number(formIn(item.content).finished) === 1 ? 1 : 0
    await writeSurvey(ctx, h, { base: surveyIn(item.base), mine: surveyIn(item.content), finished })
  } else if (item.kind === FIELD_KIND.paper && item.attachId) {
    await rows.update(ctx, attach, item.attachId, { businessId: null })
    await keepPapers(ctx, frozen, { cbfbm: item.cbfbm!, attachIds: item.attachId, businessItem: textIn(formIn(item.content), 'paperKind') })
  }
}
