// The server is killed again and again over one import: the register holds nothing of the package, or all of it.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HJB } from '../../packages/hjb/flow.ts'
import { ANALYSE, WRITE } from '../../packages/hjb/jobs.server.ts'
import { unpack } from '../../packages/package/archive.server.ts'
import { packageFile } from '../../packages/hjb/storage.server.ts'
import { COUNTY, view, type Seen } from './look.ts'
import { client, deaths, LONG, preparedPlace, signIn, programs, STRUCK, endWhereItFails, type Client, type Place, type Program } from './program.ts'
import { seeded } from '../seeded.ts'
import { MOMENTS, volume } from '../volume.ts'
import { JOB_COMMIT, type Death } from './words.ts'

interface Plan {
  step: Step
  death: Death
}
type Step = 'upload' | 'audit' | typeof ANALYSE | typeof WRITE
const random = seeded(MOMENTS)
/** Never reached: only counts the points. */
const COUNTED: Death = { from: 'job', at: 0, how: 'before', wait: 0 }
let stock: ReturnType<typeof programs>,
  zips = '',
  bytes: Buffer,
  sha256 = '',
  start: Place,
  accepted: Place,
  written: Place,
  nothing: Seen['stand'],
  whole: Seen['stand'],
  token = ''
const points = { upload: [] as string[], analysis: [] as string[], write: [] as string[] }
const places: Place[] = []

/** Answers the package, or nothing when the server died. */
async function upload(c: Client): Promise<{ id: string; status: string; existing: boolean } | undefined> {
  const fields = { regionCode: COUNTY, name: '大井村', year: '2016', packageKind: 'full' }
  const r = await c.upload('/hjb/hjbinfo/upload', { name: 'v00.zip', bytes }, fields)
  if (r) expect(r).toMatchObject({ msg: '操作成功' })
  return r?.data
}
async function copyOf(place: Place): Promise<Place> {
  const copy = await place.copy()
  places.push(copy)
  return copy
}
async function stateOf(place: Place): Promise<Seen> {
  await place.settled()
  const db = await place.open()
  const seen = await view(db)
  await db.close()
  return seen!
}
/** The job as the page shows it, when it no longer runs. */
async function ended(c: Client, jobLogId: string): Promise<{ status: string; message: string } | undefined> {
  for (;;) {
    const r = await c.get('/hjb/hjbinfo/progressById', { jobLogId })
    if (r?.data.status !== 'running') return r?.data
    await new Promise((again) => setTimeout(again, 50))
  }
}
async function pass(c: Client, path: string, body: object): Promise<any> {
  const r = await c.post(`/hjb/hjbinfo/${path}`, body)
  expect([path, r?.msg]).toEqual([path, '操作成功'])
  return r!.data
}
async function accept(c: Client, id: string): Promise<void> {
  await pass(c, 'submit', { id, toAudit: true })
  await pass(c, 'audit', { id, result: '1', opinion: '飞地属实' })
}

beforeAll(async () => {
  stock = programs()
  zips = await mkdtemp(join(tmpdir(), 'chengbao-zips-'))
  const { files } = await unpack(join(import.meta.dirname, '../packages/B-variants.zip'), zips)
  bytes = await readFile(files.find((f) => f.path.endsWith('v00-clean.zip'))!.abs)
  sha256 = createHash('sha256').update(bytes).digest('hex')
  start = await preparedPlace(async (a) => {
    token = await signIn(await a.app.listen({ port: 0, host: '127.0.0.1' }), 'admin')
  })
  places.push(start)
})
beforeEach(endWhereItFails)
afterAll(async () => {
  await stock?.end()
  for (const p of places) await p.drop()
  await rm(zips, { recursive: true, force: true })
})

test(
  'an import that nobody disturbs writes what the package has, and passes the points at which it will be killed',
  async () => {
    const place = await copyOf(start)
    let p = stock.take()
    nothing = ((await p.start(place)) as Seen).stand
    let c = client(await p.serving(), token)
    await p.arm({ ...COUNTED, from: 'request' })
    const { id } = (await upload(c))!
    points.upload = await p.points()
    await p.arm(COUNTED)
    let over = p.jobEnded()
    await pass(c, 'analysis', { id })
    await over
    points.analysis = await p.points()
    await accept(c, id)
    await p.kill('SIGTERM')
    accepted = await copyOf(place)

    p = stock.take()
    await p.start(place)
    c = client(await p.serving(), token)
    await p.arm(COUNTED)
    over = p.jobEnded()
    await pass(c, 'transfer', { id })
    await over
    points.write = await p.points()
    await p.kill('SIGTERM')
    written = place
    const seen = await stateOf(place)
    whole = seen.stand
    expect(seen.wrong).toEqual([])
    expect(seen.packages).toEqual([{ id, status: HJB.initialised, sha256 }])
    const { fbf, cbf, jtcy, dk, jzd, jzx, djb, cbht, cbdkxx, cbjyqz } = whole
    expect({ fbf, cbf, jtcy, dk, jzd, jzx, djb, cbht, cbdkxx, cbjyqz }).toEqual({
      fbf: 2,
      cbf: 15,
      jtcy: 48,
      dk: 70,
      // 75 corners beside the 326 points of the package
      jzd: 401,
      jzx: 376,
      djb: 20,
      cbht: 20,
      cbdkxx: 63,
      cbjyqz: 20,
    })
  },
  LONG,
)

/** What holds after every kill, before the next server does anything. Answers what is there. */
async function judge(place: Place, seen: Seen, note: string): Promise<'nothing' | 'whole'> {
  const is = JSON.stringify(seen.stand) === JSON.stringify(whole) ? 'whole' : 'nothing'
  expect(seen.stand, note).toEqual(is === 'whole' ? whole : nothing)
  expect(seen.wrong, note).toEqual([])
  expect(seen.packages.length, note).toBeLessThanOrEqual(1)
  for (const p of seen.packages) {
    expect((await readFile(packageFile(place.dataDir, '000000', p.sha256)).then((b) => createHash('sha256').update(b).digest('hex'))) === p.sha256, note).toBe(
      true,
    )
    expect([HJB.initialised, HJB.finished].includes(p.status as '10'), `${note}: state ${p.status}`).toBe(is === 'whole')
    // the package and the job that wrote it change together
    if (is === 'whole') expect(seen.jobs.findLast((j) => j.kind === WRITE)?.status, note).toBe('done')
  }
  return is
}

/** A call that is answered with success, or not at all because the server died. */
async function asked(c: Client, path: string, body: object): Promise<void> {
  const r = await c.post(`/hjb/hjbinfo/${path}`, body)
  if (r) expect([path, r.msg]).toEqual([path, '操作成功'])
}
/** Puts a job of this kind under way: one that was left goes on by itself, until its second death ends it and a person asks again. Answers the one that was left. */
async function begun(c: Client, seen: Seen, kind: typeof ANALYSE | typeof WRITE, id: string): Promise<string | undefined> {
  const left = seen.jobs.at(-1)
  const isLeft = left?.kind === kind && left.status !== 'done'
  if (isLeft && left.status !== 'failed' && left.attempts < 2) return left.id
  if (isLeft) {
    expect((await ended(c, left.id))?.message).toBe('多次异常中断')
    await asked(c, kind === WRITE ? 'executeSql' : 'retransmission', { jobLogId: left.id })
  } else await asked(c, kind === WRITE ? 'transfer' : 'analysis', { id })
  return undefined
}
const statusOf = async (c: Client, id: string) => (await c.get('/hjb/hjbinfo/detail', { id }))!.data
/** Submits and accepts what is not accepted yet; a check that was left, or given up because its servers died, comes to its end before. */
async function acceptedAtLast(c: Client, seen: Seen, id: string, ready: () => Promise<void> = async () => {}): Promise<void> {
  if ([HJB.detecting, HJB.uploaded].includes((await statusOf(c, id)).status)) {
    await begun(c, seen, ANALYSE, id)
    expect((await ended(c, (await statusOf(c, id)).jobLogId))?.status).toBe('success')
  }
  const { status } = await statusOf(c, id)
  await ready()
  if (status === HJB.passed) await asked(c, 'submit', { id, toAudit: true })
  if (status === HJB.passed || status === HJB.waiting) await asked(c, 'audit', { id, result: '1', opinion: '飞地属实' })
}

/** One run of a person at the page, towards the step in which the server is to die. Ends when that step has passed or the server is dead. */
async function walk(p: Program, c: Client, seen: Seen, step: Step, death: Death, resumed?: Promise<void>): Promise<void> {
  if (step === 'upload') await p.arm(death)
  const known = await upload(c)
  if (!known || step === 'upload') return
  if (step === 'audit') return acceptedAtLast(c, seen, known.id, () => p.arm(death))
  if (step === WRITE && seen.jobs.at(-1)?.kind === ANALYSE) await acceptedAtLast(c, seen, known.id)
  if (known.status === HJB.initialised && seen.jobs.at(-1)?.status === 'done') return
  const over = resumed ?? p.jobEnded()
  if (!resumed) await p.arm(death)
  const left = await begun(c, seen, step, known.id)
  // one that goes on by itself has died less than twice and must not be given up
  const goesOn = left ? ended(c, left).then((job) => expect(job?.message).not.toBe('多次异常中断')) : over
  await Promise.race([over, p.ended, goesOn])
}
/** Starts a server in a place, walks, and kills it if it still lives. Answers what was seen before it did anything. */
async function killed(place: Place, step: Step, death: Death, again: boolean): Promise<Seen> {
  const p = stock.take()
  const resumed = again && death.from === 'job' ? p.jobEnded() : undefined
  const seen = (await p.start(place, resumed ? { death } : {})) as Seen
  // a job that was left goes on at once and may be killed before the server serves
  const address = await p.serving().catch(() => '')
  const failed = address ? await walk(p, client(address, token), seen, step, death, resumed).catch((e: Error) => e) : undefined
  // also when the walk has failed: the next server waits until this one has left the database
  await p.kill('SIGKILL')
  const { output, signal } = await p.ended
  if (failed) throw new Error(`${step} ${JSON.stringify(death)} failed, after ${before.note}; the server wrote: ${output}`, { cause: failed })
  expect(signal, output).toBe('SIGKILL')
  if (output.includes(STRUCK)) struck += 1
  return seen
}

/** Deaths at one step, told in the note of what they leave. */
const planned = (step: Step, n: number, first: number, last: number): Plan[] =>
  deaths(random, n, first, last, step === 'upload' || step === 'audit' ? 'request' : 'job').map((death) => ({ step, death }))
/** One import through all deaths of the tests below, in this order. */
let victim: Place
/** Deaths at their point; the others came after a step that was over sooner than when the points were counted. */
let struck = 0
let before = { step: 'upload' as Step, note: 'at first' }
async function dies(plan: readonly Plan[]): Promise<void> {
  victim ??= await copyOf(start)
  struck = 0
  for (const { step, death } of plan) {
    await judge(victim, await killed(victim, step, death, step === before.step), before.note)
    before = { step, note: `SEED=${MOMENTS}, killed in ${step} ${JSON.stringify(death)}` }
  }
  expect(struck, before.note).toBeGreaterThanOrEqual(Math.max(1, plan.length - 2))
}
/** The number of the point at which the package is unpacked, in a thread of its own: what its first reader begins with. */
const unpacked = (labels: readonly string[]) => labels.findIndex((l) => l.startsWith('delete from "hjb_issue"') || l.includes('from "fbf"')) + 1

test(
  'an upload killed at any moment leaves nothing of the package in the register',
  async () => {
    await dies(planned('upload', volume(3, 2), 1, points.upload.length))
  },
  LONG,
)
test(
  'reading and checking killed at any moment leave nothing of the package in the register',
  async () => {
    const read = unpacked(points.analysis)
    const tells: Plan = { step: ANALYSE, death: { from: 'job', at: 1, label: 'update "job" set "heartbeat"', how: 'during', wait: 1 } }
    await dies([
      ...planned(ANALYSE, volume(2, 1), 1, read),
      tells,
      ...planned(ANALYSE, volume(4, 1), read + 1, points.analysis.length),
      ...planned('audit', 1, 1, 26),
    ])
  },
  LONG,
)
test(
  'a write killed at any moment leaves nothing of the package in the register, or all of it',
  async () => {
    await dies(planned(WRITE, volume(10, 3), unpacked(points.write) + 1, points.write.length))
    const p = stock.take()
    await judge(victim, (await p.start(victim)) as Seen, before.note)
    await finished(p, victim)
  },
  LONG,
)

/** A person sees the import through on a server that lives; the same package is recognised afterwards. */
async function finished(p: Program, place: Place): Promise<void> {
  const c = client(await p.serving(), token)
  const { id } = (await upload(c))!
  const { jobLogId, status } = (await c.get('/hjb/hjbinfo/detail', { id }))!.data
  if (status !== HJB.initialised && (await ended(c, jobLogId))?.status === 'failed') await ended(c, await pass(c, 'executeSql', { jobLogId }))
  expect(await ended(c, (await c.get('/hjb/hjbinfo/detail', { id }))!.data.jobLogId)).toMatchObject({ status: 'success' })
  expect((await upload(c))!).toEqual({ id, existing: true, status: HJB.initialised })
  await pass(c, 'finish', { id })
  await p.kill('SIGTERM')
  expect(await judge(place, await stateOf(place), `SEED=${MOMENTS}, after the end`)).toBe('whole')
  expect(await readdir(join(place.dataDir, 'work'))).toEqual([])
}

/** Asks for the withdrawal of the written package on a server of this place. */
async function withdrawal(p: Program, death: Death): Promise<void> {
  const c = client(await p.serving(), token)
  const { id } = (await upload(c))!
  await p.arm(death)
  const over = p.jobEnded()
  await asked(c, 'empty', { id, reason: '包有误' })
  await Promise.race([over, p.ended])
}
test(
  'a withdrawal killed at any moment leaves the package in the register whole, or out of it whole; the next server takes it up',
  async () => {
    const undisturbed = await copyOf(written)
    let p = stock.take()
    await p.start(undisturbed)
    await withdrawal(p, COUNTED)
    const withdrawing = await p.points()
    await p.kill('SIGTERM')
    const { stand: out, wrong, packages } = await stateOf(undisturbed)
    expect([wrong, packages[0]!.status, out.dk, out.jzd, out.djb_cbf]).toEqual([[], HJB.emptied, 0, 0, 0])
    let [place, note, hits] = [written, '', 0]
    const isOut = (seen: Seen) => {
      const is = seen.packages[0]!.status === HJB.emptied
      expect(seen.stand, note).toEqual(is ? out : whole)
      expect(seen.wrong, note).toEqual([])
      return is
    }
    const plan = deaths(random, volume(30, 2), 1, withdrawing.length, 'job')
    for (const death of plan) {
      note = `SEED=${MOMENTS}, killed in a withdrawal ${JSON.stringify(death)}`
      place = await copyOf(written)
      p = stock.take()
      await p.start(place)
      await withdrawal(p, death)
      await p.kill('SIGKILL')
      if ((await p.ended).output.includes(STRUCK)) hits += 1
      isOut(await stateOf(place))
    }
    expect(hits, note).toBeGreaterThanOrEqual(plan.length - 1)
    p = stock.take()
    const seen = (await p.start(place)) as Seen
    const over = p.jobEnded()
    await p.serving()
    if (!isOut(seen)) await over
    await p.kill('SIGTERM')
    expect(isOut(await stateOf(place))).toBe(true)
  },
  LONG,
)

test(
  'a server killed for the second time just after the write was committed leaves its job done and the package in',
  async () => {
    const place = await copyOf(accepted)
    const before: Death = { from: 'job', at: 1, label: 'insert into "hjb_log"', how: 'before', wait: 0 }
    const after: Death = { from: 'job', at: 1, label: JOB_COMMIT, how: 'after', wait: 0 }
    for (const [n, death] of [before, after].entries())
      expect(await judge(place, await killed(place, WRITE, death, n > 0), `before death ${n + 1}`)).toBe('nothing')
    const p = stock.take()
    const seen = (await p.start(place)) as Seen
    expect(await judge(place, seen, 'after the commit')).toBe('whole')
    expect(seen.jobs.at(-1)).toMatchObject({ kind: WRITE, status: 'done', attempts: 2, message: '' })
    await finished(p, place)
    expect((await stateOf(place)).jobs).toEqual(seen.jobs)
  },
  LONG,
)
