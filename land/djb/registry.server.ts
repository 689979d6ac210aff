import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import { dayName, flatRows, joinable, page, scoped, type Filter } from '../../kit/server/query.server.ts'
import { route, crud, detail, reading, type Route, type Slice } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { ExportTarget } from '../../services/exchange/exports/targets.server.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { cbdkxx, cbht, djb, djb_cbf, djb_content, djb_jtcy, djb_lineage } from '../definitions/cbht.ts'
import { QSZT, SIGN } from '../definitions/statuses.ts'
import { bookKeys, PARTS, textsOf, type Part } from '../register/content/book1.ts'
import { contentsFor, type Content } from '../register/content/content.server.ts'
import { historyOf } from '../register/history.server.ts'
import { pageThen } from '../register/standing.server.ts'
import { verificationRoutes } from './verification.server.ts'

/** Rows of a definition with all that people may know of them: no search tokens. */
const whole = <T extends AnyResource>(ctx: Ctx, r: T) => flatRows(scoped(ctx, r), r)

/** What a book says of one thing, as a row of its definition: numbers as numbers, null where nothing is said. */
const rowOf = (r: AnyResource, p: Part, names: readonly string[] = Object.keys(r.fields)) => {
  const said = bookKeys(p)
  return Object.fromEntries(names.map((n) => [n, said[n] === undefined ? null : r.fields[n]?.kind === 'int' ? Number(said[n]) : said[n]]))
}
/** What a book says of its parcels, by code; `id` tells them apart. */
const linesOf = ({ content }: Content) => content.lines.map(({ values }) => ({ ...rowOf(cbdkxx, values), id: bookKeys(values).dkbm }))
const parcelsOf = async (ctx: Ctx, county: string, djbId: string) => {
  const said = (await contentsFor(ctx, county, [djbId])).get(djbId)
  return said ? linesOf(said) : []
}
/** A registered contract: what its book says of it; what may be given later (date of signing, serial, file) and how it was signed are today's. */
const contractOf = <T extends object>(contract: T, { content }: Content): T => ({
  ...contract,
  ...Object.fromEntries(Object.entries(rowOf(cbht, content.contract, PARTS.contract.names)).filter(([, v]) => v !== null)),
})

/** A book version as it was registered, with everything it owns; status, number of prints, signing and certificate are today's. */
async function shownBook(ctx: Ctx, id: string) {
  const book = await rows.get(ctx, djb, id)
  const said = (await contentsFor(ctx, book.countyCode, [id])).get(id)!
  const { content: c } = said
  const contract = await whole(ctx, cbht).where('cbht.djbId', '=', id).executeTakeFirst()
  // one that was lost or replaced stays beside the one in force
  const certificates = whole(ctx, cbjyqz).where('cbjyqz.djbId', '=', id).orderBy('cbjyqz.sfzx').orderBy('cbjyqz.id', 'desc')
  const certificate = await certificates.executeTakeFirst()
  return {
    ...shown(ctx, djb, { ...book, ...rowOf(djb, c.book, PARTS.book.names) }),
    fzjg: c.fzjg,
    prevCbqxz: c.book.prevCbqxz ?? null,
    // what the dictionaries called its values when it was registered
    texts: textsOf(c),
    cbf: shown(ctx, djb_cbf, rowOf(djb_cbf, c.holder)),
    jtcyList: c.members.map((m, i) => shown(ctx, djb_jtcy, { ...rowOf(djb_jtcy, m), id: String(i + 1) })),
    dkList: linesOf(said),
    cbht: contract ? shown(ctx, cbht, contractOf(contract, said)) : null,
    cbjyqz: certificate ? shown(ctx, cbjyqz, certificate) : null,
  }
}

async function currentBook(ctx: Ctx, code: string) {
  const found = await rows.find(ctx, djb, { cbjyqzbm: code, qszt: QSZT.current })
  if (!found) throw problems.notFound({ zh: djb.label, en: djb.en })
  return shownBook(ctx, found.id)
}

/** Versions that led to a book and that came from it, walking the lineage both ways. Source: business-flows.md 2. */
async function lifeCycle(ctx: Ctx, id: string) {
  const first = await rows.get(ctx, djb, id)
  const nodes = new Map<string, unknown>(),
    edges = new Map<string, unknown>()
  let open = [id]
  while (open.length && nodes.size < 500) {
    const found = await whole(ctx, djb).where('djb.countyCode', '=', first.countyCode).where('djb.id', 'in', open).execute()
    for (const n of found) nodes.set(n.id, shown(ctx, djb, n))
    const links = await whole(ctx, djb_lineage)
      .where('djb_lineage.countyCode', '=', first.countyCode)
      .where((w) => w.or([w('djb_lineage.djbId', 'in', open), w('djb_lineage.prevDjbId', 'in', open)]))
      .execute()
    for (const l of links) edges.set(l.id, { from: l.prevDjbId, to: l.djbId, djxl: l.djxl, businessId: l.businessId })
    open = [...new Set(links.flatMap((l) => [l.djbId, l.prevDjbId]))].filter((x) => !nodes.has(x as string)) as string[]
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

/** A list that shows current versions unless another status is asked for. */
const currentFirst =
  (r: typeof cbht): Route['run'] =>
  (ctx, q) =>
    pageThen(ctx, r, q.qszt ? q : { ...q, qszt: QSZT.current })
/**
 * What else the two pages of books may ask: `transferred`, whether another book came from this one by a transfer; `signed`, whether its contract was signed
 * electronically. Each 1 or 0.
 */
const OF_BOOKS = {
  transferred: sql<boolean>`exists (select 1 from djb_lineage l where l."countyCode" = djb."countyCode" and l."prevDjbId" = djb.id and l.djxl = '3')`,
  signed: sql<boolean>`exists (select 1 from cbht c where c."countyCode" = djb."countyCode" and c."djbId" = djb.id and c."signWay" in ('1', '2') and c."signStatus" = ${sql.lit(SIGN.signed)})`,
} as const
const ASKED = Object.keys(OF_BOOKS) as (keyof typeof OF_BOOKS)[]
function askedBooks(q: AnyQuery, filter: Filter): AnyQuery {
  for (const name of ASKED) {
    const v = filter[name] ?? ''
    if (v === '') continue
    if (v !== '1' && v !== '0') throw problems.badRequest({ zh: `参数${name}应为1或0`, en: `${name} is 1 or 0` })
    q = q.where(v === '1' ? OF_BOOKS[name] : sql<boolean>`not ${OF_BOOKS[name]}`)
  }
  return q
}
/** One of the two pages of books: those of a status, with what else is asked of them. */
const booksOf =
  (qszt: string): Route['run'] =>
  (ctx, { transferred, signed, ...q }) => {
    const asked = { transferred, signed }
    const of = Object.values(asked).some((v) => v !== undefined && v !== '') ? askedBooks(joinable(ctx, djb), asked) : undefined
    return pageThen(ctx, djb, { ...q, qszt: qszt === QSZT.current && q.qszt ? q.qszt : qszt }, of)
  }
/** The exports of contracts and books have the rows of their lists. */
export const registryExports: readonly ExportTarget[] = [cbht, djb].map((r) => ({
  r,
  ...(r.name === djb.name ? { filters: ASKED } : {}),
  rule: (q, f) => {
    const of = r.name === djb.name ? askedBooks(q, f) : q
    return f.qszt ? of : of.where(`${r.name}.qszt`, '=', '1')
  },
}))
const ofContract = reading('land', 'cbht_view'),
  ofBook = reading('land', 'djb_view')

const DAY = dayName(djb)
const contracts = crud(cbht),
  books = crud(djb)
const routes: Route[] = [
  { ...contracts.page, run: currentFirst(cbht) },
  route({
    ...contracts.detail,
    answer: { as: 'row', of: cbht, also: ['dkList'] },
    query: ['id', 'cbhtbm', 'asOf', 'knownAt'],
    run: async (ctx, q) => {
      const known = q.cbhtbm ? await rows.find(ctx, cbht, { cbhtbm: q.cbhtbm, qszt: QSZT.current }) : await detail(ctx, cbht, q)
      if (!known) throw problems.notFound({ zh: cbht.label, en: cbht.en })
      const c = q.cbhtbm ? shown(ctx, cbht, known) : known
      return { ...c, dkList: c.djbId ? await parcelsOf(ctx, countyOf(c.cbhtbm!), c.djbId) : [] }
    },
  }),
  ofContract('/base-qssj/cbht/dk/page', '合同地块分页', ['cbhtbm', 'current', 'size', ...DAY], async (ctx, q) => {
    const c = await rows.find(ctx, cbht, { cbhtbm: q.cbhtbm ?? '', qszt: QSZT.current })
    return page(ctx, cbdkxx, { current: q.current, size: q.size }, scoped(ctx, cbdkxx).where('cbdkxx.djbId', '=', c?.djbId ?? '0'))
  }),
  { ...books.page, path: '/base-qssj/djb/wzx/page', summary: '未注销登记簿分页', query: [...books.page.query!, ...ASKED], run: booksOf(QSZT.current) },
  { ...books.page, path: '/data/dzzw-djb/yzx/page', summary: '已注销登记簿分页', query: [...books.page.query!, ...ASKED], run: booksOf(QSZT.ended) },
  ofBook('/base-qssj/djb/detailById', '登记簿详情', ['id', ...DAY], (ctx, q) => shownBook(ctx, q.id ?? '')),
  ofBook('/data/dzzw-djb/detail-by-id', '登记簿详情', ['id', ...DAY], (ctx, q) => shownBook(ctx, q.id ?? '')),
  ofBook('/base-qssj/djb/detail', '登记簿详情', ['cbjyqzbm', 'djbbm', ...DAY], (ctx, q) => currentBook(ctx, q.cbjyqzbm ?? q.djbbm ?? '')),
  ofBook('/data/dzzw-djb/detail-by-cbf', '承包方登记簿', ['cbfbm', ...DAY], async (ctx, q) => {
    const found = await whole(ctx, djb)
      .where('djb.cbfbm', '=', q.cbfbm ?? '')
      .where('djb.qszt', '=', QSZT.current)
      .execute()
    return found.map((b) => shown(ctx, djb, b))
  }),
  ofBook('/dzzw/djb/life-cycle', '登记簿沿革', ['id'], (ctx, q) => lifeCycle(ctx, q.id ?? '')),
  historyOf(cbht, 'cbhtbm'),
  historyOf(djb, 'cbjyqzbm'),
  ...verificationRoutes,
]

export const slice: Slice = { name: 'registry', resources: [cbht, cbdkxx, djb, djb_cbf, djb_jtcy, djb_lineage, djb_content], routes }
