// What a collector brings back, item by item: each is kept as it was collected, and taken, put beside what another collector said, or kept for a person to decide.
import { readDraft } from '../../../kit/model/check.ts'
import { datetime, dict, json, text } from '../../../kit/model/field.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import { invalidField, problems, type Wrong } from '../../../kit/model/problem.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { textIn, type SentDraft } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { keepPapers, requirePaperKind } from '../../../land/cbf/collecting.server.ts'
import { YB } from '../../../land/definitions/extension.ts'
import { attach } from '../../../services/files/attach.ts'
import type { Frozen } from '../../../services/files/owners.server.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formIn } from '../../cases/definitions/form.ts'
import { surveyStands, standingHousehold, type StandingHousehold } from '../households/households.server.ts'
import { submitSurvey } from '../households/survey.server.ts'
import { notSurveyed, readFindings } from '../households/survey.ts'
import { DEVICE_STATE, FIELD_KIND, FIELD_STATE, field_device, field_item, type FieldContent, type FieldItem } from './field.ts'
import { mergeSurveys, surveyIn, type SurveyDifference, type SurveySaid } from './merge.ts'
import { fieldProblems } from './problems.ts'
import { DEVICE_BODY, madeId, standingSaid } from './taken.server.ts'
import { ZT } from '../../../land/definitions/statuses.ts'

/** What the body of a delivery says of its item. */
const ITEM_BODY = {
  cbfbm: text('承包方编码', { en: 'Contractor code', length: 18, required: true }),
  kind: dict('采集内容', 'field_kind', { en: 'What', required: true, values: Object.values(FIELD_KIND) }),
  deviceTime: datetime('设备时间', { en: 'Time of the device', required: true }),
  attachId: text('附件', { en: 'File', max: 19 }),
}
/** An item as a device sends it, with what was collected and what stood when it was taken along. */
export const DELIVERY = {
  ...DEVICE_BODY,
  ...ITEM_BODY,
  itemId: text('采集编号', { en: 'Item', length: 36, required: true }),
  content: json('采集内容', { en: 'Content' }),
  base: json('带走时的摸底', { en: 'Survey when taken along' }),
}
type Delivery = SentDraft<typeof DELIVERY>
const SIGNER = { signer: text('签名人', { name: true, format: 'name', en: 'Signer', required: true, max: 50 }) }
const REMARK = { dkbm: text('地块编码', { en: 'Parcel', length: 19 }), note: text('说明', { en: 'Remark', required: true, max: 254 }) }

/** Kinds of items that come with a picture. */
const WITH_FILE: readonly string[] = [FIELD_KIND.paper, FIELD_KIND.signature]
/** How an item was found to stand, and what is kept of it. */
interface Judged {
  content: FieldContent
  base?: SurveySaid
  state: string
  why?: string
  differences?: readonly SurveyDifference[]
}
/** What is told to the device of an item. */
const told = (i: Pick<FieldItem, 'state' | 'why' | 'arrivedTime'> & { differences?: readonly SurveyDifference[] | null }) => ({
  state: i.state,
  why: i.why ?? null,
  arrivedTime: i.arrivedTime,
  differences: i.differences?.length ?? 0,
})
/** Why an item was kept. */
export const keptWhy = {
  gone: both('该户已注销或不在延包名单中', 'The household has ended or is no longer in the campaign'),
  changed: both('带走后该户的成员或承包地块已变化', 'Members or parcels of the household changed since it was taken along'),
}

/**
 * Delivers one item: {itemId, deviceId, cbfbm, kind, deviceTime, content, base?, attachId?}. The same item again is answered as the first time and changes nothing. It is
 * kept whatever became of the household; only what is malformed, or was never taken along on this device, is refused.
 * @throws invalid, field-not-taken, field-revoked, field-other-item, field-file
 */
export async function deliverItem(frozen: Frozen, ctx: Ctx, input: Delivery) {
  const itemId = madeId(input.itemId, 'itemId')
  const { draft, wrong } = readDraft(ITEM_BODY, { cbfbm: input.cbfbm, kind: input.kind, deviceTime: input.deviceTime, attachId: input.attachId })
  if (wrong.length) throw problems.invalid(wrong)
  const sent = draft as { cbfbm: string; kind: string; deviceTime: string; attachId: string | null }
  const item = { ...sent, attachId: WITH_FILE.includes(sent.kind) ? sent.attachId : null }
  const countyCode = countyOf(item.cbfbm)
  const device = await rows.find(
    ctx,
    field_device,
    { countyCode, deviceId: madeId(input.deviceId, 'deviceId'), fbfbm: item.cbfbm.slice(0, 14), userId: ctx.who.userId },
    true,
  )
  if (!device) throw fieldProblems.notTaken({ cbfbm: item.cbfbm })
  if (device.state !== DEVICE_STATE.active) throw fieldProblems.revoked()
  if (!Array.isArray(device.households) || !device.households.includes(item.cbfbm)) throw fieldProblems.notTaken({ cbfbm: item.cbfbm })
  const before = await rows.find(ctx, field_item, { countyCode, itemId })
  if (before) {
    if (before.createUser !== ctx.who.userId || before.cbfbm !== item.cbfbm || before.kind !== item.kind) throw fieldProblems.otherItem()
    return told(before)
  }
  const household = await standingHousehold(ctx, item.cbfbm)
  const judged = await judge(ctx, item, input, household)
  const values = {
    ...judged,
    regionCode: device.regionCode,
    fbfbm: device.fbfbm,
    cbfbm: item.cbfbm,
    cbfmc: household?.cbfmc ?? null,
    kind: item.kind,
    collector: ctx.who.realName,
    deviceTime: item.deviceTime,
    arrivedTime: ctx.now,
    itemId,
    deviceId: device.deviceId,
    attachId: item.attachId,
  }
  const id = await rows.insert(ctx, field_item, values)
  if (item.attachId) await fileAt(frozen, ctx, { ...values, id, attachId: item.attachId }, judged.content)
  await rows.change(ctx, field_device, device, { contactTime: ctx.now })
  return told({ ...values, why: judged.why ?? null })
}

/** What becomes of an item, before it is kept. */
async function judge(ctx: Ctx, item: { kind: string; attachId: string | null }, input: Delivery, h: StandingHousehold | undefined): Promise<Judged> {
  const sent = formIn(input.content)
  const isThere = h?.zt === ZT.valid
  const gone = isThere ? { state: FIELD_STATE.accepted } : { state: FIELD_STATE.held, why: keptWhy.gone[ctx.lang] }
  if (item.kind === FIELD_KIND.survey) return judgeSurvey(ctx, input, h)
  if (item.kind === FIELD_KIND.boundary) return { content: remarkIn(sent), ...gone }
  await requireFile(ctx, item.attachId)
  if (item.kind === FIELD_KIND.signature) return { content: read(SIGNER, sent) as { signer: string }, ...gone }
  const paperKind = textIn(sent, 'paperKind')
  await requirePaperKind(ctx, paperKind)
  return { content: { paperKind }, ...gone }
}
function read(fields: typeof SIGNER | typeof REMARK, sent: Form): Record<string, unknown> {
  const { draft, wrong } = readDraft(fields, Object.fromEntries(Object.keys(fields).map((n) => [n, sent[n]])))
  if (wrong.length) throw problems.invalid(wrong.map((w) => ({ ...w, field: `content.${w.field}` })))
  return draft
}
/** A remark on a boundary, at a place in China. */
function remarkIn(sent: Form): FieldContent {
  const { dkbm, note } = read(REMARK, sent)
  const [lon, lat] = [Number(sent.lon), Number(sent.lat)]
  if (!(lon >= 73 && lon <= 136 && lat >= 3 && lat <= 54)) throw invalidField('content.lon', both('位置不正确', 'The place is malformed'))
  return { dkbm: (dkbm as string | null) ?? null, lon, lat, note: String(note) }
}
/** The file of an item is the collector's own and hangs nowhere yet. @throws field-file */
async function requireFile(ctx: Ctx, attachId: string | null): Promise<void> {
  const file = attachId ? await rows.find(ctx, attach, { id: attachId }, true) : undefined
  if (!file || file.businessId || file.locked || file.createUser !== ctx.who.userId) throw fieldProblems.file()
}
/** A photo goes to the papers of its household; a signature, and what has no household any more, hangs on the item. */
async function fileAt(
  frozen: Frozen,
  ctx: Ctx,
  item: Pick<FieldItem, 'id' | 'state' | 'kind' | 'cbfbm' | 'regionCode'> & { attachId: string },
  content: FieldContent,
) {
  const paperKind = 'paperKind' in content ? content.paperKind : undefined
  if (item.kind === FIELD_KIND.paper && item.state === FIELD_STATE.accepted)
    return keepPapers(ctx, frozen, { cbfbm: item.cbfbm!, attachIds: item.attachId, businessItem: paperKind! })
  return rows.update(ctx, attach, item.attachId, { businessId: item.id, businessItem: paperKind ?? 'FIELD', regionCode: item.regionCode })
}

/** What is wrong with a survey beside the household of the register: its own shape, and words that no dictionary has. */
function shapeWrong(survey: SurveySaid['survey'], today: string): Wrong[] {
  const ids = (survey?.members ?? []).flatMap((m) => (m.is ? [{ id: m.is, cyxm: m.cyxm }] : []))
  const dkbms = [...(survey?.parcels ?? []), ...(survey?.circulation ?? [])].flatMap((p) => p.dkbm ?? [])
  return readFindings(survey, { members: ids, dkbms }, today).wrong
}
/** Puts a survey together with what stands, and writes what of it is nobody's to decide. */
async function judgeSurvey(ctx: Ctx, input: Delivery, h: StandingHousehold | undefined): Promise<Judged> {
  const sent = formIn(input.content)
  const [mine, base] = [surveyIn(sent), surveyIn(input.base)]
  const wrong = shapeWrong(mine.survey, ctx.now.slice(0, 10))
  if (wrong.length) throw problems.invalid(wrong)
  const finished = String(sent.finished ?? '') === '1' ? 1 : 0
  const kept = { content: { ...mine, finished }, base }
  const stop: Text | undefined = h ? notSurveyed(h) : keptWhy.gone
  if (stop) return { ...kept, state: FIELD_STATE.held, why: stop[ctx.lang] }
  return { ...kept, ...(await writeSurvey(ctx, h!, { base, mine, finished })) }
}
/** How a survey stands beside what is stored of a household that may be surveyed; `merged`: what would be written, nothing where members or parcels are not the household's any more. */
export async function compareSurvey(
  ctx: Ctx,
  h: StandingHousehold,
  { base, mine }: { base: SurveySaid; mine: SurveySaid },
): Promise<{ merged?: SurveySaid; differences: readonly SurveyDifference[] }> {
  const { of, known, tags } = await surveyStands(ctx, h)
  const theirs = standingSaid({ ...known, tags }, of.members)
  const { merged, differences } = mergeSurveys(base, theirs, mine)
  const left = readFindings(merged.survey, { members: of.members, dkbms: of.parcels.map((p) => p.dkbm!) }, ctx.now.slice(0, 10)).wrong
  return { ...(left.length ? {} : { merged }), differences }
}
/** Writes a survey into a household that may be surveyed. Answers how the item stands. */
export async function writeSurvey(
  ctx: Ctx,
  h: StandingHousehold,
  said: { base: SurveySaid; mine: SurveySaid; finished: number },
): Promise<Pick<Judged, 'state' | 'why' | 'differences'>> {
  const { merged, differences } = await compareSurvey(ctx, h, said)
  if (!merged) return { state: FIELD_STATE.held, why: keptWhy.changed[ctx.lang] }
  // what somebody has finished stays finished
  const isFinished = said.finished === 1 || h.ybStatus === YB.surveyed
  await submitSurvey(ctx, { ...merged, cbfbm: h.cbfbm, finished: isFinished ? 1 : 0 })
  return differences.length ? { state: FIELD_STATE.conflict, differences } : { state: FIELD_STATE.accepted }
}
