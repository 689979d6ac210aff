import { isUtf8 } from 'node:buffer'
import { hiddenWords } from '../model/check.ts'
import { daysWrong } from '../model/days.ts'
import { HIDDEN_IN_NOTE } from '../model/hidden.ts'
import { problems } from '../model/problem.ts'
import type { Input, Route } from './route.server.ts'

export const malformed = () => problems.badRequest({ zh: '请求格式不正确', en: 'The request is malformed' })
const MAX_DEPTH = 32
const MAX_ARRAY = 10_000
/** Keys of one object; a whole body has ten times as many at most. */
const MAX_KEYS = 2_000
/** Names of the language, which no object may bring along. */
const RESERVED: readonly string[] = ['__proto__', 'constructor', 'prototype']
/** Neither NUL, which no column takes, nor half of a pair of signs. */
const isText = (t: string): boolean => !t.includes('\0') && t.isWellFormed()

/** Bytes as text; what is no UTF-8 is refused instead of being guessed. */
export function inputText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw malformed()
  return bytes.toString('utf8')
}

/** Whether an address, with its escapes resolved, is text. */
export const isReadable = (url: string): boolean => isUtf8(Buffer.from(unescape(url), 'latin1'))

/** How many keys a JSON text has: its strings that a colon follows. Objects keep only the last of keys that are alike. */
function keysIn(json: string): number {
  let n = 0
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', at + 1)) {
    let slashes = 1
    while (slashes % 2 === 1) {
      at = json.indexOf('"', at + 1)
      for (slashes = 0; json[at - 1 - slashes] === '\\';) slashes += 1
    }
    let next = at + 1
    while (/\s/.test(json[next]!)) next += 1
    if (json[next] === ':') n += 1
  }
  return n
}

/** JSON as this product takes it: bounded depth, keys and lists; each key once; no NUL, no prototype names. Source: security.md K12. */
export function parseJson(textBody: string): unknown {
  let v: unknown
  try {
    v = JSON.parse(textBody)
  } catch {
    throw malformed()
  }
  let keys = 0
  const walk = (x: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || (typeof x === 'string' && !isText(x))) throw malformed()
    if (Array.isArray(x)) {
      if (x.length > MAX_ARRAY) throw malformed()
      for (const y of x) walk(y, depth + 1)
    } else if (x && typeof x === 'object') {
      const own = Object.entries(x)
      keys += own.length
      if (own.length > MAX_KEYS || keys > MAX_KEYS * 10) throw malformed()
      for (const [name, y] of own) {
        if (RESERVED.includes(name) || !isText(name)) throw malformed()
        walk(y, depth + 1)
      }
    }
  }
  walk(v, 0)
  if (v === null || typeof v !== 'object' || Array.isArray(v) || keysIn(textBody) !== keys) throw malformed()
  return v
}

/** A form as this product takes it: each name once, nothing that is no text. Source: security.md K12. */
export function parseForm(textBody: string): Record<string, string> {
  const all = [...new URLSearchParams(textBody)]
  const form = Object.fromEntries(all)
  // what cannot be decoded comes out as U+FFFD
  if (all.length > MAX_KEYS || Object.keys(form).length < all.length || all.flat().some((t) => !isText(t) || t.includes('\ufffd'))) throw malformed()
  return form
}

/** A body without what its definition derives. Refuses names that the route's body does not have; values are checked where the draft is read, days here: some calls read none. */
export function declaredBody(route: Route, sent: Input, today: string): Input {
  const { derived } = route
  const body = derived ? Object.fromEntries(Object.entries(sent).filter(([n]) => !derived.includes(n))) : sent
  if (route.method === 'GET' || route.body === 'any') return body
  const fields = route.body ?? {}
  // beside a file, forms put what others put into the query
  const known = new Set([...Object.keys(fields), ...BASE, ...(route.upload ? (route.query ?? []) : [])])
  for (const name of Object.keys(body)) if (!known.has(name)) throw problems.unknownParameter({ name })
  // opinions and reasons are no fields of a definition, whose checks come later and ask for more
  const hidden = Object.entries(fields).filter(([n]) => typeof body[n] === 'string' && HIDDEN_IN_NOTE.test(body[n]))
  // a change is judged beside the row that stands, which only its handler has (rows.server.ts)
  const wrong = route.edits && body.id ? [] : [...hidden.map(([field, f]) => ({ field, msg: hiddenWords(f) })), ...daysWrong(fields, body, today)]
  if (wrong.length) throw problems.invalid(wrong)
  return body
}
/** What a client got from a detail call it may send back; the server ignores it (rows.server.ts). */
const BASE = ['id', 'rev', 'tenantId', 'createUser', 'createTime', 'updateUser', 'updateTime', 'countyCode', 'regionCode']
