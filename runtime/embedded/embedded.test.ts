import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embedded, openEmbedded } from './embedded.server.ts'
import { COPY_LIMIT } from './session-messages.server.ts'
import { tarEntries } from './slim.server.ts'

const BOW_TIE = `select ST_Intersection(ST_GeomFromText('POLYGON((0 0,10 10,10 0,0 10,0 0))'), ST_GeomFromText('POLYGON((5 0,5 10,6 0,6 10,5 0))')) g`

let db: Embedded
let pool: pg.Pool

beforeAll(async () => {
  db = await openEmbedded({})
  pool = db.pool()
  await pool.query('create table account (id int primary key, balance int not null); insert into account select i, 0 from generate_series(1, 10) i')
})

afterAll(async () => {
  await db.close()
})

test('every connection sees Asia/Shanghai, durable-sized buffers and the three extensions', async () => {
  const { rows } = await pool.query(`select current_setting('TimeZone') tz, current_setting('shared_buffers') buffers,
    (select string_agg(extname, ',' order by extname) from pg_extension where extname <> 'plpgsql') extensions,
    to_char('2024-06-01 00:00:00+00'::timestamptz, 'HH24') h`)
  expect(rows).toEqual([{ tz: 'Asia/Shanghai', buffers: '32MB', extensions: 'btree_gist,pg_trgm,postgis', h: '08' }])
})

test('ordinary errors carry their SQLSTATE and leave the engine running', async () => {
  await expect(pool.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
  await expect(pool.query('select $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' })
  await expect(pool.query('insert into account values (1, 0)')).rejects.toMatchObject({ code: '23505' })
  expect((await pool.query('select 1 one')).rows).toEqual([{ one: 1 }])
  expect((await pool.query('')).rows).toEqual([])
  expect(db.restarts()).toBe(0)
})

test('positions of Chinese coordinate systems are transformed with the real grid definitions', async () => {
  const { rows } = await pool.query(`with p as (select ST_SetSRID(ST_Point(103, 36), 4490) g)
    select round(ST_X(ST_Transform(g, 4544))::numeric, 2)::text x, round(ST_Y(ST_Transform(g, 4544))::numeric, 2)::text y,
      round(ST_X(ST_Transform(ST_Transform(g, 4544), 4490))::numeric, 8)::text lon from p`)
  expect(rows).toEqual([{ x: '319661.21', y: '3987393.17', lon: '103.00000000' }])
})

test('an archive has the log that is in use, and none that is made ahead of its time', async () => {
  // the file that is left behind becomes, with the next checkpoint, the one to come
  await pool.query('select pg_switch_wal()')
  await pool.query('update account set balance = balance')
  const { rows } = await pool.query('select pg_walfile_name(pg_current_wal_lsn()) as name')
  const names = [...tarEntries(Buffer.from(await db.dump()))].map((e) => e.name.split('/').at(-1)!)
  expect(names.filter((n) => /^[0-9A-F]{24}$/.test(n))).toEqual([rows[0].name])
})

test('two hundred transactions at once lose no update', async () => {
  const work = async (n: number): Promise<void> => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query('select balance from account where id = $1', [(n % 10) + 1])
      await client.query('update account set balance = $1 where id = $2', [rows[0].balance + 1, (n % 10) + 1])
      await client.query(n % 4 === 3 ? 'rollback' : 'commit')
    } finally {
      client.release()
    }
  }
  await Promise.all(Array.from({ length: 200 }, (_, n) => work(n)))
  expect((await pool.query('select sum(balance)::int sum from account')).rows).toEqual([{ sum: 150 }])
})

test('the same statement name on two connections means two statements', async () => {
  const [a, b] = [await pool.connect(), await pool.connect()]
  await a.query({ name: 'find', text: 'select $1::int + 1 n', values: [1] })
  await b.query({ name: 'find', text: `select $1::text || '!' n`, values: ['x'] })
  const again = await Promise.all([
    a.query({ name: 'find', text: 'select $1::int + 1 n', values: [2] }),
    b.query({ name: 'find', text: `select $1::text || '!' n`, values: ['y'] }),
  ])
  expect(again.map((r) => r.rows[0].n)).toEqual([3, 'y!'])
  a.release(true)
  b.release(true)
  // the ended connections leave no statement behind
  expect((await pool.query('select count(*)::int n from pg_prepared_statements')).rows).toEqual([{ n: 0 }])
})

test('a connection that ends inside a transaction is rolled back and frees the session', async () => {
  const client = db.client()
  await client.connect()
  await client.query('begin; insert into account values (77, 1)')
  const next = pool.query('select count(*)::int n from account where id = 77')
  await client.end()
  expect((await next).rows).toEqual([{ n: 0 }])
})

test('an idle transaction that keeps others waiting is ended', async () => {
  // of its own: to the others, which a busy machine may stop for as long, nothing may happen
  const impatient = await openEmbedded({ idleTxMs: 300 })
  const others = impatient.pool()
  const client = await others.connect()
  await client.query('begin')
  const closed = new Promise((done) => {
    client.once('end', done)
  })
  expect((await others.query('select 1 one')).rows).toEqual([{ one: 1 }])
  await closed
  await expect(client.query('commit')).rejects.toThrow()
  client.release()
  await impatient.close()
})

test('a cursor is refused with a message instead of waiting for ever', async () => {
  const query = { text: 'select generate_series(1, 10)', rows: 2 }
  await expect(pool.query(query as pg.QueryConfig)).rejects.toMatchObject({ code: '0A000' })
})

test('COPY reads from and writes to streams', async () => {
  const client = await pool.connect()
  await client.query('create table item (id int, name text)')
  const writer = client.query(copyFrom('copy item from stdin'))
  const rows = Array.from({ length: 20_000 }, (_, i) => `${i}\t名${i}\n`).join('')
  writer.end(rows)
  await once(writer, 'finish')
  const chunks: Buffer[] = []
  for await (const chunk of client.query(copyTo('copy (select * from item order by id) to stdout'))) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toBe(rows)
  client.release()
})

test('a failed or oversized COPY reports an error and the connection goes on', async () => {
  const client = await pool.connect()
  for (const [data, code] of [
    ['x\ty\n', '22P02'],
    [Buffer.alloc(COPY_LIMIT + 1000, 0x31), '57014'],
  ] as const) {
    const writer = client.query(copyFrom('copy item from stdin'))
    const failed = once(writer, 'error')
    writer.end(data)
    expect((await failed)[0]).toMatchObject({ code })
  }
  expect((await client.query('select count(*)::int n from item')).rows).toEqual([{ n: 20_000 }])
  client.release()
})

test('a lost statement in memory is an error for its caller, for those in flight, and for everyone after', async () => {
  const inFlight = await pool.connect()
  const results = await Promise.allSettled([pool.query(BOW_TIE), inFlight.query('select 2')])
  inFlight.release()
  expect(results[0]).toMatchObject({ status: 'rejected', reason: { code: 'XX000' } })
  await expect(pool.query('select 1')).rejects.toThrow('in memory is lost')
})
