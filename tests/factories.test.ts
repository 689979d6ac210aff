// What tests begin with is what the product itself would have written: it holds its own rules, and each call adds to what is there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariantsBroken } from '../views/watch/check.server.ts'
import type { Dk } from '../land/definitions/dk.ts'
import { ctxOf } from './contract/rows.ts'
import { buildCase, buildContract, buildHousehold, buildIssuer, buildParcels, GROUP } from './factories.ts'
import { world, type World } from './world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

test('an issuer is made once; households, parcels and contracts of it have codes of their own and what stands on each other', async () => {
  const issuer = await buildIssuer(w, { fbfmc: '玉顶村第三村民小组' })
  expect(await buildIssuer(w)).toEqual(issuer)
  const alone = await buildHousehold(w, { name: '李四', members: ['李小'] })
  expect([alone.cbfbm, alone.cbfmc, alone.djzt, alone.members.map((m) => m.cyxm)]).toEqual([`${GROUP}0001`, '李四', '0', ['李四', '李小']])
  const { household, parcels, contract, book } = await buildContract(w, { parcels: 2 })
  expect([household.cbfbm, household.djzt, household.htzmjm]).toEqual([`${GROUP}0002`, '2', '3.00'])
  expect(parcels.map((p) => [p.dkbm, p.djzt, p.cbfbm])).toEqual([1, 2].map((n) => [`${GROUP}0000${n}`, '2', household.cbfbm]))
  expect([contract.cbhtbm, book.cbjyqzbm, book.qszt]).toEqual([`${GROUP}0002J`, `${GROUP}0002J`, '1'])
  expect((await buildContract(w, { of: alone })).book.cbfbm).toBe(alone.cbfbm)
  expect((await buildParcels(w)).map((p) => [p.dkbm, p.djzt])).toEqual([[`${GROUP}00004`, '0']])
  expect(await w.db.transaction({ tenantId: '000000' }, (tx) => invariantsBroken(ctxOf(tx), '512021'))).toEqual([])
})
test('the example of CONTRIBUTING.md', async () => {
  const { household, parcels } = await buildContract(w, { name: '赵六', parcels: 2 })
  const { data } = await (await w.as('town')).get('/base-dlxx/dk/page', { cbfbm: household.cbfbm })
  expect(data.records.map((p: Dk) => p.dkbm).toSorted()).toEqual(parcels.map((p) => p.dkbm))
})
test('a case stands in the task that is asked for', async () => {
  expect(await buildCase(w, { task: 'register' })).toMatchObject({ status: '1', obligeName: '张三' })
  const { id } = await buildCase(w, { name: '王五', task: 'sign' })
  expect((await (await w.as('admin')).get('/yw-accept/business/detail', { id })).data).toMatchObject({ status: '2', taskKey: 'sign' })
})
