import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { masked, plainPerm } from '../model/mask.ts'
import type { Field } from '../model/field.ts'
import { idList, permOf, type AnyResource, type Fields } from '../model/resource.ts'
import { pathFits } from '../model/scope-rules.ts'
import type { Ctx, Who } from './ctx.server.ts'
import { inFull, visible } from './narrow.server.ts'
import { dayName, listNames, page } from './query.server.ts'
import * as rows from './rows.server.ts'

export type Input = Record<string, unknown>
/** An uploaded file, already on disk when the handler's transaction begins. */
export interface Upload {
  path: string
  name: string
  size: number
  sha256: string
  type: string
}

/** An answer that is a file instead of an envelope. */
export class FileResponse {
  readonly name: string
  readonly type: string
  readonly body: Buffer | Readable
  readonly inline: boolean
  /** the entity tag of what is answered, where it is known without making it */
  readonly tag: string | undefined
  constructor(name: string, type: string, body: Buffer | Readable, inline = false, tag?: string) {
    this.name = name
    this.type = type
    this.body = body
    this.inline = inline
    this.tag = tag
  }
}
/** The entity tag of a content. */
export const tagOf = (content: string | Buffer): string => `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
/** Whether an If-None-Match header names this tag. A tag may have been weakened on its way. */
export const isSame = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((t) => t.trim() === '*' || t.trim().replace(/^W\//, '') === tag)
/** Answered instead of a file whose tag the caller has already. */
export class Unchanged {
  readonly tag: string
  constructor(tag: string) {
    this.tag = tag
  }
}
/** A further transaction of the same caller in the same scope. It may write even when the route reads. */
export type Again = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
/**
 * An answer that is made after the request's transaction ended (typesetting, signatures, long work on files): what it needs was read before, and
 * what it brings about is written `again`.
 */
export class DeferredResponse {
  readonly make: (again: Again) => Promise<unknown>
  constructor(make: (again: Again) => Promise<unknown>) {
    this.make = make
  }
}
/** Whether a call may be sent again under its Idempotency-Key: it changes something and answers data. */
export const isRepeatable = (r: Route): boolean =>
  (r.method !== 'GET' || !!r.writes) && r.scope !== 'none' && r.perm !== 'public' && r.answer !== 'file' && r.answer !== 'bare'
/** An answer sent as it is, without the envelope (token calls of the compatible API, vector tiles, health). */
export class RawResponse {
  readonly status: number
  readonly body: unknown
  constructor(body: unknown, status = 200) {
    this.body = body
    this.status = status
  }
}

/**
 * Data of an answer: rows of a definition (a page, an array, a forest, one row) or an object of fields; `also`: derived names beside the fields, of
 * any kind. Or the id of a row, or nothing.
 */
export type AnswerShape =
  | 'id'
  | 'nothing'
  | { readonly as: 'page' | 'rows' | 'forest' | 'row'; readonly of: AnyResource | Fields; readonly also?: readonly string[] }

export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  /** path below /api */
  path: string
  /** button codes of which one is needed, or an explicit word for the exceptions: there is no default */
  perm: string | readonly string[] | 'signed-in' | 'public'
  /** what of the database the route may touch; checked against the role of the transaction */
  scope: 'land' | 'tenant' | 'platform' | 'own' | 'none'
  /** what the audit calls it; a route that changes nothing says 'read' */
  audit: string
  /** of a reading call whose files leave the house: what the audit calls it; a row is written before the answer */
  traced?: string
  summary: string
  /** names a query may have; anything else is refused */
  query?: readonly string[]
  /** headers that this call reads beside those of all calls */
  headers?: readonly string[]
  /** fields a body may have, with their checks for the contract and the documents; `any` = the handler checks */
  body?: Fields | 'any'
  /** names of the definition that a body may bring along and that are dropped before the handler sees it */
  derived?: readonly string[]
  /** its body is a row of a definition: what changes of a stored one is judged by the handler (`checkedDraft`, or `readFields` and `requireDays`), what stands is not */
  edits?: true
  /** what it answers: a file, an object without envelope, or data of a shape; the documents are made of it and a test compares it with real answers */
  answer?: 'file' | 'bare' | AnswerShape
  /** takes multipart with one file; bytes at most; a `chunk` is looked through when its file is whole */
  upload?: { maxBytes: number; chunk?: true }
  /** bytes of a JSON body, where it is more than the usual megabyte */
  maxBody?: number
  /** the handler reads the body's own bytes too, as a signature of them asks; `list`: a body that is a list is read by it alone */
  raw?: true | 'list'
  /** the caller may keep what it answers and ask whether it still holds: what is the same for long */
  kept?: true
  /** GETs that must write (token bookkeeping) say so; all others run read-only */
  writes?: boolean
  /** for sign-in calls: the transaction crosses tenants. Named here so that it can be searched for. */
  asSystem?: string
  /** of a public call: who works in the office needs it before a session, or the server is watched by it, so that it does not wait with strangers */
  entrance?: true
  rate?: 'login' | 'citizens' | 'partners' | 'signers' | 'write' | 'read'
  run: (ctx: Ctx, input: Input, request: RequestFacts) => Promise<unknown>
}
export interface RequestFacts {
  headers: Readonly<Record<string, string | undefined>>
  params: Readonly<Record<string, string>>
  cookies: Readonly<Record<string, string | undefined>>
  upload?: Upload
  /** of routes that say `raw` */
  raw?: Buffer
}

/** Whether the caller holds a button of a route, where it asks for one. */
export const holdsButton = (who: Who, { perm }: Route): boolean =>
  perm === 'public' || perm === 'signed-in' || [perm].flat().some((p) => who.perms.has(p as string))
/** Whether the caller's API scope lets a route through. Calls that need no button (session, menus, dictionaries) stay: without them nobody could work. */
export const inApiScope = (who: Who, route: Route): boolean =>
  route.perm === 'public' ||
  (who.only?.includes(route.path) ?? (!who.apiPaths?.length || route.perm === 'signed-in' || who.apiPaths.some((p) => pathFits(p, route.path))))

/** What a slice hands to the application. */
export interface Slice {
  name: string
  resources: readonly AnyResource[]
  routes: readonly Route[]
}

/** Names of a call as text; undefined where the call leaves a name out or sends null. */
export type TextInput<N extends string = string> = { readonly [K in N]: string | undefined }
/** A field of a body by its kind, before its value is checked; what only code reads (json) is unknown. */
type Sent<X> = X extends { readonly kind: 'json' } ? unknown : X extends Field<infer T> ? (unknown extends T ? unknown : T | undefined) : never
/** What `run` gets: declared fields and query names, and of a body the row's id and revision (input.server.ts BASE). */
export type InputOf<M extends Route['method'], Q extends string, B extends Fields | 'any'> = TextInput<Q> &
  (B extends Fields ? { readonly [K in Exclude<keyof B, Q>]: Sent<B[K]> } : Input) &
  (M extends 'GET' ? unknown : TextInput<'id'> & { readonly rev?: unknown })
/** A draft as it was sent: the names that its body declares, of values that nothing has checked. What checks it is `rows.checkedDraft`. */
export type SentDraft<B extends Fields> = { readonly [K in keyof B | 'id' | 'rev']?: unknown }
/** A row as its form sends it. */
export type SentRow<R extends AnyResource> = SentDraft<R['fields']>
/** The handler of a route with these query names and this body. */
export type Run<Q extends string = never, B extends Fields | 'any' = Record<never, never>, M extends Route['method'] = 'GET'> = (
  ctx: Ctx,
  input: InputOf<M, Q, B>,
  request: RequestFacts,
) => Promise<unknown>
interface Typed<M extends Route['method'], Q extends string, B extends Fields | 'any'> extends Omit<Route, 'method' | 'query' | 'body' | 'run'> {
  method: M
  query?: readonly Q[]
  body?: B
  // what the route declares says what the handler gets, never the other way round
  run: Run<NoInfer<Q>, NoInfer<B>, NoInfer<M>>
}

/** A value as its field's kind says it; not checked yet. */
function sentValue(kind: Field['kind'] | undefined, v: unknown): unknown {
  if (kind === 'json') return v
  if (v === null || v === undefined) return undefined
  if (kind !== 'int' && kind !== 'flag') return String(v)
  // a form sends digits
  if (typeof v === 'string' && !/^-?\d+$/.test(v)) return v.trim() === '' ? undefined : NaN
  return Number(v)
}

/**
 * A route whose `run` is typed by what the route declares. Its values are not checked, only said in the type of their kind. A handler that reads a draft
 * (`rows.save`, `readDraft`) needs them as they were sent: such a route is a plain `Route`.
 */
export function route<const M extends Route['method'], const Q extends string = never, B extends Fields | 'any' = Record<never, never>>(
  r: Typed<M, Q, B>,
): Route {
  const { run, ...rest } = r as Typed<M, string, Fields | 'any'>
  const fields: Fields = typeof rest.body === 'object' ? rest.body : {}
  const names = [...new Set(['id', ...(rest.query ?? []), ...Object.keys(fields)])]
  return {
    ...rest,
    run(ctx, input, request) {
      const typed = { ...input }
      for (const n of names) if (Object.hasOwn(input, n)) typed[n] = sentValue(rest.query?.includes(n) ? undefined : fields[n]?.kind, input[n])
      return run(ctx, typed as never, request)
    },
  }
}

/** A value of a body as text; '' where it is left out or null. For handlers that take their body as it was sent: those of `route` get text already. */
export const textIn = <I extends Input>(input: I, name: keyof I & string): string => String(input[name] ?? '')
/** The id of the row that a body names; '' where it names none. */
export const rowIdOf = ({ id }: { readonly id?: unknown }): string => String(id ?? '')

/** A row in full for those who may edit it or see it plainly, masked for others. */
export async function detail<T extends AnyResource>(ctx: Ctx, r: T, q: { readonly id?: unknown }) {
  const row = visible(ctx, r, await rows.get(ctx, r, rowIdOf(q)))
  return ctx.who.perms.has(permOf(r, 'edit')) || ctx.who.perms.has(plainPerm(r)) ? inFull(ctx, r, row) : masked(r, row)
}

/** A maker of routes that change nothing, all of one scope and button. */
export const reading =
  (scope: Route['scope'], perm: Route['perm']) =>
  <const Q extends string>(path: string, summary: string, query: readonly Q[], run: Run<NoInfer<Q>>): Route =>
    route({ method: 'GET', path, perm, scope, audit: 'read', summary, query, run })

/** The list of a definition (`crud`), read in a way of its own. */
export const listing = (page: Route, run: Run<string>): Route => route({ ...page, method: 'GET', query: page.query ?? [], body: undefined, run })
/** A route with the shape of its answer. */
export const answering = (r: Route, answer: AnswerShape): Route => ({ ...r, answer })
/** A route whose answers a caller may keep. */
export const asKept = (r: Route): Route => ({ ...r, kept: true })
/** A route that answers a file. Such routes alone take the token in their query. */
export const asFile = (r: Route, traced?: string): Route => ({ ...r, answer: 'file', ...(traced ? { traced } : {}) })

/** The ids of a removal: query `ids=1,2`. */
export const ids = (input: { readonly ids?: unknown }): string[] => idList(input.ids)

type DetailRoute = Route & { method: 'GET'; query: readonly ('id' | 'asOf' | 'knownAt')[]; body?: undefined }
/** The routes of a plain resource, by name. A slice that needs another behaviour spreads and replaces; nothing is intercepted. */
export function crud<T extends AnyResource>(r: T) {
  const at = (verb: string) => `${r.path}/${verb}`
  const scope = r.scope
  const one = (verb: string, summary: string) =>
    ({
      method: 'POST',
      path: at(verb),
      perm: [permOf(r, 'add'), permOf(r, 'edit')],
      scope,
      audit: `${r.name}.save`,
      summary,
      body: r.fields as Fields,
      edits: true,
      ...(r.derived ? { derived: r.derived } : {}),
      answer: 'id' as const,
      run: (ctx, b) => rows.save(ctx, r, b),
    }) satisfies Route
  const page_ = {
    method: 'GET',
    path: at('page'),
    perm: permOf(r, 'view'),
    scope,
    audit: 'read',
    summary: `${r.label}分页`,
    query: listNames(r),
    answer: { as: 'page', of: r },
    run: (ctx, q) => page(ctx, r, q),
  } satisfies Route
  return {
    page: page_ as Route,
    list: { ...page_, path: at('list') } as Route,
    detail: {
      method: 'GET',
      path: at('detail'),
      perm: permOf(r, 'view'),
      scope,
      audit: 'read',
      summary: `${r.label}详情`,
      query: ['id', ...(dayName(r) as ('asOf' | 'knownAt')[])],
      answer: { as: 'row', of: r },
      run: (ctx, q) => detail(ctx, r, q),
    } as DetailRoute,
    submit: one('submit', `新增或修改${r.label}`) as Route,
    save: one('save', `新增${r.label}`) as Route,
    update: one('update', `修改${r.label}`) as Route,
    remove: {
      method: 'POST',
      path: at('remove'),
      perm: permOf(r, 'delete'),
      scope,
      audit: `${r.name}.delete`,
      summary: `删除${r.label}`,
      query: ['ids'],
      answer: 'nothing',
      run: (ctx, q) => rows.remove(ctx, r, ids(q)),
    } as Route,
  }
}
