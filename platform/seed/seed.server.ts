import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { regionLevel } from '../../kit/model/region-code.ts'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { DatabaseHandle, Tx } from '../../kit/server/db.server.ts'
import { tokenHash } from '../credentials/secrets.server.ts'
import { menus } from './menus.ts'
import { seedOutlines } from './outlines.server.ts'
import { PLACES, projectionOf } from './places.ts'
import { EXCLUDED, grantsOf, roles } from './roles.ts'
import { seedId } from './seed-id.ts'
import { PLATFORM_TENANT, SECOND_TENANT } from './tenant-codes.ts'

interface Beginning {
  tenants: readonly { code: string; tenantName: string; regionCode: string }[]
  /** departments by tenant, parents first; each sees its region and below */
  depts: readonly { tenant: string; key: string; up?: string; name: string; region: string; category: string }[]
  /** whether a region is there from the beginning, by its code */
  region(code: string): boolean
}
const PLATFORM_DEPT = { tenant: PLATFORM_TENANT, key: 'platform', name: '平台运行中心', category: '2' }
/** What an installation begins with: the platform alone, which sees every region, and the provinces. Everything below is made or imported at the screens. */
const BARE: Beginning = {
  tenants: [{ code: PLATFORM_TENANT, tenantName: '平台', regionCode: '' }],
  depts: [{ ...PLATFORM_DEPT, region: '' }],
  region: (code) => code.length === 2,
}
/** Two counties of a province with offices of three levels, for the demonstration. */
const DEMONSTRATION: Beginning = {
  tenants: [
    { code: PLATFORM_TENANT, tenantName: '示范县', regionCode: PLACES.county },
    { code: SECOND_TENANT, tenantName: '示范县二', regionCode: PLACES.otherCounty },
  ],
  depts: [
    { ...PLATFORM_DEPT, region: PLACES.province },
    { tenant: PLATFORM_TENANT, key: 'county', name: '安岳县农业农村局', region: PLACES.county, category: '2' },
    { tenant: PLATFORM_TENANT, key: 'town', up: 'county', name: '周礼镇人民政府', region: PLACES.town, category: '2' },
    { tenant: PLATFORM_TENANT, key: 'village', up: 'town', name: '玉顶村村民委员会', region: PLACES.village, category: '2' },
    { tenant: SECOND_TENANT, key: 'county', name: '乐至县农业农村局', region: PLACES.otherCounty, category: '2' },
  ],
  region: () => true,
}
export const deptId = (tenant: string, key: string) => seedId('sys_dept', tenant, key)

interface DictItem {
  key: string
  zh: string
  en: string
  sort: number
  parent?: string
  selectable?: boolean
  [more: string]: unknown
}
interface Dict {
  code: string
  zh: string
  en: string
  provenance: string
  note?: string
  items: DictItem[]
}
type Row = Record<string, unknown>

/** Those of the rows whose id is not in the table; all where rows have none. At most starts that is no row, and ids are a small part of what rows are. */
async function unknown(tx: Tx, table: string, list: readonly Row[]): Promise<readonly Row[]> {
  if (list.length === 0 || list.some((r) => r.id === undefined)) return list
  const ids = list.map((r) => String(r.id))
  const { rows } = await sql<{ id: string }>`select i.id::text as id from unnest(${ids}::bigint[]) as i (id)
    where not exists (select from ${sql.table(table)} t where t.id = i.id)`.execute(tx)
  const missing = new Set(rows.map((r) => r.id))
  return list.filter((r) => missing.has(String(r.id)))
}
/**
 * Inserts the rows that are not there yet (by any unique key) and answers the ids of those it inserted.
 * One statement with one parameter, whatever the number of rows: columns a row does not name become null.
 */
export async function insertMissing(tx: Tx, table: string, list: readonly Row[]): Promise<Set<string>> {
  const missing = await unknown(tx, table, list)
  if (missing.length === 0) return new Set()
  const { rows } = await sql<{
    id: string
  }>`insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(missing)}::jsonb)
    on conflict do nothing returning to_jsonb(${sql.table(table)}) ->> 'id' as id`.execute(tx)
  return new Set(rows.map((r) => r.id))
}

/** The columns every row has, as of the seed. */
export const seedBase = (tenantId: string, now: string): Row => ({ tenantId, createUser: '0', createTime: now, updateUser: '0', updateTime: now, rev: 1 })

async function seedRegions(tx: Tx, now: string, { region }: Beginning): Promise<void> {
  const text = await readFile(new URL('./regions.tsv', import.meta.url), 'utf8')
  const full = new Map<string, string>()
  const list = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line, i) => {
      const [code, parentCode, name] = line.split('\t') as [string, string, string]
      const fullName = `${full.get(parentCode) ?? ''}${name}`
      full.set(code, fullName)
      return {
        ...seedBase(PLATFORM_TENANT, now),
        id: seedId('region', code),
        code,
        parentCode,
        name,
        fullName,
        level: regionLevel(code),
        sort: i + 1,
        projection: projectionOf(code),
      }
    })
  await insertMissing(
    tx,
    'region',
    list.filter((r) => region(r.code)),
  )
}

/** Keys of an item that have a column; everything else it says goes to `extra`. */
const dictRow = (table: DictTable, d: Dict, item: DictItem, base: Row, parentId: string): Row => {
  const { key, zh, en, sort, parent, selectable, ...extra } = item
  return {
    ...base,
    id: seedId(table, String(base.tenantId), d.code, key),
    parentId,
    code: d.code,
    dictKey: key,
    dictValue: zh,
    en,
    sort,
    parentKey: parent ?? null,
    selectable: selectable === false ? 0 : 1,
    isSealed: 0,
    extra: Object.keys(extra).length > 0 ? extra : null,
    standard: d.provenance,
  }
}
type DictTable = 'dict_biz' | 'dict'
/** The platform's own dictionaries are system dictionaries as well: they do not depend on a tenant. */
const SYSTEM = (d: Dict) => /^platform\b/.test(d.provenance) || d.code === 'sex' || d.code === 'yes_no'
/** Gives a tenant the dictionaries that it lacks, or the platform its system dictionaries. */
export async function seedDictionaries(tx: Tx, tenant: string, now: string, table: DictTable = 'dict_biz'): Promise<void> {
  const read = JSON.parse(await readFile(new URL('./dictionaries.json', import.meta.url), 'utf8')) as { dictionaries: Dict[] }
  const dictionaries = read.dictionaries.filter((d) => table === 'dict_biz' || SYSTEM(d))
  const base = seedBase(tenant, now)
  const known = await tx.selectFrom(table).select(['code', 'id']).where('tenantId', '=', tenant).where('parentId', 'is', null).execute()
  const heads = new Map<string, string>(known.map((r) => [r.code, r.id]))
  const fresh = dictionaries
    .map((d, i) => ({
      ...base,
      id: seedId(table, tenant, d.code),
      parentId: null,
      code: d.code,
      dictKey: '-1',
      dictValue: d.zh,
      en: d.en,
      sort: i + 1,
      selectable: 0,
      isSealed: 0,
      standard: d.provenance,
      remark: d.note ?? null,
    }))
    .filter((r) => !heads.has(r.code))
  for (const r of fresh) heads.set(r.code, r.id)
  await insertMissing(tx, table, [...fresh, ...dictionaries.flatMap((d) => d.items.map((item) => dictRow(table, d, item, base, heads.get(d.code)!)))])
}

/** Menus and roles, and grants wherever one of the two is new: a grant that somebody took back stays taken back. */
async function seedRights(tx: Tx, now: string, { tenants }: Beginning): Promise<void> {
  const freshMenus = await insertMissing(
    tx,
    'menu',
    menus.map(({ en: _, need: __, ...m }) => ({ ...seedBase(PLATFORM_TENANT, now), ...m, isOpen: 0 })),
  )
  const menuIds = new Map<string, string>((await tx.selectFrom('menu').select(['code', 'id']).execute()).map((m) => [m.code, m.id]))
  for (const t of tenants) {
    const wanted = roles.filter((r) => t.code === PLATFORM_TENANT || !r.platformOnly)
    const freshRoles = await insertMissing(
      tx,
      'sys_role',
      wanted.map((r) => ({
        ...seedBase(t.code, now),
        id: seedId('sys_role', t.code, r.alias),
        parentId: null,
        roleName: r.name,
        roleAlias: r.alias,
        sort: r.sort,
      })),
    )
    // with the three administrators; a pair that somebody took away later stays away
    if (freshRoles.has(seedId('sys_role', t.code, 'sysadmin')))
      await insertMissing(
        tx,
        'role_exclusion',
        EXCLUDED.map(([oneAlias, otherAlias]) => ({
          ...seedBase(t.code, now),
          id: seedId('role_exclusion', t.code, `${oneAlias} ${otherAlias}`),
          oneAlias,
          otherAlias,
        })),
      )
    const roleIds = new Map<string, string>(
      (await tx.selectFrom('sys_role').select(['roleAlias', 'id']).where('tenantId', '=', t.code).execute()).map((r) => [r.roleAlias, r.id]),
    )
    const grants = wanted.flatMap((r) => grantsOf(r).map((code) => ({ roleId: roleIds.get(r.alias)!, menuId: menuIds.get(code)!, tenantId: t.code })))
    await insertMissing(
      tx,
      'role_menu',
      grants.filter((g) => freshRoles.has(g.roleId) || freshMenus.has(g.menuId)),
    )
  }
}

async function seedTenants(tx: Tx, now: string, { tenants, depts }: Beginning): Promise<void> {
  await insertMissing(
    tx,
    'tenant',
    tenants.map((t) => ({
      ...seedBase(PLATFORM_TENANT, now),
      id: seedId('tenant', t.code),
      ...t,
      linkman: '管理员',
      title: '农村土地承包管理系统',
      accountNumber: -1,
      status: 1,
    })),
  )
  await insertMissing(
    tx,
    'sys_dept',
    depts.map((d, i) => ({
      ...seedBase(d.tenant, now),
      id: deptId(d.tenant, d.key),
      parentId: d.up ? deptId(d.tenant, d.up) : null,
      deptName: d.name,
      fullName: d.name,
      deptCategory: d.category,
      regionCode: d.region,
      sort: i + 1,
    })),
  )
}

/**
 * Installs what the platform cannot run without: regions, tenants, dictionaries of each tenant, menus, roles with their grants, departments, the web's client.
 * Inserts what is missing by natural key and never overwrites: may run at every start. One transaction, as system.
 * @param o.demo whether it begins with the counties of the demonstration, or with the platform alone
 * @param o.clientSecret the secret of client `chengbao`; only its SHA-256 is kept. Source: platform-api.md 2.1.
 */
export async function seedPlatform(db: DatabaseHandle, o: { clientSecret: string; demo: boolean }): Promise<void> {
  const beginning = o.demo ? DEMONSTRATION : BARE
  const now = localTime(clock())
  await db.transaction({ tenantId: PLATFORM_TENANT, system: true }, async (tx) => {
    await seedRegions(tx, now, beginning)
    if (o.demo) await seedOutlines(tx)
    await seedTenants(tx, now, beginning)
    for (const t of beginning.tenants) await seedDictionaries(tx, t.code, now)
    await seedDictionaries(tx, PLATFORM_TENANT, now, 'dict')
    await seedRights(tx, now, beginning)
    await insertMissing(tx, 'client', [
      {
        ...seedBase(PLATFORM_TENANT, now),
        id: seedId('client', 'chengbao'),
        clientId: 'chengbao',
        authorizedGrantTypes: 'captcha,password,refresh_token,sms_code,social,authorization_code',
        scope: 'all',
        accessTokenValidity: 3600,
        refreshTokenValidity: 43200,
        autoapprove: 0,
        userType: 1,
      },
    ])
    const { id: clientId } = await tx.selectFrom('client').select('id').where('clientId', '=', 'chengbao').executeTakeFirstOrThrow()
    await tx
      .insertInto('client_secret')
      .values({ clientId, secretHash: tokenHash(o.clientSecret) })
      .onConflict((c) => c.doNothing())
      .execute()
  })
}
