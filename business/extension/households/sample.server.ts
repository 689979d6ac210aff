import { idList } from '../../../kit/model/resource.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { shown } from '../../../kit/server/narrow.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import type { DeferredResponse, TextInput } from '../../../kit/server/route.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { ZT } from '../../../land/definitions/statuses.ts'
import type { SurveyFindings } from '../../../land/definitions/extension.ts'
import { withIssuerAndTags } from '../../../land/cbf/tags.server.ts'
import { readWords } from '../../../land/paper/read.server.ts'
import { render } from '../../../land/paper/render.server.ts'
import type { Words } from '../../../land/paper/rows.ts'
import { pdfLater } from '../../../services/typeset/pdf.server.ts'
import { knownOf, householdsStanding, registerOf, type StandingHousehold } from './households.server.ts'
import { extensionProblems } from './problems.ts'
import { SAMPLE_WORDS, sampleDoc, type SampleHousehold } from './sample.ts'

/** Households of one file. */
const MOST_FORMS = 50

async function wordsOf(ctx: Ctx): Promise<Words> {
  const found = await ctx.db
    .selectFrom('dict_biz')
    .select(['code', 'dictKey', 'dictValue'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', 'in', [...SAMPLE_WORDS])
    .where('parentId', 'is not', null)
    .execute()
  const own = Map.groupBy(found, (d) => String(d.code))
  return {
    ...(await readWords(ctx)),
    ...Object.fromEntries([...own].map(([code, list]) => [code, Object.fromEntries(list.map((d) => [String(d.dictKey), String(d.dictValue)]))])),
  }
}
/** What the form of a household prints of register and survey; numbers and phone in full for those alone who may see them. */
async function read(ctx: Ctx, h: StandingHousehold): Promise<SampleHousehold> {
  const countyCode = countyOf(h.cbfbm!)
  const holder = await scoped(ctx, cbf)
    .select(['cbf.id', 'cbf.cbfdz', 'cbf.lxdh'])
    .where('cbf.countyCode', '=', countyCode)
    .where('cbf.id', '=', h.id)
    .where('cbf.zt', 'in', [ZT.valid, ZT.historic])
    .executeTakeFirstOrThrow()
  const members = await scoped(ctx, jtcy)
    .select(['jtcy.id', 'jtcy.cyxm', 'jtcy.cyxb', 'jtcy.yhzgx', 'jtcy.cyzjhm', 'jtcy.cybz'])
    .where('jtcy.countyCode', '=', countyCode)
    .where('jtcy.cbfId', '=', h.id)
    .orderBy('jtcy.sort')
    .execute()
  const { cbfdz, lxdh } = shown(ctx, cbf, holder)
  const known = (await knownOf(ctx, h, ['id', 'survey'])) as { survey?: SurveyFindings | null } | undefined
  const [row] = (await withIssuerAndTags(ctx, { records: [{ cbfbm: h.cbfbm, fbfbm: h.fbfbm, tags: '' }] })).records
  return {
    cbfbm: h.cbfbm!,
    cbfmc: h.cbfmc ?? '',
    fbfmc: row?.fbfmc ?? '',
    cbfdz: cbfdz ?? '',
    lxdh: lxdh ?? '',
    tags: idList(row?.tags),
    wish: h.wish,
    ybddlx: h.ybddlx,
    surveyDay: h.surveyDay,
    surveyor: h.surveyor ?? '',
    members: members.map((m) => ({ ...shown(ctx, jtcy, m), id: String(m.id) })),
    parcels: (await registerOf(ctx, h.id, h.cbfbm!)).parcels,
    survey: known?.survey ?? null,
  }
}
/** GET example/download: the survey form, empty or of the households that `cbfbms` names. @throws extension-none, extension-most */
export async function sample(ctx: Ctx, q: TextInput<'cbfbms'>): Promise<DeferredResponse> {
  const codes = [...new Set(idList(q.cbfbms))]
  if (codes.length > MOST_FORMS) throw extensionProblems.most({ most: MOST_FORMS })
  const list: SampleHousehold[] = []
  if (codes.length) for (const h of await householdsStanding(ctx, codes)) list.push(await read(ctx, h))
  const words = await wordsOf(ctx)
  return pdfLater('二轮延包摸底调查表', ctx.now, [(t) => render('letter', () => sampleDoc(list, words), t)])
}
