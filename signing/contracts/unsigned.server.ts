import { sql } from 'kysely'
import { writeXlsx } from 'hucre/xlsx'
import { text, labelOf } from '../../kit/model/field.ts'
import { formats } from '../../kit/model/formats.ts'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { isNarrowed, narrowed } from '../../kit/server/narrow.server.ts'
import { joinable, filterNames, listNames, page, scoped, underRegion } from '../../kit/server/query.server.ts'
import { answering, asFile, FileResponse, reading, route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { cbf, type Cbf } from '../../land/definitions/cbf.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { DJZT, ZT } from '../../land/definitions/statuses.ts'
import { STATUS } from '../../business/cases/rules/flow.ts'
import { filled, holes, paramsInOrder } from '../../platform/messages/message.ts'
import { queueMessage, type SmsParts } from '../../platform/messages/send.server.ts'
import { SIGN_REMINDER } from '../../platform/messages/contents.ts'
import { sms_content } from '../../platform/messages/sms.ts'
import { contract_file } from '../../business/cases/definitions/business.ts'
import { REASON_WORDS, unsignedReason, UNSIGNED_REASONS, STATUSES, unsignedProblems, type UnsignedReason } from './unsigned.ts'
import { XLSX_TYPE } from '../../runtime/workbook/media-type.ts'
import { areaFigure } from '../../land/definitions/area.ts'

/** What is said of an unsigned contractor beside its row; areas in mu, days since the contract waits, else since the contractor was entered. */
const SAID = ['fbfmc', 'parcels', 'area', 'reason', 'days'] as const
/** Rows of one workbook, and contractors reminded at once. */
const MOST_ROWS = 10_000
const MOST_REMINDED = 200
const DAY = 86_400_000

/**
 * Valid contractors without a signed contract: those with a contract that waits for signatures, and those that were never registered and have none. `reason`
 * narrows. Two sources that nobody is in both of, each with its indexes: a list of them never walks the whole register.
 */
function unsigned(ctx: Ctx, reason?: UnsignedReason): AnyQuery {
  const statuses = reason ? STATUSES[reason] : UNSIGNED_REASONS.flatMap((r) => STATUSES[r])
  const mine = (t: string) => sql`${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const waiting = sql`select c.* from cbf c where ${mine('c')} and (c."countyCode", c.cbfbm) in (select f."countyCode", f.cbfbm from contract_file f
    join business b on b."countyCode" = f."countyCode" and b.id = f."businessId" and b.status in (${sql.lit(STATUS.todo)}, ${sql.lit(STATUS.doing)}) and b.removed is null
    where ${mine('f')} and coalesce(f."signStatus", '99') = any(${statuses}::text[]))`
  const never = sql`select c.* from cbf c where ${mine('c')} and c.djzt = ${sql.lit(DJZT.none)}
    and not exists (select from contract_file f where f."countyCode" = c."countyCode" and ${mine('f')} and f.cbfbm = c.cbfbm)`
  const rows = sql`(${!reason || reason === 'unsigned' ? sql`${waiting} union all ${never}` : waiting})`.as('cbf')
  const seen = underRegion(ctx.db.selectFrom(rows) as AnyQuery, 'cbf', ctx.who.regionCode)
  return (isNarrowed(ctx, cbf) ? narrowed(ctx, seen, cbf) : seen).where('cbf.zt', '=', ZT.valid)
}
function reasonAsked(said?: string): UnsignedReason | undefined {
  if (said === undefined || said === '') return undefined
  const asked = UNSIGNED_REASONS.find((r) => r === said)
  if (!asked) throw problems.badRequest({ zh: '未签原因格式不正确', en: 'The reason is malformed' })
  return asked
}

/** Of these contractors: the newest contract that waits, what land they hold, and the names of their issuers; three statements. */
async function factsOf(ctx: Ctx, list: readonly Pick<Cbf, 'cbfbm' | 'fbfbm'>[]) {
  const codes = list.map((c) => c.cbfbm!),
    counties = [...new Set(codes.map(countyOf))]
  const files = codes.length
    ? await scoped(ctx, contract_file)
        .select(['contract_file.id', 'contract_file.cbfbm', 'contract_file.signStatus', 'contract_file.createTime'])
        .where('contract_file.countyCode', 'in', counties)
        .where('contract_file.cbfbm', 'in', codes)
        .orderBy('contract_file.id')
        .execute()
    : []
  const land = codes.length
    ? await joinable(ctx, dk)
        .select(['dk.cbfbm', sql<string>`count(*)`.as('n'), sql<string>`sum(dk.scmjm)`.as('area')])
        .where('dk.countyCode', 'in', counties)
        .where('dk.cbfbm', 'in', codes)
        .where('dk.zt', '=', ZT.valid)
        .groupBy('dk.cbfbm')
        .execute()
    : []
  const issuers = codes.length
    ? await scoped(ctx, fbf)
        .select(['fbf.fbfbm', 'fbf.fbfmc'])
        .where('fbf.countyCode', 'in', counties)
        .where('fbf.fbfbm', 'in', [...new Set(list.map((c) => c.fbfbm))])
        .where('fbf.zt', '=', ZT.valid)
        .execute()
    : []
  const ofFile = new Map(files.map((f) => [f.cbfbm, f])),
    ofLand = new Map(land.map((l) => [String(l.cbfbm), l])),
    ofIssuer = new Map(issuers.map((f) => [f.fbfbm, f.fbfmc]))
  const today = Date.parse(ctx.now.slice(0, 10))
  return (c: Pick<Cbf, 'cbfbm' | 'fbfbm' | 'createTime'>) => {
    const file = ofFile.get(c.cbfbm)
    const since = String(file?.createTime ?? c.createTime).slice(0, 10)
    return {
      fbfmc: ofIssuer.get(c.fbfbm) ?? null,
      parcels: Number(ofLand.get(c.cbfbm!)?.n ?? 0),
      area: String(ofLand.get(c.cbfbm!)?.area ?? '0.00'),
      reason: unsignedReason(file?.signStatus) ?? 'unsigned',
      days: Math.max(0, Math.round((today - Date.parse(since)) / DAY)),
    }
  }
}

async function list(ctx: Ctx, { reason, ...filter }: TextInput) {
  const found = await page(ctx, cbf, filter, unsigned(ctx, reasonAsked(reason)))
  const facts = await factsOf(ctx, found.records)
  return { ...found, records: found.records.map((c) => ({ ...c, ...facts(c) })) }
}

/** The same as a workbook, at most {@link MOST_ROWS} rows; persons as the list shows them. */
async function sheet(ctx: Ctx, q: TextInput): Promise<FileResponse> {
  const all = await list(ctx, { ...q, current: '1', size: '500' })
  if (all.total > MOST_ROWS) throw problems.badRequest({ zh: `导出不能超过${MOST_ROWS}行，请缩小范围`, en: `More than ${MOST_ROWS} rows: narrow the search` })
  const records = [...all.records]
  for (let current = 2; records.length < all.total; current += 1) {
    const more = (await list(ctx, { ...q, current: String(current), size: '500' })).records
    if (more.length === 0) break
    records.push(...more)
  }
  const zh = ctx.lang === 'zh'
  const own = (['cbfbm', 'cbfmc', 'lxdh'] as const).map((n) => labelOf(cbf.fields[n])[ctx.lang])
  const heads = [
    own[0]!,
    own[1]!,
    ...(zh ? ['发包方名称'] : ['Issuer']),
    own[2]!,
    ...(zh ? ['地块数', '面积（亩）', '原因', '天数'] : ['Parcels', 'Area (mu)', 'Reason', 'Days']),
  ]
  const lines = records.map((c) => [
    c.cbfbm ?? '',
    c.cbfmc ?? '',
    c.fbfmc ?? '',
    c.lxdh ?? '',
    c.parcels,
    areaFigure(c.area),
    REASON_WORDS[c.reason][ctx.lang],
    c.days,
  ])
  const bytes = await writeXlsx({ sheets: [{ name: zh ? '未签承包方' : 'Unsigned', rows: [heads, ...lines] }] })
  return new FileResponse(zh ? '未签承包方.xlsx' : 'unsigned.xlsx', XLSX_TYPE, Buffer.from(bytes))
}

/** Reminds unsigned contractors by message. Those who are not unsigned, or have no mobile number, are left out and counted. */
async function remind(ctx: Ctx, parts: SmsParts, input: TextInput<'cbfbms'>) {
  const codes = [...new Set((input.cbfbms ?? '').split(',').flatMap((c) => c.trim() || []))]
  if (codes.length === 0) throw problems.badRequest({ zh: '请选择至少一条数据', en: 'Select at least one row' })
  if (codes.length > MOST_REMINDED) throw problems.badRequest({ zh: `一次最多提醒${MOST_REMINDED}户`, en: `At most ${MOST_REMINDED} at once` })
  const content = await scoped(ctx, sms_content).selectAll('sms_content').where('sms_content.contentCode', '=', SIGN_REMINDER.code).executeTakeFirst()
  if (content?.isEnabled !== 1) throw unsignedProblems.noContent({ code: SIGN_REMINDER.code })
  const wrong = holes(content.content).filter((n) => !SIGN_REMINDER.names.includes(n))
  if (wrong.length) throw unsignedProblems.holes({ names: wrong.join('、') })
  const found = await typedRows<Pick<Cbf, 'id' | 'cbfbm' | 'cbfmc' | 'fbfbm' | 'lxdh' | 'createTime'>>(
    unsigned(ctx)
      .select(['cbf.id', 'cbf.cbfbm', 'cbf.cbfmc', 'cbf.fbfbm', 'cbf.lxdh', 'cbf.createTime'])
      .where('cbf.countyCode', 'in', [...new Set(codes.map(countyOf))])
      .where('cbf.cbfbm', 'in', codes)
      .orderBy('cbf.cbfbm'),
  )
  const facts = await factsOf(ctx, found)
  let sent = 0
  for (const c of found) {
    if (!c.lxdh || formats.phone(c.lxdh)) continue
    const params = { cbfmc: String(c.cbfmc), fbfmc: facts(c).fbfmc ?? '' }
    const words = filled(content.content, params)
    const id = await queueMessage(ctx, parts, {
      phone: c.lxdh,
      contentCode: SIGN_REMINDER.code,
      shown: words,
      text: words,
      templateId: content.templateId,
      params: paramsInOrder(content.content, params),
      isUnasked: true,
    })
    if (id) sent += 1
  }
  if (sent === 0) throw unsignedProblems.nobody()
  return { sent, left: codes.length - sent }
}

const NAMES = listNames(cbf).filter((n) => n !== 'asOf' && n !== 'knownAt')
const look = reading('land', 'cbf_view')
/** Contractors whose contract is not signed: list, workbook, reminder. */
export const unsignedRoutes = (parts: SmsParts): Route[] => [
  answering(look('/base-qssj/cbf/unsignedPage', '未签承包方分页', [...NAMES, 'reason'], list), { as: 'page', of: cbf, also: SAID }),
  asFile({ ...look('/base-qssj/cbf/unsignedCbfExport', '导出未签承包方', [...filterNames(cbf), 'reason'], sheet), perm: 'cbf_export' }, 'cbf.export'),
  route({
    method: 'POST',
    path: '/base-qssj/cbf/unsigned-remind',
    perm: 'sign_edit',
    scope: 'land',
    audit: 'cbf.remind',
    summary: '提醒未签承包方签约',
    body: { cbfbms: text('承包方编码', { en: 'Contractors', required: true, max: 4000 }) },
    run: (ctx, input) => remind(ctx, parts, input),
  }),
]
