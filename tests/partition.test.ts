import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../runtime/migrate.server.ts'
import { marksOf } from '../tools/sql/ast.ts'
import { partitionedBy } from '../tools/sql/partitioned.ts'
import { freshDatabase } from './world.ts'

const ROOT = resolve(import.meta.dirname, '..')
const split = partitionedBy(ROOT)
let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(async () => {
  await fresh?.db.close()
  await fresh?.drop()
})

test('only land tables are cut by the county, and the text around them stays as it is', () => {
  const text = 'create table "cbf" (a int);\n-- 承包方\ncreate table region (b int);\ncreate table dk (c int);\ncreate index i on dk (c);'
  expect(
    split(text)
      .split('\n')
      .filter((line) => !line.includes('partition of')),
  ).toEqual([
    'create table "cbf" (a int) partition by hash ("countyCode");',
    '-- 承包方',
    'create table region (b int);',
    'create table dk (c int) partition by hash ("countyCode");',
    'create index i on dk (c);',
  ])
  expect(split(text).match(/create table "dk_p\d" partition of "dk" for values with/g)).toHaveLength(3)
})

describe('on a database cut by the county', () => {
  beforeAll(async () => {
    // under TEST_PROFILE=partitioned the driver cuts by itself; here the same is done on the profile that the run has
    const client = await fresh.db.pool.connect()
    const query = client.query.bind(client) as (...a: any[]) => any
    client.query = ((first: any, ...rest: any[]) =>
      query(typeof first === 'string' && process.env.TEST_PROFILE === undefined ? split(first) : first, ...rest)) as typeof client.query
    await migrate({ connect: async () => client } as unknown as typeof fresh.db.pool, resolve(ROOT, 'db/migrations'))
  })

  test('every land table is cut, and nothing else', async () => {
    const { rows } = await fresh.db.pool.query(`select c.relname as name, (select count(*)::int from pg_inherits i where i.inhparent = c.oid) as parts
      from pg_class c where c.relkind = 'p' order by c.relname`)
    const land = [...marksOf(ROOT)].filter(([, mark]) => mark === 'dist').map(([name]) => name)
    expect(rows).toEqual(land.sort().map((name) => ({ name, parts: 3 })))
  })

  test('PostgreSQL itself refuses a key without the county', async () => {
    await expect(fresh.db.pool.query('create unique index bad on dk (id)')).rejects.toThrow(
      'unique constraint on partitioned table must include all partitioning columns',
    )
    await expect(fresh.db.pool.query('alter table jzd add constraint bad foreign key ("fbfbm") references fbf (fbfbm)')).rejects.toThrow('no unique constraint')
  })

  test('rows of a county lie in one part, and its upserts find them', async () => {
    const upsert = (county: string) =>
      fresh.db.pool.query(
        `insert into row_count ("countyCode", "tenantId", resource, "regionCode", status, n) values ($1, '000000', 'dk', $1, '', 1)
        on conflict ("countyCode", "tenantId", resource, "regionCode", status) do update set n = row_count.n + 1 returning tableoid::regclass::text as part, n`,
        [county],
      )
    const first = (await upsert('512021')).rows[0]
    expect(first.part).toMatch(/^row_count_p\d$/)
    expect((await upsert('512021')).rows[0]).toEqual({ part: first.part, n: '2' })
  })
})
