import { hashPassword } from '../../platform/credentials/secrets.server.ts'
import { PLACES } from '../../platform/seed/places.ts'
import { seedBase, deptId, insertMissing } from '../../platform/seed/seed.server.ts'
import { PASSWORD, type Account, type Client, type World } from '../world.ts'

const OWN = '000000',
  OTHER = '100001'
/** Where the rows of the contract loop stand. */
export const VILLAGE = PLACES.village
/** People beyond the demonstration accounts. `may`: which of all button codes they hold; `*` = the administrator. */
const PEOPLE = {
  nextVillage: { region: PLACES.otherVillage, may: '*' },
  nextTown: { region: '512021118', may: '*' },
  nextCounty: { region: PLACES.otherCounty, may: '*' },
  viewer: { region: '51', may: /_view$/ },
  adder: { region: '51', may: /_(view|add)$/ },
  editor: { region: '51', may: /_(view|edit)$/ },
  bare: { region: '51', may: /^(?!)/ },
} as const
export type Person = keyof typeof PEOPLE
export interface People extends Record<Person, Client> {
  /** sees every row of the tenant, holds every button */
  admin: Client
  /** holds every button and the same region, in another tenant: only the tenant is between him and the rows */
  twin: Client
}

/** Makes the people and signs them in. The other tenant's administrator becomes the twin: all buttons, the admin's region. */
export async function people(w: World): Promise<People> {
  const hash = await hashPassword(PASSWORD),
    now = '2026-01-01 00:00:00'
  await w.db.transaction({ tenantId: OWN, system: true }, async (tx) => {
    const menus = (await tx.selectFrom('menu').select(['id', 'code', 'category']).execute()) as { id: string; code: string; category: number }[]
    const roles = (await tx.selectFrom('sys_role').select(['id', 'tenantId', 'roleAlias']).execute()) as { id: string; tenantId: string; roleAlias: string }[]
    const roleOf = (tenantId: string, alias: string) => roles.find((r) => r.tenantId === tenantId && r.roleAlias === alias)!.id
    for (const [i, [account, p]] of Object.entries(PEOPLE).entries()) {
      const id = String(7_000_000 + i),
        roleId = p.may === '*' ? roleOf(OWN, 'administrator') : id
      const base = { ...seedBase(OWN, now), id }
      if (p.may !== '*') {
        const may = p.may
        await insertMissing(tx, 'sys_role', [{ ...base, roleName: account, roleAlias: account, sort: 99 }])
        const held = menus.filter((m) => m.category === 2 && may.test(m.code))
        await insertMissing(
          tx,
          'role_menu',
          held.map((m) => ({ roleId, menuId: m.id, tenantId: OWN })),
        )
      }
      const dept = deptId(OWN, 'platform')
      await insertMissing(tx, 'sys_user', [{ ...base, account, name: account, realName: account, roleId, deptId: dept, regionCode: p.region, status: 1 }])
      await insertMissing(tx, 'user_secret', [{ userId: id, tenantId: OWN, hash, setTime: now, mustModify: 0, history: [], failures: 0 }])
    }
    await insertMissing(
      tx,
      'role_menu',
      menus.map((m) => ({ roleId: roleOf(OTHER, 'admin'), menuId: m.id, tenantId: OTHER })),
    )
    await tx.updateTable('sys_user').set({ regionCode: '51' }).where('tenantId', '=', OTHER).where('account', '=', 'admin').execute()
  })
  const signedIn = await Promise.all(Object.keys(PEOPLE).map(async (p) => [p, await w.as(p as Account)] as const))
  return { ...(Object.fromEntries(signedIn) as Record<Person, Client>), admin: await w.as('admin'), twin: await w.as('other') }
}
