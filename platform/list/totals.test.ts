// Totals in the foot of lists: the same rows as the list, added up apart from SQL.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areaColumns, areaSumOf, summedColumns } from './layout.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { dk } from '../../land/definitions/dk.ts'
import { VILLAGE } from '../../tests/contract/people.ts'
import { plant } from '../../tests/contract/rows.ts'
import { world, type World } from '../../tests/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
  const place = { regionCode: `${VILLAGE}01`, fbfbm: `${VILLAGE}01` }
  for (let n = 0; n < 23; n++)
    await plant(w, cbf, 1, {
      ...place,
      cbfbm: `${place.fbfbm}${String(n).padStart(4, '0')}`,
      cbfmc: n % 2 ? '许明' : '张桂兰',
      cbfcysl: (n % 4) + 1,
      cbdkzs: n % 7 ? n : null,
      htzmjm: n % 5 ? `${n}.07` : null,
      cbqxz: '2027-12-31',
    })
})
afterAll(() => w?.end())

test.each([{}, { cbfmc: '许明' }, { where: JSON.stringify({ field: 'htzmjm', op: 'ge', value: 10 }) }, { cbfmc: '没有的人' }])(
  'the totals under %o are those of the rows that the list shows',
  async (filter) => {
    const county = await w.as('county')
    const asked = { regionCode: VILLAGE, ...filter }
    const { records } = (await county.get('/base-qssj/cbf/page', { size: 200, ...asked })).data
    const totals = (await county.get('/base-qssj/cbf/totals', asked)).data
    expect(totals.count).toBe(records.length)
    const of = (n: string) => records.map((x: Record<string, unknown>) => x[n])
    expect(summedColumns(cbf)).toEqual(['cbfcysl', 'cbdkzs', 'htzmjm'])
    for (const n of areaColumns(cbf)) expect([n, totals.sums[n]]).toEqual([n, areaSumOf(of(n)) ?? '0.00'])
    // what rows count is added up as whole numbers
    for (const n of ['cbfcysl', 'cbdkzs']) expect([n, totals.sums[n]]).toEqual([n, String(of(n).reduce((sum: number, v: unknown) => sum + Number(v ?? 0), 0))])
  },
)
test('who may not see a list gets no totals of it, and what a list does not know is refused', async () => {
  const county = await w.as('county')
  expect((await county.get('/base-dlxx/dk/totals', { nonsense: '1' })).code).toBe(400)
  // a page has no totals of pages
  expect((await county.get('/base-dlxx/dk/totals', { current: '2' })).code).toBe(400)
  expect((await (await w.as('large')).get('/base-dlxx/dk/totals')).code).toBe(403)
  expect(summedColumns(dk)).toContain('scmjm')
})
