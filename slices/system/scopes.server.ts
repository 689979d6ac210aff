import { sql } from 'kysely'
import type { Tx } from '../../kit/server/db.server.ts'
import { ADMINISTRATOR, type Who } from '../../kit/server/ctx.server.ts'
import { SCOPE_TYPES, type Conditions, type ScopeRule } from '../../kit/model/scope-rules.ts'

/** Kinds of scope in role_scope. */
export const DATA = 1,
  API = 2

interface Held {
  category: number
  scopeClass: string | null
  scopeType: string
  scopeColumn: string | null
  scopeField: string | null
  scopeValue: string | null
  scopePath: string | null
}
/** A stored custom rule. It was checked when it was saved; one that no longer reads lets nothing through. */
function conditionsOf(value: string | null): Conditions {
  try {
    const read = JSON.parse(value ?? '[]') as unknown
    return Array.isArray(read) ? (read as Conditions) : []
  } catch {
    return []
  }
}

/**
 * The data and API scopes that the roles of a caller hold, read with the caller at each request. What one role narrows stays narrowed whatever other
 * roles say; within what was granted the rules add up. The platform's administrator is not narrowed. Source: platform-api.md 3.12.
 */
export async function scopesOf(tx: Tx, tenantId: string, roleIds: readonly string[], roles: readonly string[]): Promise<Pick<Who, 'dataScopes' | 'apiPaths'>> {
  if (roleIds.length === 0 || roles.includes(ADMINISTRATOR)) return {}
  const { rows } =
    await sql<Held>`select rs.category, d."scopeClass", d."scopeType", d."scopeColumn", d."scopeField", d."scopeValue", a."scopePath" from role_scope rs
    left join data_scope d on d.id = rs."scopeId" and d."tenantId" = rs."tenantId" and rs.category = ${DATA}
    left join api_scope a on a.id = rs."scopeId" and a."tenantId" = rs."tenantId" and rs.category = ${API}
    where rs."tenantId" = ${tenantId} and rs."roleId"::text = any(${[...roleIds]}::text[])`.execute(tx)
  const dataScopes = rows
    .filter((r) => r.category === DATA && r.scopeClass)
    .map(
      (r): ScopeRule => ({
        resource: r.scopeClass!,
        type: r.scopeType,
        column: r.scopeColumn || 'createUser',
        fields: r.scopeField || '*',
        conditions: r.scopeType === SCOPE_TYPES.custom ? conditionsOf(r.scopeValue) : [],
      }),
    )
  const apiPaths = rows.filter((r) => r.category === API && r.scopePath).map((r) => r.scopePath!)
  return { ...(dataScopes.length ? { dataScopes } : {}), ...(apiPaths.length ? { apiPaths } : {}) }
}
