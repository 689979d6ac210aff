import pg from 'pg'
import { problem, Problem } from '../../kit/model/problem.ts'
import type { Row } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { readSecret } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { datasource, type ForeignColumn } from './datasource.ts'

export const sourceProblems = {
  url: problem(400, 'datasource-url', () => ({ zh: '连接地址不能带用户名和密码', en: 'The address must not contain a user name or password' })),
  address: problem(400, 'datasource-address', () => ({
    zh: '连接地址格式不正确，例：postgresql://主机:5432/库名',
    en: 'The address is malformed, e.g. postgresql://host:5432/name',
  })),
  driver: problem<{ driver: string }>(409, 'datasource-driver', (d) => ({
    zh: `服务器未安装${d.driver}的驱动，不能连接`,
    en: `The server has no driver for ${d.driver}`,
  })),
  failed: problem<{ why: string }>(503, 'datasource-failed', (d) => ({ zh: `数据源不能连接：${d.why}`, en: `The data source does not answer: ${d.why}` })),
}

export type ForeignSource = Row<typeof datasource>
/** A data source with its password, as it is needed once the transaction that read it has ended. */
export interface OpenSource {
  row: ForeignSource
  password: string
}
const SCHEMES: Readonly<Record<string, { is: RegExp; port: number }>> = {
  postgresql: { is: /^postgres(ql)?:$/, port: 5432 },
  mysql: { is: /^mysql:$/, port: 3306 },
}
const WAIT_MS = 8000

/** Host, port and database of an address as people write it; `jdbc:` before it is left away. @throws where it is no address of that driver */
export function foreignAddress(driver: string, url: string): { host: string; port: number; database: string; tls: boolean } {
  const scheme = Object.hasOwn(SCHEMES, driver) ? SCHEMES[driver] : undefined
  let u: URL
  try {
    u = new URL(url.trim().replace(/^jdbc:/, ''))
  } catch {
    throw sourceProblems.address()
  }
  if (u.username || u.password || /password=/i.test(url)) throw sourceProblems.url()
  const database = decodeURIComponent(u.pathname.slice(1))
  // a driver that is not here still has an address of its own form
  if (!scheme) return { host: u.hostname, port: Number(u.port), database, tls: false }
  if (!scheme.is.test(u.protocol) || !u.hostname || !/^[^/]+$/.test(database)) throw sourceProblems.address()
  const tls = /^(require|verify-ca|verify-full)$/.test(u.searchParams.get('sslmode') ?? '') || u.searchParams.get('useSSL') === 'true'
  return { host: u.hostname.replace(/^\[|\]$/g, ''), port: Number(u.port) || scheme.port, database, tls }
}

/** The data source with this id in the caller's tenant, ready to be connected to. */
export async function foreignSource(ctx: Ctx, sealer: Sealer, id: string): Promise<OpenSource> {
  const row = await rows.get(ctx, datasource, id)
  return { row, password: (await readSecret(ctx, sealer, datasource.name, row.id, 'password')) ?? '' }
}

type Ask = (sql: string, values: readonly string[]) => Promise<Record<string, unknown>[]>
/** Asks a foreign database, on a connection of its own that is closed at the end. The address is judged like any other that the server calls. */
async function asking<T>({ row, password }: OpenSource, outbound: Outbound, work: (ask: Ask) => Promise<T>): Promise<T> {
  const driver = row.driverClass!
  const { host, port, database, tls } = foreignAddress(driver, row.url!)
  if (!Object.hasOwn(SCHEMES, driver)) throw sourceProblems.driver({ driver })
  const at = { host: await outbound.resolve(host, port), port, user: row.username!, password, database }
  const ssl = tls ? { servername: host } : undefined
  try {
    if (driver === 'mysql') {
      // loaded only where somebody has such a source
      const { createConnection } = await import('mysql2/promise')
      const c = await createConnection({ ...at, connectTimeout: WAIT_MS, ...(ssl ? { ssl: {} } : {}) })
      try {
        return await work(
          async (sql, values) => (await c.query({ sql: sql.replace(/\$\d/g, '?'), values: [...values], timeout: WAIT_MS }))[0] as Record<string, unknown>[],
        )
      } finally {
        c.destroy()
      }
    }
    const c = new pg.Client({ ...at, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS, ...(ssl ? { ssl } : {}) })
    // a connection that breaks later is told by the question that waits on it
    c.on('error', () => {})
    try {
      await c.connect()
      return await work(async (sql, values) => (await c.query(sql, [...values])).rows)
    } finally {
      await c.end().catch(() => {})
    }
  } catch (e) {
    if (e instanceof Problem) throw e
    const { code, message } = e as { code?: string; message: string }
    throw sourceProblems.failed({ why: (message || code || String(e)).slice(0, 120) })
  }
}

/** Connects and asks for nothing. @throws where it cannot be connected to */
export const trySource = (source: OpenSource, outbound: Outbound): Promise<void> =>
  asking(source, outbound, async (ask) => void (await ask('select 1 as one', [])))

const number = (v: unknown): number | null => (v === null || v === undefined ? null : Number(v))
/** The columns of a table of a foreign database, in their order; none when there is no such table. */
export function foreignColumns(source: OpenSource, outbound: Outbound, table: string): Promise<ForeignColumn[]> {
  const mysql = source.row.driverClass === 'mysql'
  const comment = mysql ? 'column_comment' : `col_description(format('%I.%I', table_schema, table_name)::regclass, ordinal_position)`
  const schema = mysql ? 'database()' : 'current_schema()'
  const sql = `select column_name as "name", data_type as "type", character_maximum_length as "length", numeric_precision as "precision", numeric_scale as "scale",
      ${comment} as "comment", is_nullable as "nullable"
    from information_schema.columns where table_schema = ${schema} and table_name = $1 order by ordinal_position`
  return asking(source, outbound, async (ask) =>
    (await ask(mysql ? sql.replace(/"/g, '`') : sql, [table])).map((c) => ({
      name: String(c.name),
      type: String(c.type).toLowerCase(),
      length: number(c.length),
      precision: number(c.precision),
      scale: number(c.scale),
      comment: String(c.comment ?? ''),
      nullable: String(c.nullable).toUpperCase() === 'YES',
    })),
  )
}
