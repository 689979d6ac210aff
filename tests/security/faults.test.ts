// K43: what breaks says nothing of the inside, and nothing opens because something is broken.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Route } from '../../kit/server/route.server.ts'
import { faults } from '../contract/faults.ts'
import { changed, fingerprint } from '../contract/rows.ts'
import { PASSWORD, world, type Answer, type Client, type World } from '../world.ts'
import { door } from '../../platform/people/testing.server.ts'

let w: World, d: ReturnType<typeof door>, admin: Client, large: Client
beforeAll(async () => {
  w = await world()
  d = door(w.app)
  ;[admin, large] = await Promise.all([w.as('admin'), w.as('large')])
})
afterAll(() => w?.end())
afterEach(() => {
  vi.restoreAllMocks()
})
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => {})

/** What an answer would tell of the inside: places in the source, statements, names of the database, of the machine, of packages. */
const INSIDE =
  /\bat [\w.<>]+ \(|\.(server|web)\.ts|node_modules|node:internal|\/(tmp|home|usr|etc)\/|\b(select|insert into|update|delete from) ["\w*]+ (from|set|values|where)|relation "|column "|syntax error|duplicate key|violates|SQLSTATE|\bpg_\w+|kysely|fastify|postgres|pglite|ECONNREFUSED|ENOENT|TypeError|SyntaxError|undefined is not|Cannot read/i
const tells = (a: Pick<Answer, 'raw' | 'headers'>): string[] => {
  const all = `${a.raw.toString()}\n${JSON.stringify(a.headers)}`.replace(/"(etag|last-modified|date)":"[^"]*"/g, '')
  return INSIDE.exec(all)?.slice(0, 1) ?? []
}
const routes = (): readonly Route[] => w.routes
const pathOf = (r: Route) => r.path.replace(/\{\w+\}/g, '1')
const ends = (r: Route) => r.path.startsWith('/cpt-auth/oauth/logout')
/** An error as the driver throws it, with everything that nobody may read. */
const broken = () =>
  Object.assign(new Error('duplicate key value violates unique constraint "cbf_code" at /tmp/chengbao/land/x.server.ts:1:1'), {
    code: 'XX000',
    detail: 'Key (cbfzjhm)=(510102198001011234) already exists.',
    table: 'user_secret',
    query: 'select hash from user_secret where 1=1',
  })

test('no refusal of any call tells anything of the inside', async () => {
  const f = faults()
  for (const r of routes()) {
    if (ends(r) || r.path === '/openapi.json') continue
    const asked: [string, Promise<Answer>][] = [
      ['by a stranger', w.nobody.send(r.method, pathOf(r))],
      ['without a button', large.send(r.method, pathOf(r))],
      ['with nothing', admin.send(r.method, pathOf(r), r.method === 'GET' ? {} : { body: {} })],
      ['malformed', admin.send(r.method, pathOf(r), { body: '{"a":', headers: { 'content-type': 'application/json' } })],
      ['unknown', admin.send(r.method, pathOf(r), { query: { zz: '1' } })],
    ]
    for (const [how, sent] of asked) {
      const a = await sent
      f.same(`${r.path} ${how}`, [a.status < 500, a.status < 400 ? [] : tells(a)], [true, []])
      if (a.status >= 400 && a.code !== undefined) f.same(`${r.path} ${how}: code and status`, [a.code, a.success, typeof a.msg], [a.status, false, 'string'])
    }
  }
  for (const path of ['/no/such/call', '/cpt-system/..%2f..%2f..%2fetc/passwd', '/%', '/%ff', '/cpt-system/post/page/', `/${'a'.repeat(5000)}`]) {
    const a = await w.nobody.get(path)
    f.same(path.slice(0, 40), [a.status >= 400 && a.status < 500, tells(a)], [true, []])
  }
  expect(f.found).toEqual([])
})

test('a database that fails in the middle of any call is told in one sentence, in both languages, and changes nothing', async () => {
  const f = faults()
  quiet()
  const before = await fingerprint(w)
  const words = new Set<string>()
  const real = w.db.transaction.bind(w.db)
  for (const r of routes()) {
    if (ends(r) || r.scope === 'none' || r.upload) continue
    // the work is done, and the end of the transaction fails: what was done is undone
    vi.spyOn(w.db, 'transaction').mockImplementation((txScope, work) =>
      real(txScope, async (tx) => {
        await work(tx).catch(() => {})
        throw broken()
      }),
    )
    for (const lang of ['zh', 'en']) {
      const a = await admin.send(r.method, pathOf(r), { ...(r.method === 'GET' ? {} : { body: {} }), headers: { 'accept-language': lang } })
      // a body that is refused never reaches the database
      if (a.status !== 400) f.same(`${r.path} ${lang}`, [a.status, a.code, a.data, tells(a)], [500, 500, null, []])
      if (a.status === 500) words.add(a.msg)
    }
    vi.mocked(w.db.transaction).mockRestore()
  }
  expect(f.found).toEqual([])
  expect(words.size).toBe(2)
  expect(changed(before, await fingerprint(w))).toEqual([])
})

test('while nobody can be looked up, no call is answered but those that need neither a person nor the database', async () => {
  const f = faults()
  quiet()
  vi.spyOn(w.db, 'read').mockRejectedValue(broken())
  vi.spyOn(w.db, 'transaction').mockRejectedValue(broken())
  for (const r of routes()) {
    const a = await admin.send(r.method, pathOf(r), r.method === 'GET' ? {} : { body: {} })
    f.same(r.path, [a.status, tells(a)], [500, []])
  }
  expect(f.found).toEqual([])
})

test('a look at the person that answers nothing opens nothing', async () => {
  vi.spyOn(w.db, 'read').mockResolvedValue([])
  const f = faults()
  for (const r of routes()) if (r.perm !== 'public') f.same(r.path, (await admin.send(r.method, pathOf(r))).status, 401)
  expect(f.found).toEqual([])
})

test('without the log of acts nobody signs in, and a wrong password is not a free guess', async () => {
  quiet()
  await w.db.pool.query('revoke insert on audit_event from cpt_app, cpt_system')
  try {
    const good = await d.signIn('000000', 'town', PASSWORD)
    const bad = await d.signIn('000000', 'town', 'Wrong-Password-1')
    expect([good.access_token, good.code, bad.code]).toEqual([undefined, 500, 500])
    expect((await w.db.pool.query(`select count(*)::int as n from session s join sys_user u on u.id = s."userId" where u.account = 'town'`)).rows[0].n).toBe(0)
  } finally {
    await w.db.pool.query('grant insert on audit_event to cpt_app, cpt_system')
  }
  expect((await d.signIn('000000', 'town', PASSWORD)).access_token).toBeTruthy()
})

test('a captcha that cannot be looked at lets nobody through', async () => {
  const v = await world({ CAPTCHA: 'on' })
  try {
    quiet()
    const e = door(v.app)
    const { key } = (await e.call('GET', '/cpt-auth/oauth/captcha')).data
    const [password] = await e.seal(PASSWORD)
    await v.db.pool.query('alter table captcha rename to captcha_gone')
    const a = await v.nobody.send('POST', '/cpt-auth/oauth/token', {
      body: new URLSearchParams({ tenantId: '000000', username: 'admin', password: password!, grant_type: 'captcha' }).toString(),
      headers: {
        authorization: `Basic ${btoa('chengbao:chengbao_secret')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'captcha-key': key,
        'captcha-code': 'abcde',
      },
    })
    expect([a.status, (a as unknown as { access_token?: string }).access_token, tells(a)]).toEqual([500, undefined, []])
  } finally {
    await v.end()
  }
})
