// The server is killed around signing and finishing: a business is at its task with the register untouched, or it is in the register whole.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SIGN } from '../../land/definitions/statuses.ts'
import { FREEZE_JOB } from '../../signing/acts/sign-flow.server.ts'
import { cases, detail, ok, prepare, preparing, signedAtDesk, step } from './businesses.ts'
import { view, type Seen } from './look.ts'
import { client, deaths, LONG, preparedPlace, signIn, programs, STRUCK, endWhereItFails, type Client, type Place, type Program } from './program.ts'
import { seeded } from '../seeded.ts'
import { MOMENTS, volume } from '../volume.ts'
import type { Death } from './words.ts'

const TABLES = ['cbf', 'jtcy', 'dk', 'djb', 'djb_cbf', 'djb_jtcy', 'cbht', 'cbdkxx', 'cbjyqz', 'dk_v', 'djb_v', 'register_entry', 'business_book', 'outbox']
const random = seeded(MOMENTS)
let stock: ReturnType<typeof programs>,
  place: Place,
  token = '',
  /** of who passes the task in the place of who sat at the desk */
  second = ''

beforeAll(async () => {
  place = await preparedPlace((a) => prepare(a, volume(6, 3)), preparing)
  stock = programs()
})
beforeEach(endWhereItFails)
afterAll(async () => {
  await stock?.end()
  await place?.drop()
})

const numbers = (stand: Seen['stand']) => Object.fromEntries(TABLES.map((t) => [t, Number(stand[t])]))
/** Signed, or signed on paper and uploaded. */
const SIGNED: string[] = [SIGN.signed, SIGN.toExamine]
const of = (seen: Seen, businessId: string) => seen.contracts.find((c) => c.businessId === businessId)!
/** Whether the second death of the job that makes the contract's file ended it: a person begins anew. */
function isGivenUp(seen: Seen, businessId: string): boolean {
  const job = seen.jobs.filter((j) => j.kind === FREEZE_JOB).at(-1)
  return of(seen, businessId).signStatus === SIGN.unsigned && !!job && job.status !== 'done' && job.attempts >= 2
}
const points = { freeze: [] as string[], sign: [] as string[], commit: [] as string[] }
/** What one finish adds to the register. */
let gain: Record<string, number> = {}
/** The register as it was seen last. */
let was: Record<string, number> = {}

test(
  'a business that nobody disturbs adds a household, its contract, parcel and book to the register',
  async () => {
    const p = stock.take()
    const before = (await p.start(place)) as Seen
    const address = await p.serving()
    token = await signIn(address, 'admin')
    second = await signIn(address, 'town')
    const c = client(address, token)
    const { id, contractId } = cases[0]!
    await p.arm({ from: 'job', at: 0, how: 'before', wait: 0 })
    const over = p.jobEnded()
    await ok(c, 'post', '/sign/start', { uniqueKey: id, businessKeys: [contractId] })
    await over
    points.freeze = await p.points()
    await signedAtDesk(c, cases[0]!, () => p.arm({ from: 'request', at: 0, how: 'before', wait: 0 }))
    const passed = await p.points()
    // what asked for the nodes afterwards is no part of the last signature
    points.sign = passed.slice(
      0,
      passed.findLastIndex((l) => l === 'commit'),
    )
    await p.arm({ from: 'request', at: 0, how: 'before', wait: 0 })
    expect(await step(c.as(second), id)).toMatchObject({ msg: '操作成功' })
    points.commit = await p.points()
    await p.kill('SIGTERM')
    const db = await place.open()
    const after = (await view(db)) as Seen
    await db.close()
    was = numbers(after.stand)
    gain = Object.fromEntries(TABLES.map((t) => [t, was[t]! - numbers(before.stand)[t]!]))
    expect(gain).toEqual({
      cbf: 1,
      jtcy: 1,
      dk: 0,
      djb: 1,
      djb_cbf: 1,
      djb_jtcy: 1,
      cbht: 1,
      cbdkxx: 1,
      cbjyqz: 1,
      // what comes has no history yet; the parcel has what was believed and what was true before
      dk_v: 2,
      djb_v: 0,
      register_entry: 1,
      business_book: 1,
      outbox: 8,
    })
    expect([before.wrong, after.wrong]).toEqual([[], []])
  },
  LONG,
)

/** What an open business holds: its book, its contractor, its parcel and the one person of its household. */
const HELD = 4
/** What holds after a kill: the business is at its task and nothing was added, or it is done and all of it was added. Answers whether it is done. */
function judge(seen: Seen, id: string, note: string): boolean {
  const { status, ...b } = seen.businesses.find((x) => x.id === id)!
  const { id: _id, processInstanceId: _instance, ...parts } = b
  const done = status === '3'
  expect(parts, note).toEqual(done ? { books: 1, tasks: 0, locks: 0, finishes: 1, outbox: 8 } : { books: 0, tasks: 1, locks: HELD, finishes: 0, outbox: 0 })
  const now = numbers(seen.stand)
  const added = Object.fromEntries(TABLES.map((t) => [t, now[t]! - was[t]!]))
  const none = Object.fromEntries(TABLES.map((t) => [t, 0]))
  expect(added, note).toEqual(done && now.djb !== was.djb ? gain : none)
  was = now
  expect(seen.wrong, note).toEqual([])
  for (const c of seen.contracts) expect([SIGNED.includes(c.signStatus), c.attachId !== null], note).toEqual([c.files === 1, c.files === 1])
  return done
}

/** One server's life: seen, walked with, killed. `walk` is given what the queue still has to do for the business's contract, and the end of the first job: one that was left may end at once. */
async function life(
  id: string,
  note: string,
  death: Death,
  o: { atStart: boolean },
  walk: (c: Client, p: Program, seen: Seen, over: Promise<void>) => Promise<unknown>,
): Promise<boolean> {
  const p = stock.take()
  const over = p.jobEnded()
  const seen = (await p.start(place, o.atStart ? { death } : {})) as Seen
  const done = judge(seen, id, note)
  const address = await p.serving().catch(() => '')
  if (address) {
    if (!o.atStart && death.from === 'job') await p.arm(death)
    await walk(client(address, token), p, seen, over)
  }
  await p.kill('SIGKILL')
  const { signal, output } = await p.ended
  expect(signal, output).toBe('SIGKILL')
  if (output.includes(STRUCK)) struck += 1
  return done
}
let note = 'at first'
let struck = 0
const told = (what: string, death: Death) => {
  note = `SEED=${MOMENTS}, killed in ${what} ${JSON.stringify(death)}`
}

test(
  'signing on site killed at any moment leaves a contract unsigned and without file, or signed with one',
  async () => {
    const { id, contractId } = cases[1]!
    const keys = { uniqueKey: id, businessKeys: [contractId] }
    const plan = [...deaths(random, volume(3, 1), 1, points.freeze.length, 'job'), ...deaths(random, volume(5, 2), 1, points.sign.length, 'request')]
    for (const [i, death] of plan.entries()) {
      await life(id, note, death, { atStart: i > 0 && death.from === 'job' }, async (c, p, seen, over) => {
        if (of(seen, id).signStatus === SIGN.signed) return
        if (isGivenUp(seen, id)) await ok(c, 'post', '/sign/cancel', keys)
        if (isGivenUp(seen, id) || of(seen, id).signStatus === SIGN.notBegun) await c.post('/sign/start', keys)
        const isMade = async () => (await c.get('/sign/onsite/desk', { contractId }))?.data.nodes.some((n: { state: string }) => n.state === 'open')
        if (death.from === 'job' || !(await isMade())) await Promise.race([over, p.ended])
        if (death.from === 'request') await signedAtDesk(c, cases[1]!, () => p.arm(death))
      })
      told('signing', death)
    }
    expect(struck, note).toBeGreaterThanOrEqual(plan.length - 2)
  },
  LONG,
)

test(
  'a finish killed at any moment leaves the business at its task and the register untouched, or all of it there',
  async () => {
    const plan = [
      { victim: 1, deaths: deaths(random, volume(9, 3), 1, points.commit.length, 'request') },
      // the second commit of a request is its own, the first that of who it is
      ...[2, 3, 4, 5]
        .slice(0, volume(4, 1))
        .map((victim) => ({ victim, deaths: [{ from: 'request' as const, at: 2, label: 'commit', how: 'during' as const, wait: Math.floor(random() * 8) }] })),
    ]
    let last = cases[1]!.id
    struck = 0
    for (const { victim, deaths: list } of plan) {
      const { id, contractId } = cases[victim]!
      for (const death of list) {
        await life(last, note, death, { atStart: false }, async (c, p, seen) => {
          last = id
          if (isGivenUp(seen, id)) await ok(c, 'post', '/sign/cancel', { uniqueKey: id, businessKeys: [contractId] })
          if (!SIGNED.includes(of(seen, id).signStatus)) await signed(c, cases[victim]!)
          const { status, taskId, processInstanceId } = await detail(c, id)
          if (status !== '2') return
          await p.arm(death)
          await c.as(second).post('/yw-accept/business/commit', { taskId, processInstanceId })
        })
        told('finish', death)
      }
      note = await seenThrough(id, note)
    }
    expect(struck, note).toBeGreaterThanOrEqual(volume(10, 2))
  },
  LONG,
)

/** A contract signed on site by a server that lives. */
async function signed(c: Client, of: (typeof cases)[number]): Promise<void> {
  for (;;) {
    const { signStatus } = await ok(c, 'get', '/sign/query', { uniqueKey: of.id, businessKey: of.contractId })
    if (signStatus === SIGN.signed) return
    if (signStatus === SIGN.notBegun) await ok(c, 'post', '/sign/start', { uniqueKey: of.id, businessKeys: [of.contractId] })
    await signedAtDesk(c, of)
    await new Promise((again) => setTimeout(again, 100))
  }
}
/** After the kills a person finishes the business, unless it is finished; its contract is served as it was signed. */
async function seenThrough(id: string, left: string): Promise<string> {
  const p = stock.take()
  const done = judge((await p.start(place)) as Seen, id, left)
  const c = client(await p.serving(), token)
  if (!done) expect(await step(c.as(second), id)).toMatchObject({ msg: '操作成功' })
  expect(await detail(c, id)).toMatchObject({ status: '3', progress: 100 })
  await p.kill('SIGTERM')
  return `SEED=${MOMENTS}, after the end of ${id}`
}
