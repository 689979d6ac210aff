import { join } from 'node:path'
import { clock } from '../../../kit/server/clock.server.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import { file_group } from '../../../business/archives/archive.ts'
import { archiveHandler, archiveJobs } from '../../../business/archives/jobs.server.ts'
import { archiveRoutine } from '../../../business/archives/nightly.server.ts'
import { tesseract } from '../../../business/archives/recognise.server.ts'
import { textRoutine } from '../../../business/archives/texts.server.ts'
import { archivesSlice } from '../../../business/archives/routes.server.ts'
import { absenceRoutine } from '../../../business/cases/office/absence.server.ts'
import { batchJob } from '../../../business/cases/batch.server.ts'
import { business, business_input, contract_file } from '../../../business/cases/definitions/business.ts'
import { commit } from '../../../business/cases/commit.server.ts'
import { requireNoEvidence } from '../../../business/cases/handling/evidence.server.ts'
import { casesSlice } from '../../../business/cases/routes.server.ts'
import { surveySlice } from '../../../business/cases/survey-file.server.ts'
import { issuersSlice, requireOpenPlan } from '../../../business/extension/issuers/issuers.server.ts'
import { plansSlice } from '../../../business/extension/plans/routes.server.ts'
import { planSubject } from '../../../business/extension/plans/subject.server.ts'
import { field_item } from '../../../business/extension/field/field.ts'
import { fieldSlice } from '../../../business/extension/field/routes.server.ts'
import { extensionSlice } from '../../../business/extension/households/routes.server.ts'
import { papersSlice } from '../../../business/papers/routes.server.ts'
import { caseDays } from '../../../business/cases/rules/days.server.ts'
import { postingDays } from '../../../business/publicity/days.server.ts'
import { partiesHandler } from '../../../business/cases/people/parties-told.server.ts'
import { postingHandler } from '../../../business/publicity/parties.server.ts'
import { publicityRoutine } from '../../../business/publicity/daily.server.ts'
import { requireOpenObjection } from '../../../business/publicity/files.server.ts'
import { caseNames, dueRoutine } from '../../../business/cases/handling/told.server.ts'
import { objection, publicity } from '../../../business/publicity/publicity.ts'
import { namesFrom } from '../../../services/inbox/names.server.ts'
import { publicitySlice } from '../../../business/publicity/routes.server.ts'
import { caseSubject } from '../../../business/publicity/subjects.server.ts'
import { dateReminders } from '../../../signing/acts/reminders.server.ts'
import { deadlineRoutine } from '../../../signing/acts/deadline.server.ts'
import { contractForm } from '../../../signing/contracts/contract-files.server.ts'
import { unsignedRoutes } from '../../../signing/contracts/unsigned.server.ts'
import { formerJob } from '../../../signing/onsite/former.server.ts'
import { stampBy } from '../../../services/pades/timestamp.server.ts'
import { remoteJobs } from '../../../signing/remote/job.server.ts'
import { outsideRoutine } from '../../../signing/remote/outside.server.ts'
import { httpSignProvider } from '../../../signing/remote/provider.server.ts'
import { signingSlice } from '../../../signing/signing.server.ts'
import { officeConverter } from '../../../signing/templates/converter.server.ts'
import { requireFreeDays } from '../../../outside/citizens/hours.server.ts'
import { making_plan } from '../../../land/fbf/making-plan.ts'
import { readSurvey } from '../../../packages/package/survey.server.ts'
import type { ExportForm } from '../../../services/exchange/exports/targets.server.ts'
import type { Frozen } from '../../../services/files/owners.server.ts'
import type { FloorParts, SharedServices } from './means.server.ts'

/** What files of this floor hang on. */
export const BUSINESS_FILED: readonly AnyResource[] = [business, business_input, contract_file, objection, file_group, making_plan, field_item]
/** What files of this floor are evidence of, and so stay as they are. */
export const requireBusinessFree: Frozen = async (ctx, at) => {
  await requireNoEvidence(ctx, at)
  await requireOpenObjection(ctx, at)
  await requireOpenPlan(ctx, at)
}

/** Acceptance, publicity, papers and signing. `filed`: all that files hang on. */
export function businessParts({ parts: p, storage, registry, sms }: SharedServices, filed: readonly AnyResource[]): FloorParts & { contractForm: ExportForm } {
  const stamp = p.timeStampUrl ? stampBy(p.timeStampUrl, sms.outbound) : undefined
  const links = { sms, publicUrl: p.session.publicUrl ?? '', outside: !!p.signProvider }
  const provider = p.signProvider && httpSignProvider(p.signProvider, sms.outbound, p.now ?? clock)
  const converter = p.office ? officeConverter(p.office, join(p.dataDir, 'office')) : undefined
  const subjects = [caseSubject(registry, (ctx, input) => commit(registry, ctx, input)), planSubject]
  return {
    slices: [
      casesSlice(registry, filed, requireFreeDays),
      surveySlice(registry, { file: (name) => storage.read(name), survey: readSurvey }),
      papersSlice(registry),
      publicitySlice(registry, subjects),
      signingSlice({ dataDir: p.dataDir, storage, converter, types: registry, ...links, provider, stamp, checkPages: p.checkPages ?? true }),
      plansSlice,
      issuersSlice,
      archivesSlice({ of: registry, storage }),
      extensionSlice(registry),
      fieldSlice(requireBusinessFree),
      { name: 'unsigned', resources: [], routes: unsignedRoutes(sms) },
    ],
    jobs: [formerJob, ...remoteJobs({ storage, converter, types: registry, links, provider }), batchJob(registry), ...archiveJobs({ of: registry, storage })],
    handlers: [archiveHandler, partiesHandler(sms), postingHandler(links)],
    names: { business: caseNames, publicity: namesFrom(publicity, 'title') },
    calendar: [caseDays, postingDays],
    routines: [
      dueRoutine,
      absenceRoutine,
      publicityRoutine(subjects),
      deadlineRoutine,
      dateReminders(links),
      archiveRoutine(storage),
      textRoutine(storage, p.ocr ? tesseract(p.ocr) : undefined),
      ...(provider ? [outsideRoutine({ provider, storage })] : []),
    ],
    contractForm: contractForm(registry, { storage, converter }),
  }
}
