// What the citizens' pages bear while an office works: strangers who read and book as fast as they are answered, a clerk who opens a list, and how long each waits.
import { CITIZEN_PARAMS } from '../platform/settings/citizen-params.ts'
import { client, preparedPlace, signIn } from '../tests/crash/program.ts'
import { figure, judge, print } from './measure.ts'
import { onlooker } from './onlooker.ts'
import { startServed } from './served.ts'

/** Strangers at once; most that a clerk and a stranger wait, ms, of a hundred calls the slowest; calls of strangers a second at least. */
const STRANGERS = 12
const LIMIT = { clerk: 300, stranger: 1000, second: 50 }
const SECONDS = Number(process.argv.find((a) => a.startsWith('--seconds='))?.slice(10) ?? 20)
const [TOWN, TENANT] = ['512021119', '000000']
const PAGES = ['places', 'slots', 'published', 'posted', 'offers'] as const

const place = await preparedPlace()
const { child, address } = await startServed({ ...place.env, RATE_LIMITS: 'off', CAPTCHA: 'off' })
try {
  const town = await signIn(address, 'town')
  const clerk = client(address, town)
  for (const weekday of ['1', '2', '3', '4', '5'])
    await clerk.post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday, slot: '14:00-15:00', capacity: 200 })
  // all of them come from one address here
  const daily = { paramName: '同一地址每日预约上限', paramKey: CITIZEN_PARAMS.bookingsDaily.key, paramValue: String(CITIZEN_PARAMS.bookingsDaily.most) }
  await client(address, await signIn(address, 'admin')).post('/cpt-system/param/submit', daily)
  const asked = new URLSearchParams({ tenantId: TENANT })
  const read = async (page: string): Promise<any> =>
    (await fetch(`${address}/api/usr/public/${page}?${asked}${page === 'slots' ? `&regionCode=${TOWN}` : ''}`)).json()
  const free = ((await read('slots')).data as { day: string; slot: string }[]).slice(1)
  let booked = 0
  const book = async () => {
    const n = (booked += 1)
    const at = free[n % free.length]!
    const body = {
      tenantId: TENANT,
      regionCode: TOWN,
      day: at.day,
      slot: at.slot,
      matter: 'change_split',
      person: '张三',
      phone: `139${String(n).padStart(8, '0')}`,
    }
    return fetch(`${address}/api/usr/public/book`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((r) =>
      r.json(),
    )
  }
  const at = (list: number[], share: number): number => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0
  const rows: string[][] = []
  const over: string[] = []
  async function under(name: string, strangers: number): Promise<void> {
    const until = performance.now() + SECONDS * 1000
    const served: number[] = []
    const answers = new Map<string, number>()
    const one = async (_: unknown, who: number) => {
      for (let n = who; performance.now() < until; n += 1) {
        const from = performance.now()
        // of ten calls one books
        const said = (await (n % 10 === 0 ? book() : read(PAGES[n % PAGES.length]!))) as { key?: string; msg: string }
        served.push(performance.now() - from)
        answers.set(said.key ?? said.msg, (answers.get(said.key ?? said.msg) ?? 0) + 1)
      }
    }
    const office = onlooker({ address, token: town })
    await Promise.all([...Array.from({ length: strangers }, one), new Promise((r) => setTimeout(r, SECONDS * 1000))])
    await office.end()
    const { waited } = office
    const second = served.length / SECONDS
    rows.push([name, figure(second), ...[at(served, 0.5), at(served, 0.99), at(waited, 0.5), at(waited, 0.99)].map(figure)])
    if (strangers > 0) console.log(`${name}: ${[...answers].map(([k, n]) => `${k} ${n}`).join(', ')}`)
    if (at(waited, 0.99) > LIMIT.clerk) over.push(`${name}: the clerk waits ${figure(at(waited, 0.99))} ms`)
    if (at(served, 0.99) > LIMIT.stranger) over.push(`${name}: strangers wait ${figure(at(served, 0.99))} ms`)
    if (strangers > 0 && second < LIMIT.second) over.push(`${name}: ${figure(second)} calls a second`)
  }
  await under('nobody else', 0)
  await under(`${STRANGERS} strangers`, STRANGERS)
  print(['while', 'calls a second', 'stranger p50 ms', 'p99', 'clerk p50 ms', 'p99'], rows)
  judge(over)
} finally {
  child.kill('SIGTERM')
  await new Promise((done) => child.once('close', done))
  await place.drop()
}
