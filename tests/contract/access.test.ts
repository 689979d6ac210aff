// Who may not: another tenant, another region, no button, nobody. Over every definition.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../kit/server/route.server.ts'
import type { Answer, Client } from '../world.ts'
import { sampleValue } from '../samples.ts'
import { faults } from './faults.ts'
import { changed, fingerprint, stored, type Values } from './rows.ts'
import { stage, type Stage } from './stage.ts'
import { APART, bodyOf, INTERNAL, recordsOf, stale, type Made, type Way } from './ways.ts'
import { PDF } from '../../services/files/testing.server.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

/** Who must not see a row of a definition, by the scopes it stands behind. */
const strangersOf = (way: Way): [string, Client][] => [
  ...(way.r.scope === 'platform' ? [] : [['another tenant', s.p.twin] as [string, Client]]),
  ...(way.r.scope === 'land'
    ? ([
        ['a sibling village', s.p.nextVillage],
        ['a sibling county', s.p.nextCounty],
      ] as [string, Client][])
    : []),
]
const madeOf = (way: Way): Promise<Made> => (way.add ? s.make(way) : Promise.resolve(s.made(way.r)))
/** Every record of a list, page by page. */
async function listed(who: Client, way: Way, of: Made): Promise<Values[]> {
  const all: Values[] = []
  for (let current = 1; ; current++) {
    const a = await who.get(way.list!.path, { ...way.list!.ask(of), ...(way.list!.kind === 'page' ? { current, size: 500 } : {}) })
    all.push(...recordsOf(a))
    if (way.list!.kind !== 'page' || all.length >= (a.data?.total ?? 0)) return all
  }
}
/** An issuer outside one's region is refused as that, whether there is one or not; one of another tenant does not exist. Bodies that name one are refused before their row is looked for. */
const NAMES_AN_ISSUER = ['business']
/** They name a row (or the alias of a role) of their tenant, which does not exist for another one. */
const NAMES_A_ROW = ['active_config_file', 'report', 'role_exclusion']
const refusalOf = (name: string, who: string): [code: number, key: string] => {
  if (NAMES_AN_ISSUER.includes(name)) return [400, who === 'another tenant' ? 'no-fbf' : 'E1006']
  return NAMES_A_ROW.includes(name) && who === 'another tenant' ? [400, 'invalid'] : [404, 'not-found']
}
/** detail-by-task answers nothing instead of 404: a task without a publicity is no error. */
const EMPTY_READ = ['publicity']

test('every definition is driven by this loop, or stands in the list of those without a route, with the reason', () => {
  const f = faults()
  expect(stale(s.resources)).toEqual([])
  const paths = (s.w.routes as readonly Route[]).map((x) => x.path)
  for (const r of s.resources) {
    if (INTERNAL[r.name])
      f.same(
        `${r.name} is internal, but there are routes`,
        paths.filter((p) => p.startsWith(`${r.path}/`)),
        [],
      )
    else if (!APART[r.name])
      f.same(
        `${r.name} is read by a list or a detail`,
        s.ways.some((x) => x.r === r && (x.list || x.read)),
        true,
      )
  }
  for (const way of s.ways)
    for (const part of [way.list, way.read, way.add, way.change, way.remove])
      if (part) f.same(`${way.r.name} has the route ${part.path}`, paths.includes(part.path), true)
  expect(f.found).toEqual([])
})

test('another tenant and another region see nothing of a row and change nothing; its own people do', async () => {
  const f = faults()
  for (const way of s.ways) {
    const name = way.r.name,
      of = await madeOf(way)
    const row = way.read ? ((await s.p.admin.get(way.read.path, way.read.ask(of))).data ?? {}) : {}
    const before = await stored(s.w, way.r, of.id)
    f.same(`${name} stands`, before !== undefined, true)
    if (way.read && way.read.ask(of).id)
      for (const id of ['9999999999999999999', '-1', 'x', '']) f.same(`${name} read by the id '${id}'`, (await s.p.admin.get(way.read.path, { id })).code, 404)
    if (way.list)
      f.same(
        `${name} is listed for its own people`,
        (await listed(s.p.admin, way, of)).some((x) => x.id === of.id),
        true,
      )
    for (const [who, client] of strangersOf(way)) {
      if (way.list)
        f.same(
          `${name} is listed for ${who}`,
          (await listed(client, way, of)).some((x) => x.id === of.id),
          false,
        )
      if (way.read) {
        const a = await client.get(way.read.path, way.read.ask(of))
        f.same(`${name} read by ${who}`, [a.code, a.data?.id], [EMPTY_READ.includes(name) ? 200 : 404, undefined])
      }
      if (way.change) {
        const a = await way.change.send(client, bodyOf(way, row))
        f.same(`${name} changed by ${who}`, [a.code, a.key], refusalOf(name, who))
      }
      if (way.remove) f.same(`${name} removed by ${who}`, (await way.remove.send(client, of)).code, 404)
      f.same(`${name} after ${who}`, await stored(s.w, way.r, of.id), before)
    }
    if (way.change) f.same(`${name} changed by its own people`, (await way.change.send(s.p.admin, bodyOf(way, row))).code, 200)
    if (way.remove) {
      f.same(`${name} removed by its own people`, (await way.remove.send(s.p.admin, of)).code, 200)
      f.same(`${name} after its removal`, await stored(s.w, way.r, of.id), undefined)
    }
  }
  expect(f.found).toEqual([])
})

test('a removal is all or nothing: one foreign id among the own ones, and none goes', async () => {
  const f = faults()
  for (const way of s.ways) {
    if (!way.add || !way.remove || way.r.name === 'region') continue
    const of = await s.make(way)
    const before = await stored(s.w, way.r, of.id)
    const a = await way.remove.send(s.p.admin, { ...of, id: `${of.id},999` })
    f.same(`${way.r.name} removed with an unknown one`, [a.code, await stored(s.w, way.r, of.id)], [404, before])
    f.same(`${way.r.name}: nothing chosen`, (await way.remove.send(s.p.admin, { ...of, id: '' })).code >= 400, true)
  }
  expect(f.found).toEqual([])
})

test('each write needs its own button, and nothing changes without it', async () => {
  const f = faults()
  for (const way of s.ways) {
    const name = way.r.name,
      of = await madeOf(way)
    const row = way.read ? ((await s.p.admin.get(way.read.path, way.read.ask(of))).data ?? {}) : {}
    const body = way.add && (await s.draft(way.r))
    const before = await fingerprint(s.w)
    const acts = (who: Client): Record<string, () => Promise<Answer>> => ({
      ...(way.list ? { list: () => who.get(way.list!.path, way.list!.ask(of)) } : {}),
      ...(way.read ? { read: () => who.get(way.read!.path, way.read!.ask(of)) } : {}),
      ...(way.add ? { add: () => way.add!.send(who, body!) } : {}),
      ...(way.change ? { change: () => way.change!.send(who, bodyOf(way, row)) } : {}),
      ...(way.remove ? { remove: () => way.remove!.send(who, of) } : {}),
    })
    for (const [act, send] of Object.entries(acts(s.w.nobody))) f.same(`${name} ${act} by nobody`, (await send()).code, 401)
    // the codes of regions are in every form, so their detail is open to everybody signed in
    for (const [act, send] of Object.entries(acts(s.p.bare)))
      if (name !== 'region' || act !== 'read') f.same(`${name} ${act} without any button`, (await send()).code, 403)
    // a publicity begins with its task: filling it is an edit
    const adds = name === 'publicity' ? 'change' : 'add'
    for (const [who, client, may] of [
      ['a viewer', s.p.viewer, []],
      ['who may add', s.p.adder, name === 'publicity' ? [] : ['add']],
      ['who may edit', s.p.editor, name === 'publicity' ? ['add', 'change'] : ['change']],
    ] as const) {
      for (const [act, send] of Object.entries(acts(client))) {
        if (act === 'list' || act === 'read' || (may as readonly string[]).includes(act)) continue
        f.same(`${name} ${act} by ${who}`, (await send()).code, 403)
      }
    }
    f.same(`${name}: what changed`, changed(before, await fingerprint(s.w)), [])
    if (way.list) f.same(`${name} list by a viewer`, (await acts(s.p.viewer).list!()).code, 200)
    if (way.change && name !== 'business' && name !== 'publicity') f.same(`${name} change by who may edit`, (await acts(s.p.editor).change!()).code, 200)
    if (way.add && adds === 'add') f.same(`${name} add by who may add`, (await acts(s.p.adder).add!()).code, 200)
  }
  expect(f.found).toEqual([])
})

/** Names by which bodies and forms that are not described say whose row they mean, and of which definition it is. */
const NAMED: Readonly<Record<string, string>> = {
  businessId: 'business',
  cbhtId: 'contract_file',
  contractId: 'contract_file',
  contractIds: 'contract_file',
  attachId: 'attach',
  publicityId: 'publicity',
  taskId: 'process_task',
  infoId: 'hjb',
  djbId: 'djb',
}
/** Names that a call leaves unread, whatever they hold: an attachment says where it belongs by `businessId` alone. */
const UNREAD: Readonly<Record<string, (name: string) => boolean>> = {
  '/cpt-resource/attach/endpoint/upload': (name) => name !== 'businessId',
  // it answers with what a step would refuse, and its call stands in the audit
  '/yw-accept/business/pre-flight': (name) => name === 'processInstanceId',
}

test('no write takes an id of a row that its caller cannot see, in body, query or multipart form', async () => {
  const f = faults()
  const idOf = (name: string) => (s.planted.has(name) ? s.made(s.resources.find((r) => r.name === name)!).id : undefined)
  let tried = 0
  for (const r of s.w.routes as readonly Route[]) {
    if (r.method === 'GET' || r.perm === 'public' || r.path.includes('{') || r.path.startsWith('/cpt-auth')) continue
    const fields = r.body && r.body !== 'any' ? r.body : {}
    const open = r.body === 'any' || r.upload ? NAMED : {}
    const own = s.resources.find((x) => r.path.startsWith(`${x.path}/`))
    const about: Record<string, string | undefined> = {
      ...open,
      ...Object.fromEntries(Object.entries(fields).flatMap(([n, x]) => (x.to ? [[n, x.to]] : []))),
      ...(own ? Object.fromEntries(['id', 'ids'].filter((n) => n in fields || r.query?.includes(n)).map((n) => [n, own.name])) : {}),
    }
    const sample = Object.fromEntries(Object.entries(fields).flatMap(([n, x]) => (x.form === 'none' || x.to ? [] : [[n, sampleValue(n, x)]])))
    for (const [name, to] of Object.entries(about)) {
      const target = s.resources.find((x) => x.name === to)
      const id = target && idOf(target.name)
      if (!id || target.scope === 'platform' || UNREAD[r.path]?.(name)) continue
      const before = await fingerprint(s.w)
      for (const [who, client] of [
        ['another tenant', s.p.twin],
        ...(target.scope === 'land' ? [['a sibling village', s.p.nextVillage] as const] : []),
      ] as const) {
        tried += 1
        const query = r.query?.includes(name) && !(name in fields) ? { [name]: id } : {}
        const a = r.upload
          ? await client.upload(r.path, { name: 'a.pdf', bytes: PDF }, { [name]: id })
          : await client.send(r.method, r.path, { body: { ...sample, ...(name in query ? {} : { [name]: id }) }, query })
        if (a.code === 200) f.same(`${r.path} with ${name} of ${to}, by ${who}: what changed`, changed(before, await fingerprint(s.w)), [])
      }
    }
  }
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(100)
})
