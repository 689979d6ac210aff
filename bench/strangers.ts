// Fifty strangers who open the citizens' pages at once, and a clerk who works meanwhile: how long each of them waits for an answer, and whether the clerk feels them.
import { readFileSync } from 'node:fs'
import { CITIZEN_PARAMS } from '../platform/settings/citizen-params.ts'
import { client, preparedPlace, signIn } from '../tests/crash/program.ts'
import { figure, judge, print } from './measure.ts'
import { onlooker } from './onlooker.ts'
import { startServed } from './served.ts'

/** Most that one answer is waited for, ms, be it a refusal; the clerk's middle look while they are here against alone; processor of the server for a call, ms. */
const LIMIT = { answer: 6000, clerk: 8, cpu: 30 }
/** Looks of the clerk alone. */
const LOOKS = 20
const STRANGERS = Number(process.argv.find((a) => a.startsWith('--strangers='))?.slice(12) ?? 50)
/** What part of the time the server runs, for a machine that is slow or does other things: it is stopped for the rest of every tenth of a second. */
const SHARE = Number(process.argv.find((a) => a.startsWith('--share='))?.slice(8) ?? 1)
const [TOWN, TENANT] = ['512021119', '000000']
/** Milliseconds of the processor that a process has used (Linux counts hundredths of a second). */
const used = (pid: number): number =>
  readFileSync(`/proc/${pid}/stat`, 'latin1')
    .split(') ')[1]!
    .split(' ')
    .slice(11, 13)
    .reduce((sum, n) => sum + Number(n) * 10, 0)
const at = (list: readonly number[], share: number): number => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0

const place = await preparedPlace()
const { child, address } = await startServed({ ...place.env, RATE_LIMITS: 'off', CAPTCHA: 'off', SHED_AFTER_MS: '1500' })
try {
  const town = await signIn(address, 'town')
  for (const weekday of ['1', '2', '3', '4', '5'])
    await client(address, town).post('/usr/reserve-slot/submit', { regionCode: TOWN, weekday, slot: '14:00-15:00', capacity: 200 })
  // all of them come from one address here
  const daily = { paramName: '同一地址每日预约上限', paramKey: CITIZEN_PARAMS.bookingsDaily.key, paramValue: String(CITIZEN_PARAMS.bookingsDaily.most) }
  await client(address, await signIn(address, 'admin')).post('/cpt-system/param/submit', daily)

  const waited = new Map<string, number[]>()
  let [calls, again, broken] = [0, 0, 0]
  /** One call, sent again when it is told to come again, as the page does. */
  async function ask(name: string, path: string, body?: object): Promise<any> {
    for (;;) {
      const from = performance.now()
      const r = await fetch(
        `${address}/api/${path}`,
        body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {},
      )
      const said = (await r.json()) as { key?: string; data: any }
      calls += 1
      waited.set(name, [...(waited.get(name) ?? []), performance.now() - from])
      if (said.key !== 'strangers-many') {
        if (r.status !== 200) broken += 1
        return said.data
      }
      again += 1
      await new Promise((go) => setTimeout(go, Number(r.headers.get('retry-after')) * 1000 * (1 + Math.random() / 2)))
    }
  }
  const office = async (during: (looks: readonly number[]) => Promise<unknown>): Promise<number> => {
    const clerk = onlooker({ address, token: town })
    await during(clerk.waited)
    await clerk.end()
    return at(clerk.waited, 0.5)
  }
  const slowed =
    SHARE < 1 &&
    setInterval(() => {
      child.kill('SIGSTOP')
      setTimeout(() => child.kill('SIGCONT'), 100 * (1 - SHARE))
    }, 100)
  const alone = await office(async (looks) => {
    while (looks.length < LOOKS) await new Promise((done) => setTimeout(done, 50))
  })
  const [cpu, begun] = [used(child.pid), performance.now()]
  const journeys: number[] = []
  const beside = await office(() =>
    Promise.all(
      Array.from({ length: STRANGERS }, async (_, n) => {
        const from = performance.now()
        await ask('places', `usr/public/places?tenantId=${TENANT}`)
        const free = await ask('slots', `usr/public/slots?tenantId=${TENANT}&regionCode=${TOWN}`)
        const { day, slot } = free[1 + (n % 10)]
        const own = { tenantId: TENANT, regionCode: TOWN, day, slot }
        const phone = `139${String(n).padStart(8, '0')}`
        const { code } = await ask('book', 'usr/public/book', { ...own, matter: 'change_split', person: '张三', phone })
        await ask('look up', 'usr/public/booking', { tenantId: TENANT, code, tail: phone.slice(-4) })
        journeys.push(performance.now() - from)
      }),
    ),
  )
  if (slowed) clearInterval(slowed)
  const [took, each] = [performance.now() - begun, (used(child.pid) - cpu) / calls]
  print(
    ['call', 'answers', 'p50 ms', 'slowest'],
    [...waited].map(([name, w]) => [name, String(w.length), figure(at(w, 0.5)), figure(Math.max(...w))]),
  )
  console.log(
    `\n${STRANGERS} strangers: ${journeys.length} booked and looked it up within ${figure(took / 1000)} s, half of them within ${figure(at(journeys, 0.5) / 1000)} s`,
  )
  console.log(`${calls} calls, ${again} told to come again, ${broken} refused; ${figure(each)} ms of processor each (the clerk's among them)`)
  console.log(`the clerk waits ${figure(beside)} ms, alone ${figure(alone)} ms: ${figure(beside / alone)} times`)
  const slowest = Math.max(...[...waited.values()].flat())
  judge([
    ...(slowest > LIMIT.answer ? [`an answer is waited for ${figure(slowest)} ms`] : []),
    ...(beside / alone > LIMIT.clerk ? [`the clerk waits ${figure(beside / alone)} times as long`] : []),
    // one that is stopped again and again does more than its calls
    ...(SHARE === 1 && each > LIMIT.cpu ? [`${figure(each)} ms of processor a call`] : []),
    ...(broken > 0 || journeys.length < STRANGERS ? [`${broken} refused, ${STRANGERS - journeys.length} lost`] : []),
  ])
} finally {
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  await new Promise((done) => child.once('close', done))
  await place.drop()
}
