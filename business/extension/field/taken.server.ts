// What a collector takes along: the households of a group as the register and the survey say them, on a device that the office knows and may revoke.
import { sql } from 'kysely'
import { flag, text } from '../../../kit/model/field.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import { invalidField } from '../../../kit/model/problem.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import { typedRows, type AnyQuery } from '../../../kit/server/any-query.server.ts'
import { moved } from '../../../kit/server/clock.server.ts'
import type { Ctx, Who } from '../../../kit/server/ctx.server.ts'
import { visible } from '../../../kit/server/narrow.server.ts'
import { flatRows, joinable, scoped } from '../../../kit/server/query.server.ts'
import type { InputOf, TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { extension_household, NEXT_ROUND, type SurveyFindings } from '../../../land/definitions/extension.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { QSZT, ZT } from '../../../land/definitions/statuses.ts'
import { withIssuerAndTags } from '../../../land/cbf/tags.server.ts'
import { withIssuer } from '../../../land/fbf/figures.server.ts'
import { making_plan, MAKING } from '../../../land/fbf/making-plan.ts'
import { campaign } from '../households/campaign.server.ts'
import { standingRows } from '../households/households.server.ts'
import { listedMembers, notSurveyed, type RegisterMember } from '../households/survey.ts'
import { DEVICE_STATE, field_device, type FieldDevice } from './field.ts'
import { fieldProblems } from './problems.ts'
import type { SurveySaid, TakenHousehold } from './taken.ts'

/** Households of one group that a phone carries. */
const MOST = 500
/** Groups that are offered at once. */
const MOST_GROUPS = 500
/** Plans with which the households of an issuer are asked: posted, and what comes after. Source: business-flows.md 9.2. */
const ASKED = [MAKING.posted, MAKING.voted, MAKING.reported, MAKING.passed, MAKING.effective]
/** How often a device that only looks in is written down, in seconds. */
const SEEN_EVERY = 3600

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A number that a device made. @throws invalid */
export function madeId(sent: unknown, name: string): string {
  const v = String(sent ?? '')
  if (!ID.test(v)) throw invalidField(name, both('编号格式不正确', 'The number is malformed'))
  return v
}
/** Why somebody does this, which he must say. @throws invalid */
export function requireReason(said: string | undefined, most: number, ask: Text): string {
  const reason = (said ?? '').trim()
  if (!reason) throw invalidField('reason', ask)
  if (reason.length > most) throw invalidField('reason', both(`原因最多${most}字`, `The reason has at most ${most} characters`))
  return reason
}
/** What the calls of a device say of it. */
export const DEVICE_BODY = { deviceId: text('设备编号', { en: 'Device', length: 36, required: true }) }
/** What a device says of itself when it looks in. */
export const CONTACT_BODY = {
  ...DEVICE_BODY,
  countyCode: text('县级代码', { en: 'County', length: 6, required: true }),
  wiped: flag('已清除', { en: 'Emptied' }),
}

/** The groups that may be taken along: issuers with a plan that is posted or in force, the newest plan of each. */
export async function groups(ctx: Ctx): Promise<{ fbfbm: string; fbfmc: string | null; planStatus: string; households: number; surveyed: number }[]> {
  const found = await typedRows<{ fbfbm: string; planStatus: string }>(
    joinable(ctx, making_plan)
      .select(['making_plan.fbfbm', sql<string>`max(making_plan.status)`.as('planStatus')])
      .where('making_plan.status', 'in', ASKED)
      .groupBy('making_plan.fbfbm')
      .orderBy('making_plan.fbfbm')
      .limit(MOST_GROUPS),
  )
  const codes = found.map((f) => f.fbfbm)
  const all = await countBy(joinable(ctx, cbf).where('cbf.zt', '=', ZT.valid), 'cbf', codes)
  const asked = joinable(ctx, extension_household).where('extension_household.round', '=', NEXT_ROUND)
  const done = await countBy(asked.where('extension_household.finishTime', 'is not', null), 'extension_household', codes)
  const { records } = await withIssuer(ctx, { records: found.map((f) => ({ ...f, fbfmc: null as string | null })) })
  return records.map((g) => ({ ...g, households: all.get(g.fbfbm) ?? 0, surveyed: done.get(g.fbfbm) ?? 0 }))
}
async function countBy(q: AnyQuery, table: string, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (codes.length === 0) return new Map()
  const found = await q
    .select([`${table}.fbfbm`, sql<string>`count(*)`.as('n')])
    .where(`${table}.countyCode`, 'in', [...new Set(codes.map(countyOf))])
    .where(`${table}.fbfbm`, 'in', codes)
    .groupBy(`${table}.fbfbm`)
    .execute()
  return new Map(found.map((f) => [String(f.fbfbm), Number(f.n)]))
}

/** The newest plan of an issuer with which its households are asked. @throws field-no-group */
async function planOf(ctx: Ctx, fbfbm: string): Promise<{ regionCode: string; status: string }> {
  const found = await joinable(ctx, making_plan)
    .select(['making_plan.regionCode', 'making_plan.status'])
    .where('making_plan.countyCode', '=', countyOf(fbfbm))
    .where('making_plan.fbfbm', '=', fbfbm)
    .where('making_plan.status', 'in', ASKED)
    .orderBy('making_plan.version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) throw fieldProblems.noGroup({ fbfbm })
  return { regionCode: String(found.regionCode), status: String(found.status) }
}
const of = (v: unknown): string => String(v)

/** A device in a county, whoever took something along on it. */
const devicesOf = (ctx: Ctx, countyCode: string, deviceId: string): Promise<FieldDevice[]> =>
  flatRows(scoped(ctx, field_device), field_device)
    .where('field_device.countyCode', '=', countyCode)
    .where('field_device.deviceId', '=', deviceId)
    .execute() as Promise<FieldDevice[]>
/** Refuses a device that was revoked. @throws field-revoked */
export function requireActive(devices: readonly Pick<FieldDevice, 'state'>[]): void {
  if (devices.some((d) => d.state !== DEVICE_STATE.active)) throw fieldProblems.revoked()
}

/**
 * Takes the households of a group along: {fbfbm, deviceId, deviceName}. The device is registered with whom it belongs to; the same group again brings it up to date.
 * @throws field-no-group, field-most, field-revoked
 */
export async function takeHouseholds(ctx: Ctx, input: TextInput<'fbfbm' | 'deviceId' | 'deviceName'>) {
  const { fbfbm = '' } = input
  if (!/^\d{14}$/.test(fbfbm)) throw invalidField('fbfbm', both('发包方编码格式不正确', 'The issuer code is malformed'))
  const deviceId = madeId(input.deviceId, 'deviceId')
  const deviceName = (input.deviceName ?? '').trim().slice(0, field_device.fields.deviceName.max)
  const plan = await planOf(ctx, fbfbm)
  const countyCode = countyOf(fbfbm)
  const devices = await devicesOf(ctx, countyCode, deviceId)
  requireActive(devices)
  const households = await householdsOf(ctx, plan.regionCode, fbfbm)
  const { records } = await withIssuer(ctx, { records: [{ fbfbm, fbfmc: null as string | null }] })
  const fbfmc = records[0]!.fbfmc ?? fbfbm
  const own = devices.find((d) => d.fbfbm === fbfbm && d.userId === ctx.who.userId)
  const said = { deviceName, fbfmc, person: ctx.who.realName, takenTime: ctx.now, contactTime: ctx.now, households: households.map((h) => h.cbfbm) }
  if (own) await rows.change(ctx, field_device, own, said)
  else await rows.insert(ctx, field_device, { ...said, regionCode: plan.regionCode, fbfbm, deviceId, userId: ctx.who.userId, state: DEVICE_STATE.active })
  return { fbfbm, fbfmc, planStatus: plan.status, countyCode, takenAt: ctx.now, households }
}

/** The households of an issuer that the campaign asks, each with members, parcels and what was found of it before; five statements. */
async function householdsOf(ctx: Ctx, regionCode: string, fbfbm: string): Promise<TakenHousehold[]> {
  const countyCode = countyOf(fbfbm)
  const q = campaign(ctx, regionCode).where('extension_household.countyCode', '=', countyCode).where('extension_household.fbfbm', '=', fbfbm)
  const found = await standingRows(q.where('extension_household.zt', '=', ZT.valid), MOST + 1)
  if (found.length > MOST) throw fieldProblems.most({ most: MOST, found: found.length })
  if (found.length === 0) return []
  const members = await scoped(ctx, jtcy)
    .select(['jtcy.cbfId', 'jtcy.id', 'jtcy.cyxm', 'jtcy.cyxb', 'jtcy.yhzgx', 'jtcy.cybz'])
    .where('jtcy.countyCode', '=', countyCode)
    .where(
      'jtcy.cbfId',
      'in',
      found.map((h) => h.id),
    )
    .orderBy('jtcy.sort')
    .execute()
  const parcels = await joinable(ctx, cbdkxx)
    .leftJoin('dk', (on) =>
      on
        .onRef('dk.countyCode', '=', 'cbdkxx.countyCode')
        .onRef('dk.tenantId', '=', 'cbdkxx.tenantId')
        .onRef('dk.dkbm', '=', 'cbdkxx.dkbm')
        .on('dk.zt', '=', ZT.valid),
    )
    .select(['cbdkxx.cbfbm', 'cbdkxx.dkbm', 'cbdkxx.dkmc', 'cbdkxx.htmjm', 'cbdkxx.scmjm', sql<string | null>`ST_AsGeoJSON(dk.geom, 8)`.as('shape')])
    .where('cbdkxx.countyCode', '=', countyCode)
    .where(
      'cbdkxx.cbfbm',
      'in',
      found.map((h) => h.cbfbm!),
    )
    .where('cbdkxx.qszt', '=', QSZT.current)
    .orderBy('cbdkxx.dkbm')
    .execute()
  const known = await typedRows<{ cbfbm: string; survey: SurveyFindings | null; landNote: string | null }>(
    joinable(ctx, extension_household)
      .select(['extension_household.cbfbm', 'extension_household.survey', 'extension_household.landNote'])
      .where('extension_household.countyCode', '=', countyCode)
      .where('extension_household.fbfbm', '=', fbfbm)
      .where('extension_household.round', '=', NEXT_ROUND),
  )
  const [byHousehold, byCode, surveys] = [
    Map.groupBy(members, (m) => of(m.cbfId)),
    Map.groupBy(parcels, (p) => of(p.cbfbm)),
    new Map(known.map((k) => [k.cbfbm, k])),
  ]
  const shown = found.map((h) => ({ ...visible(ctx, cbf, h), tags: '' }))
  const { records } = await withIssuerAndTags(ctx, { records: shown })
  return records.map((h) => {
    const own = (byHousehold.get(of(h.id)) ?? []).map(({ cbfId: _, ...m }) => ({ ...m, id: of(m.id) })) as RegisterMember[]
    const k = surveys.get(of(h.cbfbm))
    return {
      id: of(h.id),
      cbfbm: h.cbfbm!,
      cbfmc: h.cbfmc ?? '',
      ybStatus: h.ybStatus!,
      closed: notSurveyed(h)?.[ctx.lang] ?? null,
      members: own,
      parcels: (byCode.get(of(h.cbfbm)) ?? []).map((p) => ({
        dkbm: of(p.dkbm),
        dkmc: p.dkmc === null ? '' : of(p.dkmc),
        htmjm: p.htmjm === null ? null : of(p.htmjm),
        scmjm: p.scmjm === null ? null : of(p.scmjm),
        shape: p.shape === null ? null : of(p.shape),
      })),
      said: standingSaid({ ...h, survey: k?.survey ?? null, landNote: k?.landNote ?? null }, own),
    }
  })
}
type Standing = Pick<SurveySaid, 'wish' | 'ybddlx' | 'tags' | 'surveyDay' | 'surveyor' | 'landNote' | 'survey'>
/** What stands of a household's survey, with a row for each member of the register: what a form begins with, and what a later delivery is compared with. */
export const standingSaid = (h: Standing, members: readonly RegisterMember[]): SurveySaid => ({
  wish: h.wish ?? null,
  ybddlx: h.ybddlx ?? null,
  tags: h.tags ?? '',
  surveyDay: h.surveyDay ?? null,
  surveyor: h.surveyor ?? null,
  landNote: h.landNote ?? null,
  survey: {
    members: listedMembers(members, h.survey?.members ?? []),
    parcels: h.survey?.parcels ?? [],
    circulation: h.survey?.circulation ?? [],
    landNote: h.survey?.landNote ?? null,
  },
})

/** The device as the one who looks in: in its tenant, without any button. */
const whoOf = (d: FieldDevice): Who => ({
  userId: '0',
  account: 'device',
  realName: d.person ?? '',
  tenantId: d.tenantId,
  deptId: '0',
  roleIds: [],
  roles: [],
  regionCode: '',
  perms: new Set<string>(),
})
/**
 * A device looks in, without a session, so that one that was lost is told of its end: {deviceId, countyCode, wiped?: 1 once it is empty}. Answers whether it was
 * revoked; of a device that is not known it was not.
 */
export async function deviceContact(ctx: Ctx, input: InputOf<'POST', never, typeof CONTACT_BODY>): Promise<{ revoked: boolean }> {
  const deviceId = madeId(input.deviceId, 'deviceId')
  const { countyCode = '' } = input
  if (!/^\d{6}$/.test(countyCode)) throw invalidField('countyCode', both('县级代码格式不正确', 'The county is malformed'))
  const found = (await ctx.db
    .selectFrom('field_device')
    .selectAll()
    .where('countyCode', '=', countyCode)
    .where('deviceId', '=', deviceId)
    .execute()) as unknown as FieldDevice[]
  const isWiped = input.wiped === 1
  for (const d of found) {
    const isEmptied = isWiped && d.state === DEVICE_STATE.revoked
    if (!isEmptied && d.contactTime && d.contactTime > moved(ctx.now, -SEEN_EVERY)) continue
    const own: Ctx = { ...ctx, who: whoOf(d) }
    await rows.change(own, field_device, d, { contactTime: ctx.now, ...(isEmptied ? { state: DEVICE_STATE.wiped, wipedTime: ctx.now } : {}) })
  }
  return { revoked: found.some((d) => d.state !== DEVICE_STATE.active) }
}

/** Revokes devices: {ids, reason}; each with everybody who took something along on it, in the caller's region. @throws invalid without a reason */
export async function revokeDevices(ctx: Ctx, input: TextInput<'ids' | 'reason'>): Promise<void> {
  const reason = requireReason(input.reason, field_device.fields.reason.max!, both('请输入停用原因', 'Please give the reason'))
  for (const id of new Set((input.ids ?? '').split(',').filter(Boolean))) {
    const named = await rows.get(ctx, field_device, id)
    for (const d of await devicesOf(ctx, named.countyCode, named.deviceId!))
      if (d.state === DEVICE_STATE.active)
        await rows.change(ctx, field_device, d, { state: DEVICE_STATE.revoked, revokedTime: ctx.now, revokedBy: ctx.who.realName, reason })
  }
}
