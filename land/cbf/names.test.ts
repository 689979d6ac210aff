import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import { page } from '../../kit/server/query.server.ts'
import { find, insert, update } from '../../kit/server/rows.server.ts'
import { sample } from '../../tests/samples.ts'
import { world, type World } from '../../tests/world.ts'
import { whoOf } from '../../platform/session/who.server.ts'
import { dk } from '../definitions/dk.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

const COUNTY = '512021',
  TOWN = `${COUNTY}102`,
  HERE = `${TOWN}205`,
  THERE = `${TOWN}206`,
  AFAR = `${COUNTY}103201`

/** Work of the county's clerk in one transaction. */
async function clerk<T>(work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const who = await whoOf(w.db, '000000', 'county')
  return w.db.transaction({ tenantId: who.tenantId }, (db) =>
    work({ who, db, lang: 'zh', now: localTime(clock()), newId: () => newId(), requestId: 'names', ip: '', enqueue: async () => newId() }),
  )
}

test('a name is found in its county, town, village and group, and nowhere else, also after the row has moved or changed its name', async () => {
  const places = [COUNTY, TOWN, HERE, `${HERE}01`, THERE, `${THERE}02`, `${COUNTY}103`, AFAR]
  const foundIn = (cbfmc: string) =>
    clerk(async (ctx) => {
      const out: string[] = []
      for (const regionCode of places) if ((await page(ctx, dk, { regionCode, cbfmc })).total === 1) out.push(regionCode)
      return out
    })
  const id = await clerk((ctx) =>
    insert(ctx, dk, { ...sample(dk), geom: null, dkbm: `${HERE}0100001`, fbfbm: `${HERE}01`, regionCode: `${HERE}01`, cbfmc: '令狐德棻' } as any),
  )
  for (const typed of ['令', '狐德', '令狐德棻', 'lhd', 'linghude']) expect([typed, await foundIn(typed)]).toEqual([typed, [COUNTY, TOWN, HERE, `${HERE}01`]])
  await clerk((ctx) => update(ctx, dk, id, { regionCode: `${THERE}02` } as any))
  for (const typed of ['令', 'lhd']) expect([typed, await foundIn(typed)]).toEqual([typed, [COUNTY, TOWN, THERE, `${THERE}02`]])
  await clerk((ctx) => update(ctx, dk, id, { cbfmc: '欧阳询' } as any))
  expect(await foundIn('令')).toEqual([])
  expect(await foundIn('oyx')).toEqual([COUNTY, TOWN, THERE, `${THERE}02`])
  await clerk((ctx) => update(ctx, dk, id, { cbfmc: null } as any))
  expect(await foundIn('欧阳')).toEqual([])
  expect((await clerk((ctx) => find(ctx, dk, { id } as any)))!.cbfmc).toBe(null)
})
