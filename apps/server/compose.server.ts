import { join } from 'node:path'
import { pruneRoutine } from '../../runtime/jobs-control.server.ts'
import type { JobKind } from '../../runtime/jobs.server.ts'
import { idempotencyCleanup } from '../../runtime/idempotency.server.ts'
import { databaseRoutine, type Routine } from '../../runtime/maintenance.server.ts'
import type { Handler } from '../../runtime/outbox.server.ts'
import { openOutbound } from '../../runtime/outbound.server.ts'
import { clock } from '../../kit/server/clock.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import type { Route, Slice } from '../../kit/server/route.server.ts'
import { openSealer, type Sealer } from '../../runtime/seal.server.ts'
import { business, business_input, contract_file } from '../../business/cases/business.ts'
import { batchJob } from '../../business/cases/batch.server.ts'
import { commit } from '../../business/cases/commit.server.ts'
import { requireNoEvidence } from '../../business/cases/evidence.server.ts'
import { openLocks } from '../../business/cases/locks.server.ts'
import { casesSlice } from '../../business/cases/routes.server.ts'
import { developSlice } from '../../services/develop/develop.server.ts'
import { expimpSlice } from '../../services/exchange/schemes/expimp.server.ts'
import { exportsSlice } from '../../services/exchange/exports/exports.server.ts'
import { uploadCleanup } from '../../services/files/cleanup.server.ts'
import { cameraSlice } from '../../services/camera/camera.server.ts'
import { digestIn } from '../../services/files/digest.server.ts'
import type { Scan } from '../../services/files/intake/scan.server.ts'
import { filesSlice } from '../../services/files/files.server.ts'
import type { Frozen } from '../../services/files/owners.server.ts'
import { openBuckets, type Buckets } from '../../services/files/storage/buckets.server.ts'
import { ossSlice } from '../../services/files/storage/oss.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { packageCleanup } from '../../packages/hjb/cleanup.server.ts'
import { hjbJobs } from '../../packages/hjb/jobs.server.ts'
import { hjbSlice } from '../../packages/hjb/hjb.server.ts'
import { figuresRoutine } from '../../views/home/figures.server.ts'
import { watchJob, watchRoutine } from '../../views/watch/job.server.ts'
import { watchSlice } from '../../views/watch/routes.server.ts'
import { slice as home } from '../../views/home/home.server.ts'
import { slice as land } from './lists/land.server.ts'
import { importsSlice } from '../../services/exchange/imports/imports.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbht, djb } from '../../land/definitions/cbht.ts'
import { contract_draft, contract_scan } from '../../land/definitions/contract-draft.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { fbf_plan } from '../../land/fbf/plan.ts'
import { lzht } from '../../land/definitions/lzht.ts'
import { mapSlice, type BaseMapSetting } from '../../land/map/map.server.ts'
import { slice as notice } from '../../services/notice/notice.server.ts'
import { signHeadWith, type SignHead } from '../../runtime/audit-signature.server.ts'
import { checkpointsRoutine } from '../../services/operations/checkpoints.server.ts'
import { pushHandler } from '../../outside/push/push.server.ts'
import { securityWatch } from '../../services/operations/watch.server.ts'
import { logRetention } from '../../services/operations/retention.server.ts'
import { operationsSlice } from '../../services/operations/routes.server.ts'
import { printSlice } from '../../land/paper/print.server.ts'
import { slice as registerForms } from '../../land/paper/register-forms.server.ts'
import { builtIns } from '../../business/types/processes.server.ts'
import { processSlice } from '../../services/process/routes.server.ts'
import { handOver, openWork } from '../../services/process/handover.server.ts'
import { readSurvey } from '../../packages/package/survey.server.ts'
import { uploadSlice } from '../../land/dk/upload.server.ts'
import { reassigned, surveySlice } from '../../business/cases/survey-file.server.ts'
import { papersSlice } from '../../business/papers/routes.server.ts'
import { requireOpenObjection } from '../../business/publicity/files.server.ts'
import { objection } from '../../business/publicity/publicity.ts'
import { publicityRoutine } from '../../business/publicity/daily.server.ts'
import { publicitySlice } from '../../business/publicity/routes.server.ts'
import { appraisalSlice } from '../../outside/open/appraisal.server.ts'
import { pushConfigSlice } from '../../outside/push/config.server.ts'
import { certificateExport, certificateSlice } from '../../land/cbjyqz/desk.server.ts'
import { registryExports, slice as registrySlice } from '../../land/djb/registry.server.ts'
import { contractsSlice } from '../../land/cbht/routes.server.ts'
import { paperFault } from '../../land/paper/pages/paper-fault.server.ts'
import { scansJob } from '../../land/cbht/scans-job.server.ts'
import { freezeJob, freezeRoutine, verifyJob } from '../../land/register/jobs.server.ts'
import { correction } from '../../land/correction/correction.ts'
import { correctionSlice } from '../../land/correction/correction.server.ts'
import { REQUEST, restriction_request } from '../../land/restriction/request.ts'
import { requireOpenPapers } from '../../land/restriction/papers.server.ts'
import { restrictionRoutine, restrictionSlice } from '../../land/restriction/restriction.server.ts'
import { collectingSlice } from '../../land/cbf/collecting.server.ts'
import { slice as tagSlice } from '../../land/cbf/tags.server.ts'
import { landImports } from '../../land/cbf/import.server.ts'
import { exportForms } from '../../land/paper/export-forms.server.ts'
import { pushLogExport } from '../../outside/push/push-log.server.ts'
import { businessExport } from '../../business/cases/export.server.ts'
import { reportSlice } from '../../services/exchange/reports/report.server.ts'
import { sessionCleanup } from '../../platform/session/cleanup.server.ts'
import { sessionSlice, type SessionSettings } from '../../platform/session/session.server.ts'
import { deadlineRoutine } from '../../business/signing/acts/deadline.server.ts'
import { contractExport, contractForm } from '../../business/signing/contracts/contract-files.server.ts'
import { formerJob } from '../../business/signing/onsite/former.server.ts'
import { filesOfSigning } from '../../business/signing/contract/kept-files.server.ts'
import { outsideRoutine } from '../../business/signing/remote/outside.server.ts'
import { httpSignProvider, type ProviderSettings } from '../../business/signing/remote/provider.server.ts'
import { remoteJobs } from '../../business/signing/remote/job.server.ts'
import { officeConverter } from '../../business/signing/templates/converter.server.ts'
import { stampBy } from '../../business/signing/pades/timestamp.server.ts'
import { signingSlice } from '../../business/signing/signing.server.ts'
import { unsignedRoutes } from '../../business/signing/contracts/unsigned.server.ts'
import { shellSlice, type ShellSettings } from '../../platform/shell/shell.server.ts'
import { registryOf } from './handlings.server.ts'
import { ssoGrants, ssoSlice, ssoSteps } from '../../platform/sso/sso.server.ts'
import { smsJob } from '../../platform/messages/send.server.ts'
import { smsSlice } from '../../platform/messages/sms.server.ts'
import { configurationSlice, peopleSlice, systemSlice } from './lists/platform.server.ts'
import { productRoutes } from './routes.server.ts'

export interface Parts {
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

/** What files hang on. */
const FILED = [
  business,
  business_input,
  cbf,
  contract_draft,
  contract_file,
  contract_scan,
  correction,
  cbht,
  djb,
  dk,
  fbf,
  fbf_plan,
  lzht,
  objection,
  restriction_request,
]
/** What files are evidence of, and so stay as they are. */
const requireFree: Frozen = async (ctx, at) => {
  await requireNoEvidence(ctx, at)
  await requireOpenPapers(ctx, at, [
    [correction, REQUEST.open],
    [fbf_plan, REQUEST.open],
  ])
  await requireOpenObjection(ctx, at)
}

/** The list of slices: the one place that names them all. */
export function compose(p: Parts): {
  slices: Slice[]
  routes: Route[]
  jobs: JobKind[]
  routines: Routine[]
  handlers: Handler[]
  sealer: Sealer
  signHead: SignHead
  buckets?: Buckets
} {
  const site = p.site ?? { dataSources: true, outboundAllow: ['127.0.0.1', 'localhost'], sealKeyFile: '' }
  const sealer = openSealer(p.dataDir, site.sealKeyFile || undefined)
  const signHead = signHeadWith(sealer)
  const heads = { dataDir: p.dataDir, copy: site.auditHeadsCopy ?? '', sign: signHead }
  const sms = { sealer, outbound: openOutbound(site.outboundAllow) }
  const stamp = p.timeStampUrl ? stampBy(p.timeStampUrl, sms.outbound) : undefined
  const buckets = p.db && openBuckets(p.db, p.storage, { ...sms, log: p.log ?? console.error })
  const storage = buckets?.storage ?? p.storage
  const registry = registryOf({ digestOf: digestIn(storage), sealer })
  const links = { sms, publicUrl: p.session.publicUrl ?? '', outside: !!p.signProvider }
  const provider = p.signProvider && httpSignProvider(p.signProvider, sms.outbound, p.now ?? clock)
  const converter = p.office ? officeConverter(p.office, join(p.dataDir, 'office')) : undefined
  const sso = { ...sms, publicUrl: p.session.publicUrl ?? '', system: p.shell?.deployment ?? '' }
  const scans = { dataDir: p.dataDir, storage, frozen: requireFree, faultOf: p.checkPages === false ? undefined : paperFault }
  const jobs = [
    ...hjbJobs({ dataDir: p.dataDir, locks: openLocks }),
    formerJob,
    ...remoteJobs({ storage, converter, types: registry, links, provider }),
    batchJob(registry),
    smsJob(sms),
    freezeJob,
    verifyJob,
    watchJob(storage),
    scansJob(scans),
  ]
  const slices: Slice[] = [
    sessionSlice({ ...p.session, ...sms, switchMode: p.shell?.switchMode ?? false, grants: ssoGrants(sso), steps: ssoSteps(sso) }),
    ssoSlice(sealer),
    peopleSlice(p.session, { open: openWork, handOver }),
    systemSlice,
    configurationSlice({ ...sms, dataSources: site.dataSources, resources: () => slices.flatMap((s) => s.resources) }),
    notice,
    smsSlice(sms),
    ossSlice({ ...sms, refresh: async () => buckets?.refresh() }),
    pushConfigSlice(sealer, sms.outbound),
    appraisalSlice(sealer),
    filesSlice({ storage, dataDir: p.dataDir, sealer, owners: FILED, frozen: requireFree, scan: p.scan }),
    cameraSlice(),
    land,
    collectingSlice({ storage, frozen: requireFree }),
    tagSlice,
    uploadSlice(readSurvey, (ctx, id, outlines) => reassigned(registry, ctx, id, outlines)),
    registrySlice,
    certificateSlice,
    contractsSlice({ ...scans, locks: openLocks }),
    restrictionSlice,
    correctionSlice,
    mapSlice(p.baseMap),
    home,
    watchSlice,
    hjbSlice({ dataDir: p.dataDir, locks: openLocks }),
    processSlice(builtIns),
    casesSlice(registry, FILED),
    surveySlice(registry, { file: (name) => storage.read(name), survey: readSurvey }),
    papersSlice(registry),
    publicitySlice(registry, (ctx, input) => commit(registry, ctx, input)),
    printSlice(storage),
    registerForms,
    signingSlice({ dataDir: p.dataDir, storage, converter, types: registry, ...links, provider, stamp, checkPages: p.checkPages ?? true }),
    { name: 'unsigned', resources: [], routes: unsignedRoutes(sms) },
    shellSlice(p.shell ?? { deployment: '', switchMode: false, callbacks: [], silentCodes: [], manualDir: '' }),
  ]
  const known = () => slices.flatMap((s) => s.resources)
  slices.push(expimpSlice(known), reportSlice(known), developSlice({ known, on: site.dataSources, ...sms }))
  const exports = exportsSlice({
    dataDir: p.dataDir,
    known,
    targets: [businessExport, ...registryExports, certificateExport, pushLogExport, contractExport],
    forms: { ...exportForms, contract: contractForm(registry, { storage, converter }) },
  })
  slices.push(exports.slice)
  const imports = importsSlice({ dataDir: p.dataDir, known, routes: () => slices.flatMap((s) => s.routes), writing: landImports })
  slices.push(imports.slice)
  jobs.push(exports.job, ...imports.jobs)
  slices.push(operationsSlice({ kinds: jobs, heads, resources: slices.flatMap((s) => s.resources) }))
  const routes: Route[] = [...productRoutes(() => routes, { described: p.described ?? false }), ...slices.flatMap((s) => s.routes)]
  return {
    slices,
    routes,
    jobs,
    routines: [
      publicityRoutine(registry),
      sessionCleanup,
      checkpointsRoutine(heads),
      logRetention,
      securityWatch,
      pruneRoutine,
      idempotencyCleanup,
      uploadCleanup({ dataDir: p.dataDir, storage, named: filesOfSigning }),
      packageCleanup({ dataDir: p.dataDir }),
      exports.routine,
      imports.routine,
      databaseRoutine,
      figuresRoutine,
      freezeRoutine,
      restrictionRoutine,
      watchRoutine,
      deadlineRoutine,
      ...(provider ? [outsideRoutine({ provider, storage })] : []),
    ],
    handlers: [pushHandler(sms)],
    sealer,
    signHead,
    ...(buckets ? { buckets } : {}),
  }
}
