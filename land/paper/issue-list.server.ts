import { idList, isId } from '../../kit/model/resource.ts'
import { countyOf, isRegionCode } from '../../kit/model/region-code.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped, underRegion } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { stageOf } from '../cbjyqz/desk.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { bookKeys } from '../register/content/book1.ts'
import { contentsFor } from '../register/content/content.server.ts'
import type { IssueListDoc } from './documents/issue-list.ts'
import { printProblems } from './problems.ts'
import { printing } from './read.server.ts'
import { byCode, dayText, muText, muTotal, onceEach, sumOf, textOf } from './rows.ts'
import { MAX_FORMS } from './survey.server.ts'
import { regionName } from '../../platform/regions/lookup.server.ts'

/**
 * 颁证清册: the certificates that are named, or all of a region that are printed or issued and not collected yet, with what their books say of members and
 * parcels. Names alone stand in it, no numbers of persons.
 * @throws print-nothing, print-too-many
 */
export async function readIssueList(ctx: Ctx, q: TextInput<'ids' | 'regionCode'>): Promise<IssueListDoc> {
  const ids = idList(q.ids)
  const region = q.regionCode || ctx.who.regionCode
  if ((region && !isRegionCode(region)) || !ids.every(isId)) throw problems.badRequest({ zh: '参数格式不正确', en: 'A parameter is malformed' })
  const all = flatRows(underRegion(scoped(ctx, cbjyqz), 'cbjyqz', region), cbjyqz).where('cbjyqz.sfzx', '=', 0)
  const asked = ids.length
    ? all.where('cbjyqz.id', 'in', ids)
    : all
        .where((e) => e.or([e('cbjyqz.cbjyqzlsh', 'is not', null), e('cbjyqz.fzrq', 'is not', null)]))
        .where((e) => e.or([e('cbjyqz.qzsflq', 'is', null), e('cbjyqz.qzsflq', '!=', '1')]))
  const found = await asked
    .orderBy('cbjyqz.cbjyqzbm')
    .limit(MAX_FORMS + 1)
    .execute()
  // a list of no id does not mean all of the region
  if (q.ids && ids.length === 0) throw problems.noneSelected()
  if (ids.some((id) => !found.some((r) => r.id === id))) throw problems.notFound({ zh: cbjyqz.label, en: cbjyqz.en })
  const listed = found.filter((r) => ids.length > 0 || ['printed', 'issued'].includes(stageOf(r)))
  if (listed.length === 0) throw printProblems.nothing()
  if (listed.length > MAX_FORMS) throw printProblems.tooMany({ max: MAX_FORMS })
  const said = new Map<string, Awaited<ReturnType<typeof contentsFor>> extends Map<string, infer C> ? C : never>()
  for (const [county, of] of Map.groupBy(listed, (r) => countyOf(r.regionCode)))
    for (const [id, content] of await contentsFor(
      ctx,
      county,
      of.map((r) => r.djbId!),
    ))
      said.set(id, content)
  const words = await printing(ctx)
  const households = listed.map((r) => {
    const c = said.get(r.djbId!)?.content
    const parcels = byCode(
      (c?.lines ?? []).map(({ values }) => ({ dkbm: '', ...bookKeys(values) }) as { dkbm: string; dkmc?: string; scmjm?: string; scmj?: string }),
    )
    return {
      cbfmc: textOf(r.cbfmc),
      members: (c?.members ?? []).map((m) => textOf(bookKeys(m).cyxm)),
      code: r.cbjyqzbm!,
      serial: textOf(r.cbjyqzlsh),
      parcels: parcels.map((p) => ({ dkmc: textOf(p.dkmc), dkbm: p.dkbm, scmjm: muText(p.scmjm, words, p.scmj) })),
      scmjm: muTotal(
        parcels.map((p) => p.scmjm),
        words,
        parcels.map((p) => p.scmj),
      ),
    }
  })
  const place = await regionName(ctx, region)
  return {
    title: '农村土地承包经营权证颁证清册',
    place: place || region,
    day: dayText(ctx.now),
    households,
    scmjm: sumOf(
      onceEach(households.flatMap((h) => h.parcels)).map((p) => p.scmjm),
      words,
    ),
  }
}
