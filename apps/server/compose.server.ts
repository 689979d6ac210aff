import { pruneRoutine } from '../../kit/server/jobs-control.server.ts'
import type { JobKind } from '../../kit/server/jobs.server.ts'
import { databaseRoutine, type Routine } from '../../kit/server/maintenance.server.ts'
import type { Handler } from '../../kit/server/outbox.server.ts'
import { openOutbound } from '../../kit/server/outbound.server.ts'
import type { Route, Slice } from '../../kit/server/route.server.ts'
import { openSealer, type Sealer } from '../../kit/server/seal.server.ts'
import { slice as business } from '../../slices/business/routes.server.ts'
import { developSlice } from '../../slices/develop/develop.server.ts'
import { expimpSlice } from '../../slices/expimp/expimp.server.ts'
import { exportsSlice } from '../../slices/exports/exports.server.ts'
import { uploadCleanup } from '../../slices/files/cleanup.server.ts'
import { cameraSlice } from '../../slices/camera/camera.server.ts'
import type { Scan } from '../../slices/files/scan.server.ts'
import { filesSlice } from '../../slices/files/files.server.ts'
import { ossSlice } from '../../slices/files/oss.server.ts'
import type { Storage } from '../../slices/files/storage.server.ts'
import { packageCleanup } from '../../slices/hjb/cleanup.server.ts'
import { hjbJobs } from '../../slices/hjb/jobs.server.ts'
import { hjbSlice } from '../../slices/hjb/hjb.server.ts'
import { slice as home } from '../../slices/home/home.server.ts'
import { slice as land } from '../../slices/land/land.server.ts'
import { importsSlice } from '../../slices/imports/imports.server.ts'
import { mapSlice, type BaseMapSetting } from '../../slices/map/map.server.ts'
import { slice as notice } from '../../slices/notice/notice.server.ts'
import { headsRoutine } from '../../slices/operations/heads.server.ts'
import { pushHandler } from '../../slices/operations/push.server.ts'
import { logRetention } from '../../slices/operations/retention.server.ts'
import { operationsSlice } from '../../slices/operations/routes.server.ts'
import { slice as print } from '../../slices/print/print.server.ts'
import { slice as process } from '../../slices/process/routes.server.ts'
import { publicityRoutine } from '../../slices/publicity/daily.server.ts'
import { slice as publicity } from '../../slices/publicity/routes.server.ts'
import { pushConfigSlice } from '../../slices/push/config.server.ts'
import { slice as registry } from '../../slices/registry/registry.server.ts'
import { reportSlice } from '../../slices/report/report.server.ts'
import { sessionCleanup } from '../../slices/session/cleanup.server.ts'
import { sessionSlice, type SessionSettings } from '../../slices/session/session.server.ts'
import { signingJobs } from '../../slices/signing/job.server.ts'
import { signingSlice } from '../../slices/signing/signing.server.ts'
import { shellSlice, type ShellSettings } from '../../slices/shell/shell.server.ts'
import { peopleSlice } from '../../slices/system/people.server.ts'
import { ssoGrants, ssoSlice, ssoSteps } from '../../slices/sso/sso.server.ts'
import { smsJob } from '../../slices/sms/send.server.ts'
import { smsSlice } from '../../slices/sms/sms.server.ts'
import { configurationSlice } from '../../slices/system/configuration.server.ts'
import { slice as system } from '../../slices/system/system.server.ts'

export interface Parts {
  session: SessionSettings
  storage: Storage
  baseMap: BaseMapSetting
  dataDir: string
  /** what the operator allows; by default as in development */
  site?: SiteSettings
  /** looks through files that come in pieces, once they are whole */
  scan?: Scan | undefined
  /** what the frame around the pages tells of the place; by default an unnamed deployment without callbacks and manual */
  shell?: ShellSettings
}
export interface SiteSettings {
  dataSources: boolean
  /** hosts of the site's own network that may be called */
  outboundAllow: readonly string[]
  /** where the master key lies; empty = in the data folder */
  sealKeyFile: string
}

/** The list of slices: the one place that names them all. */
export function compose(p: Parts): { slices: Slice[]; routes: Route[]; jobs: JobKind[]; routines: Routine[]; handlers: Handler[]; sealer: Sealer } {
  const site = p.site ?? { dataSources: true, outboundAllow: ['127.0.0.1', 'localhost'], sealKeyFile: '' }
  const sealer = openSealer(p.dataDir, site.sealKeyFile || undefined)
  const sms = { sealer, outbound: openOutbound(site.outboundAllow) }
  const sso = { ...sms, publicUrl: p.session.publicUrl ?? '', system: p.shell?.deployment ?? '' }
  const jobs = [...hjbJobs({ dataDir: p.dataDir }), ...signingJobs({ dataDir: p.dataDir, storage: p.storage }), smsJob(sms)]
  const slices: Slice[] = [
    sessionSlice({ ...p.session, ...sms, switchMode: p.shell?.switchMode ?? false, grants: ssoGrants(sso), steps: ssoSteps(sso) }),
    ssoSlice(sealer),
    peopleSlice(p.session),
    system,
    configurationSlice({ sealer, dataSources: site.dataSources, resources: () => slices.flatMap((s) => s.resources) }),
    notice,
    smsSlice(sms),
    ossSlice(sealer),
    pushConfigSlice(sealer),
    filesSlice({ storage: p.storage, dataDir: p.dataDir, sealer, scan: p.scan }),
    cameraSlice(),
    land,
    registry,
    mapSlice(p.baseMap),
    home,
    hjbSlice({ dataDir: p.dataDir }),
    process,
    business,
    publicity,
    print,
    signingSlice({ dataDir: p.dataDir, storage: p.storage }),
    shellSlice(p.shell ?? { deployment: '', switchMode: false, callbacks: [], silentCodes: [], manualDir: '' }),
  ]
  const known = () => slices.flatMap((s) => s.resources)
  slices.push(expimpSlice(known), reportSlice(known), developSlice(known, site.dataSources))
  const exports = exportsSlice({ dataDir: p.dataDir, known })
  slices.push(exports.slice)
  const imports = importsSlice({ dataDir: p.dataDir, known, routes: () => slices.flatMap((s) => s.routes) })
  slices.push(imports.slice)
  jobs.push(exports.job, ...imports.jobs)
  slices.push(operationsSlice({ kinds: jobs, dataDir: p.dataDir, resources: slices.flatMap((s) => s.resources) }))
  return {
    slices,
    routes: slices.flatMap((s) => s.routes),
    jobs,
    routines: [
      publicityRoutine,
      sessionCleanup,
      headsRoutine({ dataDir: p.dataDir }),
      logRetention,
      pruneRoutine,
      uploadCleanup({ dataDir: p.dataDir, storage: p.storage }),
      packageCleanup({ dataDir: p.dataDir }),
      exports.routine,
      imports.routine,
      databaseRoutine,
    ],
    handlers: [pushHandler(sms)],
    sealer,
  }
}
