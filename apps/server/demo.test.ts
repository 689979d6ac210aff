// What the demonstration shows beside its register: made by the product's own routes, once, and of every step of the campaign something.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { villageWorld, type World } from '../../tests/world.ts'
import { demonstrateMore } from './demonstrate-more.server.ts'

let w: World
beforeAll(async () => void (w = await villageWorld()))
afterAll(() => w?.end())

const shown = async () => {
  const [county, town] = [await w.as('county'), await w.as('town')]
  const records = async (path: string, query: object = {}) => (await county.get(path, { size: 50, ...query })).data.records
  return {
    plans: (await records('/ybProcess/makingPlan/page')).map((p: any) => [p.fbfbm.slice(-2), p.status]).toSorted(),
    counts: (await county.get('/ybProcess/cbfBusiness/count', { regionCode: '512021119203' })).data.status,
    posted: (await records('/yw-publicity/publicity/page')).map((p: any) => p.status).toSorted(),
    collected: (await records('/ybProcess/field/page')).map((i: any) => `${i.kind} ${i.state}`).toSorted(),
    pictures: (await county.get('/yzt/layer/list')).data.flatMap((l: any) => (l.kind === 'picture' ? [[l.title, l.isDefault]] : [])),
    citizens: [
      (await records('/app/application/guide/page')).length,
      (await records('/usr/inquire/page')).map((q: any) => q.status).toSorted(),
      (await records('/usr/demand/page')).length,
      (await town.get('/usr/reserve-slot/page', { size: 50 })).data.total,
    ],
  }
}
test('the demonstration stands in the middle of its campaign, with all that citizens see, and a second start adds nothing', async () => {
  const faults: string[] = []
  await demonstrateMore(w, { dataDir: w.dataDir }, (line) => faults.push(line))
  expect(faults).toEqual([])
  const first = await shown()
  expect(first.plans).toEqual([
    ['01', '5'],
    ['02', '1'],
  ])
  expect(first.collected).toEqual(['1 1', '1 1', '1 2', '3 1'])
  expect(first.posted).toEqual(['1', '2'])
  // the uppermost first: the newer one is shown, and the older one is there to compare it with
  expect(first.pictures).toEqual([
    ['玉顶村航拍影像（2024年）', 1],
    ['玉顶村航拍影像（2016年）', 0],
  ])
  expect(first.citizens).toEqual([2, ['0', '1', '1'], 1, 20])
  expect(first.counts).toMatchObject({ 7: 1, 8: 1 })
  expect([first.counts[0] > 50, first.counts[1] > 5, first.counts[2] > 50]).toEqual([true, true, true])
  await demonstrateMore(w, { dataDir: w.dataDir }, (line) => faults.push(line))
  expect([faults, await shown()]).toEqual([[], first])
})
