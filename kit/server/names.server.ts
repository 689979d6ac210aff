import { sql, type RawBuilder } from 'kysely'
import { cleanName } from '../model/clean.ts'
import { queryTokens } from '../model/name-tokens.ts'
import type { AnyResource } from '../model/resource.ts'
import { regionToken, tokensOf } from './columns.server.ts'

/** The LIKE pattern of texts that contain `part`, whatever signs are in it. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`
/** Parts of names through the token index; the text is compared again unless pinyin was typed. None where nothing was typed that a name has. */
export function withNames(r: AnyResource, n: string, typed: string, region: string): RawBuilder<boolean> | undefined {
  const tokens = queryTokens(cleanName(typed))
  if (tokens.length === 0) return undefined
  const where = r.scope === 'land' ? regionToken(region) : ''
  const hit = sql<boolean>`${sql.ref(`${r.name}.${tokensOf(n)}`)} @> ${sql.val(where ? [...tokens, where] : tokens)}::text[]`
  if (tokens[0]!.startsWith(':') || tokens.length < 2) return hit
  return sql<boolean>`${hit} and ${sql.ref(`${r.name}.${n}`)} like ${containing(typed.trim())}`
}
/** The same where very many names have them, and their index would bring half a county to be sorted: judged name by name. */
export function alike(r: AnyResource, n: string, typed: string): RawBuilder<boolean> | undefined {
  const tokens = queryTokens(cleanName(typed))
  if (tokens.length === 0) return undefined
  if (!tokens[0]!.startsWith(':')) return sql<boolean>`strpos(${sql.ref(`${r.name}.${n}`)}, ${typed.trim()}) > 0`
  return sql<boolean>`(${sql.ref(`${r.name}.${tokensOf(n)}`)} || '{}'::text[]) @> ${sql.val(tokens)}::text[]`
}
