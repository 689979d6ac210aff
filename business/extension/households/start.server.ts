// The start of the extension of households: drafts of the acceptance of contract_renew over their books, which a clerk completes and sends as any other.
import { both, type Text } from '../../../kit/model/lang.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Listed } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import { djb } from '../../../land/definitions/cbht.ts'
import { YB } from '../../../land/definitions/extension.ts'
import { QSZT } from '../../../land/definitions/statuses.ts'
import { findCbf } from '../../../land/cbf/cbf.server.ts'
import { getFbf } from '../../../land/fbf/fbf.server.ts'
import { personName } from '../../../platform/people/name.ts'
import { idList } from '../../../kit/model/resource.ts'
import { submit } from '../../cases/accept.server.ts'
import { judged } from '../../cases/eligible/eligibility.server.ts'
import { asksOf, type Registry } from '../../cases/handling/handling.server.ts'
import { chosenHouseholds, standingRows, type StandingHousehold } from './households.server.ts'
import { extensionProblems } from './problems.ts'
import { stoppedBy, whyStopped, type Stopped } from './stops.ts'
import { MOST_HOUSEHOLDS, namedHouseholds } from './survey.server.ts'
import { notExtendable } from './survey.ts'

const TYPE = 'contract_renew'
/** Way of extension as it is (dictionary busi_ybddlx), and the items of the type. */
const PLAIN = '1'
const ITEM = { plain: 'contract_renew_1', changed: 'contract_renew_2' } as const
/** How the drafts are made: one of all households of an issuer, or one each. */
export const STARTS = { together: '1', each: '2' } as const

interface Ready {
  household: StandingHousehold
  book: Listed<typeof djb>
}
/** The households whose extension may be begun now, each with its book, and those whose may not, with the first thing that stands against it. */
async function sorted(of: Registry, ctx: Ctx, list: readonly StandingHousehold[]): Promise<{ ready: Ready[]; stopped: Stopped[] }> {
  const stopped: Stopped[] = []
  const stop = (h: StandingHousehold, why: Text) => void stopped.push({ cbfbm: h.cbfbm!, cbfmc: h.cbfmc ?? '', why })
  const open = list.filter((h) => {
    const why = notExtendable(h)
    if (why) stop(h, why)
    return !why
  })
  if (open.length === 0) return { ready: [], stopped }
  const books = (await scoped(ctx, djb)
    .selectAll('djb')
    .where('djb.countyCode', 'in', [...new Set(open.map((h) => countyOf(h.regionCode)))])
    .where(
      'djb.cbjyqzbm',
      'in',
      open.map((h) => `${h.cbfbm}J`),
    )
    .where('djb.qszt', '=', QSZT.current)
    .execute()) as unknown as Listed<typeof djb>[]
  const waits = (await of.handlings[TYPE]?.waits?.(ctx, books)) ?? []
  const verdicts = await judged(ctx, asksOf(of, TYPE), books)
  const ready = open.flatMap((household): Ready[] => {
    const at = books.findIndex((b) => b.cbjyqzbm === `${household.cbfbm}J`)
    const [book, verdict] = [books[at], verdicts[at]]
    const reason = verdict?.reasons[0]
    const why = !book || !verdict ? whyStopped.noBook : verdict.eligible ? waits[at] : both(reason ?? '', reason ?? '')
    if (why) stop(household, why)
    return why || !book ? [] : [{ household, book }]
  })
  return { ready, stopped }
}

/** Why the extension of these cannot be begun now, by code; of those that are not there it can. */
export const whyNotStarted = async (of: Registry, ctx: Ctx, list: readonly StandingHousehold[]): Promise<ReadonlyMap<string, Text>> =>
  new Map((await sorted(of, ctx, list)).stopped.map((s) => [s.cbfbm, s.why]))

/** One draft over these households of one issuer. The applicant of several is their issuer, that of one the household, or its issuer where the register has no telephone of it. Answers the case. */
async function draft(of: Registry, ctx: Ctx, list: readonly Ready[]): Promise<string> {
  const [first] = list
  const fbfbm = first!.household.fbfbm!
  const one = list.length === 1 ? await findCbf(ctx, first!.household.cbfbm!) : undefined
  const issuer = await getFbf(ctx, fbfbm)
  const applicant = one?.lxdh
    ? { obligeName: one.cbfmc, obligeIdType: one.cbfzjlx, obligeIdCard: one.cbfzjhm, obligePhone: one.lxdh, obligeAddress: one.cbfdz }
    : { obligeName: issuer.fbffzrxm, obligeIdType: issuer.fzrzjlx, obligeIdCard: issuer.fzrzjhm, obligePhone: issuer.lxdh, obligeAddress: issuer.fbfdz }
  const nh = list.map(({ household, book }) => ({
    cbjyqzbm: book.cbjyqzbm,
    djbId: String(book.id),
    ybddlx: household.ybddlx ?? PLAIN,
    dk: [],
    leaving: [],
    moves: [],
    cuts: [],
    households: [],
    jtcyList: [],
  }))
  const isPlain = nh.every((h) => h.ybddlx === PLAIN)
  const name = one ? `${one.cbfmc}延包` : `${issuer.fbfmc ?? ''}延包（${list.length}户）`
  return submit(of, ctx, {
    ...applicant,
    businessName: name.slice(0, 100),
    businessTypeCode: TYPE,
    businessItemCode: isPlain ? ITEM.plain : ITEM.changed,
    doSign: '1',
    businessReceiver: personName(ctx.who),
    businessReceiveTime: ctx.now,
    form: { fbfbm, bgyy: '二轮延包', hfqz: '1', nh, xz: [] },
  })
}

/**
 * Begins the extension of households that are named ({cbfbms}), all of which must be ready, or of all that are ready under the filters of the list
 * ({regionCode, fbfbm}); `as`: one draft an issuer, or one a household. Answers the drafts, and who was left out with the reason.
 * @throws extension-stopped naming every household that is not ready, extension-nothing, extension-most
 */
export async function startExtension(of: Registry, ctx: Ctx, input: TextInput<'cbfbms' | 'regionCode' | 'fbfbm' | 'as'>) {
  const isNamed = idList(input.cbfbms).length > 0
  const list = isNamed
    ? await namedHouseholds(ctx, input.cbfbms)
    : await standingRows(
        chosenHouseholds(ctx, { regionCode: input.regionCode, fbfbm: input.fbfbm, ybStatus: [YB.surveyed, YB.toSign].join(',') }),
        MOST_HOUSEHOLDS + 1,
      )
  if (list.length > MOST_HOUSEHOLDS) throw extensionProblems.most({ most: MOST_HOUSEHOLDS })
  const { ready, stopped } = await sorted(of, ctx, list)
  if (isNamed && stopped.length) throw stoppedBy(stopped)
  if (ready.length === 0) throw extensionProblems.nothing()
  const groups = input.as === STARTS.each ? ready.map((r) => [r]) : [...Map.groupBy(ready, (r) => r.household.fbfbm!).values()]
  const businessIds: string[] = []
  for (const group of groups) businessIds.push(await draft(of, ctx, group))
  return { businessIds, households: ready.length, left: stopped.map((s) => ({ cbfbm: s.cbfbm, cbfmc: s.cbfmc, reason: s.why[ctx.lang] })) }
}
