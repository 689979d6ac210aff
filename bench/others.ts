// What other people feel while twelve callers at once send what costs most: parcels of many points, workbooks that unpack to a gigabyte.
import { startServed } from './served.ts'
import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { toMu, m2 } from '../land/definitions/area.ts'
import { sample } from '../tests/samples.ts'
import { client, preparedPlace, signIn, type Answer, type Client } from '../tests/crash/program.ts'
import { dk } from '../land/definitions/dk.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { figure, forget, judge, memory, print } from './measure.ts'
import { onlooker } from './onlooker.ts'

const CALLERS = 12
/** Most that another person waits, ms, of a hundred calls the slowest; and that the process may hold over its idle size, bytes. */
const LIMIT = { p99: 300, memory: 200 * 2 ** 20 }
const SECONDS = Number(process.argv.find((a) => a.startsWith('--seconds='))?.slice(10) ?? 20)
const GROUP = '51202111920301'
/** Points of a shape: refused before the database, and the largest that is taken. */
const POINTS = { refused: 40_000, taken: 9_999 }
const MB = 2 ** 20
/** Bytes of the workbook's sheet: as it is sent it is just below what an import of users takes. */
const WORKBOOK = 800 * MB

/** A circle of so many points, about 180 m across, at its own place. */
function circle(points: number, at: number): string {
  const [x, y] = [105.3 + (at % 30) / 200, 29.8 + Math.floor(at / 30) / 200]
  const ring = Array.from({ length: points }, (_, i) => {
    const turn = (2 * Math.PI * (i % points)) / points
    return `${(x + 0.0009 * Math.cos(turn)).toFixed(8)} ${(y + 0.0009 * Math.sin(turn)).toFixed(8)}`
  })
  return `POLYGON((${[...ring, ring[0]].join(',')}))`
}

/** A workbook whose only sheet is so many bytes of XML: three megabytes as it is sent. */
async function workbook(bytes: number): Promise<Buffer> {
  const zip = new ZipArchive({})
  const parts: Buffer[] = []
  zip.on('data', (b: Buffer) => parts.push(b))
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const links = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  zip.append(
    `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    { name: '[Content_Types].xml' },
  )
  zip.append(`<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`, {
    name: '_rels/.rels',
  })
  zip.append(`<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`, {
    name: 'xl/_rels/workbook.xml.rels',
  })
  zip.append(`<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`, { name: 'xl/workbook.xml' })
  const row = `<row><c t="inlineStr"><is><t>${'a'.repeat(4000)}</t></is></c></row>`
  const block = Buffer.from(row.repeat(200))
  const sheet = async function* () {
    yield Buffer.from(`<worksheet xmlns="${main}"><sheetData>`)
    for (let n = 0; n < bytes; n += block.length) yield block
    yield Buffer.from('</sheetData></worksheet>')
  }
  zip.append(Readable.from(sheet()), { name: 'xl/worksheets/sheet1.xml' })
  await zip.finalize()
  return Buffer.concat(parts)
}

const place = await preparedPlace()
const { child, address } = await startServed(place.env)
try {
  const county = client(address, await signIn(address, 'county')),
    admin = client(address, await signIn(address, 'admin')),
    town = await signIn(address, 'town')
  const made = await county.post('/base-qssj/fbf/save', sample(fbf, { regionCode: GROUP }))
  if (!made?.data) throw new Error(JSON.stringify(made))
  const draft = (points: number, at: number, scmj: string) => sample(dk, { fbfbm: GROUP, geom: circle(points, at), scmj, scmjm: toMu(m2(scmj)) })
  /** What the server says the circle measures: its own refusal of a wrong area tells it. */
  const areaOf = async (points: number, at: number): Promise<string> =>
    (await county.post('/base-dlxx/dk/save', draft(points, at, '1.00')))?.data?.drawn ?? '1.00'
  const rows: string[][] = []
  const over: string[] = []
  const answers = new Map<string, number>()

  /** Twelve callers without a pause, and somebody else who opens a list again and again. */
  async function under(name: string, attack: (c: Client, n: number) => Promise<Answer | undefined>, as: Client): Promise<void> {
    const until = performance.now() + SECONDS * 1000
    let calls = 0
    answers.clear()
    const idle = memory(child.pid, 'VmRSS')
    forget(child.pid)
    const callers = Array.from({ length: CALLERS }, async () => {
      while (performance.now() < until) {
        const a = await attack(as, calls++)
        const said = a ? (a.key ?? a.msg) : 'no answer'
        answers.set(said, (answers.get(said) ?? 0) + 1)
      }
    })
    const other = onlooker({ address, token: town })
    await Promise.all(callers)
    await other.end()
    const waited = other.waited.toSorted((a, b) => a - b)
    const p99 = waited[Math.floor(waited.length * 0.99)]!,
      peak = memory(child.pid, 'VmHWM') - idle
    rows.push([name, String(calls), figure(waited[waited.length >> 1]!), figure(p99), figure(waited.at(-1)!), figure(peak / MB)])
    console.log(`${name}: ${[...answers].map(([k, n]) => `${k} ${n}`).join(', ')}`)
    if (p99 > LIMIT.p99) over.push(`${name}: p99 ${figure(p99)} ms`)
    if (peak > LIMIT.memory) over.push(`${name}: ${figure(peak / MB)} MB`)
  }

  await under('nothing else', async () => (await new Promise((r) => setTimeout(r, 200)), undefined), county)
  const body = JSON.parse(JSON.stringify(draft(POINTS.refused, 0, '1.00'))) as object
  await under(`parcels of ${POINTS.refused} points`, (c) => c.post('/base-dlxx/dk/save', body), county)
  const area = await areaOf(POINTS.taken, 0)
  const from = performance.now()
  const one = await county.post('/base-dlxx/dk/save', draft(POINTS.taken, 0, area))
  console.log(
    `${process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded engine'}, one parcel of ${POINTS.taken} points: ${figure(performance.now() - from)} ms, ${one?.msg}`,
  )
  const shapes = draft(POINTS.taken, 0, area)
  await under(`parcels of ${POINTS.taken} points`, async (c, n) => c.post('/base-dlxx/dk/save', { ...shapes, geom: circle(POINTS.taken, n + 1) }), county)
  const bytes = await workbook(WORKBOOK)
  console.log(`a workbook of ${figure(bytes.length / MB)} MB that unpacks to ${WORKBOOK / MB} MB`)
  await under('workbooks of users', (c) => c.upload('/cpt-user/import-user', { name: 'a.xlsx', bytes }, { isCovered: '0' }), admin)
  print(['while twelve callers send', 'calls', 'p50 ms', 'p99 ms', 'most ms', 'MB over idle'], rows)
  judge(over)
} finally {
  child.kill('SIGTERM')
  await new Promise((done) => child.once('close', done))
  await place.drop()
}
