import { invalidField, problems } from '../../kit/model/problem.ts'
import { countyOf, padRegion, regionLevel } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { route, answering, crud, ids, reading, rowIdOf, textIn, listing, type Route, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { dk } from '../definitions/dk.ts'
import { landProblems } from '../definitions/problems.ts'
import { fbf, type Fbf } from '../definitions/fbf.ts'
import { changedIdWrong } from '../definitions/household.ts'
import { ZT } from '../definitions/statuses.ts'
import { FIGURES, fbfPage } from './figures.server.ts'
import { historyOf } from '../register/history.server.ts'
import { sharedTerm } from '../register/rounds.server.ts'
import { date } from '../../kit/model/field.ts'
import { fbf_round } from '../register/acts/tables.ts'
import { fbf_plan } from './plan.ts'
import { issuerNameWrong } from '../register/issuer-names.server.ts'
import { planNames, planRoutes, recordedRounds } from './plan.server.ts'
import { ACTS, requireNamedPerson } from '../register/whose-number.server.ts'
import { changeFree, lockOf, locksOf, requireUnlocked } from '../register/locked.server.ts'

/** The issuer with this code within the caller's region; throws when there is none. */
export async function getFbf(ctx: Ctx, fbfbm: string): Promise<Fbf> {
  const found = await rows.find(ctx, fbf, { fbfbm, zt: ZT.valid })
  if (!found) throw landProblems.noFbf({ fbfbm })
  return found
}

/** The issuer's code is its region padded to 14 digits; a region has one issuer. */
async function save(ctx: Ctx, input: SentRow<typeof fbf>): Promise<string> {
  const stands = input.id ? await rows.get(ctx, fbf, rowIdOf(input), true) : undefined
  const lock = stands && (await lockOf(ctx, fbf, stands))
  if (lock) return changeFree(ctx, fbf, stands, input, lock)
  const draft = await rows.checkedDraft(ctx, fbf, input, [], { fbfbm: padRegion(textIn(input, 'regionCode')), zt: ZT.valid })
  const number = changedIdWrong(draft.fzrzjlx, draft.fzrzjhm, stands && { zjlx: stands.fzrzjlx, zjhm: stands.fzrzjhm })
  if (number) throw invalidField('fzrzjhm', number)
  const was = stands && { name: stands.fbffzrxm, number: stands.fzrzjhm }
  const county = countyOf(String(draft.regionCode))
  await requireNamedPerson(ctx, { name: draft.fbffzrxm, number: draft.fzrzjhm }, { field: 'fzrzjhm', county, was, acts: ACTS.principal })
  const code = String(draft.regionCode)
  if (regionLevel(code) < 4) throw landProblems.fbfLevel()
  // a name that it has already, from a package, bars no other change
  const taken = draft.fbfmc === stands?.fbfmc ? [] : await issuerNameWrong(ctx, padRegion(code), draft.fbfmc)
  if (taken.length) throw problems.invalid(taken)
  if (stands) {
    const { regionCode: _, ...rest } = draft
    if (stands.regionCode !== code) throw landProblems.fbfFixed()
    rows.requireRevSaid(stands, input.rev)
    return rows.update(ctx, fbf, stands.id, rest)
  }
  const fbfbm = padRegion(code)
  const syqxz = draft.syqxz ?? (fbfbm.endsWith('00000') ? '33' : fbfbm.endsWith('00') ? '32' : '31')
  return rows.insert(ctx, fbf, { ...draft, fbfbm, syqxz, zt: ZT.valid })
}

async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  for (const id of gone) {
    const f = await rows.get(ctx, fbf, id, true)
    for (const r of [cbf, dk]) {
      const used = await scoped(ctx, r).select(`${r.name}.id`).where(`${r.name}.fbfbm`, '=', f.fbfbm).limit(1).executeTakeFirst()
      if (used) throw landProblems.fbfInUse()
    }
    await requireUnlocked(ctx, fbf, f)
  }
  await rows.remove(ctx, fbf, gone)
}

const { roundNo, fromDay, toDay, planId, causeKind } = fbf_round.fields
const ROUND = { roundNo, fromDay, toDay, planId, causeKind, planName: fbf_plan.fields.planName, day: date('登记日期', { en: 'Recorded' }) }
/**
 * Rounds of contracting of an issuer, in their order: by which plan or other cause, and since which day the register has them. Where none is recorded the term
 * that its household books share, which has no number and no cause.
 */
async function roundsOf(ctx: Ctx, code: string) {
  const { fbfbm } = await getFbf(ctx, code)
  const recorded = await recordedRounds(ctx, fbfbm!)
  if (recorded.length === 0) {
    const shared = await sharedTerm(ctx).where('djb.countyCode', '=', countyOf(fbfbm!)).where('djb.fbfbm', '=', fbfbm!).execute()
    return shared.map((term) => ({ roundNo: null, ...term, planId: null, causeKind: null, planName: null, day: null }))
  }
  const names = await planNames(ctx, fbfbm!)
  return recorded.map((r) => ({
    roundNo: r.roundNo,
    fromDay: r.fromDay,
    toDay: r.toDay,
    planId: r.planId,
    causeKind: r.causeKind,
    planName: names.get(String(r.causeKind === 'plan' ? r.causeId : r.planId)) ?? null,
    day: String(r.updateTime).slice(0, 10),
  }))
}

const plain = crud(fbf)
export const routes: Route[] = [
  answering(listing({ ...plain.page, query: [...(plain.page.query ?? []), 'complete'] }, fbfPage), { as: 'page', of: fbf, also: FIGURES }),
  route({
    ...plain.detail,
    query: ['id', 'fbfbm', 'asOf', 'knownAt'],
    run: async (ctx, q) => (q.fbfbm ? getFbf(ctx, q.fbfbm) : plain.detail.run(ctx, q, { headers: {}, params: {}, cookies: {} })),
  }),
  { ...plain.save, run: save },
  { ...plain.update, run: save },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) },
  answering(
    reading('land', 'fbf_view')('/base-qssj/fbf/rounds', '发包方承包轮次', ['fbfbm'], (ctx, q) => roundsOf(ctx, q.fbfbm ?? '')),
    { as: 'rows', of: ROUND },
  ),
  historyOf(fbf, 'fbfbm'),
  locksOf(fbf),
  ...planRoutes,
]
