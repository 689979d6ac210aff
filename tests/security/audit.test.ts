// K30, K31, K34: no change without its row in the audit log, no secret and no person in any log, and an auditor who changes nothing.
import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { entries } from '../../kit/model/resource.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { diffOf } from '../../kit/server/audit.server.ts'
import { verifyAudit } from '../../runtime/audit-verify.server.ts'
import { chainAll } from '../../runtime/sequencer.server.ts'
import { signHeadWith } from '../../runtime/audit-signature.server.ts'
import { openSealer } from '../../runtime/seal.server.ts'
import { scrub } from '../../services/operations/scrub.ts'
import { menus } from '../../platform/seed/menus.ts'
import { grantsOf, roles } from '../../platform/seed/roles.ts'
import { door } from '../../platform/people/testing.server.ts'
import { PASSWORD } from '../world.ts'
import { faults } from '../contract/faults.ts'
import { VILLAGE } from '../contract/people.ts'
import type { Values } from '../contract/rows.ts'
import { stage, type Stage } from '../contract/stage.ts'
import { bodyOf } from '../contract/ways.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

const writing = () => (s.w.routes as readonly Route[]).filter((r) => r.method !== 'GET' && r.perm !== 'public' && !r.upload && !r.path.startsWith('/cpt-auth'))
const sqlOf = async <T>(text: string, values: unknown[] = []): Promise<T[]> => (await s.w.db.pool.query(text, values)).rows

/** Tables whose rows say nothing of who did what to the register, to people or to rights; each with the reason. */
const SILENT: Readonly<Record<string, string>> = { attach_upload: 'pieces on their way; the attachment itself is in the log' }
/** Every table that a change may touch: those of the definitions, and the rights and secrets beside them. */
const tables = () => [...new Set([...s.resources.map((r) => r.name), 'user_secret', 'role_menu', 'sealed_secret', 'client_secret'])].filter((t) => !SILENT[t])
/** Rows written after transaction `since` by transactions that wrote nothing into the audit log; and how many rows each table has. A connection plans it once. */
async function unaudited(since: string): Promise<{ silent: string[]; counts: Record<string, number>; audits: number }> {
  const parts = tables().map(
    (t) => `select '${t}' as t, count(*)::int as n, (select string_agg(distinct x.xmin::text, ',') from "${t}" x where x.xmin::text::bigint > $1
      and not exists (select 1 from audit_event a where a.xmin = x.xmin)) as bad from "${t}"`,
  )
  const { rows } = await s.w.db.pool.query<{ t: string; n: number; bad: string | null }>({
    name: 'unaudited',
    text: parts.join(' union all '),
    values: [since],
  })
  const [audit] = await sqlOf<{ n: number }>('select count(*)::int as n from audit_event')
  return { silent: rows.filter((r) => r.bad).map((r) => r.t), counts: Object.fromEntries(rows.map((r) => [r.t, r.n])), audits: audit!.n }
}
const transactionNow = async () => (await sqlOf<{ x: string }>('select txid_current()::text as x'))[0]!.x

/** Bodies and queries with which a writing call may succeed: planted rows by their names, and good forms. */
function questions(r: Route): Values[] {
  const of = (name: string, field = 'id') => String(s.planted.get(name)![0]![field])
  const known: Values = {
    fbfbm: of('fbf', 'fbfbm'),
    cbfbm: of('cbf', 'cbfbm'),
    dkbm: of('dk', 'dkbm'),
    businessId: of('business'),
    taskId: of('process_task'),
    infoId: of('hjb'),
    publicityId: of('publicity'),
    processConfigId: of('process_config'),
    regionCode: VILLAGE,
    menuIds: of('menu'),
    roleIds: of('sys_role'),
    userIds: of('sys_user'),
    userId: of('sys_user'),
    status: '1',
  }
  const below = s.resources.filter((x) => r.path.startsWith(`${x.path}/`) && s.planted.has(x.name)).map((x) => x.name)
  const ids = (below.length ? below : ['business', 'djb']).flatMap((n) =>
    s.planted
      .get(n)!
      .slice(0, 2)
      .map((x) => x.id),
  )
  const names = [...(r.query ?? []), ...Object.keys(r.body === 'any' || !r.body ? { id: 1, ids: 1 } : r.body)]
  const rest = Object.fromEntries(names.filter((n) => known[n] !== undefined).map((n) => [n, known[n]]))
  return [{}, ...names.flatMap((n) => (n === 'id' || n === 'ids' ? ids.map((id) => ({ [n]: id, ...rest })) : [])), rest]
}

test('whatever a call changes, it changes in a transaction that wrote the audit log', async () => {
  const f = faults()
  const effects = new Set<string>()
  const since = await transactionNow()
  let before = await unaudited(since)
  const look = async (what: string) => {
    const now = await unaudited(since)
    f.same(
      `${what}: tables changed in silence`,
      now.silent.filter((t) => !before.silent.includes(t)),
      [],
    )
    const fewer = Object.keys(now.counts).filter((t) => now.counts[t]! < before.counts[t]!)
    if (fewer.length) f.same(`${what}: rows gone from ${fewer} in silence`, now.audits > before.audits, true)
    if (now.audits > before.audits) effects.add(what)
    before = now
  }
  for (const way of s.ways) {
    if (!way.add) continue
    const of = await s.make(way)
    await look(way.add.path)
    if (way.change && way.read) {
      const row = (await s.p.admin.get(way.read.path, way.read.ask(of))).data
      await way.change.send(s.p.admin, bodyOf(way, row))
      await look(way.change.path)
    }
    if (way.remove) {
      await way.remove.send(s.p.admin, of)
      await look(way.remove.path)
    }
  }
  for (const r of writing()) {
    const path = r.path.replace(/\{\w+\}/g, '1')
    for (const q of questions(r)) {
      const inQuery = Object.fromEntries(Object.entries(q).filter(([n]) => r.query?.includes(n)))
      const body = Object.fromEntries(Object.entries(q).filter(([n]) => !r.query?.includes(n)))
      await s.p.admin.send(r.method, path, { query: inQuery, body })
    }
    await look(r.path)
  }
  expect(f.found).toEqual([])
  // the questions are the right ones: so many calls had an effect that the log tells
  expect(effects.size).toBeGreaterThan(85)
})

test('each writing call that succeeds leaves a row with its request, those of sign-in and of uploads in pieces too', async () => {
  // rows of its own: other tests have removed theirs
  const others = s
  s = await stage()
  try {
    await eachLeavesARow()
  } finally {
    await s.end()
    s = others
  }
})
async function eachLeavesARow(): Promise<void> {
  const f = faults()
  const d = door(s.w.app)
  let good = 0
  /** Sends a call and looks for its row: the answer names no request, so the rows since the last look are counted. */
  const count = async () =>
    (await sqlOf<{ n: number }>(`select count(distinct "requestId")::int as n from audit_event where "requestId" ~ '^[0-9a-f-]{36}$'`))[0]!.n
  const look = async (what: string, call: () => Promise<{ status: number }>) => {
    const before = await count()
    if ((await call()).status >= 400) return
    good += 1
    f.same(what, (await count()) - before, 1)
  }
  for (const r of s.w.routes as readonly Route[]) {
    if (r.audit === 'read' || r.scope === 'none' || r.upload || r.path.includes('/logout') || r.path.endsWith('view-as')) continue
    const path = r.path.replace(/\{\w+\}/g, '1')
    for (const q of questions(r).slice(0, 3)) {
      const inQuery = Object.fromEntries(Object.entries(q).filter(([n]) => r.query?.includes(n)))
      const body = Object.fromEntries(Object.entries(q).filter(([n]) => !r.query?.includes(n)))
      await look(`${r.method} ${r.path}`, () => s.p.admin.send(r.method, path, { query: inQuery, ...(r.method === 'GET' ? {} : { body }) }))
    }
  }
  const bytes = Buffer.from('\0\0\0\x18ftypmp42 and more', 'latin1')
  const digest = createHash('md5').update(bytes).digest('hex')
  const chunk = {
    attachMd5: digest,
    attachName: 'a.mp4',
    attachSize: `${bytes.length}`,
    attachChunk: '1',
    chunkMd5: digest,
    chunkSize: `${bytes.length}`,
    chunkIndex: '0',
  }
  await look('a chunk', () => s.p.admin.upload('/cpt-resource/attach/endpoint/upload-chunk', { name: 'blob', bytes }, chunk))
  await look('its merge', () => s.p.admin.post('/cpt-resource/attach/endpoint/merge-chunk', { attachMd5: digest, businessId: '' }))
  const opened = await d.signIn('000000', 'sign', PASSWORD)
  await look('a token that is renewed', async () => {
    const a = await d.grant({ grant_type: 'refresh_token', refresh_token: opened.refresh_token })
    return { status: a.access_token ? 200 : 400 }
  })
  const again = await d.signIn('000000', 'sign', PASSWORD)
  await look('signing out', () => d.as(again.access_token).get('/cpt-auth/oauth/logout'))
  expect(f.found).toEqual([])
  expect(good).toBeGreaterThan(60)
  const [acts] = await sqlOf<{ a: string }>(`select string_agg(distinct action, ' ') as a from audit_event`)
  for (const a of ['session.close', 'session.refresh', 'attach.upload-chunk']) expect(acts!.a).toContain(a)
  // an account that nobody has leaves a row as well, without the name: it may be a slipped password
  await d.signIn('000000', 'Geheim-Wort', 'x')
  const [tried] = await sqlOf<{ account: string; objectId: string }>(
    `select account, "objectId" from audit_event where action = 'session.try' order by id desc limit 1`,
  )
  expect(tried).toEqual({ account: '', objectId: '0' })
}

test('the chain over all of it holds, and one changed sign is found', async () => {
  await chainAll(s.w.db, undefined, undefined, signHeadWith(openSealer(s.w.dataDir)))
  const whole = await verifyAudit(s.w.db.owner, { tenantId: '000000' })
  expect(whole.broken).toBeUndefined()
  const [{ id }] = (await sqlOf<{ id: string }>(`select id from audit_event where "tenantId" = '000000' order by "chainSeq" desc offset 5 limit 1`)) as [
    { id: string },
  ]
  await sqlOf(`update audit_event set account = account || ' ' where id = $1`, [id])
  expect((await verifyAudit(s.w.db.owner, { tenantId: '000000' })).broken).toBeDefined()
  await sqlOf(`update audit_event set account = rtrim(account) where id = $1`, [id])
  expect((await verifyAudit(s.w.db.owner, { tenantId: '000000' })).broken).toBeUndefined()
})

test('no role that serves requests can change, remove or empty what was logged', async () => {
  const rows = await sqlOf<{ role: string; act: string }>(
    `select r.rolname as role, a.act from pg_roles r cross join (values ('UPDATE'), ('DELETE'), ('TRUNCATE')) as a (act)
     where r.rolname in ('cpt_app', 'cpt_system') and has_table_privilege(r.rolname, 'audit_event', a.act)`,
  )
  // the sequencer numbers rows through columns of its own
  expect(rows).toEqual([])
})

test('personal fields of every definition are masked in the audit log, whatever they are called and however deep they stand', () => {
  const f = faults()
  for (const r of s.resources)
    for (const [name, x] of entries(r)) {
      if (!x.mask) continue
      const said = JSON.stringify(diffOf({ [name]: '511023199001019518' }, { [name]: '510102198001011234' }))
      f.same(`${r.name}.${name}`, /5110231990|5101021980/.test(said), false)
    }
  expect(f.found).toEqual([])
  const deep = diffOf({}, { form: { members: [{ cyxm: '李', cyzjhm: '510102198001011234' }], lxdh: '13800138000' } })
  expect(JSON.stringify(deep)).not.toMatch(/510102198001011234|13800138000/)
})

/** The texts in a value with what each is called; digests are left out by their form, short ones by their column too: digits of one may happen to look like a telephone number. */
const textsIn = (x: unknown, key = ''): string[] =>
  typeof x !== 'string'
    ? x && typeof x === 'object'
      ? Object.entries(x).flatMap(([k, v]) => textsIn(v, Array.isArray(x) ? key : k))
      : []
    : /^[0-9a-f]{64}$/.test(x) || (/md5$/i.test(key) && /^[0-9a-f]{32}$/.test(x))
      ? []
      : [x]
const PERSON = '510102198001011234',
  PHONE = '13800138000',
  WORD = 'Geheim-Wort-2027'

test('no log holds an identity number, a telephone number, a token or a password, whatever was sent and whatever broke', async () => {
  const said: string[] = []
  const quiet = vi.spyOn(console, 'error').mockImplementation((...a) => void said.push(a.map((x) => (typeof x === 'string' ? x : inspect(x))).join(' ')))
  const token = 'A'.repeat(43)
  for (const r of s.w.routes as readonly Route[]) {
    if (r.path.startsWith('/cpt-auth/oauth/logout') || r.upload) continue
    const path = r.path.replace(/\{\w+\}/g, '1')
    const [first = 'id', second = 'name'] = r.query ?? []
    await s.p.admin.send(r.method, path, {
      query: { [first]: `${PERSON} ${PHONE}`, [second]: PHONE, password: WORD, token, newPassword: WORD },
      headers: { 'user-agent': `x ${PHONE}\tpassword=${WORD}` },
    })
    if (r.method !== 'GET') await s.p.admin.send(r.method, path, { body: { id: PERSON, phone: PHONE, password: WORD, captcha: WORD } })
  }
  const fail = vi.spyOn(s.w.db, 'transaction')
  for (const e of [
    Object.assign(new Error(`duplicate key; password=${WORD}`), { detail: `Key (cbfzjhm)=(${PERSON}) already exists.`, parameters: [PERSON, PHONE] }),
    new TypeError(`no ${PHONE} for bearer ${token}`),
  ]) {
    fail.mockRejectedValueOnce(e)
    await s.p.admin.get('/base-qssj/cbf/page')
  }
  fail.mockRestore()
  await s.w.logbook.flush()
  quiet.mockRestore()
  expect(said.length).toBeGreaterThan(0)
  const kept = await sqlOf<{ t: string; v: string }>(
    `select 'api_log' as t, to_jsonb(x)::text as v from api_log x union all select 'error_log', to_jsonb(x)::text from error_log x union all select 'audit_event', to_jsonb(x)::text from audit_event x`,
  )
  const all = [...kept, ...said.map((v) => ({ t: 'console', v }))]
  for (const secret of [PERSON, PHONE, WORD, token])
    expect([secret, all.filter((x) => x.v.includes(secret)).map((x) => `${x.t}: ${x.v.slice(0, 200)}`)]).toEqual([secret, []])
  expect(kept.filter((x) => x.t === 'api_log').length).toBeGreaterThan(400)
  // what the contract's own people and households left behind
  const diffs = await sqlOf<{ diff: unknown }>('select diff from audit_event')
  const texts = diffs.flatMap((d) => textsIn(d.diff))
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((v) => scrub(v) !== v)).toEqual([])
})

test('a line of the log is one row, whatever signs an answer, an address or an agent brings along', async () => {
  await s.w.nobody.send('GET', '/cpt-system/post/page', {
    query: { postName: 'a\r\n2027-01-01 forged\u2028', bad: '\0' },
    headers: { 'user-agent': 'x'.repeat(2000) },
  })
  const cut = `${'x'.repeat(1989)}𠮷`
  await s.w.nobody.send('GET', '/cpt-system/post/page', { query: { postName: cut } })
  await s.w.logbook.flush()
  const rows = await sqlOf<{ params: string; agent: string; dropped: number }>(
    `select params, agent, dropped from api_log where path = '/cpt-system/post/page' and account = '' order by id desc limit 2`,
  )
  expect(rows.map((r) => [r.params.length <= 2000, r.agent.length <= 300, r.dropped])).toEqual([
    [true, true, 0],
    [true, true, 0],
  ])
})

/** Calls by POST that change nothing, each with the reason. */
const READS: Readonly<Record<string, string>> = {
  '/hjb/hjbinfo/checkDataSave': 'counts what an import would meet',
  '/yw-accept/business/checkFbfInfo': 'tells what an issuer lacks',
  '/cpt-develop/code/gen-code': 'answers a file; that it was made is in the audit log',
}

test('the auditor holds no button of a call that changes something, and nobody but administrators holds the auditor’s', () => {
  const codes = (alias: string) => new Set(grantsOf(roles.find((r) => r.alias === alias)!))
  const audit = codes('audit')
  const acts = (s.w.routes as readonly Route[]).filter((r) => (r.method !== 'GET' || r.writes) && r.perm !== 'public' && r.perm !== 'signed-in')
  const held = acts.filter((r) => [r.perm].flat().some((p) => audit.has(p as string)) && !READS[r.path]).map((r) => r.path)
  expect(held).toEqual([])
  const own = menus.filter((m) => m.category === 2 && /^audit_/.test(m.code)).map((m) => m.code)
  expect(own.length).toBeGreaterThan(1)
  for (const r of roles) {
    if (['administrator', 'admin', 'audit'].includes(r.alias)) continue
    expect([r.alias, own.filter((c) => codes(r.alias).has(c))]).toEqual([r.alias, []])
  }
})
