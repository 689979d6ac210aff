// What every resource promises, checked for every resource: one loop over the definitions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requiredMessage } from '../kit/model/check.ts'
import { entries, isEditable, type AnyResource } from '../kit/model/resource.ts'
import type { Route } from '../kit/server/route.server.ts'
import { fbf } from '../slices/land/fbf/fbf.ts'
import * as system from '../slices/system/system.ts'
import { cbf } from '../slices/land/cbf/cbf.ts'
import { jtcy } from '../slices/land/cbf/jtcy.ts'
import { dk } from '../slices/land/dk/dk.ts'
import { idCard, sample } from './samples.ts'
import { world, type Client, type World } from './world.ts'

let w: World
let admin: Client
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
})
afterAll(() => w?.end())

/** How a valid row of each definition is written, where more than its own fields is needed. */
const made: Record<string, (over?: Record<string, unknown>) => Record<string, unknown>> = {
  fbf: (o) => sample(fbf, { regionCode: `512021119203${String(10 + count()).padStart(2, '0')}`, ...o }),
  cbf: (o) => sample(cbf, { fbfbm: '51202111920390', cbfysl: undefined, jtcyList: [{ ...sample(jtcy), yhzgx: '02', cyzjhm: idCard() }], ...o }),
}
let turn = 0
const count = () => (turn += 1)
const draft = (r: AnyResource, over: Record<string, unknown> = {}) => clean(made[r.name]?.(over) ?? sample(r, over))
const clean = (d: Record<string, unknown>) => Object.fromEntries(Object.entries(d).filter(([, v]) => v !== undefined))

const LAND: readonly AnyResource[] = [fbf, cbf]
const PLATFORM: readonly AnyResource[] = [system.post, system.param, system.dept, system.role, system.top_menu]
const pathOf = (r: AnyResource, verb: 'save' | 'update' | 'page') => `${r.path}/${r.scope === 'land' ? verb : verb === 'page' ? 'list' : 'submit'}`
const add = (who: Client, r: AnyResource, body: Record<string, unknown>) => who.post(pathOf(r, 'save'), body)

test('the issuer that contractors need is there', async () => {
  const a = await admin.post('/base-qssj/fbf/save', sample(fbf, { regionCode: '51202111920390' }))
  // groups below a village are made with their issuer's region known to the caller
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
})

for (const r of [...LAND, ...PLATFORM]) {
  describe(r.label, () => {
    test('a saved row is found by its owner, and again after a change', async () => {
      const a = await add(admin, r, draft(r))
      expect([a.code, a.msg]).toEqual([200, '操作成功'])
      const got = await admin.get(`${r.path}/detail`, { id: a.data })
      expect(got.code).toBe(200)
      expect(got.data.tenantId).toBe('000000')
      const changed = await admin.post(pathOf(r, 'update'), {
        ...draft(r),
        ...onlyEditable(r, got.data),
        ...(r.name === 'cbf' ? { jtcyList: got.data.jtcyList.map((m: any) => onlyEditable(jtcy, m, ['id'])) } : {}),
        id: a.data,
        rev: got.data.rev,
      })
      expect([changed.code, changed.msg]).toEqual([200, '操作成功'])
      const stale = await admin.post(pathOf(r, 'update'), {
        ...draft(r),
        ...onlyEditable(r, got.data),
        ...(r.name === 'cbf' ? { jtcyList: got.data.jtcyList.map((m: any) => onlyEditable(jtcy, m, ['id'])) } : {}),
        id: a.data,
        rev: got.data.rev,
      })
      expect(stale.code).toBe(409)
    })
    test('another tenant, and another region, see nothing and change nothing', async () => {
      const id = (await add(admin, r, draft(r))).data
      const strangers = [await w.as('other')]
      for (const who of strangers) {
        expect((await who.get(`${r.path}/detail`, { id })).code).toBe(404)
        expect((await who.post(`${r.path}/remove`, {}, { ids: id })).code).toBe(404)
        const list = (await who.get(pathOf(r, 'page'))).data
        expect((Array.isArray(list) ? list : list.records).some((x: any) => x.id === id)).toBe(false)
        expect((await add(who, r, draft(r, { id }))).code).not.toBe(200)
      }
      expect((await admin.get(`${r.path}/detail`, { id })).code).toBe(200)
    })
    test('each required field says what is missing, in its own words, in both languages', async () => {
      for (const [name, f] of entries(r)) {
        if (!f.required || f.default !== undefined || !isEditable(f)) continue
        const zh = await add(admin, r, draft(r, { [name]: '' }))
        expect([zh.code, zh.data?.fields?.some((x: any) => x.msg === requiredMessage(f).zh)]).toEqual([400, true])
        const en = await admin.send('POST', pathOf(r, 'save'), { body: draft(r, { [name]: '' }), headers: { 'accept-language': 'en' } })
        expect(en.data?.fields?.some((x: any) => x.msg === requiredMessage(f).en)).toBe(true)
      }
    })
    test('each limit holds: one character or one step more is refused and changes nothing', async () => {
      for (const [name, f] of entries(r)) {
        if (!isEditable(f) || f.max === undefined) continue
        const over =
          f.kind === 'int' || f.kind === 'area' || f.kind === 'decimal'
            ? f.kind === 'int'
              ? f.max + 1
              : '10000000000000.00'
            : f.kind === 'text' || f.kind === 'note'
              ? '1'.repeat(f.max + 1)
              : undefined
        if (over === undefined) continue
        const a = await add(admin, r, draft(r, { [name]: over }))
        expect([name, a.code, a.data?.fields?.some((x: any) => x.field === name)]).toEqual([name, 400, true])
      }
    })
    test('unknown fields and parameters are refused', async () => {
      expect((await add(admin, r, draft(r, { nonsense: 1 }))).key).toBe('unknown-parameter')
      expect((await admin.get(`${r.path}/detail`, { id: '1', nonsense: '1' })).key).toBe('unknown-parameter')
      expect((await admin.get(pathOf(r, 'page'), { 'id;drop table x': '1' })).code).toBe(400)
    })
    test('a button does what it says and no more', async () => {
      const audit = await w.as('audit')
      expect((await add(audit, r, draft(r))).code).toBe(403)
      expect((await audit.post(`${r.path}/remove`, {}, { ids: '1' })).code).toBe(403)
    })
    test('pages hold what is asked for, and too large ones are refused', async () => {
      const paged = (await admin.get(pathOf(r, 'page'), { current: 1, size: 1 })).data
      if (Array.isArray(paged)) return
      expect(paged.records.length).toBeLessThanOrEqual(1)
      expect(paged.total).toBeGreaterThan(0)
      expect((await admin.get(pathOf(r, 'page'), { size: 501 })).code).toBe(400)
      expect((await admin.get(pathOf(r, 'page'), { current: 0 })).code).toBe(400)
      expect((await admin.get(pathOf(r, 'page'), { descs: 'no_such_column' })).code).toBe(400)
    })
    test('each declared filter finds a row by its own value, and signs in it are literal', async () => {
      const a = await add(admin, r, draft(r))
      expect([a.code, a.msg]).toEqual([200, '操作成功'])
      const id = a.data
      const row = (await admin.get(`${r.path}/detail`, { id })).data
      for (const [name, f] of entries(r)) {
        const v = row[name]
        if (!f.search || v === null || v === undefined || v === '') continue
        const q = f.search === 'range' ? { [`${name}Start`]: v, [`${name}End`]: v } : { [name]: v }
        const list = (await admin.get(pathOf(r, 'page'), { ...q, size: 500 })).data
        if (Array.isArray(list)) continue
        expect([name, list.records.some((x: any) => x.id === id)]).toEqual([name, true])
        if (f.kind === 'text' && f.search !== 'range') expect((await admin.get(pathOf(r, 'page'), { [name]: "%'--" })).data.total).toBe(0)
      }
    })
  })
}
const onlyEditable = (r: AnyResource, row: Record<string, unknown>, also: string[] = []) =>
  Object.fromEntries(
    entries(r)
      .filter(([, f]) => isEditable(f))
      .map(([n]) => [n, row[n]])
      .concat(also.map((n) => [n, row[n]]))
      .filter(([, v]) => v !== null && v !== undefined),
  )

test('every route but the public ones refuses a stranger, and a clerk without the button', async () => {
  const large = await w.as('large')
  const mine = new Set((await large.get('/cpt-auth/oauth/user-info')).data.permissions as string[])
  for (const r of w.routes as readonly Route[]) {
    if (r.perm === 'public') continue
    const path = r.path.replace(/\{\w+\}/g, '1')
    expect([r.path, (await w.nobody.send(r.method, path)).code]).toEqual([r.path, 401])
    if (r.perm !== 'signed-in' && ![r.perm].flat().some((p) => mine.has(p as string)))
      expect([r.path, (await large.send(r.method, path)).code]).toEqual([r.path, 403])
  }
})
test('the anonymous calls are these and no others', () => {
  expect(
    (w.routes as readonly Route[])
      .filter((r) => r.perm === 'public')
      .map((r) => r.path)
      .sort(),
  ).toEqual(['/cpt-auth/oauth/captcha', '/cpt-auth/oauth/public-key', '/cpt-auth/oauth/token', '/health', '/openapi.json'])
})
test('a parcel is checked against its drawing', async () => {
  const fbfbm = '51202111920390'
  const body = sample(dk, { fbfbm, tdlylx: '013', dldj: '01', syqxz: '31' })
  const wrong = await admin.post('/base-dlxx/dk/save', clean(body))
  expect(wrong.key).toBe('area-mismatch')
  const drawn = wrong.data.drawn as string
  const { m2, toMu } = await import('../kit/model/area.ts')
  const good = await admin.post('/base-dlxx/dk/save', clean({ ...body, scmj: drawn, scmjm: toMu(m2(drawn)) }))
  expect([good.code, good.msg]).toEqual([200, '操作成功'])
  const again = await admin.post('/base-dlxx/dk/save', clean({ ...body, scmj: drawn, scmjm: toMu(m2(drawn)) }))
  expect(again.key).toBe('E1016')
  const bowTie = await admin.post('/base-dlxx/dk/save', clean({ ...body, geom: 'POLYGON((105 29,105.001 29.001,105.001 29,105 29.001,105 29))' }))
  expect(bowTie.key).toBe('geometry')
})
