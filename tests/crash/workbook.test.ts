// The server is killed while a workbook is read, written and withdrawn: the next one goes on, every row is written once, and a withdrawal is whole.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { book } from '../import-bench.ts'
import { client, deaths, endPrograms, preparedPlace, signIn, spawnProgram, endWhereItFails, type Client, type Place, type Program } from './program.ts'
import { seeded } from '../seeded.ts'
import { MOMENTS, volume } from '../volume.ts'
import type { Death } from './words.ts'

const random = seeded(MOMENTS)
/** Fifteen starts of a server take their time on a busy machine. */
const LONG = 600_000
/** More than one part of 50 rows. */
const ROWS = 60
/** Never reached: only counts the points. */
const COUNTED: Death = { from: 'job', at: 0, how: 'before', wait: 0 }
type Step = 'read' | 'write' | 'withdraw'
const END: Readonly<Record<Step, string>> = { read: 'ready', write: 'written', withdraw: 'withdrawn' }
const points: Record<Step, number> = { read: 0, write: 0, withdraw: 0 }
let place: Place,
  next: Program,
  token = ''
beforeAll(async () => {
  place = await preparedPlace()
  next = spawnProgram()
})
beforeEach(endWhereItFails)
afterAll(async () => {
  await endPrograms()
  await place?.drop()
})

interface Running {
  p: Program
  c: Client
}
async function begun(): Promise<Running> {
  const p = next
  next = spawnProgram()
  await p.start(place)
  const address = await p.serving()
  token ||= await signIn(address, 'admin')
  return { p, c: client(address, token) }
}
/** The batch, once it has come to rest. */
async function rested(c: Client, id: string): Promise<any> {
  for (;;) {
    const { data } = (await c.get('/importBatch/detail', { id }))!
    if (!/ing$/.test(data.status)) return data
    await new Promise((r) => setTimeout(r, 50))
  }
}
const posts = async (c: Client, mark: string): Promise<number> => (await c.get('/cpt-system/post/list', { postCode: mark, size: '200' }))!.data.records.length
const sheet = (mark: string) =>
  book([['岗位类型', '岗位编号', '岗位名称', '岗位排序'], ...Array.from({ length: ROWS }, (_, i) => ['高层', `${mark}${i}`, `岗位${i}`, i])])
/** Asks for a step; answers the batch, as far as the server lived to tell it. */
async function ask(c: Client, step: Step, mark: string, id = ''): Promise<string> {
  const a =
    step === 'read'
      ? await c.upload('/importBatch/upload', { name: 'a.xlsx', bytes: await sheet(mark) }, { entity: 'sys_post' })
      : step === 'write'
        ? await c.post('/importBatch/accept', { id })
        : await c.post(`/importBatch/withdraw?id=${id}`)
  if (a) expect(a.msg).toBe('操作成功')
  return step === 'read' ? (a?.data.id ?? '') : id
}
/** What holds when a step has ended, whatever happened on the way. */
async function holds(c: Client, step: Step, id: string, mark: string): Promise<void> {
  const b = await rested(c, id)
  expect([step, b.status, b.failReason]).toEqual([step, END[step], ''])
  expect([step, b.total, b.counts.wrong, b.counts.failed]).toEqual([step, ROWS, 0, 0])
  expect([step, b.done]).toEqual([step, step === 'write' ? ROWS : 0])
  expect([step, await posts(c, mark)]).toEqual([step, step === 'write' ? ROWS : 0])
}

test(
  'an import that nobody disturbs passes these points',
  async () => {
    let id = ''
    for (const step of ['read', 'write', 'withdraw'] as const) {
      // a server for each, as where they die: behind a job its tables are analysed, which the next one's points would begin with
      const { p, c } = await begun()
      await p.arm(COUNTED)
      id = await ask(c, step, 'n', id)
      await holds(c, step, id, 'n')
      points[step] = (await p.points()).length
      expect(points[step]).toBeGreaterThan(20)
      await p.kill('SIGTERM')
    }
  },
  LONG,
)

test(
  'killed at any point of reading, writing and withdrawing, the next server ends what was begun',
  async () => {
    for (const mark of ['a', 'b'].slice(0, volume(2, 1))) {
      let id = ''
      for (const step of ['read', 'write', 'withdraw'] as const) {
        const [death] = deaths(random, 1, 1, points[step], 'job')
        const { p, c } = await begun()
        await p.arm(death!)
        const told = await ask(c, step, mark, id)
        expect((await p.ended).signal).toBe('SIGKILL')
        const { p: after, c: again } = await begun()
        id = told || (await again.get('/importBatch/page'))!.data.records[0].id
        await holds(again, step, id, mark)
        await after.kill('SIGTERM')
      }
    }
  },
  LONG,
)
