import { openOutbound, type Outbound } from '../../../runtime/outbound.server.ts'
import type { Handler } from '../../../runtime/outbox.server.ts'
import type { JobKind } from '../../../runtime/jobs.server.ts'
import type { Routine } from '../../../runtime/maintenance.server.ts'
import { signHeadWith, type SignHead } from '../../../runtime/audit-signature.server.ts'
import { openSealer, type Sealer } from '../../../runtime/seal.server.ts'
import type { DatabaseHandle } from '../../../kit/server/db.server.ts'
import type { Slice } from '../../../kit/server/route.server.ts'
import type { Registry } from '../../../business/cases/handling/handling.server.ts'
import type { ProviderSettings } from '../../../signing/remote/provider.server.ts'
import type { BaseMapSetting } from '../../../land/map/map.server.ts'
import type { SessionSettings } from '../../../platform/session/session.server.ts'
import type { ShellSettings } from '../../../platform/shell/shell.server.ts'
import type { BackupParts } from '../../../services/backup/backup.server.ts'
import { openAsker } from '../../../services/gis/asker.server.ts'
import type { AskParts } from '../../../services/gis/proxy.server.ts'
import { digestIn } from '../../../services/files/digest.server.ts'
import type { NamesOf } from '../../../services/inbox/names.server.ts'
import type { CalendarSource } from '../../../services/calendar/calendar.server.ts'
import type { LiveSource } from '../../../runtime/live.server.ts'
import type { AlertSettings } from '../../../services/operations/alert-out.server.ts'
import type { Scan } from '../../../services/files/intake/scan.server.ts'
import { openBuckets, type Buckets } from '../../../services/files/storage/buckets.server.ts'
import type { Storage } from '../../../services/files/storage/storage.server.ts'
import { registryOf } from '../handlings.server.ts'

export interface ServerParts {
  session: SessionSettings
  /** the deployment's own storage */
  storage: Storage
  /** whether strangers may read the description of the calls, too */
  described?: boolean
  /** where tenants' configurations of storage are kept; without it, of tools, all lies in the deployment's own */
  db?: DatabaseHandle
  log?(e: unknown): void
  baseMap: BaseMapSetting
  /** the service outside that signs contracts by phone; without it the product does */
  signProvider?: ProviderSettings | undefined
  /** LibreOffice, which makes PDFs of contract templates of one's own; undefined = there is none */
  office?: string | undefined
  /** path of Tesseract; scans are not read without it */
  ocr?: string | undefined
  /** the clock of calls that are signed */
  now?: () => Date
  dataDir: string
  /** what the operator allows; by default as in development */
  site?: SiteSettings
  /** looks through files that come in pieces, once they are whole */
  scan?: Scan | undefined
  /** what the frame around the pages tells of the place; by default an unnamed deployment without callbacks and manual */
  shell?: ShellSettings
  /** whether the pages of scanned contracts are read; by default they are */
  checkPages?: boolean
  /** address of a time stamping authority; none by default */
  timeStampUrl?: string
  /** where alerts go besides the screen; nowhere of tools */
  alerts?: AlertSettings
  /** where backups go and how they are made; none of tools */
  backup?: Omit<BackupParts, 'db'>
}
export interface SiteSettings {
  dataSources: boolean
  /** hosts of the site's own network that may be called */
  outboundAllow: readonly string[]
  /** where the master key lies; empty = in the data folder */
  sealKeyFile: string
  /** second place of the signed heads of the audit chain; '' = none */
  auditHeadsCopy?: string
}

/** What one floor brings into the application. */
export interface FloorParts {
  slices: Slice[]
  jobs?: JobKind[]
  routines?: Routine[]
  handlers?: Handler[]
  /** names of what messages are about, by definition */
  names?: Readonly<Record<string, NamesOf>>
  /** what open pages are told as soon as it changes */
  live?: LiveSource[]
  /** days that a person has */
  calendar?: CalendarSource[]
}
/** What is opened once and used on several floors. */
export interface SharedServices {
  parts: ServerParts
  site: SiteSettings
  sealer: Sealer
  signHead: SignHead
  heads: { dataDir: string; copy: string; sign: SignHead }
  /** how messages and calls go out */
  sms: { sealer: Sealer; outbound: Outbound }
  buckets: Buckets | undefined
  /** how services of other offices are asked */
  gis: AskParts
  storage: Storage
  registry: Registry
}

/** Opens what several floors use. */
export function openMeans(p: ServerParts): SharedServices {
  const site = p.site ?? { dataSources: true, outboundAllow: ['127.0.0.1', 'localhost'], sealKeyFile: '' }
  const sealer = openSealer(p.dataDir, site.sealKeyFile || undefined)
  const signHead = signHeadWith(sealer)
  const sms = { sealer, outbound: openOutbound(site.outboundAllow) }
  const buckets = p.db && openBuckets(p.db, p.storage, { ...sms, log: p.log ?? console.error })
  const storage = buckets?.storage ?? p.storage
  return {
    parts: p,
    site,
    sealer,
    signHead,
    heads: { dataDir: p.dataDir, copy: site.auditHeadsCopy ?? '', sign: signHead },
    sms,
    gis: { sealer, asker: openAsker(sms.outbound, p.now) },
    buckets,
    storage,
    registry: registryOf({ digestOf: digestIn(storage), sealer }),
  }
}
