import { readDraft } from '../../kit/model/check.ts'
import { problem, problems } from '../../kit/model/problem.ts'
import { idKey } from '../../kit/model/id-card.ts'
import { isId, type Fields } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { textIn, DeferredResponse, type Route, type SentDraft, type Slice } from '../../kit/server/route.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbdkxx, cbht } from '../../land/definitions/cbht.ts'
import { QSZT } from '../../land/definitions/statuses.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { restrictedBy, statusesOf } from '../../land/register/standing.server.ts'
import { maskName } from '../../platform/public/mask.ts'
import { countWrong, shutSeconds } from '../../platform/session/guesses.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { attach } from '../../services/files/attach.ts'
import { requireAsKept } from '../../services/files/serve.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { readNotice, takeNotice } from '../push/notices.server.ts'
import { OPEN_BODIES } from './bodies.ts'
import { SCOPE_WORDS } from '../push/scopes.ts'
import { openRoute, type OpenApp } from './open.server.ts'

/** Refuses values that are not as their fields say, all at once. */
const checkedBy = (fields: Fields) => (_ctx: Ctx, body: Readonly<Record<string, unknown>>) => {
  const { wrong } = readDraft(fields, body)
  if (wrong.length) throw problems.invalid(wrong)
}
export const askProblems = {
  inVain: problem<{ retryAfter: number }>(429, 'open-in-vain', () => ({
    zh: '合同编码与证件号码多次不符，请稍后再试',
    en: 'Code and number have not matched too many times: try again later',
  })),
}
const nobody = { zh: cbht.label, en: cbht.en }
/** Questions about one contract, and in all, that an application may ask in vain within a window. */
const IN_VAIN = { contract: 10, application: 200 }
/** One current contract, for who knows its code and the number of its holder; every other question is answered alike. The name has stars. */
async function contractFor(ctx: Ctx, body: SentDraft<typeof OPEN_BODIES.contract>, app: OpenApp) {
  const appName = app.name ?? ''
  const cbhtbm = textIn(body, 'cbhtbm')
  const vain = new Map([
    [`contract ${app.id}`, IN_VAIN.application],
    [`contract ${app.id} ${cbhtbm}`, IN_VAIN.contract],
  ])
  const retryAfter = await shutSeconds(ctx.db, ctx.now, vain)
  if (retryAfter > 0) throw askProblems.inVain({ retryAfter })
  const c = await rows.find(ctx, cbht, { cbhtbm, qszt: QSZT.current })
  if (!c?.cbfzjhm || idKey(c.cbfzjhm) !== idKey(body.cbfzjhm))
    return new DeferredResponse(async (again) => {
      await again((next) => countWrong(next.db, next.now, [...vain.keys()]))
      throw problems.notFound(nobody)
    })
  const county = countyOf(c.regionCode)
  const lines = await flatRows(joinable(ctx, cbdkxx), cbdkxx)
    .where('cbdkxx.countyCode', '=', county)
    .where('cbdkxx.djbId', '=', c.djbId ?? '0')
    .where('cbdkxx.qszt', '=', QSZT.current)
    .orderBy('cbdkxx.dkbm')
    .execute()
  await audit(ctx, { action: 'cbht.query', object: cbht.name, objectId: c.id, regionCode: c.regionCode, diff: { appName } })
  const { fbfmc, cbfs, cbqxq, cbqxz, htzmj, htzmjm, qdsj, htxlh } = c
  const parcels = lines.map(({ dkbm, dkmc, htmj, htmjm }) => ({ dkbm, dkmc, htmj, htmjm }))
  const standing = await standingOf(ctx, county, { cbjyqzbms: [cbhtbm], dkbms: parcels.map((p) => p.dkbm!), cbfbms: [c.cbfbm!] })
  return { cbhtbm, cbfmc: maskName(c.cbfmc ?? ''), fbfmc, cbfs, cbqxq, cbqxz, htzmj, htzmjm, qdsj, htxlh, ...standing, parcels }
}

/** What stands against a right today, on its book, its parcels or its household: whoever lends on it is told of each kind. '1' or '0'. */
async function standingOf(ctx: Ctx, county: string, on: Parameters<typeof restrictedBy>[2]) {
  const kinds = new Set([...(await restrictedBy(ctx, county, on)).values()].flatMap((k) => [...k]))
  return { ...statusesOf(kinds), cfzt: kinds.has('cf') ? '1' : '0' }
}

/** A paper of a case that was pushed, as text of base 64 with its digest. */
async function paperFor(ctx: Ctx, body: SentDraft<typeof OPEN_BODIES.file>, storage: Storage, appName: string) {
  const id = textIn(body, 'fileId')
  const f = isId(id) ? await rows.find(ctx, attach, { id }) : undefined
  const pushed =
    f?.businessId &&
    (await ctx.db
      .selectFrom('push_state')
      .select('businessId')
      .where('countyCode', '=', countyOf(f.regionCode))
      .where('tenantId', '=', ctx.who.tenantId)
      .where('businessId', '=', f.businessId)
      .where('knownAt', 'is not', null)
      // of a case of which nobody was told only what had arrived before
      .where((e) => e.or([e('status', '<>', '5'), e('arriveTime', 'is not', null)]))
      .executeTakeFirst())
  // what is not there and what is not for him are one
  if (!f || !pushed) throw problems.notFound({ zh: '附件', en: 'Paper' })
  await audit(ctx, { action: 'attach.fetch', object: attach.name, objectId: f.id, regionCode: f.regionCode, diff: { appName } })
  return new DeferredResponse(async () => {
    await requireAsKept(storage, f)
    const content = (await storage.read(f.ossName!)).toString('base64')
    return { name: f.name, contentType: f.contentType, sha256: f.sha256, size: f.attachSize, content }
  })
}

/** What other offices tell and ask beside ratings. Source: business-flows.md 10.3; docs/adr/0067. */
export function openSlice(sealer: Sealer, storage: Storage): Slice {
  const routes: Route[] = [
    openRoute({
      path: '/openApi/notice',
      summary: SCOPE_WORDS.notice.zh,
      audit: 'registry_notice.insert',
      body: OPEN_BODIES.notice,
      sealer,
      scope: 'notice',
      perms: ['registry_notice_add'],
      check: (ctx, body) => void readNotice(ctx, body),
      run: (ctx, body, app) => takeNotice(ctx, body, app),
    }),
    openRoute({
      path: '/openApi/contract',
      summary: SCOPE_WORDS.contract.zh,
      audit: 'cbht.query',
      body: OPEN_BODIES.contract,
      sealer,
      scope: 'contract',
      perms: [],
      check: checkedBy(OPEN_BODIES.contract),
      run: (ctx, body, app) => contractFor(ctx, body, app),
    }),
    openRoute({
      path: '/openApi/file',
      summary: SCOPE_WORDS.file.zh,
      audit: 'attach.fetch',
      body: OPEN_BODIES.file,
      sealer,
      scope: 'file',
      perms: [],
      check: checkedBy(OPEN_BODIES.file),
      run: (ctx, body, app) => paperFor(ctx, body, storage, app.name ?? ''),
    }),
  ]
  return { name: 'open', resources: [], routes }
}
