import { sql, type RawBuilder } from 'kysely'
import type { Who } from '../../kit/server/ctx.server.ts'
import { SCOPE_TYPES, type Conditions, type ScopeRule } from '../../kit/model/scope-rules.ts'

/** Kinds of scope in role_scope. */
export const DATA = 1,
  API = 2

/** A scope as a role holds it. */
export interface HeldScope {
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

/** The scopes of roles as one row with the column `scopes`, for the statement that finds the caller. Both arguments are SQL. */
export const heldScopes = (tenantId: RawBuilder<unknown>, roleIds: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select coalesce(json_agg(json_build_object('category', rs.category, 'scopeClass', d."scopeClass", 'scopeType', d."scopeType", 'scopeColumn', d."scopeColumn",
      'scopeField', d."scopeField", 'scopeValue', d."scopeValue", 'scopePath', a."scopePath")), '[]') as scopes from role_scope rs
    left join data_scope d on d.id = rs."scopeId" and d."tenantId" = rs."tenantId" and rs.category = ${DATA}
    left join api_scope a on a.id = rs."scopeId" and a."tenantId" = rs."tenantId" and rs.category = ${API}
    where rs."tenantId" = ${tenantId} and rs."roleId" = any(${roleIds})`

/**
 * The data and API scopes of a caller, from what the roles hold. What one role narrows stays narrowed whatever other roles say; within what was
 * granted the rules add up. The platform's administrator is not narrowed. Source: platform-api.md 3.12.
 */
export function scopesOf(rows: readonly HeldScope[]): Pick<Who, 'dataScopes' | 'apiPaths'> {
  const dataScopes = rows
    .filter((r) => r.category === DATA && r.scopeClass)
    .map((r): ScopeRule => ({
      resource: r.scopeClass!,
      type: r.scopeType,
      column: r.scopeColumn || 'createUser',
      fields: r.scopeField || '*',
      conditions: r.scopeType === SCOPE_TYPES.custom ? conditionsOf(r.scopeValue) : [],
    }))
  const apiPaths = rows.filter((r) => r.category === API && r.scopePath).map((r) => r.scopePath!)
  return { ...(dataScopes.length ? { dataScopes } : {}), ...(apiPaths.length ? { apiPaths } : {}) }
}
