import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPS, pathFits, readConditions, ruleWrong, SCOPE_PATH } from '../../kit/model/scope-rules.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { whoOf } from '../session/who.server.ts'
import { plant } from '../../tests/contract/rows.ts'
import { sample } from '../../tests/samples.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { post, user } from '../definitions/system.ts'

describe('a path pattern', () => {
  test('is anchored at both ends, segment by segment', () => {
    expect(pathFits('/cpt-system/post/list', '/cpt-system/post/list')).toBe(true)
    for (const path of ['/cpt-system/post/list2', '/x/cpt-system/post/list', '/cpt-system/post', '/cpt-system/post/list/x'])
      expect([path, pathFits('/cpt-system/post/list', path)]).toEqual([path, false])
    expect(pathFits('/cpt-system/*/list', '/cpt-system/post/list')).toBe(true)
    expect(pathFits('/cpt-system/*/list', '/cpt-system/a/b/list')).toBe(false)
    expect(pathFits('/cpt-system/post/**', '/cpt-system/post/list')).toBe(true)
    expect(pathFits('/cpt-system/post/**', '/cpt-system/post')).toBe(false)
    expect(pathFits('/cpt-system/post/**', '/cpt-system/poster/list')).toBe(false)
  })
  test('never lets through a path that differs before the wildcard', () => {
    const segment = fc.stringMatching(/^[a-z]{1,6}$/)
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.array(segment, { minLength: 1, maxLength: 5 }), fc.boolean(), (want, have, deep) => {
        const pattern = `/${want.join('/')}${deep ? '/**' : ''}`
        expect(SCOPE_PATH.test(pattern)).toBe(true)
        const same = want.every((s, i) => have[i] === s) && (deep ? have.length > want.length : have.length === want.length)
        expect(pathFits(pattern, `/${have.join('/')}`)).toBe(same)
      }),
    )
  })
})

describe('a custom rule', () => {
  const wrong = (c: unknown) => 'wrong' in readConditions(post, JSON.stringify(c))
  test('takes columns, operations and values of the definition only', () => {
    expect(wrong([{ column: 'category', op: 'eq', value: '1' }])).toBe(false)
    expect(
      wrong([
        {
          any: [
            { column: 'createUser', op: 'eq', value: '${userId}' },
            { column: 'sort', op: 'le', value: 5 },
          ],
        },
      ]),
    ).toBe(false)
    for (const c of [
      [{ column: 'nothing', op: 'eq', value: '1' }],
      [{ column: 'sort"; drop table x', op: 'eq', value: '1' }],
      [{ column: 'sort', op: 'or 1=1', value: '1' }],
      [{ column: 'sort', op: 'eq', value: '1; select 1' }],
      [{ column: 'sort', op: 'eq', value: { sql: '1' } }],
      [{ column: 'sort', op: 'in', value: [] }],
      [{ column: 'sort', op: 'eq', value: 1, more: 1 }],
      [{ any: [] }],
      [],
      'x',
      [{ column: '__proto__', op: 'isNull' }],
    ])
      expect([c, wrong(c)]).toEqual([c, true])
  })
  test('that is read is made of declared columns and operations, whatever was sent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (v) => {
        const read = readConditions(post, JSON.stringify(v))
        if ('wrong' in read) return
        for (const c of read.conditions.flatMap((x) => ('any' in x ? x.any : [x]))) {
          expect(OPS).toContain(c.op)
          expect(c.column in post.fields || ['id', 'createUser', 'updateUser', 'createTime', 'updateTime'].includes(c.column)).toBe(true)
        }
      }),
    )
  })
  test('names an owner column where it is about owners, and a region where it is about regions', () => {
    const rule = (r: AnyResource, type: string, column = 'createUser') => ruleWrong(r, { type, column, fields: '*', value: null })
    expect([rule(post, '2'), rule(user, '3', 'deptId'), rule(user, '6')]).toEqual([undefined, undefined, undefined])
    expect([rule(post, '2', 'postName'), rule(user, '2', 'deptId'), rule(post, '6'), rule(post, '9')].map(Boolean)).toEqual([true, true, true, true])
  })
})

describe('scopes over HTTP', () => {
  let w: World, admin: Client, county: Client, roleId: string
  const posts: Record<string, string>[] = []
  const scope = async (o: Record<string, unknown>) => {
    const a = await admin.post('/cpt-system/data-scope/submit', {
      scopeName: '岗位',
      resourceCode: `r${posts.length}-${Math.random()}`,
      scopeClass: 'sys_post',
      ...o,
    })
    expect([a.code, a.msg]).toEqual([200, '操作成功'])
    return a.data as string
  }
  const hold = (ids: readonly string[], category: 1 | 2 = 1) =>
    w.db.transaction({ tenantId: '000000', system: true }, async (tx) => {
      await tx.deleteFrom('role_scope').where('category', '=', category).execute()
      for (const scopeId of ids) await tx.insertInto('role_scope').values({ roleId, scopeId, category, tenantId: '000000' }).execute()
    })
  const seen = async (who: Client, q: Record<string, unknown> = {}) => {
    const list = (await who.get('/cpt-system/post/list', { size: 200, ...q })).data
    expect(list.total).toBe(list.records.length)
    return (list.records as { postCode: string }[]).map((p) => p.postCode).sort()
  }

  test('that hides a household hides its members, book, contract, certificate, prints and files; and nothing of others', async () => {
    const of = (name: string) => w.slices.flatMap((x) => x.resources).find((r) => r.name === name)!
    const at = { regionCode: '512021119203', zt: '1', qszt: '1' }
    const rows: Record<string, Record<string, string>> = {}
    for (const n of [1, 2]) {
      const cbfbm = `51202111920309000${n}`
      const id: Record<string, string> = {}
      const put = async (name: string, over: object) =>
        (id[name] = (await plant(w, of(name), n, { ...Object.fromEntries(Object.entries(at).filter(([k]) => k in of(name).fields)), ...over })).id)
      await put('cbf', { cbfbm, cbflx: '1', fbfbm: '51202111920309' })
      await put('jtcy', { cbfId: id.cbf, cbfbm })
      await put('djb', { cbfbm, cbjyqzbm: `${cbfbm}J` })
      await put('djb_cbf', { djbId: id.djb, cbfbm })
      await put('djb_jtcy', { djbId: id.djb })
      await put('cbht', { djbId: id.djb, cbfbm, cbhtbm: `${cbfbm}J` })
      await put('cbjyqz', { djbId: id.djb, cbjyqzbm: `${cbfbm}J` })
      await put('attach', { businessId: id.cbf })
      rows[cbfbm] = id
    }
    const own = await w.as('admin')
    /** What a person gets of a household by every way that leads to it. */
    const got = async (who: Client, cbfbm: string) => {
      const id = rows[cbfbm]!
      const codes: Record<string, unknown> = {}
      for (const [path, q] of [
        ['/base-qssj/cbf/detail', { id: id.cbf }],
        ['/base-qssj/jtcy/detail', { id: id.jtcy }],
        ['/base-qssj/djb/detailById', { id: id.djb }],
        ['/base-qssj/djb/print/get', { id: id.djb }],
        ['/dzzw/djb-print', { djbId: id.djb }],
        ['/dzzw/preview-contractanddksyt-file', { djbId: id.djb }],
        ['/base-qssj/cbht/detail', { id: id.cbht }],
        ['/base-qssj/cbjyqz/detail', { id: id.cbjyqz }],
        ['/cpt-resource/attach/endpoint/link', { ids: id.attach }],
      ] as const)
        codes[path] = (await who.get(path, q)).code !== 404 || 404
      codes.print = (await who.post('/base-qssj/djb/print/exe', {}, { id: id.djb })).code !== 404 || 404
      for (const [path, q] of [
        ['/base-qssj/jtcy/list-by-cbfbm', { cbfbm }],
        ['/data/dzzw-djb/detail-by-cbf', { cbfbm }],
        ['/base-qssj/jtcy/page', { cbfbm }],
        ['/base-qssj/djb/wzx/page', { cbfbm }],
        ['/base-qssj/cbht/page', { cbfbm }],
        ['/cpt-resource/attach/endpoint/list-by-businessId', { businessId: id.cbf }],
      ] as const) {
        const { data } = await who.get(path, q)
        codes[path] = (data.records ?? data).length > 0 || 404
      }
      return codes
    }
    const [hidden, shown] = Object.keys(rows) as [string, string]
    const all = await got(own, hidden)
    expect(Object.values(all).filter((x) => x === 404)).toEqual([])
    await hold([await scope({ scopeClass: 'cbf', scopeType: '5', scopeValue: JSON.stringify([{ column: 'cbfbm', op: 'ne', value: hidden }]) })])
    const scoped = await w.as('county')
    expect(await got(scoped, hidden)).toEqual(Object.fromEntries(Object.keys(all).map((k) => [k, 404])))
    expect(Object.values(await got(scoped, shown)).filter((x) => x === 404)).toEqual([])
    await hold([])
  })

  beforeAll(async () => {
    w = await world()
    admin = await w.as('admin')
    const at = await whoOf(w.db, '000000', 'county')
    roleId = at.roleIds[0]!
    await w.db.transaction({ tenantId: '000000', system: true }, async (tx) => {
      for (const code of ['sys_post_view', 'sys_post_add', 'sys_post_edit', 'sys_post_delete']) {
        const m = await tx.selectFrom('menu').select('id').where('code', '=', code).executeTakeFirstOrThrow()
        await tx.insertInto('role_menu').values({ roleId, menuId: m.id, tenantId: '000000' }).execute()
      }
    })
    county = await w.as('county')
    for (const [who, code, category, sort] of [
      [admin, 'A1', '1', 1],
      [admin, 'A2', '2', 2],
      [county, 'C1', '1', 3],
      [county, 'C2', '3', 4],
    ] as const) {
      const a = await who.post('/cpt-system/post/submit', { category, postCode: code, postName: `岗位${code}`, sort })
      expect([a.code, a.msg]).toEqual([200, '操作成功'])
      posts.push({ id: a.data, code })
    }
  })
  afterAll(() => w?.end())

  test('without a rule everything of the tenant is seen', async () => {
    expect(await seen(county)).toEqual(['A1', 'A2', 'C1', 'C2'])
  })
  test('one’s own rows only: in lists, details, changes and removals', async () => {
    await hold([await scope({ scopeType: '2' })])
    expect(await seen(county)).toEqual(['C1', 'C2'])
    expect(await seen(county, { postCode: 'A' })).toEqual([])
    const foreign = posts[0]!.id
    expect((await county.get('/cpt-system/post/detail', { id: foreign })).code).toBe(404)
    expect((await county.post('/cpt-system/post/submit', { id: foreign, category: '1', postCode: 'A1', postName: '改', sort: 1 })).code).toBe(404)
    expect((await county.post('/cpt-system/post/remove', {}, { ids: foreign! })).code).toBe(404)
    expect((await county.get('/cpt-system/post/select')).data.map((p: any) => p.postCode).sort()).toEqual(['C1', 'C2'])
    expect(await seen(admin)).toEqual(['A1', 'A2', 'C1', 'C2'])
  })
  test('one’s department, and it with all below', async () => {
    // the county's people stand below no platform department; the village's stand below the county's
    await w.db.transaction({ tenantId: '000000', system: true }, async (tx) => {
      const village = await tx.selectFrom('sys_user').select('id').where('tenantId', '=', '000000').where('account', '=', 'village').executeTakeFirstOrThrow()
      await tx.updateTable('sys_post').set({ createUser: village.id }).where('postCode', '=', 'A2').execute()
    })
    await hold([await scope({ scopeType: '3' })])
    expect(await seen(county)).toEqual(['C1', 'C2'])
    await hold([await scope({ scopeType: '4' })])
    expect(await seen(county)).toEqual(['A2', 'C1', 'C2'])
  })
  test('a custom rule lets through what its conditions say, and rules add up', async () => {
    const first = await scope({ scopeType: '5', scopeValue: JSON.stringify([{ column: 'category', op: 'eq', value: '1' }]) })
    await hold([first])
    expect(await seen(county)).toEqual(['A1', 'C1'])
    const second = await scope({
      scopeType: '5',
      scopeValue: JSON.stringify([
        { column: 'sort', op: 'ge', value: 4 },
        { column: 'createUser', op: 'eq', value: '${userId}' },
      ]),
    })
    await hold([first, second])
    expect(await seen(county)).toEqual(['A1', 'C1', 'C2'])
    await hold([first, second, await scope({ scopeType: '1' })])
    expect(await seen(county)).toEqual(['A1', 'A2', 'C1', 'C2'])
  })
  test('rows answered are allowed rows, whatever conditions are made', async () => {
    const row = (code: string) =>
      ({ A1: { category: '1', sort: 1 }, A2: { category: '2', sort: 2 }, C1: { category: '1', sort: 3 }, C2: { category: '3', sort: 4 } })[code]!
    const condition = fc.oneof(
      fc.record({ column: fc.constant('category'), op: fc.constantFrom('eq', 'ne'), value: fc.constantFrom('1', '2', '3', '4') }),
      fc.record({
        column: fc.constant('category'),
        op: fc.constantFrom('in', 'notIn'),
        value: fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 3 }),
      }),
      fc.record({ column: fc.constant('sort'), op: fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge'), value: fc.integer({ min: 0, max: 5 }) }),
      fc.record({ column: fc.constantFrom('category', 'sort'), op: fc.constantFrom('isNull', 'notNull') }),
    )
    type C = { column: 'category' | 'sort'; op: string; value?: unknown }
    const holds = (c: C, r: { category: string; sort: number }): boolean => {
      const v = r[c.column]
      switch (c.op) {
        case 'eq':
          return v === c.value
        case 'ne':
          return v !== c.value
        case 'in':
          return (c.value as unknown[]).includes(v)
        case 'notIn':
          return !(c.value as unknown[]).includes(v)
        case 'lt':
          return Number(v) < Number(c.value)
        case 'le':
          return Number(v) <= Number(c.value)
        case 'gt':
          return Number(v) > Number(c.value)
        case 'ge':
          return Number(v) >= Number(c.value)
        case 'isNull':
          return false
        default:
          return true
      }
    }
    const rule = fc.array(fc.oneof(condition, fc.record({ any: fc.array(condition, { minLength: 1, maxLength: 3 }) })), { minLength: 1, maxLength: 3 })
    const id = await scope({ scopeType: '5', scopeValue: JSON.stringify([{ column: 'sort', op: 'eq', value: 1 }]) })
    await hold([id])
    await fc.assert(
      fc.asyncProperty(rule, async (conditions) => {
        await w.db.transaction({ tenantId: '000000', system: true }, (tx) =>
          tx
            .updateTable('data_scope')
            .set({ scopeValue: JSON.stringify(conditions) })
            .where('id', '=', id)
            .execute(),
        )
        const allowed = ['A1', 'A2', 'C1', 'C2'].filter((code) =>
          conditions.every((c) => ('any' in c ? c.any.some((x) => holds(x as C, row(code))) : holds(c as C, row(code)))),
        )
        expect(await seen(county)).toEqual(allowed)
      }),
      { numRuns: 60 },
    )
  })
  test('fields that no rule shows are not answered', async () => {
    await hold([await scope({ scopeType: '1', scopeField: 'postCode,sort' })])
    const list = (await county.get('/cpt-system/post/list')).data.records
    expect(Object.keys(list[0])).toEqual(expect.arrayContaining(['id', 'postCode', 'sort']))
    expect(list[0].postName).toBeUndefined()
    expect((await county.get('/cpt-system/post/detail', { id: posts[2]!.id })).data.postName).toBeUndefined()
  })
  test('a land list under a rule is counted row by row, since counters know nothing of rules', async () => {
    const a = await admin.post('/base-qssj/fbf/save', sample(fbf, { regionCode: '51202111920391' }))
    expect([a.code, a.msg]).toEqual([200, '操作成功'])
    expect((await county.get('/base-qssj/fbf/page')).data.total).toBe(1)
    await hold([await scope({ scopeClass: 'fbf', scopeType: '5', scopeValue: JSON.stringify([{ column: 'fbfmc', op: 'prefix', value: '没有' }]) })])
    const list = (await county.get('/base-qssj/fbf/page', {})).data
    expect([list.total, list.records.length]).toEqual([0, 0])
    await hold([])
  })
  test('a rule of the own region leaves what is of it and below, and hides what is for everybody', async () => {
    const of = { source: 'own', layerName: 'dk', sort: 1 }
    for (const [name, regionCode] of [
      ['大家的', null],
      ['镇的', '512021119'],
    ])
      expect((await admin.post('/yzt/gis-layer/submit', { ...of, name, regionCode })).msg).toBe('操作成功')
    const layers = async () => (await county.get('/yzt/gis-layer/page')).data.records.map((l: any) => l.name).toSorted()
    expect(await layers()).toEqual(['大家的', '镇的'])
    await hold([await scope({ scopeClass: 'gis_layer', scopeType: '6' })])
    expect(await layers()).toEqual(['镇的'])
    await hold([])
  })
  test('a rule with a column or resource that does not exist is refused, and one that roles hold stays', async () => {
    const bad = (o: Record<string, unknown>) =>
      admin.post('/cpt-system/data-scope/submit', { scopeName: 'x', resourceCode: 'x', scopeClass: 'sys_post', scopeType: '2', ...o })
    for (const o of [
      { scopeClass: 'ghost' },
      { scopeColumn: 'ghost' },
      { scopeType: '5', scopeValue: '1=1; drop table menu' },
      { scopeField: 'ghost' },
      { scopeClass: 'menu' },
      { scopeType: '6' },
    ])
      expect([o, (await bad(o)).code]).toEqual([o, 400])
    const id = await scope({ scopeType: '2' })
    await hold([id])
    expect((await admin.post('/cpt-system/data-scope/remove', {}, { ids: id })).code).toBe(409)
    await hold([])
    expect((await admin.post('/cpt-system/data-scope/remove', {}, { ids: id })).code).toBe(200)
  })
  test('a menu that names roles is seen by these roles and by administrators, with what stands below it; a row without stays everybody’s', async () => {
    const codes = async (who: Client) => {
      const all = (nodes: readonly any[]): string[] => nodes.flatMap((n) => [n.code, ...all(n.children ?? [])])
      return all((await who.get('/cpt-system/menu/routes')).data)
    }
    const name = async (code: string, roles: string | null) => {
      const { rows } = await w.db.pool.query('select id from menu where code = $1 and category = 1', [code])
      const row = (await admin.get('/cpt-system/menu/detail', { id: rows[0].id })).data
      expect((await admin.post('/cpt-system/menu/submit', { ...row, roles })).msg).toBe('操作成功')
    }
    const village = await w.as('village')
    const before = await codes(village)
    expect(['basic', 'cbf', 'dk'].filter((c) => !before.includes(c))).toEqual([])
    await name('cbf', 'county,town')
    expect([(await codes(village)).includes('cbf'), (await codes(county)).includes('cbf'), (await codes(admin)).includes('cbf')]).toEqual([false, true, true])
    await name('basic', 'town')
    expect((await codes(county)).filter((c) => ['basic', 'cbf', 'dk'].includes(c))).toEqual([])
    expect(await codes(admin)).toEqual(expect.arrayContaining(['basic', 'cbf', 'dk']))
    // what is hidden is no right that is taken: the call stays
    expect((await county.get('/base-qssj/cbf/page')).code).toBe(200)
    await name('basic', '')
    await name('cbf', null)
    expect(await codes(village)).toEqual(before)
  })
  test('an API scope leaves the paths it names and takes the rest; calls without a button stay', async () => {
    const api = async (scopePath: string) => {
      const a = await admin.post('/cpt-system/api-scope/submit', { scopeName: '岗位', resourceCode: `p${Math.random()}`, scopePath, scopeType: '1' })
      expect([a.code, a.msg]).toEqual([200, '操作成功'])
      return a.data as string
    }
    await hold([await api('/api/cpt-system/post/list')], 2)
    expect((await county.get('/cpt-system/post/list')).code).toBe(200)
    expect((await county.get('/cpt-system/post/detail', { id: posts[2]!.id })).code).toBe(403)
    expect((await county.get('/base-qssj/fbf/page')).code).toBe(403)
    expect((await county.post('/cpt-system/post/remove', {}, { ids: posts[2]!.id })).code).toBe(403)
    expect((await county.get('/cpt-system/menu/routes')).code).toBe(200)
    expect((await admin.get('/base-qssj/fbf/page')).code).toBe(200)
    const mine = new Set((await county.get('/cpt-auth/oauth/user-info')).data.permissions as string[])
    for (const r of w.routes)
      if (
        r.method === 'GET' &&
        r.perm !== 'public' &&
        r.perm !== 'signed-in' &&
        [r.perm].flat().some((p) => mine.has(p as string)) &&
        r.path !== '/cpt-system/post/list'
      )
        expect([r.path, (await county.get(r.path.replace(/\{\w+\}/g, '1'))).code]).toEqual([r.path, 403])
    await hold([], 2)
    for (const scopePath of ['cpt-system/post', '/a/../b', '/a b', '/a/**/b', '/a?x=1'])
      expect([scopePath, (await admin.post('/cpt-system/api-scope/submit', { scopeName: 'x', resourceCode: 'y', scopePath, scopeType: '1' })).code]).toEqual([
        scopePath,
        400,
      ])
  })
})
