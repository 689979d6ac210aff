import { businessExport } from '../../../business/cases/handling/export.server.ts'
import { extensionExport } from '../../../business/extension/households/export.server.ts'
import { extensionImports } from '../../../business/extension/households/import.server.ts'
import { filesOfSigning } from '../../../signing/contract/kept-files.server.ts'
import { contractExport } from '../../../signing/contracts/contract-files.server.ts'
import { builtIns } from '../../../business/types/processes.server.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import type { Slice } from '../../../kit/server/route.server.ts'
import { landImports } from '../../../land/cbf/import.server.ts'
import { certificateExport } from '../../../land/cbjyqz/desk.server.ts'
import { registryExports } from '../../../land/djb/registry.server.ts'
import { exportForms } from '../../../land/paper/export-forms.server.ts'
import { pushLogExport } from '../../../outside/push/push-log.server.ts'
import { packageExport } from '../../../packages/export/target.server.ts'
import { idempotencyCleanup } from '../../../runtime/idempotency.server.ts'
import { pruneRoutine } from '../../../runtime/jobs-control.server.ts'
import type { JobKind } from '../../../runtime/jobs.server.ts'
import { databaseRoutine, type Routine } from '../../../runtime/maintenance.server.ts'
import { backupSlice, lastBackup } from '../../../services/backup/backup.server.ts'
import { calendarSlice, type CalendarSource } from '../../../services/calendar/calendar.server.ts'
import { cameraSlice } from '../../../services/camera/camera.server.ts'
import { developSlice } from '../../../services/develop/develop.server.ts'
import { exportsSlice } from '../../../services/exchange/exports/exports.server.ts'
import type { ExportForm } from '../../../services/exchange/exports/targets.server.ts'
import { importsSlice } from '../../../services/exchange/imports/imports.server.ts'
import { reportSlice } from '../../../services/exchange/reports/report.server.ts'
import { expimpSlice } from '../../../services/exchange/schemes/expimp.server.ts'
import { uploadCleanup } from '../../../services/files/cleanup.server.ts'
import { filesSlice } from '../../../services/files/files.server.ts'
import type { Frozen } from '../../../services/files/owners.server.ts'
import { filesOfPictures } from '../../../services/gis/pictures.server.ts'
import { gisSlice } from '../../../services/gis/slice.server.ts'
import { ossSlice } from '../../../services/files/storage/oss.server.ts'
import { bellSource, inboxCleanup, inboxSlice } from '../../../services/inbox/inbox.server.ts'
import { accountMessages } from '../../../services/inbox/accounts.server.ts'
import { outsideMessages } from '../../../services/inbox/outside.server.ts'
import { jobNames } from '../../../services/inbox/jobs.server.ts'
import type { NamesOf } from '../../../services/inbox/names.server.ts'
import { noticeNames, noticeRoutine, slice as notice } from '../../../services/notice/notice.server.ts'
import { checkpointsRoutine } from '../../../services/operations/checkpoints.server.ts'
import { logRetention } from '../../../services/operations/retention.server.ts'
import { alertHandler } from '../../../services/operations/alert-out.server.ts'
import { operationsSlice } from '../../../services/operations/routes.server.ts'
import type { RunningParts } from '../../../services/operations/running.server.ts'
import { securityWatch } from '../../../services/operations/watch.server.ts'
import { processSlice } from '../../../services/process/routes.server.ts'
import type { FloorParts, SharedServices } from './means.server.ts'

/** What the floors above hand to the services. */
export interface ServiceParts {
  /** jobs of all other floors */
  jobs: readonly JobKind[]
  /** and their routines */
  routines: readonly Routine[]
  filed: readonly AnyResource[]
  frozen: Frozen
  /** how a contract is typeset */
  contractForm: ExportForm
  /** of what messages are about */
  names: Readonly<Record<string, NamesOf>>
  /** days that a person has */
  calendar: readonly CalendarSource[]
}

/**
 * Files, processes, exports, imports and the operation of it all, put at the end of `slices`: what is exported and imported may be any definition that stands
 * before.
 */
export function servicesParts(
  { parts: p, site, sealer, sms, gis, heads, buckets, storage }: SharedServices,
  slices: Slice[],
  h: ServiceParts,
): Omit<FloorParts, 'slices'> {
  const { dataDir } = p
  const known = () => slices.flatMap((s) => s.resources)
  slices.push(
    inboxSlice({ ...h.names, notice: noticeNames, job: jobNames }),
    notice,
    calendarSlice(h.calendar, p.session.publicUrl ?? ''),
    ossSlice({ ...sms, refresh: async () => buckets?.refresh() }),
    filesSlice({ storage, dataDir, sealer, owners: h.filed, frozen: h.frozen, scan: p.scan }),
    cameraSlice(),
    gisSlice({ ...sms, ...gis, storage, dataDir }),
    processSlice(builtIns),
  )
  slices.push(expimpSlice(known), reportSlice(known), developSlice({ known, on: site.dataSources, ...sms }))
  const targets = [businessExport, ...registryExports, certificateExport, pushLogExport, contractExport, extensionExport, packageExport(dataDir)]
  const exports = exportsSlice({ dataDir, known, targets, forms: { ...exportForms, contract: h.contractForm } })
  slices.push(exports.slice)
  const imports = importsSlice({
    dataDir,
    known,
    routes: () => slices.flatMap((s) => s.routes),
    writing: { ...landImports, own: { ...landImports.own, ...extensionImports } },
  })
  slices.push(imports.slice)
  const backup = backupSlice(p.backup && p.db && { ...p.backup, db: p.db, now: p.now })
  slices.push(backup.slice)
  const routines: Routine[] = [
    inboxCleanup,
    outsideMessages(sms),
    accountMessages,
    noticeRoutine,
    checkpointsRoutine(heads),
    logRetention,
    securityWatch(dataDir),
    pruneRoutine,
    idempotencyCleanup,
    uploadCleanup({ dataDir, storage, named: async (tx, names) => [...(await filesOfSigning(tx, names)), ...(await filesOfPictures(tx, names))] }),
    exports.routine,
    imports.routine,
    databaseRoutine,
    ...backup.routines,
  ]
  const jobs = [exports.job, ...imports.jobs, backup.job]
  const running: RunningParts = { db: p.db, dataDir, routines: [...h.routines, ...routines], lastBackup: () => lastBackup(p.backup) }
  slices.push(operationsSlice({ kinds: [...h.jobs, ...jobs], heads, resources: known(), running }))
  return { jobs, live: [bellSource], routines, handlers: [alertHandler(p.alerts ?? { robotUrl: '', kinds: [] }, sms.outbound)] }
}
