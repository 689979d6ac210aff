import { sql } from 'kysely'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import { problems } from '../../kit/model/problem.ts'
import { ADMINISTRATOR, type Who } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle, Tx } from '../../kit/server/db.server.ts'
import type { RequestFacts } from '../../kit/server/route.server.ts'
import { plainPerm } from '../../kit/model/mask.ts'
import { isOn, PARAMS } from '../settings/params.ts'
import { wrong } from '../credentials/problems.ts'
import { DEFAULT_STRATEGY } from '../credentials/password.ts'
import { PLATFORM_TENANT } from '../seed/tenant-codes.ts'
import { heldScopes, scopesOf, type HeldScope } from '../rights/scopes.server.ts'
import { tokenHash } from '../credentials/secrets.server.ts'
import { clientBehind, isClientToken, through, type ClientBounds } from './client.server.ts'

/** How many sets of buttons are kept; there are about as many as combinations of roles. */
const MAX_SETS = 200
/** Of people whose department has no region: no land row is theirs. */
const NOWHERE = '~none'

/** An account of a tenant as the caller it would be after sign-in: for work the server itself does in somebody's name. */
export async function whoOf(db: DatabaseHandle, tenantId: string, account: string): Promise<Who> {
  return db.transaction({ tenantId, system: true, readOnly: true }, async (tx) => {
    const { rows } =
      await sql<Caller>`select ${ABOUT}, u."deptId" from sys_user u left join sys_dept d on d.id = nullif(split_part(u."deptId", ',', 1), '')::bigint
      cross join lateral (select u."tenantId", string_to_array(u."roleId", ',') as "roleIds") as held ${RIGHTS}
      where u."tenantId" = ${tenantId} and u.account = ${account}`.execute(tx)
    if (!rows[0]) throw new Error(`no account ${account} in tenant ${tenantId}`)
    return callerOf(rows[0])
  })
}

/** Buttons of an account by all of its roles, within the tenant's package, whichever role it works as and whatever its password's state. */
export async function buttonsOf(db: Tx, u: { id: string; tenantId: string }): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ perms: string | null }>`select buttons.perms from sys_user u
    cross join lateral (select u."tenantId", string_to_array(u."roleId", ',') as "roleIds") as held ${RIGHTS}
    where u.id = ${u.id} and u."tenantId" = ${u.tenantId}`.execute(db)
  return permsOf(rows[0]?.perms ?? null)
}

interface Caller {
  userId: string
  account: string
  realName: string
  tenantId: string
  deptId: string | null
  roleIds: string[]
  roles: string[]
  regionCode: string | null
  /** button codes, joined by commas: hundreds of them, read at every request */
  perms: string | null
  scopes: HeldScope[]
}
/** Columns of a caller; `u`, `d`, `held` and `RIGHTS` stand in the statement around. */
const ABOUT = sql`u.id as "userId", u.account, u."realName", held."tenantId", held."roleIds", coalesce(u."regionCode", d."regionCode") as "regionCode",
  named.roles, buttons.perms, scopes.scopes`
/**
 * What the roles in `held` (tenantId, roleIds) give, in the statement that finds the caller: aliases, of which the administrator's counts in the
 * platform's tenant only, whatever a tenant calls its roles; buttons, within the tenant's package, all for the administrator; scopes.
 */
const RIGHTS = sql`
  cross join lateral (select coalesce(array_agg(r."roleAlias"), '{}') as roles from sys_role r where r."tenantId" = held."tenantId"
    and r.id = any(held."roleIds"::bigint[]) and (held."tenantId" = ${PLATFORM_TENANT} or r."roleAlias" <> ${ADMINISTRATOR})) as named
  left join tenant own on own.code = held."tenantId" left join tenant_package pack on pack.id = own."packageId"
  cross join lateral (select string_agg(m.code, ',') as perms from menu m where m.category = 2
    and (${ADMINISTRATOR} = any(named.roles) or m.id in (select rm."menuId" from role_menu rm where rm."tenantId" = held."tenantId" and rm."roleId" = any(held."roleIds"::bigint[])))
    and (pack.id is null or m.id = any(string_to_array(pack."menuId", ',')::bigint[]))) as buttons
  cross join lateral (${heldScopes(sql`held."tenantId"`, sql`held."roleIds"::bigint[]`)}) as scopes`

const sets = new Map<string, ReadonlySet<string>>()
/** The set of button codes of this text; people of the same roles share theirs. */
function permsOf(codes: string | null): ReadonlySet<string> {
  if (!codes) return new Set()
  const known = sets.get(codes) ?? new Set(codes.split(','))
  if (sets.size >= MAX_SETS) sets.clear()
  sets.set(codes, known)
  return known
}

const callerOf = (c: Caller): Who => ({
  userId: c.userId,
  account: c.account,
  realName: c.realName,
  tenantId: c.tenantId,
  deptId: c.deptId ?? '0',
  roleIds: c.roleIds,
  roles: c.roles,
  regionCode: c.regionCode ?? NOWHERE,
  perms: permsOf(c.perms),
  ...(c.roles.includes(ADMINISTRATOR) ? {} : scopesOf(c.scopes)),
})

/** What a session may read before its first password is changed: who it is, and what the new one must be like. */
const OF_ONESELF: readonly string[] = ['/cpt-auth/oauth/user-info', '/cpt-user/info', '/cpt-system/password-strategy/default-strategy']

/**
 * The caller behind a bearer token, or undefined. Rights are read afresh, so a changed role, package or tenant counts at once.
 * Who must change the password first holds no button until then. Source: platform.md 4 (Session); security.md K25.
 */
export function whoIs(db: DatabaseHandle, now: () => Date = clock) {
  return async (facts: RequestFacts): Promise<Who | undefined> => {
    const token = /^bearer\s+([\w-]{20,100})$/i.exec(facts.headers['cpt-auth'] ?? '')?.[1]
    if (!token) return undefined
    const time = localTime(now())
    if (isClientToken(token)) return whoOfClient(db, token, time)
    const [s] = await db.read(
      { tenantId: PLATFORM_TENANT, system: true },
      sql<
        Caller & {
          sessionId: string
          lastSeen: string
          mustModify: number
          idleMinutes: number | null
          viewerId: string | null
          purpose: string | null
          asksPurpose: string | null
          openedBy: string | null
        } & (ClientBounds & { clientId: string | null })
      >`
        select ${ABOUT}, s."deptId", s.id as "sessionId", s."lastSeen", s."viewerId", s.purpose, k."mustModify", p."idleMinutes",
          s."clientId" as "openedBy", c."clientId", c.scope, c."resourceIds",
          (select pr."paramValue" from param pr where pr."tenantId" = s."tenantId" and pr."paramKey" = ${PARAMS.purpose.key}) as "asksPurpose"
        from session s join sys_user u on u.id = s."userId" join user_secret k on k."userId" = u.id join tenant t on t.code = s."tenantId"
          left join sys_dept d on d.id = s."deptId" left join password_strategy p on p."tenantId" = s."tenantId"
          left join client c on c."clientId" = s."clientId"
          cross join lateral (select s."tenantId", array(select unnest(string_to_array(s."roleIds", ',')) intersect select unnest(string_to_array(u."roleId", ','))) as "roleIds") as held ${RIGHTS}
        where s."accessHash" = ${tokenHash(token)} and s.revoked = 0 and s."accessExpires" > ${time}::timestamptz and s."absoluteEnd" > ${time}::timestamptz
          and u.status = 1 and t.status = 1 and (t."expireTime" is null or t."expireTime" > ${time}::timestamptz)`,
    )
    // an application that was taken away takes its tokens along
    if (!s || s.openedBy !== s.clientId) return undefined
    const idle = idleSeconds(s.lastSeen, time)
    if (idle > (s.idleMinutes ?? DEFAULT_STRATEGY.idleMinutes) * 60) return undefined
    // a page that listens is nobody at work
    if (idle > 60 && !facts.headers.accept?.includes('text/event-stream')) await seen(db, s.sessionId, time)
    const own = withPurpose({ ...callerOf(s.mustModify === 1 ? { ...s, perms: null } : s), sessionId: s.sessionId }, s)
    const who = s.clientId ? through(own, s) : own
    if (s.viewerId) return { ...who, viewer: s.viewerId, onlyReads: { but: ['session.close'], why: problems.onlyLooking } }
    return s.mustModify === 1 ? { ...who, onlyReads: { but: ['session.close', 'session.password'], why: wrong.mustModify, reads: OF_ONESELF } } : who
  }
}
/** Who was asked why he sees personal data in full and has not said it holds no button that shows it, nor sees it by one of another kind (`Who.purpose`). */
function withPurpose(who: Who, { purpose, asksPurpose }: { purpose: string | null; asksPurpose: string | null }): Who {
  if (purpose || !isOn(asksPurpose)) return purpose ? { ...who, purpose } : who
  return { ...who, perms: permsOf([...who.perms].filter((p) => !p.endsWith(plainPerm({ name: '' }))).join(',')), purpose: null }
}
/** The caller behind a token of an application's own: its roles within the platform's tenant, of any region, narrowed like everybody who comes through it. */
async function whoOfClient(db: DatabaseHandle, token: string, time: string): Promise<Who | undefined> {
  const c = await clientBehind(db, token, time)
  if (!c) return undefined
  const [held] = await db.read(
    { tenantId: PLATFORM_TENANT, system: true },
    sql<Pick<Caller, 'roles' | 'perms' | 'scopes'>>`select named.roles, buttons.perms, scopes.scopes
      from (select ${PLATFORM_TENANT}::text as "tenantId", ${c.roleIds}::text[] as "roleIds") as held ${RIGHTS}`,
  )
  const who = { userId: c.id, account: c.clientId, realName: c.clientId, tenantId: PLATFORM_TENANT, deptId: '0', roleIds: c.roleIds, regionCode: '' }
  return held && through(callerOf({ ...who, ...held }), c)
}
const seen = (db: DatabaseHandle, id: string, time: string) =>
  db.transaction({ tenantId: PLATFORM_TENANT, system: true }, (tx) => tx.updateTable('session').set({ lastSeen: time }).where('id', '=', id).execute())

/** Seconds between two times of the same zone. */
export const idleSeconds = (lastSeen: string, now: string): number => (Date.parse(now.replace(' ', 'T')) - Date.parse(lastSeen.replace(' ', 'T'))) / 1000
