import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { ProviderSettings } from '../../signing/remote/provider.server.ts'
import type { Scanner } from '../../services/files/intake/scan.server.ts'
import type { AlertSettings } from '../../services/operations/alert-out.server.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { FEWEST_BITS, networkWrong } from '../../runtime/outbound.server.ts'
import { ALERTS } from '../../services/operations/alerts.ts'
import type { S3Place } from '../../services/files/storage/s3-storage.server.ts'

/** The repository's (or installation's) folder. */
export const ROOT = resolve(import.meta.dirname, '../..')

export interface Config {
  production: boolean
  port: number
  host: string
  databaseUrl: string
  dataDir: string
  /** whether the embedded database is copied before it is brought to this version */
  migrationCopy: boolean
  /** where backups go, what encrypts them ('' = nothing), where pg_dump and pg_restore are ('' = in PATH), whether this server makes them by itself */
  backup: { folder: string; passphrase: string; programs: string; scheduled: boolean }
  /** the bucket in which files lie; undefined = a folder under DATA_DIR */
  s3: S3Place | undefined
  demo: boolean
  demoPassword: string
  captcha: boolean
  /** whether the pages of scanned contracts are read against what was printed; always in production */
  pageCheck: boolean
  /** where the private key lies that opens passwords; '' = in the data folder */
  sm2KeyFile: string
  publicUrl: string
  /** the service outside that signs contracts by phone; undefined = the product signs itself */
  signProvider: ProviderSettings | undefined
  /** address of a time stamping authority (RFC 3161); '' = signatures bear no stamp */
  timeStampUrl: string
  /** LibreOffice's soffice, which makes PDFs of contract templates of one's own; undefined = there is none */
  office: string | undefined
  /** Tesseract, which reads scans without a text layer for the search of archives; undefined = they are not read */
  ocr: string | undefined
  /** whether strangers may read the description of the calls, too */
  described: boolean
  /** queries, bodies and JSON answers are encrypted beneath TLS as well */
  encryption: boolean
  /** picture under the parcels; none when the address is empty */
  baseMap: { url: string; layer: string; attribution: string }
  /** the virus scanner, where there is one */
  scanner: Scanner | undefined
  /** data sources on or off, hosts of the own network that may be called, the master key's place (empty = in the data folder), second place of the audit chain's heads */
  site: { dataSources: boolean; outboundAllow: readonly string[]; sealKeyFile: string; auditHeadsCopy: string }
  /**
   * the deployment's name ('sx' has a large screen and videos), switching of department and role, origins that may embed the product, codes of
   * refusals that are not told, folder of the operation manual
   */
  shell: { deployment: string; switchMode: boolean; callbacks: string[]; silentCodes: number[]; manualDir: string }
  /** addresses or networks (CIDR) of the proxies before the server, whose X-Forwarded-For is believed; none = the socket's address counts */
  trustedProxies: readonly string[]
  /** while the next caller waits longer than this for the database, ms, others are refused at once; 0 = nobody is */
  shedAfterMs: number
  /** room that stays free on the embedded database's disk, MB: below it nothing is written; 0 = all is used */
  diskReserveMb: number
  /** this server's data folder and keys are those of the installation from now on */
  renewed: boolean
  /** whether each call is a line of JSON on the console */
  callLog: boolean
  /** where alerts go besides the screen */
  alerts: AlertSettings
  /** what a monitor says to read /metrics; '' = it stands on this machine */
  metricsToken: string
  /** requests of one person in a minute, by class; none in tests that send thousands */
  limits: Readonly<Record<NonNullable<Route['rate']>, number>> | undefined
}

/** A whole number from 0 to `most`. */
function wholeOf(name: string, v: string | undefined, otherwise: number, most: number): number {
  const n = v ? Number(v) : otherwise
  if (!Number.isInteger(n) || n < 0 || n > most) throw new Error(`${name} must be a whole number from 0 to ${most}`)
  return n
}
const onOff = (name: string, v: string | undefined, otherwise: boolean): boolean => {
  if (v === undefined || v === '') return otherwise
  if (v === 'on' || v === 'off') return v === 'on'
  throw new Error(`${name} must be on or off`)
}

/** Origins out of a comma list of addresses; only whole http(s) addresses count. */
function originsOf(v: string | undefined): string[] {
  const list = (v ?? '').split(',').filter(Boolean)
  if (list.some((a) => !/^https?:\/\/[\w.-]+(:\d+)?\/?$/.test(a))) throw new Error('CALLBACK_ALLOW must be a comma list of origins like https://example.org')
  return list.map((a) => new URL(a).origin)
}

/** Codes that people are not told of; a missing token and success are told in any case. */
function codesOf(v: string | undefined): number[] {
  const list = (v ?? '').split(',').filter(Boolean)
  if (list.some((c) => !/^\d{3,6}$/.test(c) || c === '200' || c === '401')) throw new Error('SILENT_CODES must be a comma list of codes other than 200 and 401')
  return list.map(Number)
}

/** Addresses and networks of proxies: 10.0.0.7, 10.0.0.0/8, ::1. Never everybody: who may name his own address is nobody. */
function proxiesOf(v: string | undefined): string[] {
  const list = (v ?? '')
    .split(',')
    .map((x) => x.trim())
    .filter(Boolean)
  if (list.some((p) => networkWrong(p)))
    throw new Error(`TRUSTED_PROXIES must be a comma list of addresses or networks like 10.0.0.7,192.168.0.0/16, none wider than ${FEWEST_BITS} bits`)
  return list
}

/** Where clamd listens: 'host:port', or the path of its socket. */
function scannerOf(env: Readonly<Record<string, string | undefined>>): Scanner | undefined {
  const required = onOff('CLAMD_REQUIRED', env.CLAMD_REQUIRED, true)
  if (!env.CLAMD) return undefined
  if (isAbsolute(env.CLAMD)) return { at: { path: env.CLAMD }, required }
  const [, host, port] = /^([^:]+):(\d{1,5})$/.exec(env.CLAMD) ?? []
  if (!host || Number(port) > 65535) throw new Error('CLAMD must be host:port or the path of a socket')
  return { at: { host, port: Number(port) }, required }
}

function urlOf(name: string, v: string | undefined): string {
  if (v && !/^https?:\/\//.test(v)) throw new Error(`${name} must be an address like http://tsa.example.org/tsr`)
  return v ?? ''
}

/** The bucket for files, named whole or not at all. */
function bucketOf(env: Readonly<Record<string, string | undefined>>): S3Place | undefined {
  const [endpoint = '', bucket = '', accessKey = '', secretKey = ''] = [env.S3_ENDPOINT, env.S3_BUCKET, env.S3_ACCESS_KEY, env.S3_SECRET_KEY]
  const given = [endpoint, bucket, accessKey, secretKey].filter(Boolean).length
  if (given === 0) return undefined
  if (given < 4) throw new Error('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY are set together or not at all')
  if (!URL.canParse(endpoint)) throw new Error('S3_ENDPOINT must be an address like https://s3.example.org')
  return { endpoint, region: env.S3_REGION || 'us-east-1', bucket, accessKey, secretKey, inPath: onOff('S3_BUCKET_IN_PATH', env.S3_BUCKET_IN_PATH, true) }
}

/** The service that signs, named whole or not at all. */
function signProviderOf(env: Readonly<Record<string, string | undefined>>): ProviderSettings | undefined {
  const [url = '', appId = '', secret = ''] = [env.SIGN_PROVIDER_URL, env.SIGN_PROVIDER_APP_ID, env.SIGN_PROVIDER_SECRET]
  const given = [url, appId, secret].filter(Boolean).length
  if (given === 0) return undefined
  if (given < 3) throw new Error('SIGN_PROVIDER_URL, SIGN_PROVIDER_APP_ID and SIGN_PROVIDER_SECRET are set together or not at all')
  if (!URL.canParse(url)) throw new Error('SIGN_PROVIDER_URL must be an address like https://sign.example.org')
  return { url, appId, secret }
}

/** Where Tesseract is, which reads scans: only where its path is set. */
function ocrOf({ TESSERACT }: Readonly<Record<string, string | undefined>>): string | undefined {
  if (!TESSERACT || TESSERACT === 'off') return undefined
  if (!existsSync(TESSERACT)) throw new Error('TESSERACT must be the path of the program tesseract, or off')
  return TESSERACT
}
/** Where LibreOffice is: at the path that is set, else where PATH finds its soffice. */
function officeOf({ SOFFICE, PATH }: Readonly<Record<string, string | undefined>>): string | undefined {
  if (SOFFICE === 'off') return undefined
  if (SOFFICE && !existsSync(SOFFICE)) throw new Error("SOFFICE must be the path of LibreOffice's program soffice, or off")
  return (
    SOFFICE ||
    PATH?.split(delimiter)
      .map((folder) => join(folder, 'soffice'))
      .find((file) => existsSync(file))
  )
}

/** The kinds of alerts that go out, out of a comma list. */
function alertKindsOf(v: string | undefined): string[] {
  const list = (v ?? '').split(',').filter(Boolean)
  if (list.some((k) => !Object.hasOwn(ALERTS, k))) throw new Error(`ALERT_KINDS must be a comma list of ${Object.keys(ALERTS).join(', ')}`)
  return list
}

/** Whether the start is one that changes what the servers of a database share. */
function renewedBy(v: string | undefined): boolean {
  if (v && v !== 'renew') throw new Error('INSTALLATION must be renew or empty')
  return v === 'renew'
}

/** Reads the settings from the environment; a wrong one stops the start with its name. The list stands in .env.example. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const production = env.NODE_ENV === 'production'
  const port = Number(env.PORT || 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error('PORT must be a number from 0 to 65535')
  const dataDir = env.DATA_DIR || './data'
  const demo = onOff('DEMO', env.DEMO, !production)
  if (production && demo) throw new Error('DEMO must be off in production')
  const captcha = onOff('CAPTCHA', env.CAPTCHA, true)
  if (production && !captcha) throw new Error('CAPTCHA must be on in production')
  const pageCheck = onOff('PAGE_CHECK', env.PAGE_CHECK, true)
  if (production && !pageCheck) throw new Error('PAGE_CHECK must be on in production')
  const databaseUrl = env.DATABASE_URL ?? ''
  if (production && /:(postgres|password|123456)@/.test(databaseUrl)) throw new Error('DATABASE_URL has a known default password')
  return {
    production,
    port,
    host: env.HOST || '127.0.0.1',
    databaseUrl,
    dataDir: isAbsolute(dataDir) ? dataDir : join(ROOT, dataDir),
    migrationCopy: onOff('MIGRATION_COPY', env.MIGRATION_COPY, true),
    backup: {
      folder: env.BACKUP_DIR ? resolve(ROOT, env.BACKUP_DIR) : join(isAbsolute(dataDir) ? dataDir : join(ROOT, dataDir), 'backups'),
      passphrase: env.BACKUP_PASSPHRASE ?? '',
      programs: env.PG_BIN ?? '',
      scheduled: onOff('BACKUP', env.BACKUP, true),
    },
    s3: bucketOf(env),
    scanner: scannerOf(env),
    demo,
    demoPassword: env.DEMO_PASSWORD ?? '',
    captcha,
    pageCheck,
    sm2KeyFile: env.SM2_KEY_FILE ?? '',
    publicUrl: env.PUBLIC_URL ?? '',
    signProvider: signProviderOf(env),
    timeStampUrl: urlOf('TIME_STAMP_URL', env.TIME_STAMP_URL),
    office: officeOf(env),
    ocr: ocrOf(env),
    described: onOff('OPENAPI_PUBLIC', env.OPENAPI_PUBLIC, false),
    encryption: onOff('INTERFACE_ENCRYPTION', env.INTERFACE_ENCRYPTION, false),
    baseMap: { url: env.BASE_MAP_URL ?? '', layer: env.BASE_MAP_LAYER ?? '', attribution: env.BASE_MAP_ATTRIBUTION ?? '' },
    site: {
      dataSources: onOff('DATA_SOURCES', env.DATA_SOURCES, !production),
      outboundAllow: (env.OUTBOUND_ALLOW ?? (production ? '' : '127.0.0.1,localhost')).split(',').filter(Boolean),
      sealKeyFile: env.SEAL_KEY_FILE ?? '',
      auditHeadsCopy: env.AUDIT_HEADS_COPY ?? '',
    },
    shell: {
      deployment: env.DEPLOYMENT ?? '',
      switchMode: onOff('SWITCH_MODE', env.SWITCH_MODE, false),
      callbacks: originsOf(env.CALLBACK_ALLOW),
      silentCodes: codesOf(env.SILENT_CODES),
      manualDir: resolve(ROOT, env.MANUAL_DIR || 'platform/shell/manual'),
    },
    trustedProxies: proxiesOf(env.TRUSTED_PROXIES),
    shedAfterMs: wholeOf('SHED_AFTER_MS', env.SHED_AFTER_MS, 1500, 3_600_000),
    diskReserveMb: wholeOf('DISK_RESERVE_MB', env.DISK_RESERVE_MB, 300, 1_000_000),
    renewed: renewedBy(env.INSTALLATION),
    callLog: onOff('CALL_LOG', env.CALL_LOG, production),
    alerts: { robotUrl: urlOf('ALERT_ROBOT_URL', env.ALERT_ROBOT_URL), kinds: alertKindsOf(env.ALERT_KINDS) },
    metricsToken: env.METRICS_TOKEN ?? '',
    limits: onOff('RATE_LIMITS', env.RATE_LIMITS, true) ? { login: 30, citizens: 30, partners: 30, signers: 30, write: 600, read: 3000 } : undefined,
  }
}
