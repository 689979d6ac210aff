// The server is killed three times while it delivers to the registry, in a storm: each case arrives once and in the order of its contractor.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startRegistrySimulator, type RegistrySimulator } from '../../apps/simulators/registry.server.ts'
import { build, type Application } from '../../apps/server/app.server.ts'
import { readConfig } from '../../apps/server/config.server.ts'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import { expectEachOnce, finishedMany, isBad, moodFor, storm, type Stormy } from '../push-storm.ts'
import { secretOf } from '../secrets.ts'
import { driven } from '../world.ts'
import { endWhereItFails, preparedPlace, programs, type Place, type Program } from './program.ts'

/** Cases; PUSHES=… takes another number of them. */
const N = Number(process.env.PUSHES ?? 10_000)
/** After how long the storm counts as hanging, ms: ten thousand cases wait for one outbox. */
const STORM_MS = 4 * 3_600_000
const CALLER = { appId: '0123456789abcdef', appSecret: secretOf('a1'), algorithm: 'HMAC-SM3' } as const

/** How far ahead of the machine's clock everybody's is, ms: it goes on between two programs, not while one works. */
let ahead = 0
const now = () => new Date(clock().getTime() + ahead)
let place: Place, stock: ReturnType<typeof programs>, registry: RegistrySimulator
/** The application in this process, while no program works on the place. */
let here: Application
async function open(): Promise<Stormy> {
  here = await build(readConfig(place.env), await place.open(), now)
  const { db, outbox } = here
  return { db, outbox, registry, admin: await driven(here).as('admin'), ago: (seconds) => localTime(new Date(now().getTime() - seconds * 1000)) }
}

beforeAll(async () => {
  place = await preparedPlace()
  registry = await startRegistrySimulator({ ...CALLER, now })
  stock = programs()
})
beforeEach(endWhereItFails)
afterAll(async () => {
  await stock?.end()
  await here?.close()
  await registry?.close()
  await place?.drop()
})

/** The cases of the registry's calls, in their order. */
const asked: string[] = []
/** When a program dies: while the registry has a call and nothing of it took effect, when it took effect and is not answered, and when the answer is on its way. */
const DEATHS = ['called', 'taken', 'answered'] as const
/** The registry's answers while a program delivers, which is killed at its call number `at`, or is left alive. Resolves with the case at whose call that was. */
function delivering(p: Program, at: number, death?: (typeof DEATHS)[number]): Promise<string> {
  const kill = () => process.kill(p.pid, 'SIGKILL')
  return new Promise((resolve, reject) => {
    void p.ended.then(({ output }) => reject(new Error(`the program ended by itself: ${output}`)))
    let calls = 0
    registry.chaos = (_n, code) => {
      calls += 1
      asked.push(code)
      if (calls < at || isBad(code)) return moodFor(code)
      delete registry.chaos
      resolve(code)
      if (death === 'answered') setImmediate(kill)
      else if (death) kill()
      return death === 'called' ? 'gone' : death === 'taken' ? 'silent' : 'takes'
    }
  })
}
/** Four programs after each other, of which three are killed while they deliver. Answers the cases whose delivery they died over. */
async function deliveredByFour(): Promise<string[]> {
  const over: string[] = []
  for (const death of [...DEATHS, undefined]) {
    const p = stock.take()
    const reached = delivering(p, Math.ceil(N / 8), death)
    await p.start(place, { env: { CLOCK_AHEAD_MS: String(Number(process.env.CLOCK_AHEAD_MS ?? 0) + ahead) } })
    const code = await reached
    if (!death) await p.kill('SIGTERM')
    else over.push(code)
    expect((await p.ended).signal).toBe(death ? 'SIGKILL' : null)
    // what the dead one had begun is given back
    ahead += 120_000
  }
  return over
}

test(
  'a server that is killed three times in a storm tells each case once and in the order of its contractor, or keeps it with its reason; then both sides are made equal',
  async () => {
    const before = await open()
    const config = { name: '登记中心', regionCode: '512021', url: registry.url, ...CALLER, format: 'json', autoPush: 1, isEnabled: 1, maxTries: 24 }
    expect((await before.admin.post('/cpt-system/dataPushConfig/submit', config)).msg).toBe('操作成功')
    const first = await finishedMany(before, 0, Math.floor((N * 0.9) / 4) * 4)
    await here.close()
    const over = await deliveredByFour()
    const after = await open()
    await storm(after, { asked: (code) => asked.push(code) })
    // whether it had arrived or not: what nobody here had heard of is told again
    for (const code of over.slice(0, 2)) expect([code, asked.filter((c) => c === code).length > 1]).toEqual([code, true])
    await expectEachOnce(after, first, N)
    for (const code of over) expect([code, registry.messages.filter((m) => m.head.bizCode === code).length]).toEqual([code, 1])
  },
  STORM_MS,
)
