import { sql } from 'kysely'
import { cleanName } from '../model/clean.ts'
import { queryTokens } from '../model/name-tokens.ts'
import type { AnyResource } from '../model/resource.ts'
import type { AnyQuery } from './any-query.server.ts'
import { regionToken, tokensOf } from './columns.server.ts'

/** The LIKE pattern of texts that contain `part`, whatever signs are in it. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`
/** Parts of names through the token index; the text is compared again unless pinyin was typed. */
export function named(q: AnyQuery, r: AnyResource, n: string, typed: string, region: string): AnyQuery {
  const tokens = queryTokens(cleanName(typed))
  if (tokens.length === 0) return q
  const where = r.scope === 'land' ? regionToken(region) : ''
  const hit = q.where(sql<boolean>`${sql.ref(`${r.name}.${tokensOf(n)}`)} @> ${sql.val(where ? [...tokens, where] : tokens)}::text[]`)
  return tokens[0]!.startsWith(':') || tokens.length < 2 ? hit : hit.where(`${r.name}.${n}`, 'like', containing(typed.trim()))
}
/** The same where very many names have them, and their index would bring half a county to be sorted: judged name by name. */
export function alike(q: AnyQuery, r: AnyResource, n: string, typed: string): AnyQuery {
  const tokens = queryTokens(cleanName(typed))
  if (tokens.length === 0) return q
  if (!tokens[0]!.startsWith(':')) return q.where(sql<boolean>`strpos(${sql.ref(`${r.name}.${n}`)}, ${typed.trim()}) > 0`)
  return q.where(sql<boolean>`(${sql.ref(`${r.name}.${tokensOf(n)}`)} || '{}'::text[]) @> ${sql.val(tokens)}::text[]`)
}
