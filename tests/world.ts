import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sm2 } from 'sm-crypto-v2'
import { clock, localTime } from '../kit/server/clock.server.ts'
import { build, importDemonstration, type Application } from '../apps/server/app.server.ts'
import { readConfig, type Config } from '../apps/server/config.server.ts'
import { openServer, type DatabaseHandle } from '../kit/server/db.server.ts'
import { watchAnswers } from './contract/documents.ts'
import { freshDatabase, PASSWORD, SETTINGS, type State } from './states.ts'

export { CROWD, freshDatabase, PASSWORD } from './states.ts'
/** Clerks of the demonstration tenant, by account; `other` is the administrator of another tenant. */
export type Account = 'admin' | 'county' | 'town' | 'town2' | 'village' | 'sign' | 'large' | 'audit' | 'other'

export interface Answer {
  status: number
  code: number
  success: boolean
  data: any
  msg: string
  key?: string
  headers: Record<string, unknown>
  raw: Buffer
}
export interface Client {
  get(path: string, query?: Record<string, unknown>): Promise<Answer>
  post(path: string, body?: unknown, query?: Record<string, unknown>): Promise<Answer>
  send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    o?: { body?: unknown; query?: Record<string, unknown>; headers?: Record<string, string> },
  ): Promise<Answer>
  upload(path: string, file: { name: string; bytes: Buffer; type?: string }, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
}
export interface World extends Application {
  as(account: Account): Promise<Client>
  /** the answer of signing somebody in, asked for with these headers beside the usual */
  signIn(account: Account, headers?: Record<string, string>): Promise<Answer>
  nobody: Client
  /** moves the product's clock to a time (yyyy-MM-dd HH:mm:ss), or to 9 o'clock of a day; sign-ins before that are over, so ask `as` again */
  setNow(day: string): void
  /** the product's time */
  now(): Date
  /** the product's time so many seconds ago, as SQL and the wire have it */
  ago(seconds: number): string
  dataDir: string
  end(): Promise<void>
}

/** Named people at an application's HTTP door; `forget`: their sign-ins are over. */
export function driven(application: Application): Pick<World, 'as' | 'nobody' | 'signIn'> & { forget(): void } {
  const tokens = new Map<Account, Promise<string>>()
  const client = (token?: string): Client => {
    const send: Client['send'] = async (method, path, o = {}) => {
      const r = await application.app.inject({
        method,
        url: `/api${path}`,
        ...(o.query ? { query: strings(o.query) } : {}),
        ...(o.body === undefined ? {} : { payload: o.body as object }),
        headers: { 'x-nulls': 'keep', ...(token ? { 'cpt-auth': `bearer ${token}` } : {}), ...o.headers },
      })
      const json = String(r.headers['content-type'] ?? '').includes('json') ? r.json() : {}
      return { ...json, status: r.statusCode, headers: r.headers, raw: r.rawPayload }
    }
    return {
      send,
      get: (path, query = {}) => send('GET', path, { query }),
      post: (path, body = {}, query = {}) => send('POST', path, { body, query }),
      upload: (path, file, fields = {}, headers = {}) => {
        const mark = '----chengbao-test'
        const part = (head: string, body: Buffer | string) =>
          Buffer.concat([Buffer.from(`--${mark}\r\n${head}\r\n\r\n`), Buffer.from(body as string), Buffer.from('\r\n')])
        const body = Buffer.concat([
          ...Object.entries(fields).map(([k, v]) => part(`Content-Disposition: form-data; name="${k}"`, v)),
          part(`Content-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ${file.type ?? 'application/octet-stream'}`, file.bytes),
          Buffer.from(`--${mark}--\r\n`),
        ])
        return send('POST', path, { body, headers: { ...headers, 'content-type': `multipart/form-data; boundary=${mark}` } })
      },
    }
  }
  const nobody = client()
  const signIn = async (account: Account, more: Record<string, string> = {}): Promise<Answer> => {
    const key = (await nobody.get('/cpt-auth/oauth/public-key')).data
    const password = sm2.doEncrypt(`${key.nonce}|${key.timestamp}|${PASSWORD}`, key.publicKey, 0)
    return nobody.send('POST', '/cpt-auth/oauth/token', {
      body: new URLSearchParams({
        tenantId: account === 'other' ? '100001' : '000000',
        username: account === 'other' ? 'admin' : account,
        password,
        grant_type: 'password',
        scope: 'all',
        type: 'account',
      }).toString(),
      headers: {
        authorization: `Basic ${Buffer.from('chengbao:chengbao_secret').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...more,
      },
    })
  }
  const tokenOf = async (account: Account): Promise<string> => {
    const r = await signIn(account)
    const token = (r as unknown as { access_token?: string }).access_token
    if (!token) throw new Error(`sign-in of ${account} failed: ${r.raw}`)
    return token
  }
  return {
    nobody,
    signIn,
    async as(account) {
      if (!tokens.has(account)) tokens.set(account, tokenOf(account))
      return client(await tokens.get(account)!)
    },
    forget: () => tokens.clear(),
  }
}

/**
 * The whole application on a database of its own, driven through its HTTP door with named people.
 * @param env settings beside those of tests; with SERVERS=2, here or in the environment, two servers of one database and data folder answer in turn
 * @param state what the database holds
 * @param connections how many it has to PostgreSQL; a few where nothing is said
 */
export async function world(env: Readonly<Record<string, string>> = {}, state: State = 'people', connections?: number): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chengbao-test-'))
  const { db, drop } = await freshDatabase(state, dataDir, connections)
  let moved: Date | undefined
  const now = (): Date => moved ?? clock()
  const application = await build(readConfig({ ...SETTINGS, DATA_DIR: dataDir, ...env }), db, now)
  watchAnswers(application.app, application.routes)
  const second = (env.SERVERS ?? process.env.SERVERS) === '2' ? await secondServer(db, readConfig({ ...SETTINGS, DATA_DIR: dataDir, ...env }), now) : undefined
  const both = second ? { ...application, app: inTurn(application.app, second.app) } : application
  const people = driven(both)
  return {
    ...both,
    nobody: people.nobody,
    signIn: people.signIn,
    as: people.as,
    dataDir,
    setNow(day) {
      moved = new Date(`${day.slice(0, 10)}T${day.slice(11) || '09:00:00'}+08:00`)
      people.forget()
    },
    now,
    ago: (seconds) => localTime(new Date(now().getTime() - seconds * 1000)),
    async end() {
      await second?.close()
      await application.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
/** Another server of the same database: with connections of its own to PostgreSQL; the embedded engine has one opener, which both use. */
async function secondServer(db: DatabaseHandle, config: Config, now: () => Date): Promise<Application> {
  const own = db.engine === 'server' ? openServer(String(db.pool.options.connectionString), 3) : { ...db, close: async () => {} }
  const second = await build(config, own, now)
  watchAnswers(second.app, second.routes)
  return second
}
/** A door behind which two servers answer, one request the one, the next the other. */
function inTurn(first: FastifyInstance, second: FastifyInstance): FastifyInstance {
  let n = 0
  return new Proxy(first, {
    get(target, name) {
      if (name !== 'inject') return Reflect.get(target, name, target)
      n += 1
      return (n % 2 ? first : second).inject.bind(n % 2 ? first : second)
    },
  })
}
/** The application with the demonstration village, imported through the real import, and its queue running. */
export async function villageWorld(env: Readonly<Record<string, string>> = {}, connections?: number): Promise<World> {
  const w = await world(env, 'village', connections)
  w.jobs.start()
  return w
}
/** The same with the village of package A of the tests in the demonstration's place, for what lies on its land. */
export async function packageWorld(): Promise<World> {
  const w = await world()
  w.jobs.start()
  await importDemonstration(w, w, join(import.meta.dirname, 'packages/A.zip'))
  return w
}
const strings = (q: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(q)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => [k, String(v)]),
  )
