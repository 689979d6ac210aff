import { sql } from 'kysely'
import type { Who } from '../../kit/server/ctx.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { audit } from '../../kit/server/audit.server.ts'
import { idList } from '../../kit/model/resource.ts'
import { RawResponse } from '../../kit/server/route.server.ts'
import { boundTo, onlyLooks } from '../clients/client.ts'
import { secondsAfter, asAccount } from '../credentials/change.server.ts'
import { wrong } from '../credentials/problems.ts'
import { randomToken, tokenHash } from '../credentials/secrets.server.ts'
import { PLATFORM_TENANT } from '../seed/tenant-codes.ts'

/** How a token of an application's own begins: it has no person, and is looked for in a table of its own. */
const OWN = 'client-'
export const isClientToken = (token: string): boolean => token.startsWith(OWN)

/** What of an application narrows whoever comes through it. */
export interface ClientBounds {
  scope: string | null
  resourceIds: string | null
}
/** A caller through an application: of the parts of the API it is bound to, and only looking where its scope says so. Source: platform-api.md 3.13. */
export function through(who: Who, c: ClientBounds): Who {
  const parts = idList(c.resourceIds)
  return {
    ...who,
    ...(parts.length ? { apiPaths: boundTo(parts, who.apiPaths) } : {}),
    ...(onlyLooks(c.scope) ? { onlyReads: { but: ['session.close'], why: wrong.looks } } : {}),
  }
}

/**
 * The grant client_credentials: a token of the application itself, without a person and without a refresh token. It holds the roles whose aliases stand
 * in `authorities`, in the platform's tenant; programs of other tenants are authorised applications (outside/open).
 */
export async function clientGrant(ctx: Ctx, clientId: string): Promise<RawResponse> {
  const c = await ctx.db.selectFrom('client').select(['id', 'accessTokenValidity', 'scope']).where('clientId', '=', clientId).executeTakeFirstOrThrow()
  const access = OWN + randomToken()
  const seconds = c.accessTokenValidity ?? 3600
  await ctx.db
    .insertInto('client_session')
    .values({ accessHash: tokenHash(access), clientId: c.id, expires: secondsAfter(ctx, seconds) })
    .execute()
  const who = { id: String(c.id), tenantId: PLATFORM_TENANT, account: clientId }
  await audit(asAccount(ctx, who), { action: 'session.open', object: 'client', objectId: who.id })
  return new RawResponse({ access_token: access, token_type: 'bearer', expires_in: seconds, scope: c.scope, tenant_id: PLATFORM_TENANT })
}

/** An application behind a token of its own. */
export interface ClientCaller extends ClientBounds {
  id: string
  clientId: string
  roleIds: string[]
}
/** The application of a token, and the roles it holds at this moment; undefined when the token is none, over, or its application gone. */
export async function clientBehind(db: DatabaseHandle, token: string, time: string): Promise<ClientCaller | undefined> {
  const [found] = await db.read(
    { tenantId: PLATFORM_TENANT, system: true },
    sql<ClientCaller>`select c.id, c."clientId", c.scope, c."resourceIds", array(select r.id::text from sys_role r where r."tenantId" = ${PLATFORM_TENANT}
        and r."roleAlias" = any(string_to_array(replace(c.authorities, ' ', ''), ','))) as "roleIds"
      from client_session s join client c on c.id = s."clientId" where s."accessHash" = ${tokenHash(token)} and s.expires > ${time}::timestamptz`,
  )
  return found
}
