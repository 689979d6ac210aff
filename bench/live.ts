// What open pages cost the server: a thousand people listen, each on a connection of his own; the processor time of the server beside that without them.
// TEST_DATABASE_URL=postgres://… node tools/run.mjs bench/live.ts [--pages=1000]
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { tokenHash } from '../platform/credentials/secrets.server.ts'
import { world, type World } from '../tests/world.ts'
import { figure, judge, median, print } from './measure.ts'

const PAGES = Number(process.argv.find((a) => a.startsWith('--pages='))?.slice(8) ?? 1000)
const SECONDS = 20
const TRIES = 10
/** Most of one core that the pages take, and how long a message is on its way at most, ms. */
const LIMIT = { core: 0.1, way: 3000 }

/** The pages, in a process of their own: opens a stream for each token, says when all have heard, and when one hears of a message. */
function pages(port: number, tokens: readonly string[]): void {
  let first = 0
  for (const [n, token] of tokens.entries())
    get({ port, path: '/api/basic/live', headers: { 'cpt-auth': `bearer ${token}`, accept: 'text/event-stream' }, agent: false }, (r) => {
      let heard = 0
      r.on('data', (part: Buffer) => {
        if (!part.includes('event: inbox')) return
        heard += 1
        if (heard === 1 && (first += 1) === tokens.length) process.send!('open')
        if (heard > 1 && n === 0) process.send!('heard')
      })
    })
}

/** So many people with a session each. Answers their tokens and the id of the first. */
async function people(w: World): Promise<{ tokens: string[]; first: string }> {
  await w.signIn('town')
  const tokens = Array.from({ length: PAGES }, () => randomBytes(24).toString('base64url'))
  const copies = (table: string, own: string, where: string) =>
    `insert into ${table} select (jsonb_populate_record(x, ${own})).* from ${table} x, generate_series(1, $1) n where ${where}`
  const town = `(select id from sys_user where account = 'town' and "tenantId" = '000000')`
  await w.db.pool.query(copies('sys_user', `jsonb_build_object('id', 8000000000000000000 + n, 'account', 'page' || n, 'phone', null)`, `x.id = ${town}`), [
    PAGES,
  ])
  await w.db.pool.query(copies('user_secret', `jsonb_build_object('userId', 8000000000000000000 + n)`, `x."userId" = ${town}`), [PAGES])
  await w.db.pool.query(
    `insert into session select (jsonb_populate_record(x, jsonb_build_object('id', 8000000000000000000 + n, 'userId', 8000000000000000000 + n, 'accessHash', ($2::text[])[n], 'refreshHash', 'r' || n))).*
    from session x, generate_series(1, $1) n where x."userId" = ${town}`,
    [PAGES, tokens.map(tokenHash)],
  )
  return { tokens, first: '8000000000000000001' }
}
/** Seconds of processor time a second of this process while it does what it does. */
async function load(): Promise<number> {
  const [cpu, at] = [process.cpuUsage(), performance.now()]
  await new Promise((r) => setTimeout(r, SECONDS * 1000))
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / 1000 / (performance.now() - at)
}

async function measured(): Promise<void> {
  const w = await world()
  w.live.start()
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = w.app.server.address() as { port: number }
  const { tokens, first } = await people(w)
  const idle = await load()
  const child = fork(import.meta.filename, ['--listen'], { execArgv: process.execArgv })
  const said = (what: string) =>
    new Promise<void>((r) => {
      const hear = (m: unknown) => {
        if (m !== what) return
        child.off('message', hear)
        r()
      }
      child.on('message', hear)
    })
  child.send({ port, tokens })
  await said('open')
  const open = await load()
  const ways: number[] = []
  for (let n = 0; n < TRIES; n += 1) {
    const heard = said('heard')
    const at = performance.now()
    await w.db.pool.query(
      `insert into inbox_message ("tenantId", "userId", once, id, kind, subject, "createUser", "createTime") values ('000000', $1, $2, $3, 'task', 'x', 0, $4)`,
      [first, `bench:${n}`, String(n + 1), w.ago(0)],
    )
    await heard
    ways.push(performance.now() - at)
  }
  child.kill()
  await w.end()
  const core = open - idle
  print(
    ['what', 'figure', 'limit'],
    [
      [`one core for ${PAGES} open pages`, figure(core), String(LIMIT.core)],
      ['the server without them', figure(idle), ''],
      ['a message on its way, ms', figure(median(ways)), ''],
      ['the slowest of ten, ms', figure(Math.max(...ways)), String(LIMIT.way)],
    ],
  )
  judge([...(core > LIMIT.core ? [`pages take ${figure(core)} of a core`] : []), ...(Math.max(...ways) > LIMIT.way ? ['a message comes too late'] : [])])
}

if (process.argv.includes('--listen')) process.on('message', (m: { port: number; tokens: string[] }) => pages(m.port, m.tokens))
else await measured()
