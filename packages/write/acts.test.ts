// A package into an empty village: the acts of its entry through the writer, and its rows in bulk, leave equal tables.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import { write } from '../../land/register/write.server.ts'
import { whoOf } from '../../platform/session/session.server.ts'
import { world, type World } from '../../tests/world.ts'
import { openTables } from '../package/apart.server.ts'
import { openDiskMaps } from '../package/disk-map.server.ts'
import { openPackage } from '../package/open.server.ts'
import type { StagedPackage } from '../package/staged.ts'
import { villageActs } from './acts.ts'
import { villages } from './villages.server.ts'
import { gather } from './write-facts.server.ts'
import { writePackage } from './write.server.ts'

let w: World, dir: string, pkg: StagedPackage
beforeAll(async () => {
  w = await world()
  dir = await mkdtemp(join(tmpdir(), 'acts-'))
  pkg = await openPackage(join(import.meta.dirname, '../../tests/packages/A.zip'), join(dir, 'package'))
})
afterAll(async () => {
  await w?.end()
  await rm(dir, { recursive: true, force: true })
})

const [BULK, ACTS] = ['000000', '100001'] as const
async function within<T>(tenantId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const who = { ...(await whoOf(w.db, tenantId, 'admin')), regionCode: '' }
  const now = localTime(clock())
  return w.db.transaction({ tenantId }, (tx) =>
    work({ who, db: tx, lang: 'zh', now, newId: () => newId(), requestId: 't', ip: '', enqueue: async () => '0' }),
  )
}
const q = async (text: string): Promise<any[]> => (await w.db.pool.query(text)).rows
const signal = new AbortController().signal

/** Tables, what is named instead of ids, and what the moment of the writing decides. */
const BOOK = `(select b.cbjyqzbm || b.version from djb b where b.id = x."djbId") as book`
const TABLES: Readonly<Record<string, string>> = {
  fbf: '',
  cbf: '',
  jtcy: `, (select cbfbm from cbf where cbf.id = x."cbfId") as of`,
  dk: ', ST_AsText(geom, 10) as ground',
  djb: '',
  djb_cbf: `, ${BOOK}`,
  djb_jtcy: `, ${BOOK}`,
  cbht: `, ${BOOK}`,
  cbdkxx: `, ${BOOK}, (select dkbm from dk where dk.id = x."dkId") as ground`,
  cbjyqz: `, ${BOOK}`,
}
const MOVES = '{id,tenantId,djbId,dkId,cbfId,geom,rev,validFrom,validTo,createTime,updateTime,createUser,updateUser,causeId,closedBy}'
async function tables(tenantId: string): Promise<Record<string, string[]>> {
  const out: Record<string, string[]> = {}
  for (const [t, more] of Object.entries(TABLES)) {
    const rows = await q(`select (to_jsonb(x) - '${MOVES}'::text[])::text as v ${more} from ${t} x where "tenantId" = '${tenantId}'`)
    out[t] = rows.map(({ v, ...named }) => `${v} ${Object.values(named).join(' ')}`).toSorted()
  }
  return out
}

test('both ways of writing package A leave equal tables, and books that say the same', async () => {
  await within(BULK, (ctx) => writePackage({ ctx, pkg, signal, tell: () => {} }, '1'))
  const maps = openDiskMaps(pkg.dir)
  const reader = openTables(pkg, { signal })
  const today = localTime(clock()).slice(0, 10)
  const facts = await gather(maps.make, reader.rows, today)
  for await (const { village, rows } of villages(pkg, maps.make, reader.rows, signal)) {
    const acts = villageActs(rows, facts)
    await within(ACTS, (ctx) => write(ctx, { cause: { kind: 'import', id: '1' }, unit: `hjb/1/${village}`, regionCode: village, day: today, acts }))
  }
  maps.close()
  await reader.close()
  const [bulk, acts] = [await tables(BULK), await tables(ACTS)]
  for (const t of Object.keys(TABLES)) {
    const [a, b] = [bulk[t]!, acts[t]!]
    const [left, right] = [new Set(a), new Set(b)]
    expect([t, a.length, a.filter((x) => !right.has(x)).slice(0, 2)]).toEqual([t, b.length, b.filter((x) => !left.has(x)).slice(0, 2)])
  }
})
