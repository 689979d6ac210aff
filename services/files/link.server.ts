import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Who } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import type { RequestFacts } from '../../kit/server/route.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { ATTACH_PATH } from './attachments.server.ts'

/** How long a signed link opens its file, in seconds. */
export const LINK_SECONDS = 300
export type Mode = 'preview' | 'download'
/** What a link says: who asked for it, in which session, which file, shown or saved, and until when (seconds since 1970). */
interface Said {
  tenantId: string
  account: string
  session: string
  id: string
  mode: Mode
  expires: number
}
const textOf = (s: Said) => [s.tenantId, s.account, s.session, s.id, s.mode, s.expires].join('\n')

/** The token of a signed link: it stands where the compatible API has the session's own token, and opens one file for five minutes. Source: security.md D4. */
export function linkToken(sealer: Sealer, said: Said): string {
  return `link.${Buffer.from(JSON.stringify(said)).toString('base64url')}.${sealer.sign(textOf(said), 'attach-link')}`
}
/** What a token of a link says, or undefined: it is none, forged, or over. `now` in milliseconds. */
export function readLink(sealer: Sealer, bearer: string, now: number): Said | undefined {
  const found = /^bearer link\.([\w-]{1,1000})\.([0-9a-f]{64})$/i.exec(bearer)
  if (!found) return undefined
  try {
    const said = JSON.parse(Buffer.from(found[1]!, 'base64url').toString()) as Said
    const [is, should] = [Buffer.from(found[2]!), Buffer.from(sealer.sign(textOf(said), 'attach-link'))]
    return timingSafeEqual(is, should) && now / 1000 <= said.expires ? said : undefined
  } catch {
    return undefined
  }
}

/**
 * Callers by their session, and those who open a signed link: the person who asked for it, as long as that session lasts, with the rights of this
 * moment, narrowed to opening that one file.
 */
export function withLinks(
  known: (facts: RequestFacts) => Promise<Who | undefined>,
  o: { sealer: Sealer; now: () => Date; person(tenantId: string, account: string): Promise<Who>; db: DatabaseHandle },
): (facts: RequestFacts) => Promise<Who | undefined> {
  return async (facts) => {
    const said = readLink(o.sealer, facts.headers['cpt-auth'] ?? '', o.now().getTime())
    if (!said) return known(facts)
    if (!(await lasts(o.db, said, localTime(o.now())))) return undefined
    const who = await o.person(said.tenantId, said.account)
    if (!who.perms.has('attach_view')) return undefined
    return { ...who, perms: new Set(['attach_view']), only: [`${ATTACH_PATH}/${said.mode}`], sessionId: linkedTo(said.id) }
  }
}
/** Whether the session in which a link was made goes on: not signed out, its person and tenant not shut out. */
async function lasts(db: DatabaseHandle, said: Said, now: string): Promise<boolean> {
  const rows = await db.read(
    { tenantId: said.tenantId, system: true },
    sql`select 1 from session s join sys_user u on u.id = s."userId" join tenant t on t.code = s."tenantId"
      where s.id = ${said.session} and s."tenantId" = ${said.tenantId} and s.revoked = 0 and s."absoluteEnd" > ${now}::timestamptz and u.status = 1 and t.status = 1`,
  )
  return rows.length === 1
}
/** A link has no session; in its place stands the file that it opens. */
const linkedTo = (id: string) => `link-${id}`
/** Whether the caller may open the file: somebody with a session any, by a link only its own. */
export const linkFits = (who: Who, id: string): boolean => !who.sessionId?.startsWith('link-') || who.sessionId === linkedTo(id)
