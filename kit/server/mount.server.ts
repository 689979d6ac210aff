import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Lang } from '../model/lang.ts'
import { isDate, isMoment } from '../model/formats.ts'
import { HIDDEN_IN_NOTE } from '../model/hidden.ts'
import { Problem, problems } from '../model/problem.ts'
import { KNOWN_AFTER_S, localDay, localTime, momentOf } from './clock.server.ts'
import { audit } from './audit.server.ts'
import { clocksOf, type Ctx, type Who } from './ctx.server.ts'
import type { DatabaseHandle, Tx } from './db.server.ts'
import { newId } from './ids.server.ts'
import { isPlainNumber, notPaging } from './query.server.ts'
import { declaredBody, isReadable, malformed, parseForm, parseJson, inputText } from './input.server.ts'
import { blanksOf, envelope } from './json.server.ts'
import { answerProblem, answerUnreadable, langOf, problemOf } from './refusal.server.ts'
import { DeferredResponse, FileResponse, holdsButton, inApiScope, RawResponse, Unchanged } from './route.server.ts'
import type { Again, Input, RequestFacts, Route, Upload } from './route.server.ts'

export interface Deps {
  db: DatabaseHandle
  /** of every answer, refusals among them */
  headers: Readonly<Record<string, string>>
  whoIs(facts: RequestFacts): Promise<Who | undefined>
  /** told whose request it is, as soon as that is known */
  seen?(request: FastifyRequest, who: Who | undefined): void
  now(): Date
  /** queues a job inside the transaction */
  enqueue(ctx: Ctx, kind: string, payload: Record<string, unknown>, o?: { title?: string; regionCode?: string }): Promise<string>
  log(error: unknown, requestId: string): void
  /** told of personal data that a reading call answered in full: `name id` of each row, and its definition */
  seenInFull?(who: Who, rows: ReadonlyMap<string, string>, at: { requestId: string; ip: string }): void
  /** told what a call that ended well answers, in its transaction; a deferred one's in one of its own, unless it wrote the audit log already */
  ended?(ctx: Ctx, route: Route, input: Input, out: unknown): Promise<void>
  /** looks through a file on its way in; throws when it must not be taken */
  scan?(path: string): Promise<void>
  /** names of texts in what a route answers */
  texts?(route: Route): readonly string[]
  /** reads a body of this size in bytes, at once or when others before it are answered */
  gate?(request: FastifyRequest, bytes: number, work: () => void): void
  /** while the next caller waits longer than this for the database, ms, others are refused at once; none are where it is not said */
  shedAfterMs?: number
  /** folder for files on their way in */
  tempDir?: string
  /** addresses and networks of proxies whose word counts on where a call comes from; none by default */
  trustedProxies?: readonly string[]
  /** does a call that changes something once for its key and answers it again the same; `sent` tells it from others of the route */
  once?(ctx: Ctx, route: Route, key: string, sent: readonly unknown[], work: () => Promise<unknown>): Promise<unknown>
}

const NOBODY: Who = { userId: '0', account: '', realName: '', tenantId: '000000', deptId: '0', roleIds: [], roles: [], regionCode: '~none', perms: new Set() }

/** Refuses to start on a route table with a hole in it. */
export function checkRoutes(routes: readonly Route[]): void {
  const seen = new Set<string>()
  for (const r of routes) {
    const key = `${r.method} ${r.path}`
    const holes = [!r.perm?.length && 'perm', !r.scope && 'scope', !r.audit && 'audit', !r.summary && 'summary'].filter(Boolean)
    if (holes.length) throw new Error(`route ${key} names no ${holes.join(', ')}`)
    if (r.method !== 'GET' && r.audit === 'read' && r.scope !== 'none') throw new Error(`route ${key} changes data but names no audit`)
    if (seen.has(key)) throw new Error(`two routes at ${key}`)
    seen.add(key)
  }
}

/** Characters of an address; and how long a body that is no file may be on its way: a socket that sends it drop by drop is cut off. Source: security.md K12, K13. */
const MAX_URL = 8192
const BODY_MS = 15_000
/** Types of bodies, whole: another alphabet or a parameter that nobody knows is another type. */
const BODIES = /^(application\/(json|x-www-form-urlencoded)( *; *charset="?utf-?8"?)?|multipart\/form-data *;.*)$/i

/** The only place where a route meets HTTP: who, may they, one transaction, one envelope. */
export async function mount(routes: readonly Route[], deps: Deps): Promise<FastifyInstance> {
  checkRoutes(routes)
  const safe = deps.headers
  const app = Fastify({
    logger: false,
    bodyLimit: 1 << 20,
    trustProxy: deps.trustedProxies?.length ? [...deps.trustedProxies] : false,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: false },
    genReqId: () => randomUUID(),
    // for files; other bodies have BODY_MS
    requestTimeout: 600_000,
    http: { headersTimeout: 8000, connectionsCheckingInterval: 1000 },
    // what the router cannot read, and what is no request at all, is answered in the envelope as well
    frameworkErrors: (error, request, reply) => void answerProblem(problemOf(error), langOf(request), reply.headers(safe)),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, safe),
  })
  await app.register(cookie)
  const uploads = new Set(routes.filter((r) => r.upload).map((r) => `/api${r.path}`))
  app.addHook('onRequest', (request, reply, done) => {
    // the register's clock, by which the browser puts its own right
    reply.headers(safe).header('date', deps.now().toUTCString())
    const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type } = request.headers
    if ((length || encoding) && !uploads.has(request.routeOptions.url ?? '')) {
      const late = setTimeout(() => request.raw.complete || request.raw.destroy(), BODY_MS).unref()
      // once the body has come, the timer would only hold it
      for (const over of ['end', 'close']) request.raw.once(over, () => clearTimeout(late))
    }
    if (request.url.length > MAX_URL || !isReadable(request.url)) return done(malformed())
    // who must sign is told of a type only when his bytes were read
    const { raw } = request.routeOptions.config as { raw?: true | 'list' }
    done((length || encoding) && type && !raw && !BODIES.test(type) ? problems.mediaType() : undefined)
  })
  await app.register(multipart)
  app.removeContentTypeParser('text/plain')
  const gate: Deps['gate'] & {} = deps.gate ?? ((_r, _bytes, work) => work())
  const parser = (read: (body: string) => unknown) => (r: FastifyRequest, body: Buffer, done: (e: Error | null, v?: unknown) => void) =>
    gate(r, body.length, () => {
      try {
        const { raw } = r.routeOptions.config as { raw?: true | 'list' }
        if (raw) bytesSent.set(r, body)
        if (!BODIES.test(r.headers['content-type'] ?? '')) throw problems.mediaType()
        done(null, raw === 'list' && body[0] === 0x5b ? {} : read(inputText(body)))
      } catch (e) {
        done(e as Error)
      }
    })
  const readers = { 'application/json': (body: string) => (body === '' ? {} : parseJson(body)), 'application/x-www-form-urlencoded': parseForm, '*': parseForm }
  for (const [type, read] of Object.entries(readers)) app.addContentTypeParser(type, { parseAs: 'buffer' }, parser(read))

  for (const route of routes) {
    const blanks = blanksOf(deps.texts?.(route) ?? [])
    app.route({
      method: route.method,
      url: `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
      // a HEAD changes nothing
      exposeHeadRoute: route.method === 'GET' && !route.writes,
      ...(route.maxBody ? { bodyLimit: route.maxBody } : {}),
      config: { raw: route.raw ?? false, kept: route.kept ?? false, rate: route.rate ?? (route.method === 'GET' ? 'read' : 'write') },
      handler: (request, reply) => handle(route, deps, blanks, request, reply),
    })
  }
  app.setErrorHandler((error: unknown, request, reply) => {
    const p = problemOf(error, request.routeOptions.bodyLimit)
    if (!(error instanceof Problem) && p.status >= 500) deps.log(error, request.id)
    return answerProblem(p, langOf(request), reply)
  })
  return app
}

/** Whether a GET that changes something was sent by a page of another site: it is refused whatever token it brings. Source: security.md D7. */
const fromElsewhere = (route: Route, site: string | undefined): boolean => route.method === 'GET' && !!route.writes && !!site && site !== 'same-origin'

/** Bodies as they came, for routes that look at their bytes. */
export const bytesSent = new WeakMap<FastifyRequest, Buffer>()
const single = (v: unknown) => (Array.isArray(v) ? v[0] : v)

/** Query names that a route takes; made once, lists have a hundred. */
const names = new WeakMap<Route, ReadonlySet<string>>()
function queryOf(route: Route, request: FastifyRequest): Input {
  const q = { ...(request.query as Record<string, unknown>) }
  const known = names.get(route) ?? names.set(route, new Set(route.query)).get(route)!
  if (takesToken(route)) for (const name of Object.keys(q)) if (isTokenName(name)) delete q[name]
  for (const [name, v] of Object.entries(q)) {
    if (!known.has(name)) throw problems.unknownParameter({ name })
    if (Array.isArray(v)) throw problems.badRequest({ zh: `参数重复：${name}`, en: `Duplicate parameter: ${name}` })
    if (String(v).includes('\0')) throw malformed()
    // reasons and titles of acts come here too, and are kept as what fields of a body are
    if (route.method === 'POST' && HIDDEN_IN_NOTE.test(String(v)))
      throw problems.badRequest({ zh: `参数含有不可见字符：${name}`, en: `The parameter contains invisible characters: ${name}` })
    if ((name === 'current' || name === 'size') && v !== '' && !isPlainNumber(v)) throw notPaging()
  }
  return q
}

/** The clocks that a call names: `asOf` a day that has come, `knownAt` a moment that is past for good. */
function clocksAsked({ asOf, knownAt }: Input, now: Date): Pick<Ctx, 'asOf' | 'knownAt'> {
  const bad = (zh: string, en: string) => problems.badRequest({ zh, en })
  if (asOf && (typeof asOf !== 'string' || !isDate(asOf))) throw bad('日期格式不正确', 'The day is malformed')
  if (asOf && String(asOf) > localDay(now)) throw bad('不能查看将来的日期', 'A future day cannot be viewed')
  const moment = knownAt ? String(knownAt) : undefined
  if (moment && !isMoment(moment)) throw bad('时间格式不正确', 'The time is malformed')
  if (moment && momentOf(moment) > now.getTime() - KNOWN_AFTER_S * 1000)
    throw bad('只能查看五分钟以前的系统认知', 'Only data known for more than five minutes can be viewed')
  return clocksOf({ ...(asOf ? { asOf: String(asOf) } : {}), ...(moment ? { knownAt: moment } : {}) })
}

/** Whether a call reads and nothing else; and is among those that somebody may read, where only some are. */
const isRead = (route: Route, reads?: readonly string[]): boolean => route.method === 'GET' && !route.writes && (!reads || reads.includes(route.path))

const objectOf = (action: string): string => action.split('.')[0]!
/** The row that a call names, for the audit. */
const idIn = (input: Input): string => [input.id, input.fileId, input.businessId].map((v) => String(v ?? '')).find((v) => /^\d{1,19}$/.test(v)) ?? '0'

/** Callers that may always wait, however long it takes: a screen asks for ten things at once, and half of them refused is worse than a second more. */
const MAY_WAIT = 20
const isFull = (q: { callers: number; ms: number }, ms: number): boolean => q.callers >= MAY_WAIT && q.ms > ms

type Blanks = ReturnType<typeof blanksOf>
async function handle(route: Route, deps: Deps, blanks: Blanks, request: FastifyRequest, reply: FastifyReply) {
  // who would wait longer than people do is told so now: the queue stays short, and the database works for those who still wait
  if (deps.shedAfterMs && route.scope !== 'none' && isFull(deps.db.queue(), deps.shedAfterMs)) throw problems.busy()
  const lang = langOf(request)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, single(v) as string | undefined]))
  const raw = route.raw && bytesSent.get(request)
  const facts: RequestFacts = { ...(raw ? { raw } : {}), headers, params: request.params as Record<string, string>, cookies: request.cookies }
  const who = await deps.whoIs({ ...facts, headers: withQueryToken(headers, request, route) })
  deps.seen?.(request, who)
  if (!who && route.perm !== 'public') throw problems.signIn()
  if (who && !holdsButton(who, route)) throw problems.forbidden({ perm: String(route.perm) })
  if (who?.onlyReads && route.perm !== 'public' && !who.onlyReads.but.includes(route.audit) && !isRead(route, who.onlyReads.reads)) throw who.onlyReads.why()
  if (who && (!inApiScope(who, route) || fromElsewhere(route, headers['sec-fetch-site']))) throw problems.forbidden({ perm: route.path })
  const query = queryOf(route, request)
  // what comes in with this call is its own: however it ends, nothing stays but what it put somewhere else
  const written: string[] = []
  try {
    const upload = route.upload ? await receive(request, route, deps, written) : undefined
    const input = { ...(upload?.fields ?? declaredBody(route, (request.body ?? {}) as Input, localDay(deps.now()))), ...query }
    const clocks = route.method === 'GET' ? clocksAsked(query, deps.now()) : {}
    const call: Ctx['call'] = { path: route.path, reads: route.method === 'GET' }
    const contextOf = (tx: Tx): Ctx => ({
      who: who ?? NOBODY,
      db: tx,
      lang,
      now: localTime(deps.now()),
      clock: deps.now,
      newId: () => newId(),
      requestId: request.id,
      ip: request.ip,
      call,
      enqueue(kind, payload, o) {
        return deps.enqueue(this, kind, payload, o)
      },
      ...clocks,
    })
    const act = async (tx: Tx) => {
      // nobody awaits it any more
      if (request.raw.socket?.destroyed) throw problems.busy()
      const ctx = contextOf(tx)
      const work = async () => {
        const out = await route.run(ctx, input, upload ? { ...facts, upload: upload.file } : facts)
        if (tx && !(out instanceof DeferredResponse)) await deps.ended?.(ctx, route, input, out)
        return out
      }
      const key = deps.once && headers['idempotency-key']
      return key === undefined ? work() : deps.once!(ctx, route, key, [facts.params, input, upload?.file.sha256], work)
    }
    const txScope = {
      tenantId: who?.tenantId ?? '000000',
      system: !!route.asSystem,
      ...(who || route.entrance || route.rate === 'partners' ? {} : { stranger: request.ip }),
    }
    const data =
      route.scope === 'none' ? await act(undefined as never) : await deps.db.transaction({ ...txScope, readOnly: route.method === 'GET' && !route.writes }, act)
    // what was begun is finished: nobody who stands behind him gains by it
    const again: Again = (work) => deps.db.transaction({ ...txScope, stranger: undefined }, (tx) => work(contextOf(tx)))
    const made = data instanceof DeferredResponse ? await data.make(again) : data
    if (route.traced) await again((ctx) => audit(ctx, { action: route.traced!, object: objectOf(route.traced!), objectId: call.objectId ?? idIn(input) }))
    if (who && call.inFull) deps.seenInFull?.(who, call.inFull, { requestId: request.id, ip: request.ip })
    if (data instanceof DeferredResponse && !call.audited) await again(async (ctx) => deps.ended?.(ctx, route, input, made))
    if (made instanceof FileResponse && route.answer !== 'file') throw new Error(`${route.path} answers a file and does not say so`)
    return answer(made, lang, reply, headers['x-nulls'] === 'keep' ? undefined : blanks)
  } finally {
    await Promise.all(written.map((path) => rm(path, { force: true })))
  }
}

/** The compatible API sends the token in the query of what it shows by an address: files, pictures, tiles. No other call takes it there. Source: platform.md 7, security.md D7. */
const takesToken = (route: Route): boolean => route.method === 'GET' && !route.writes && route.answer === 'file'
const isTokenName = (name: string): boolean => /^(cpt-auth|token)$/i.test(name)
function withQueryToken(headers: Record<string, string | undefined>, request: FastifyRequest, route: Route) {
  const [, t] = (takesToken(route) && Object.entries(request.query as Record<string, string>).find(([name]) => isTokenName(name))) || []
  return t && !headers['cpt-auth'] ? { ...headers, 'cpt-auth': /^bearer /i.test(t) ? t : `bearer ${t}` } : headers
}

function answer(data: unknown, lang: Lang, reply: FastifyReply, blanks: Blanks) {
  if (data instanceof Unchanged) return reply.code(304).header('etag', data.tag).header('cache-control', 'private, no-cache').send('')
  if (data instanceof FileResponse) {
    const name = encodeURIComponent(data.name)
    reply
      // a type that somebody stored and that no header can carry
      .header('content-type', /^[\w.+-]+\/[\w.+-]+(; ?charset=[\w-]+)?$/.test(data.type) ? data.type : 'application/octet-stream')
      .header('x-content-type-options', 'nosniff')
      // what somebody uploaded runs nothing here, even when it is opened as a page. Source: security.md K17
      .header('content-security-policy', "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'")
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `${data.inline ? 'inline' : 'attachment'}; filename="${name}"; filename*=UTF-8''${name}`)
    if (data.tag) reply.header('etag', data.tag)
    return reply.send(data.body)
  }
  if (data instanceof RawResponse) return reply.code(data.status).send(data.body)
  return reply.header('content-type', 'application/json; charset=utf-8').send(envelope(data ?? null, lang === 'en' ? 'Done' : '操作成功', blanks))
}

/** Takes one file to a temporary place that it adds to `written`, hashing on the way; the transaction begins only after that. */
async function receive(request: FastifyRequest, route: Route, deps: Deps, written: string[]): Promise<{ file: Upload; fields: Input }> {
  const { maxBytes, chunk } = route.upload!
  const tempDir = deps.tempDir ?? join(tmpdir(), 'chengbao')
  if (!request.isMultipart()) throw problems.badRequest({ zh: '请上传文件', en: 'Please upload a file' })
  await mkdir(tempDir, { recursive: true })
  const fields: Input = {}
  let file: Upload | undefined
  for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 1 << 16 } })) {
    if (part.type === 'field') {
      if (String(part.value).includes('\0')) throw malformed()
      fields[part.fieldname] = part.value
      continue
    }
    const path = join(tempDir, `up-${randomUUID()}`)
    written.push(path)
    const hash = createHash('sha256')
    let size = 0
    const count = new Transform({
      transform(chunk: Buffer, _e, cb) {
        hash.update(chunk)
        size += chunk.length
        cb(null, chunk)
      },
    })
    // errors of the disk are ours; whatever else ends it, the form is broken
    await pipeline(part.file, count, createWriteStream(path, { mode: 0o600 })).catch((e: object) => Promise.reject('syscall' in e ? e : malformed()))
    if (part.file.truncated) throw problems.fileTooLarge({ kb: Math.floor(maxBytes / 1024) })
    if (!chunk) await deps.scan?.(path)
    file = { path, name: part.filename, size, sha256: hash.digest('hex'), type: part.mimetype }
  }
  if (!file) throw problems.badRequest({ zh: '请上传文件', en: 'Please upload a file' })
  return { file, fields: declaredBody(route, fields, localDay(deps.now())) }
}
