// Our layers for the programs of others (QGIS, GDAL, ArcGIS): OGC API - Features, part 1, core and GeoJSON, read only. Who asks holds a token, a person's or an
// application's own, and gets what its buttons, its region and its data scopes show. Source: OGC 17-069r4.
import { both } from '../../../kit/model/lang.ts'
import { problems } from '../../../kit/model/problem.ts'
import { isId } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { dayName } from '../../../kit/server/query.server.ts'
import { RawResponse, reading, type RequestFacts, type Route, type TextInput } from '../../../kit/server/route.server.ts'
import { gisProblems } from '../../../services/gis/problems.ts'
import { askedBox } from '../../../services/gis/proxy.server.ts'
import type { DegreeBox } from '../../../services/gis/requests.ts'
import { dk } from '../../definitions/dk.ts'
import type { OwnLayer } from './own-layers.server.ts'

/** Where the service stands, as its caller reached it: programs join a link that begins with a slash to the address that they were given. */
function rootOf({ headers }: RequestFacts): string {
  const host = /^[\w.:[\]-]{1,255}$/.exec(headers.host ?? '')?.[0] ?? 'localhost'
  const scheme = headers['x-forwarded-proto']?.split(',')[0]?.trim() === 'https' ? 'https' : 'http'
  return `${scheme}://${host}/api`
}
const CORE = 'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf'
/** Features of one page, where nothing is said and at most. Source: requirement 21. */
const FEW = 100,
  MOST = 1000
/** A box of any width, cut to the world: programs ask for what their window shows. */
function boxOf(text: string): DegreeBox {
  const [w, s, e, n] = askedBox(text, Infinity)
  return [Math.max(w, -180), Math.max(s, -90), Math.min(e, 180), Math.min(n, 90)]
}
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'
const link = (rel: string, href: string, type = 'application/json') => ({ rel, href, type })
type Offered = OwnLayer & Required<Pick<OwnLayer, 'after'>>
const isOffered = (l: OwnLayer): l is Offered => !!l.after

const offered = (ctx: Ctx, own: readonly OwnLayer[]): Offered[] => own.filter(isOffered).filter((l) => ctx.who.perms.has(l.perm))
/** @throws gis-no-layer */
function collectionOf(ctx: Ctx, own: readonly OwnLayer[], key: string | undefined): Offered {
  const found = offered(ctx, own).find((l) => l.key === key)
  if (!found) throw gisProblems.noLayer()
  return found
}
const described = (ctx: Ctx, f: RequestFacts, l: OwnLayer) => ({
  id: l.key,
  title: l.label[ctx.lang],
  itemType: 'feature',
  crs: [CRS84],
  links: [link('self', `${rootOf(f)}/ogc/collections/${l.key}`), link('items', `${rootOf(f)}/ogc/collections/${l.key}/items`, 'application/geo+json')],
})

/** One page of a collection, by id; the link to the next says after which. */
async function items(ctx: Ctx, own: readonly OwnLayer[], q: TextInput, f: RequestFacts) {
  const layer = collectionOf(ctx, own, f.params.collection)
  const limit = q.limit?.trim() ? Number(q.limit) : FEW
  if (!Number.isInteger(limit) || limit < 1) throw problems.badRequest(both('limit不正确', 'limit is malformed'))
  const after = q.after || '0'
  if (after !== '0' && !isId(after)) throw problems.badRequest(both('after不正确', 'after is malformed'))
  const most = Math.min(limit, MOST)
  const found = await layer.after(ctx, after, most + 1, q.bbox ? boxOf(q.bbox) : undefined)
  const page = found.slice(0, most)
  const asked = (more: Readonly<Record<string, string | undefined>>) => {
    const said = Object.entries({ ...q, ...more }).flatMap(([n, v]) => (v ? [`${n}=${encodeURIComponent(v)}`] : []))
    return `${rootOf(f)}/ogc/collections/${layer.key}/items${said.length ? `?${said.join('&')}` : ''}`
  }
  const type = 'application/geo+json'
  return new RawResponse({
    type: 'FeatureCollection',
    numberReturned: page.length,
    features: page.map(({ id, properties, geometry }) => ({ type: 'Feature', id, properties, geometry })),
    links: [link('self', asked({}), type), ...(found.length > most ? [link('next', asked({ limit: String(most), after: page.at(-1)!.id }), type)] : [])],
  })
}

const read = reading('land', 'dk_view')
/** What the service says of itself reads no row. */
const about = reading('tenant', 'dk_view')
const bare = (r: Route): Route => ({ ...r, answer: 'bare' })
/** Landing page, conformance, collections and their features. */
export const ogcRoutes = (own: readonly OwnLayer[]): Route[] => [
  bare(
    about('/ogc', '要素服务首页', ['f'], async (ctx, _, f) => {
      const title = both('农村土地承包管理系统要素服务', 'Features of the land register')
      const links = [link('self', `${rootOf(f)}/ogc`), link('conformance', `${rootOf(f)}/ogc/conformance`), link('data', `${rootOf(f)}/ogc/collections`)]
      return new RawResponse({ title: title[ctx.lang], links: [...links, link('service-desc', `${rootOf(f)}/openapi.json`)] })
    }),
  ),
  bare(about('/ogc/conformance', '要素服务符合性', ['f'], async () => new RawResponse({ conformsTo: [`${CORE}/core`, `${CORE}/geojson`] }))),
  bare(
    about('/ogc/collections', '要素服务图层列表', ['f'], async (ctx, _, f) => {
      const collections = offered(ctx, own).map((l) => described(ctx, f, l))
      return new RawResponse({ links: [link('self', `${rootOf(f)}/ogc/collections`)], collections })
    }),
  ),
  bare(
    about(
      '/ogc/collections/{collection}',
      '要素服务图层',
      ['f'],
      async (ctx, _, f) => new RawResponse(described(ctx, f, collectionOf(ctx, own, f.params.collection))),
    ),
  ),
  bare(read('/ogc/collections/{collection}/items', '要素服务要素', ['limit', 'after', 'bbox', 'f', ...dayName(dk)], (ctx, q, f) => items(ctx, own, q, f))),
]
