import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseHandle } from '../../kit/server/db.server.ts'
import { parentRegion } from '../../kit/model/region-code.ts'
import { isPassword, tokenHash } from '../credentials/secrets.server.ts'
import { randomPassword, seedDemoAccounts } from './accounts.server.ts'
import { menus } from './menus.ts'
import { grantsOf, roles } from './roles.ts'
import { seedPlatform } from './seed.server.ts'
import { missingButtons } from './testing.ts'
import { systemSlice } from '../../apps/server/lists/platform.server.ts'
import { freshDatabase } from '../../tests/world.ts'

const may = (alias: string) => new Set(grantsOf(roles.find((r) => r.alias === alias)!))

describe('the seed as data', () => {
  it('has each region once, in order, under the region its code says', async () => {
    const [head, ...lines] = (await readFile(fileURLToPath(new URL('./regions.tsv', import.meta.url)), 'utf8')).trimEnd().split('\n')
    const rows = lines.map((line) => line.split('\t') as [string, string, string])
    const codes = rows.map(([code]) => code)
    expect(head).toBe('code\tparent\tname')
    expect(codes).toEqual([...new Set(codes)].sort())
    expect(rows.filter(([code, parent, name]) => parent !== (parentRegion(code) ?? '0') || (parent !== '0' && !codes.includes(parent)) || !name)).toEqual([])
    expect([2, 4, 6, 9, 12, 14].map((n) => codes.filter((c) => c.length === n).length)).toEqual([31, 21, 183, 67, 868, 6])
  })
  it('gives every menu its own id, code and parent', () => {
    const ids = new Set(menus.map((m) => m.id))
    expect(ids.size).toBe(menus.length)
    expect(new Set(menus.map((m) => m.code)).size).toBe(menus.length)
    for (const m of menus)
      expect([m.code, m.parentId === null || ids.has(m.parentId), /^1\d{18}$/.test(m.id), /\S/.test(m.en)]).toEqual([m.code, true, true, true])
  })
  it('opens every page by a button that exists', () => {
    expect(missingButtons(menus.flatMap((m) => (m.need ? [m.need] : [])))).toEqual([])
  })
  it('has a button for every permission of the system routes', () => {
    expect(missingButtons(systemSlice.routes.flatMap((r) => r.perm))).toEqual([])
  })
  it('tells which permission has no button', () => {
    expect(missingButtons(['fbf_view', 'signed-in', 'public', 'ghost_add', 'ghost_add'])).toEqual(['ghost_add'])
  })
  it('translates pages and buttons', () => {
    const en = (code: string) => menus.find((m) => m.code === code)?.en
    expect([en('dk'), en('sys_user_add'), en('jtcy_edit')]).toEqual(['Parcels', 'Add', 'Household members: edit'])
  })
  it('lets each level do its own work and no more', () => {
    expect(['business_add', 'business_todo', 'biz', 'cbf_edit', 'fbf_view', 'home'].filter((c) => !may('village').has(c))).toEqual([])
    expect(['sys_user_add', 'system', 'business_check', 'cbf_plain', 'hjb_view'].filter((c) => may('village').has(c))).toEqual([])
    expect([
      may('town').has('business_check'),
      may('town').has('publicity_add'),
      may('town').has('business_recheck'),
      may('town').has('sys_user_plain'),
      may('town').has('tenant_plain'),
    ]).toEqual([true, true, false, false, false])
    // who performs a task by default holds the buttons of that task
    expect([
      may('village').has('publicity_edit'),
      may('town').has('sign_edit'),
      may('sign').has('sign_edit'),
      may('sign').has('business_edit'),
      may('sign').has('business_add'),
    ]).toEqual([true, true, true, true, false])
    // the county sees what is told of its land, and mends it; where it is told and by which secret is the administrator's
    const told = ['push_log', 'registry_notice', 'third_log', 'access_message', 'webhook_log']
    expect(told.filter((c) => !may('county').has(`${c}_view`) || !may('county').has(c) || may('town').has(c))).toEqual([])
    expect(['data_push_config', 'access_config', 'empower', 'webhook'].filter((c) => may('county').has(c) || may('county').has(`${c}_view`))).toEqual([])
    expect([may('county').has('business_recheck'), may('county').has('hjb_transfer'), may('county').has('sys_role_edit')]).toEqual([true, true, false])
    expect([
      may('admin').has('sys_user_add'),
      may('admin').has('tenant_add'),
      may('admin').has('tenant_view'),
      may('admin').has('tenant_package_view'),
      may('admin').has('menu_edit'),
    ]).toEqual([true, false, false, false, false])
    const audit = menus.filter((m) => m.category === 2 && may('audit').has(m.code) && !/_view$|^audit_/.test(m.code))
    expect(audit).toEqual([])
    // papers of people are not the auditor's
    for (const code of ['attach_view', 'print_view']) expect(may('audit').has(code)).toBe(false)
  })
  it('makes passwords of four classes that differ', () => {
    const some = Array.from({ length: 50 }, randomPassword)
    expect(new Set(some).size).toBe(50)
    for (const p of some) expect([p.length >= 14, /[a-z]/.test(p), /[A-Z]/.test(p), /\d/.test(p), /[^\w]|_/.test(p)]).toEqual([true, true, true, true, true])
  })
})

describe('the seed in PostgreSQL', () => {
  let db: DatabaseHandle, dir: string, drop: () => Promise<void>
  const one = async (text: string) => (await db.pool.query(text)).rows[0]
  const counts = async () => {
    const out: Record<string, number> = {}
    for (const t of ['region', 'tenant', 'dict_biz', 'menu', 'sys_role', 'role_menu', 'sys_dept', 'client', 'sys_user', 'user_secret'])
      out[t] = Number((await one(`select count(*) as n from ${t}`)).n)
    return out
  }
  const install = async () => {
    await seedPlatform(db, { clientSecret: 'chengbao_secret', demo: true })
    return seedDemoAccounts(db, { dataDir: dir })
  }
  let first: Awaited<ReturnType<typeof install>>

  beforeAll(async () => {
    ;({ db, drop } = await freshDatabase('schema'))
    dir = await mkdtemp(join(tmpdir(), 'seed-'))
    first = await install()
  })
  afterAll(async () => {
    await db?.close()
    await drop?.()
    await rm(dir, { recursive: true, force: true })
  })

  it('installs everything once and nothing twice', async () => {
    const before = await counts()
    expect(before).toMatchObject({ tenant: 2, menu: menus.length, sys_dept: 5, sys_user: 9, user_secret: 9, client: 1, sys_role: 19 })
    const again = await install()
    expect(await counts()).toEqual(before)
    expect([first.made.length, again.made.length]).toEqual([9, 0])
  })
  it('gives the county, its townships, one township’s villages and a village’s groups their outlines, and puts none back that somebody took away', async () => {
    const known = await one(
      `select count(*)::int as n, count(r.code)::int as named, bool_and(ST_Covers(o.geom, o.name)) as inside from region_outline o left join region r using (code)`,
    )
    expect(known).toEqual({ n: 72, named: 72, inside: true })
    // they lie within what they belong to, but for what rounding leaves
    const out = `ST_Area(ST_Difference(c.geom, p.geom)) / ST_Area(c.geom) > 0.001`
    expect(
      (await db.pool.query(`select c.code from region_outline c join region r using (code) join region_outline p on p.code = r."parentCode" where ${out}`))
        .rows,
    ).toEqual([])
    await db.pool.query(`delete from region_outline where code = '51202111920304'`)
    await install()
    expect((await one(`select count(*)::int as n from region_outline`)).n).toBe(71)
  })
  it('leaves changed texts and withdrawn grants alone', async () => {
    await db.pool.query(`update dict_biz set "dictValue" = '自家改的' where "tenantId" = '000000' and code = 'dklb' and "dictKey" = '10'`)
    await db.pool.query(`delete from role_menu where "menuId" = (select id from menu where code = 'cbf_add')`)
    await db.pool.query(`update client_secret set "secretHash" = 'x'`)
    await install()
    expect((await one(`select "dictValue" as v from dict_biz where "tenantId" = '000000' and code = 'dklb' and "dictKey" = '10'`)).v).toBe('自家改的')
    expect((await one(`select count(*)::int as n from role_menu join menu on id = "menuId" where code = 'cbf_add'`)).n).toBe(0)
    expect((await one(`select "secretHash" as h from client_secret`)).h).toBe('x')
    await db.pool.query('update client_secret set "secretHash" = $1', [tokenHash('chengbao_secret')])
  })
  it('brings back what is missing, with its grants', async () => {
    await db.pool.query(`delete from menu where code = 'fbf_view'`)
    await install()
    // all but the large screen and the two administrators of the system and of rights, who read no register, and the platform’s role in one tenant
    expect((await one(`select count(*)::int as n from role_menu join menu on id = "menuId" where code = 'fbf_view'`)).n).toBe(2 * (roles.length - 3) - 1)
  })
  it('gives the village its rights in the database', async () => {
    const { rows } = await db.pool.query(
      `select m.code from role_menu rm join sys_role r on r.id = rm."roleId" join menu m on m.id = rm."menuId" where r."tenantId" = '000000' and r."roleAlias" = 'village'`,
    )
    const codes = rows.map((r) => r.code)
    expect([codes.includes('business_add'), codes.includes('sys_user_add')]).toEqual([true, false])
  })
  it('knows places, their full names and how they are measured', async () => {
    expect(await one(`select name, "fullName", "parentCode", level from region where code = '51202111920301'`)).toEqual({
      name: '玉顶村1组',
      fullName: '四川省资阳市安岳县周礼镇玉顶村玉顶村1组',
      parentCode: '512021119203',
      level: 6,
    })
    expect((await one(`select projection from region where code = '512021'`)).projection).toBe(4544)
    expect((await one(`select count(*)::int as n from region where "parentCode" = '0'`)).n).toBe(31)
    expect(
      (await one(`select count(*)::int as n from region c where "parentCode" <> '0' and not exists (select from region p where p.code = c."parentCode")`)).n,
    ).toBe(0)
  })
  it('has all dictionaries for both tenants, entries below their heading', async () => {
    const { rows } = await db.pool.query(`select "tenantId", count(*)::int as n from dict_biz where "parentId" is null group by 1 order by 1`)
    const n = JSON.parse(await readFile(fileURLToPath(new URL('./dictionaries.json', import.meta.url)), 'utf8')).dictionaries.length
    expect(rows).toEqual([
      { tenantId: '000000', n },
      { tenantId: '100001', n },
    ])
    expect(
      (
        await one(
          `select count(*)::int as n from dict_biz i where "parentId" is not null and not exists (select from dict_biz h where h.id = i."parentId" and h."tenantId" = i."tenantId" and h.code = i.code)`,
        )
      ).n,
    ).toBe(0)
    expect(await one(`select "dictValue", extra from dict_biz where "tenantId" = '100001' and code = 'yhzgx' and "dictKey" = '11'`)).toEqual({
      dictValue: '夫',
      extra: { sexHint: '1' },
    })
    expect((await one(`select "dictValue" as v from dict_biz where "tenantId" = '000000' and code = 'cybz' and "dictKey" = '0'`)).v).toBe('无')
  })
  it('keeps the random password for the owner of the machine only', async () => {
    const file = join(dir, 'demo-accounts.txt')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { password } = first.accounts[0]!
    expect((await readFile(file, 'utf8')).split(password).length - 1).toBe(9)
    const s = await one(`select hash, "mustModify" from user_secret s join sys_user u on u.id = s."userId" where u.account = 'village'`)
    expect([s.mustModify, await isPassword(s.hash, password)]).toEqual([0, true])
  })
  it('uses a given password for accounts it makes', async () => {
    await db.pool.query(`delete from sys_user where account = 'sign'`)
    const r = await seedDemoAccounts(db, { dataDir: dir, password: 'Given-pass-2024' })
    expect(r.made).toEqual(['000000/sign'])
    const hash = async (account: string) =>
      (await one(`select hash from user_secret s join sys_user u on u.id = s."userId" where u.account = '${account}'`)).hash
    expect([await isPassword(await hash('sign'), 'Given-pass-2024'), await isPassword(await hash('town'), 'Given-pass-2024')]).toEqual([true, false])
  })
})
