import { sql } from 'kysely'
import { clock } from '../../kit/server/clock.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'

/** How long the addresses of menus and sign-in pictures are cached. */
const KEPT_MS = 5_000

/** The origins of addresses that are whole; {a-c} in a name of a host, as maps have it, stands for any. What is no http address has none. */
export function originsOf(addresses: readonly string[]): string[] {
  const found = addresses.flatMap((a) => {
    const [, scheme, place = ''] = /^(https?):\/\/([^/?#\s]+)/i.exec(a.trim()) ?? []
    const host = place.replace(/^[^.:]*\{[^}]*\}[^.:]*/, '*')
    return scheme && /^(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i.test(host) ? [`${scheme}://${host}`.toLowerCase()] : []
  })
  return [...new Set(found)].toSorted()
}

/**
 * The policy of pages: what every answer's says, and the sites whose pages the menus show in frames, the map's pictures and the pictures of sign-in
 * pages, as they are set. A page that is open keeps the policy that it came with. Source: security.md K08, K56.
 */
export function openPolicy(db: DatabaseHandle, baseMap: string, now: () => number = () => clock().getTime()): (base: string) => Promise<string> {
  let set: { frames: string[]; pictures: string[] } = { frames: [], pictures: originsOf([baseMap]) }
  let until = -1
  const read = async () => {
    const rows = await db.read<{ kind: string; address: string }>(
      { tenantId: '000000', system: true },
      sql`select 'frame' as kind, path as address from menu where path like 'http%' union select 'picture', "backgroundUrl" from tenant where "backgroundUrl" like 'http%'`,
    )
    const of = (kind: string) => rows.filter((r) => r.kind === kind).map((r) => r.address)
    set = { frames: originsOf(of('frame')), pictures: originsOf([baseMap, ...of('picture')]) }
  }
  return async (base) => {
    if (now() >= until) {
      until = now() + KEPT_MS
      // a page comes, with what was known before, where the database does not answer
      await read().catch(() => undefined)
    }
    const wider = (policy: string, directive: string, sites: readonly string[]) =>
      policy.replace(new RegExp(`(^|;)(${directive} [^;]*)`), (_, begin: string, said: string) => `${begin}${[said, ...sites].join(' ')}`)
    return wider(wider(base, 'frame-src', set.frames), 'img-src', set.pictures)
  }
}
