import { problems } from '../model/problem.ts'
import type { Input, Route } from './route.server.ts'

const malformed = () => problems.badRequest({ zh: '请求格式不正确', en: 'The request is malformed' })
const MAX_DEPTH = 32
const MAX_ARRAY = 10_000
const MAX_KEYS = 2_000

/** JSON as this product takes it: bounded depth, keys and lists; no NUL, no prototype names. Source: security.md K12. */
export function parseJson(textBody: string): unknown {
  let v: unknown
  try {
    v = JSON.parse(textBody)
  } catch {
    throw malformed()
  }
  if (textBody.includes('\\u0000') || /"(__proto__|constructor|prototype)"\s*:/.test(textBody)) throw malformed()
  let keys = 0
  const walk = (x: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) throw malformed()
    if (Array.isArray(x)) {
      if (x.length > MAX_ARRAY) throw malformed()
      for (const y of x) walk(y, depth + 1)
    } else if (x && typeof x === 'object') {
      for (const y of Object.values(x)) {
        if (++keys > MAX_KEYS * 10) throw malformed()
        walk(y, depth + 1)
      }
    }
  }
  walk(v, 0)
  if (v === null || typeof v !== 'object' || Array.isArray(v)) throw malformed()
  return v
}

/** Refuses names that the route's body does not have. Values are checked where the draft is read. */
export function bodyWrong(route: Route, body: Input): void {
  if (route.method === 'GET') return
  const fields = route.body && route.body !== 'any' ? route.body : {}
  const known = new Set([...Object.keys(fields), ...BASE])
  for (const name of Object.keys(body)) if (!known.has(name)) throw problems.unknownParameter({ name })
}
/** What a client got from a detail call it may send back; the server ignores it (rows.server.ts). */
const BASE = ['id', 'rev', 'tenantId', 'createUser', 'createTime', 'updateUser', 'updateTime', 'countyCode', 'regionCode']
