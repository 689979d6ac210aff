// Servers of other offices' maps for development and tests: PORT=8095 node tools/run.mjs apps/simulators/gis.server.ts
// Speaks WMS 1.1.1, WMTS 1.0.0, tiles (/xyz), WFS 2.0, OGC API Features (/ogc), GeoJSON (/data.json) and ArcGIS REST (/arcgis) over three invented ponds.
// `behaviour` makes it hang, lie (a page of HTML as any answer), swell (a picture whose head says 40000×40000), fail (500), send elsewhere (302) or send too much.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { sayLine, serve } from './serve.server.ts'

export interface GisSimulator {
  url: string
  /** addresses that were asked, oldest first */
  asked: string[]
  behaviour: 'answers' | 'hangs' | 'lies' | 'swells' | 'fails' | 'redirects' | 'floods'
  close(): Promise<void>
}
/** Three ponds along a line, ten metres wide; `at` is the place of the first. */
const ponds = ([lon, lat]: readonly [number, number]) =>
  ['上塘', '中塘', '下塘'].map((name, i) => {
    const [x, y, d] = [lon + i * 0.002, lat, 0.0002]
    const ring = [
      [x - d, y - d],
      [x + d, y - d],
      [x + d, y + d],
      [x - d, y + d],
      [x - d, y - d],
    ]
    return {
      type: 'Feature',
      id: i + 1,
      properties: { name, depth: i + 1.5, owner: '集体', nested: { a: 1 } },
      geometry: { type: 'Polygon', coordinates: [ring] },
    }
  })
type Pond = ReturnType<typeof ponds>[number]
const isIn = (f: Pond, [w, s, e, n]: readonly number[]): boolean => {
  const [[x0, y0], , [x1, y1]] = f.geometry.coordinates[0] as [number[], number[], number[]]
  return x0! <= e! && x1! >= w! && y0! <= n! && y1! >= s!
}
const collection = (features: readonly Pond[]) => ({ type: 'FeatureCollection', features })
const CAPABILITIES: Readonly<Record<string, string>> = {
  WMS: '<WMT_MS_Capabilities><Capability><Layer><Title>all</Title><Layer><Name>ponds</Name><Title>坑塘</Title></Layer></Layer></Capability></WMT_MS_Capabilities>',
  WMTS: '<Capabilities xmlns:ows="x"><Contents><Layer><ows:Title>影像</ows:Title><ows:Identifier>img</ows:Identifier></Layer></Contents></Capabilities>',
  WFS: '<wfs:WFS_Capabilities xmlns:wfs="w"><FeatureTypeList><FeatureType><Name>land:ponds</Name><Title>坑塘</Title></FeatureType></FeatureTypeList></wfs:WFS_Capabilities>',
}

/** The picture with another size in its head. */
function swollen(png: Buffer, side = 40_000): Buffer {
  const out = Buffer.from(png)
  out.writeUInt32BE(side, 16)
  out.writeUInt32BE(side, 20)
  out.writeUInt32BE(crc32(out.subarray(12, 29)), 29)
  return out
}

/** Starts the simulator. @param at place of the first pond, longitude and latitude */
export async function startGisSimulator(o: { port?: number; at?: readonly [number, number]; key?: string } = {}): Promise<GisSimulator> {
  const all = ponds(o.at ?? [105.3, 29.8])
  const png = await sharp({ create: { width: 8, height: 8, channels: 4, background: { r: 30, g: 120, b: 200, alpha: 0.6 } } })
    .png()
    .toBuffer()
  const simulator: GisSimulator = { url: '', asked: [], behaviour: 'answers', close: async () => {} }
  const picture = (reply: ServerResponse) => reply.writeHead(200, { 'content-type': 'image/png' }).end(png)
  const within = (bbox: string | null) => all.filter((f) => !bbox || isIn(f, bbox.split(',').slice(0, 4).map(Number)))
  /** KVP services: names in any case, values as they are. */
  const kvp = (q: ReadonlyMap<string, string>, reply: ServerResponse) => {
    const service = q.get('service') ?? ''
    if (q.get('request') === 'GetCapabilities' && CAPABILITIES[service])
      return reply.writeHead(200, { 'content-type': 'text/xml' }).end(`<?xml version="1.0"?>${CAPABILITIES[service]}`)
    if (service === 'WMS' && q.get('request') === 'GetFeatureInfo') {
      const [w, s, e, n] = (q.get('bbox') ?? '').split(',').map(Number) as [number, number, number, number]
      const [x, y] = [w + (e - w) * (Number(q.get('x')) / Number(q.get('width'))), n - (n - s) * (Number(q.get('y')) / Number(q.get('height')))]
      return sayLine(reply, 200, collection(all.filter((f) => isIn(f, [x, y, x, y]))))
    }
    if ((service === 'WMS' && /^Get(Map|LegendGraphic)$/.test(q.get('request') ?? '')) || (service === 'WMTS' && q.get('request') === 'GetTile'))
      return picture(reply)
    if (service === 'WFS' && q.get('request') === 'GetFeature' && q.get('typenames') === 'land:ponds')
      return sayLine(reply, 200, collection(within(q.get('bbox') ?? null)))
    return reply.writeHead(200, { 'content-type': 'text/xml' }).end('<ServiceExceptionReport/>')
  }
  const answer = (request: IncomingMessage, reply: ServerResponse): unknown => {
    const url = new URL(request.url ?? '/', 'http://x')
    simulator.asked.push(request.url ?? '')
    if (simulator.behaviour === 'hangs') return undefined
    if (simulator.behaviour === 'fails') return reply.writeHead(500).end('down')
    if (simulator.behaviour === 'redirects') return reply.writeHead(302, { location: 'http://127.0.0.1:1/inside' }).end()
    if (simulator.behaviour === 'floods') return reply.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.concat([png, Buffer.alloc(6 * 2 ** 20)]))
    if (simulator.behaviour === 'swells') return reply.writeHead(200, { 'content-type': 'image/png' }).end(swollen(png))
    if (simulator.behaviour === 'lies') return reply.writeHead(200, { 'content-type': 'image/png' }).end('<html><script>alert(1)</script>{"features":7}</html>')
    if (o.key && url.searchParams.get('tk') !== o.key) return reply.writeHead(403).end('no key')
    const q = new Map([...url.searchParams].map(([n, v]) => [n.toLowerCase(), v]))
    const { pathname } = url
    if (/^\/xyz\/\d+\/\d+\/\d+\.png$/.test(pathname)) return picture(reply)
    if (/^\/mvt\/\d+\/\d+\/\d+$/.test(pathname)) return reply.writeHead(200, { 'content-type': 'application/x-protobuf' }).end(Buffer.alloc(0))
    if (pathname === '/data.json') return sayLine(reply, 200, collection(all))
    if (pathname === '/ogc/collections') return sayLine(reply, 200, { collections: [{ id: 'ponds', title: '坑塘' }] })
    if (pathname === '/ogc/collections/ponds/items') return sayLine(reply, 200, collection(within(url.searchParams.get('bbox'))))
    if (pathname === '/arcgis') return sayLine(reply, 200, { layers: [{ id: 0, name: '坑塘' }] })
    if (pathname === '/arcgis/export') return picture(reply)
    if (pathname === '/arcgis/0/query') return sayLine(reply, 200, collection(within(url.searchParams.get('geometry'))))
    if (pathname === '/ows') return kvp(q, reply)
    return reply.writeHead(404).end()
  }
  const served = await serve(o.port ?? 0, answer)
  simulator.url = served.url
  simulator.close = served.close
  return simulator
}
if (import.meta.main) {
  const s = await startGisSimulator({ port: Number(process.env.PORT ?? 8095) })
  console.log(`map services at ${s.url}`)
}
