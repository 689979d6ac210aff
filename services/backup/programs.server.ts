import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { backupProblems } from './problems.ts'

/** Where Debian keeps the programs of PostgreSQL, newest version first. */
function debian(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  return readdirSync(root)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
}
/** A program of PostgreSQL: in the folder that is named, else where PATH or Debian has it. @throws noProgram */
function placeOfProgram(name: string, folder: string): string {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  const places = folder ? [folder] : [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...debian()]
  const found = places.map((place) => join(place, file)).find((path) => existsSync(path))
  if (!found) throw backupProblems.noProgram({ name })
  return found
}

/** What a program of PostgreSQL is told of the server by its environment: a password among its arguments could be read by everybody. */
function environmentOf(url: string): Record<string, string> {
  const at = new URL(url)
  const told = {
    PGHOST: at.searchParams.get('host') ?? at.hostname,
    PGPORT: at.port,
    PGDATABASE: decodeURIComponent(at.pathname.slice(1)),
    PGUSER: decodeURIComponent(at.username),
    PGPASSWORD: decodeURIComponent(at.password) || (process.env.PGPASSWORD ?? ''),
    PGSSLMODE: at.searchParams.get('sslmode') ?? '',
  }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value))
}

/** The last lines of what a program says are those that say why it failed. */
const SAID = 600
/** Runs a program to its end, with these arguments alone and no shell. @throws program with the end of what it said */
export async function runProgram(name: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv, signal?: AbortSignal): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, ...(signal ? { signal } : {}) })
  let said = ''
  let answered = ''
  child.stderr.on('data', (d: Buffer) => (said = `${said}${d}`.slice(-SAID)))
  child.stdout.on('data', (d: Buffer) => (answered += d.toString()))
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail)
    child.on('close', done)
  })
  if (code !== 0) throw backupProblems.program({ name, said: said.trim() || String(code) })
  return answered
}
/** Runs a program of PostgreSQL on the database of an address. */
export async function runPostgres(
  name: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  o: { url: string; folder: string; signal?: AbortSignal | undefined },
) {
  const { PATH, HOME, LANG, SystemRoot } = process.env
  const own = { ...(PATH ? { PATH } : {}), ...(HOME ? { HOME } : {}), ...(LANG ? { LANG } : {}), ...(SystemRoot ? { SystemRoot } : {}) }
  await runProgram(name, placeOfProgram(name, o.folder), args, { ...own, ...environmentOf(o.url) }, o.signal)
}
