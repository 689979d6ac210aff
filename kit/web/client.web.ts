import { setClock } from './clock.web.ts'
import { lang, say } from './i18n.web.ts'
import { phrases } from './phrases.ts'
import { forgetSession, hasUnsaved, isSignedIn, readStored, session, sessionStore, signIn, type TokenAnswer } from './session.web.ts'

export type Query = Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>
export interface CallOptions {
  /** no toast: the caller shows the fault itself */
  quiet?: boolean
  signal?: AbortSignal
  headers?: Record<string, string>
  /** nobody's call: the session is left out, and a 401 does not sign out */
  anonymous?: boolean
}
interface Envelope {
  code?: number
  success?: boolean
  data?: unknown
  msg?: string
  error_description?: string
  key?: string
}

/** One thing wrong with one field, in the language that the call asked for. */
export interface AnsweredFault {
  field: string
  msg: string
}
/** A refused call: `code` as in the envelope (0 when no answer came), `msg` for people, `fields` for forms. */
export interface ApiError extends Error {
  code: number
  msg: string
  fields: AnsweredFault[]
  data: unknown
  /** the problem's stable name; '' when no answer came */
  key: string
  /** the server said nothing for people: `msg` is ours */
  wordless: boolean
}
export const isApiError = (e: unknown): e is ApiError => e instanceof Error && 'code' in e && 'msg' in e

const TIMEOUT = 600_000
/** A token is renewed after this part of its time: fifty minutes of an hour. */
const REFRESH_AFTER = 5 / 6
const REFRESH_TICK = 10_000
/** The browser's client is public: its secret protects nothing and is no secret. */
const CLIENT = `Basic ${btoa('chengbao:chengbao_secret')}`
/** Where the address of an embedding program is kept; the shell puts it there once the server's list allows it. */
export const CALLBACK = 'chengbao.callback'

let toast: (msg: string, code: number) => void = () => {}
/** The shell and the login screen say how a fault is shown. */
export const onFault = (show: (msg: string, code: number) => void): void => void (toast = show)
let leave: (expired: boolean) => void = () => window.location.assign('/login')
/** The application says how to go to the login screen without a page load; `expired`: nobody asked for it. */
export const onSignOut = (go: (expired: boolean) => void): void => void (leave = go)

const fault = (code: number, told: string | undefined, data?: unknown, key = ''): ApiError => {
  const fields = (data as { fields?: AnsweredFault[] } | null | undefined)?.fields
  const msg = told || say(phrases.unknown)
  return Object.assign(new Error(msg), { code, msg, data, key, wordless: !told, fields: Array.isArray(fields) ? fields : [] })
}

/** `/api/<path>?<query>`; lists are joined by commas, absent values left out. */
export function urlOf(path: string, query: Query = {}): string {
  const q = new URLSearchParams()
  for (const [k, v] of Object.entries(query)) if (v !== undefined && v !== null && v !== '') q.set(k, Array.isArray(v) ? v.join(',') : String(v))
  const text = q.toString()
  return `/api/${path.replace(/^\/?(api\/)?/, '')}${text ? `?${text}` : ''}`
}

function headersOf(o: CallOptions): Record<string, string> {
  const { mark } = session()
  return { Authorization: CLIENT, 'Accept-Language': lang(), 'X-Nulls': 'keep', ...(mark && !o.anonymous ? { 'Cpt-Cookie': mark } : {}), ...o.headers }
}

/** The encrypted interface, where a deployment asks for it: how a call leaves sealed and its answer is opened. */
export interface Wire {
  seal(c: {
    method: string
    url: URL
    body: BodyInit | undefined
  }): Promise<{ url: URL; body: BodyInit | undefined; headers: Record<string, string>; open(r: Response): Promise<Response> }>
}
let wire: Wire | undefined
let sealing = false
/** The application says how calls are sealed; the first refusal of a plain call turns it on. */
export const onWire = (w: Wire): void => void (wire = w)

async function fetched(method: string, path: string, query: Query | undefined, body: BodyInit | undefined, o: CallOptions, signal: AbortSignal) {
  const url = new URL(urlOf(path, query), window.location.href)
  const sealed = sealing ? await wire?.seal({ method, url, body }) : undefined
  const sent = { method, body: sealed ? sealed.body : body, signal, headers: { ...headersOf(o), ...sealed?.headers }, credentials: 'same-origin' } as const
  const r = await fetch(sealed ? `${sealed.url.pathname}${sealed.url.search}` : urlOf(path, query), sent)
  return sealed ? sealed.open(r) : r
}

async function send(method: string, path: string, query: Query | undefined, body: BodyInit | undefined, o: CallOptions): Promise<Response> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(o.signal ? [o.signal] : [])])
  try {
    const plain = !!wire && !sealing
    const r = await fetched(method, path, query, body, o, signal)
    setClock(r.headers.get('date'))
    const asked = plain && r.status === 400 && (await envelopeOf(r.clone())).key === 'wire'
    sealing ||= asked
    return asked ? await fetched(method, path, query, body, o, signal) : r
  } catch (e) {
    if (o.signal?.aborted) throw e
    throw refuse(fault(0, say(signal.aborted ? phrases.timedOut : phrases.noConnection)), o, '')
  }
}

/** Shows a fault once, signs out on 401, and hands it on to be thrown. */
function refuse(e: ApiError, o: CallOptions, mark: string): ApiError {
  if (e.code === 401 && !o.anonymous) {
    // Of several calls refused together only the first one still finds its sign-in in force; another window may have signed in anew.
    readStored()
    if (mark === session().mark && mark !== '') {
      toast(e.msg, e.code)
      endSession(true)
    }
  } else if (!o.quiet) toast(e.msg, e.code)
  return e
}

async function envelopeOf(r: Response): Promise<Envelope> {
  const text = await r.text()
  try {
    return text ? (JSON.parse(text) as Envelope) : {}
  } catch {
    return { code: r.ok ? 500 : r.status }
  }
}
const faultOf = (r: Response, e: Envelope): ApiError => fault(e.code ?? r.status, e.msg || e.error_description, e.data, e.key)

const writers = new Set<(path: string) => void>()
/** Is told the path of each call that may have changed something on the server, once it has; answers how to stop. */
export function onWritten(told: (path: string) => void): () => void {
  writers.add(told)
  return () => void writers.delete(told)
}
async function call<T>(method: string, path: string, query: Query | undefined, body: BodyInit | undefined, o: CallOptions): Promise<T> {
  const { mark } = session()
  const r = await send(method, path, query, body, o)
  const e = await envelopeOf(r)
  if ((e.code ?? r.status) !== 200) throw refuse(faultOf(r, e), o, mark)
  if (method !== 'GET') for (const told of writers) told(path)
  return e.data as T
}

const json = (body: unknown, o: CallOptions): [BodyInit | undefined, CallOptions] =>
  body === undefined ? [undefined, o] : [JSON.stringify(body), { ...o, headers: { 'Content-Type': 'application/json', ...o.headers } }]

async function blob(path: string, query?: Query, o: CallOptions = {}, body?: unknown): Promise<{ blob: Blob; name: string }> {
  const { mark } = session()
  const [sent, more] = json(body, o)
  const r = await send(body === undefined ? 'GET' : 'POST', path, query, sent, more)
  const isJson = (r.headers.get('content-type') ?? '').includes('application/json')
  if (!r.ok || (isJson && !r.headers.has('content-disposition'))) {
    const e = await envelopeOf(r)
    if (!r.ok || (e.code ?? 200) !== 200) throw refuse(faultOf(r, e), o, mark)
    return { blob: new Blob([JSON.stringify(e)], { type: 'application/json' }), name: '' }
  }
  return { blob: await r.blob(), name: nameOf(r.headers.get('content-disposition') ?? '') }
}

/** File name out of a content-disposition header: RFC 5987 form first, then the plain one; '' when neither. */
export function nameOf(header: string): string {
  const coded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1] ?? /filename\s*=\s*"?([^";]+)"?/i.exec(header)?.[1] ?? ''
  try {
    return decodeURIComponent(coded.trim())
  } catch {
    return coded.trim()
  }
}

/**
 * Calls below /api. Each resolves to the envelope's `data`, or throws an ApiError after showing its message
 * ('未知错误' when there is none). 401 signs out. Source: platform.md 7-8.
 */
export const api = {
  get: <T = unknown>(path: string, query?: Query, o: CallOptions = {}): Promise<T> => call<T>('GET', path, query, undefined, o),
  post: <T = unknown>(path: string, body?: unknown, query?: Query, o: CallOptions = {}): Promise<T> => {
    const [sent, more] = json(body, o)
    return call<T>('POST', path, query, sent, more)
  },
  delete: <T = unknown>(path: string, query?: Query, o: CallOptions = {}): Promise<T> => call<T>('DELETE', path, query, undefined, o),
  /** Sends a multipart form: the values of `parts` in their order. */
  upload: <T = unknown>(path: string, parts: Record<string, Blob | string>, query?: Query, o: CallOptions = {}): Promise<T> => {
    const form = new FormData()
    for (const [k, v] of Object.entries(parts)) form.append(k, v)
    return call<T>('POST', path, query, form, o)
  },
  /** Fetches a file; with `body` by POST. An answer that is an error in JSON is shown and thrown. */
  blob,
}

/**
 * Listens to a stream of server-sent events until it ends: `told` gets each event's name and data. Throws where there is none: refused, no connection, or an interface
 * that is encrypted, whose answers do not come in parts. Says nothing to people and signs nobody out.
 */
export async function listen(path: string, told: (name: string, data: string) => void, signal: AbortSignal): Promise<void> {
  if (sealing) throw fault(400, undefined)
  const r = await fetch(urlOf(path), { signal, headers: { ...headersOf({}), Accept: 'text/event-stream' }, credentials: 'same-origin' })
  if (!r.ok || !r.body) throw fault(r.status, undefined)
  const reader = r.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split('\n\n')
    rest = events.pop()!
    for (const e of events) {
      const of = (name: string) =>
        e
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2)
      if (of('event')) told(of('event')!, of('data') ?? '')
    }
  }
}

/** The token call: form body, bare answer; the tokens come as cookies. Throws an ApiError with error_description; shows nothing. Source: platform-api.md 2. */
export async function requestToken(form: Record<string, string>, headers: Record<string, string> = {}): Promise<TokenAnswer> {
  const o: CallOptions = { anonymous: true, quiet: true, headers: { 'Cpt-Cookie': form.grant_type === 'refresh_token' ? session().mark : 'new', ...headers } }
  const r = await send('POST', 'cpt-auth/oauth/token', undefined, new URLSearchParams(form), o)
  const e = (await envelopeOf(r)) as Envelope & Partial<TokenAnswer>
  if (!r.ok || !e.mark) throw fault(e.code ?? r.status, e.error_description || e.msg, e.data)
  return e as TokenAnswer
}

const stale = (): boolean => isSignedIn() && Date.now() - session().tokenAt >= session().tokenLasts * 1000 * REFRESH_AFTER
let running: Promise<void> | undefined

async function refreshNow(): Promise<void> {
  readStored()
  const { mark, user } = session()
  if (!stale()) return
  try {
    const answer = await requestToken({ grant_type: 'refresh_token', tenantId: user?.tenant_id ?? '000000', scope: 'all' })
    // Signing out while the call was on its way stands.
    if (session().mark === mark) signIn(answer)
  } catch (e) {
    if (isApiError(e) && (e.code === 400 || e.code === 401) && session().mark === mark) endSession(true)
  }
}
/** Renews the token when it is old; one at a time, also among the windows of one browser. */
export function refresh(): Promise<void> {
  running ??= (navigator.locks ? navigator.locks.request('chengbao.refresh', refreshNow) : refreshNow()).finally(() => void (running = undefined))
  return running
}
/** Starts the timer that renews the token; the answer stops it. */
export function startRefreshing(): () => void {
  const id = setInterval(() => stale() && void refresh(), REFRESH_TICK)
  return () => clearInterval(id)
}

let keep = (): void => {}
/** The shell says how what was typed is kept when the page is left for the program around it. */
export const onTaken = (how: () => void): void => void (keep = how)
/** A program that embeds the product stores its address here; signing out then returns to it. Only http(s) addresses count. */
const callback = (): string | undefined => {
  const kept = sessionStorage.getItem(CALLBACK)
  return kept && /^https?:\/\//i.test(kept) ? kept : undefined
}
/**
 * Forgets the session and goes to the login screen, or to the stored callback with type=logout. One that `expired` while something typed would be lost
 * is only suspended: the same person signs in over the page and goes on. Where the callback takes the page away, what was typed is kept and offered again.
 */
export function endSession(expired = false): void {
  const back = callback()
  if (expired && !back && hasUnsaved()) return void sessionStore.setState({ mark: '' })
  if (expired && hasUnsaved()) keep()
  forgetSession()
  if (!back) return leave(expired)
  const to = new URL(back)
  to.searchParams.set('type', 'logout')
  window.location.assign(to)
}
/** Tells the server, then ends the session here whatever it answered. */
export async function signOut(): Promise<void> {
  await api.get('cpt-auth/oauth/logout', {}, { quiet: true, anonymous: false }).catch(() => undefined)
  if (isSignedIn()) endSession()
}
