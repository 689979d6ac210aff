import { sql } from 'kysely'
import { localTime } from '../../kit/server/clock.server.ts'
import { ADMINISTRATOR, type Who } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle, Tx } from '../../kit/server/db.server.ts'
import type { RequestFacts } from '../../kit/server/route.server.ts'
import { DEFAULT_STRATEGY } from './password.ts'
import { scopesOf } from '../system/scopes.server.ts'
import { tokenHash } from './secrets.server.ts'

/** The tenant of the platform itself; only there the administrator's alias means something. */
export const PLATFORM = '000000'
/** Of people whose department has no region: no land row is theirs. */
const NOWHERE = '~none'
/** Ids of a comma-joined column. */
export const idList = (v: unknown): string[] =>
  String(v ?? '')
    .split(',')
    .map((x) => x.trim())
    .filter(Boolean)

/** An account of a tenant as the caller it would be after sign-in: for work the server itself does in somebody's name. */
export async function whoOf(db: DatabaseHandle, tenantId: string, account: string): Promise<Who> {
  return db.transaction({ tenantId, system: true, readOnly: true }, async (tx) => {
    const u = await tx.selectFrom('sys_user').selectAll().where('tenantId', '=', tenantId).where('account', '=', account).executeTakeFirstOrThrow()
    const roleIds = idList(u.roleId)
    const named = await tx
      .selectFrom('sys_role')
      .select('roleAlias')
      .where('tenantId', '=', tenantId)
      .where('id', 'in', roleIds.length ? roleIds : ['0'])
      .execute()
    const roles = aliases(
      tenantId,
      named.map((r: any) => r.roleAlias),
    )
    const dept = await tx
      .selectFrom('sys_dept')
      .select('regionCode')
      .where('id', '=', idList(u.deptId)[0] ?? '0')
      .executeTakeFirst()
    return {
      userId: u.id,
      account,
      realName: u.realName,
      tenantId,
      deptId: String(u.deptId),
      roleIds,
      roles,
      regionCode: u.regionCode ?? dept?.regionCode ?? NOWHERE,
      perms: await permsOf(tx, tenantId, roleIds, roles),
      ...(await scopesOf(tx, tenantId, roleIds, roles)),
    }
  })
}

/** The administrator's alias counts in the platform's tenant only, whatever a tenant calls its roles. */
const aliases = (tenantId: string, all: readonly string[]): string[] => all.filter((a) => tenantId === PLATFORM || a !== ADMINISTRATOR)

/** Button codes that roles hold, within the tenant's package; the administrator holds all. */
async function permsOf(tx: Tx, tenantId: string, roleIds: readonly string[], roles: readonly string[]): Promise<Set<string>> {
  const held = await sql<{ code: string }>`select m.code from menu m where m.category = 2 and
    (${roles.includes(ADMINISTRATOR)} or exists (select 1 from role_menu rm where rm."menuId" = m.id and rm."tenantId" = ${tenantId} and rm."roleId"::text = any(${[...roleIds]}::text[])))
    and (not exists (select 1 from tenant t join tenant_package p on p.id = t."packageId" where t.code = ${tenantId})
      or m.id::text in (select unnest(string_to_array(p."menuId", ',')) from tenant t join tenant_package p on p.id = t."packageId" where t.code = ${tenantId}))`.execute(
    tx,
  )
  return new Set(held.rows.map((r) => r.code))
}

/**
 * The caller behind a bearer token, or undefined. Rights are read afresh, so a changed role, package or tenant counts at once.
 * Who must change the password first holds no button until then. Source: platform.md 4 (Session); security.md K25.
 */
export function whoIs(db: DatabaseHandle, now: () => Date = () => new Date()) {
  return async (facts: RequestFacts): Promise<Who | undefined> => {
    const token = /^bearer\s+([\w-]{20,100})$/i.exec(facts.headers['cpt-auth'] ?? '')?.[1]
    if (!token) return undefined
    const time = localTime(now())
    return db.transaction({ tenantId: PLATFORM, system: true, prepared: true }, async (tx) => {
      const { rows } =
        await sql<any>`select s.*, u.account, u."realName", u."regionCode" as "ownRegion", u."roleId", d."regionCode" as "deptRegion", k."mustModify", p."idleMinutes",
          coalesce((select array_agg(r."roleAlias") from sys_role r where r."tenantId" = s."tenantId" and r.id::text = any(string_to_array(s."roleIds", ','))
            and r.id::text = any(string_to_array(u."roleId", ','))), '{}') as aliases
        from session s join sys_user u on u.id = s."userId" join user_secret k on k."userId" = u.id join tenant t on t.code = s."tenantId"
          left join sys_dept d on d.id = s."deptId" left join password_strategy p on p."tenantId" = s."tenantId"
        where s."accessHash" = ${tokenHash(token)} and s.revoked = 0 and s."accessExpires" > ${time}::timestamptz and s."absoluteEnd" > ${time}::timestamptz
          and u.status = 1 and t.status = 1 and (t."expireTime" is null or t."expireTime" > ${time}::timestamptz)`.execute(tx)
      const s = rows[0]
      if (!s) return undefined
      const idle = idleSeconds(s.lastSeen, time)
      if (idle > (s.idleMinutes ?? DEFAULT_STRATEGY.idleMinutes) * 60) return undefined
      if (idle > 60) await tx.updateTable('session').set({ lastSeen: time }).where('id', '=', s.id).execute()
      const own = idList(s.roleId)
      const roleIds = idList(s.roleIds).filter((r) => own.includes(r))
      const roles = aliases(s.tenantId, s.aliases)
      return {
        userId: s.userId,
        account: s.account,
        realName: s.realName,
        tenantId: s.tenantId,
        deptId: s.deptId ?? '0',
        roleIds,
        roles,
        regionCode: s.ownRegion ?? s.deptRegion ?? NOWHERE,
        perms: s.mustModify === 1 ? new Set<string>() : await permsOf(tx, s.tenantId, roleIds, roles),
        ...(await scopesOf(tx, s.tenantId, roleIds, roles)),
        sessionId: s.id,
      }
    })
  }
}

/** Seconds between two times of the same zone. */
export const idleSeconds = (lastSeen: string, now: string): number => (Date.parse(now.replace(' ', 'T')) - Date.parse(lastSeen.replace(' ', 'T'))) / 1000
