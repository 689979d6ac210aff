import type { AnyResource } from '../../../kit/model/resource.ts'
import { listBatchJob, batchSlice, type BatchList } from '../../../platform/list/batch.server.ts'
import { viewSlice } from '../../../platform/list/view.server.ts'
import { smsJob } from '../../../platform/messages/deliver.server.ts'
import { dueMessages } from '../../../platform/messages/due.server.ts'
import { smsSlice } from '../../../platform/messages/sms.server.ts'
import { sessionCleanup } from '../../../platform/session/cleanup.server.ts'
import { sessionSlice } from '../../../platform/session/session.server.ts'
import { draftRoutine } from '../../../platform/shell/form-drafts.server.ts'
import { presenceSource } from '../../../platform/shell/presence.server.ts'
import { shellSlice } from '../../../platform/shell/shell.server.ts'
import { ssoGrants, ssoSlice, ssoSteps } from '../../../platform/sso/sso.server.ts'
import { handOver, openWork } from '../../../services/process/handover.server.ts'
import { configurationSlice, peopleSlice, systemSlice } from '../lists/platform.server.ts'
import product from '../../../package.json' with { type: 'json' }
import type { FloorParts, SharedServices } from './means.server.ts'

/** People, sessions, settings, messages and the frame around the pages. `known`: every definition of the application; `batches`: lists whose rows may be changed together. */
export function platformParts({ parts: p, site, sealer, sms }: SharedServices, known: () => AnyResource[], batches: () => readonly BatchList[]): FloorParts {
  const sso = { ...sms, publicUrl: p.session.publicUrl ?? '', system: p.shell?.deployment ?? '' }
  return {
    slices: [
      sessionSlice({ ...p.session, ...sms, switchMode: p.shell?.switchMode ?? false, grants: ssoGrants(sso), steps: ssoSteps(sso) }),
      ssoSlice(sealer),
      peopleSlice(p.session, { open: openWork, handOver }),
      systemSlice,
      configurationSlice({ ...sms, dataSources: site.dataSources, resources: known }),
      smsSlice(sms),
      viewSlice,
      batchSlice(batches),
      shellSlice(p.shell ?? { deployment: '', switchMode: false, callbacks: [], silentCodes: [], manualDir: '' }, { version: product.version, sealer, known }),
    ],
    jobs: [smsJob(sms), listBatchJob(batches)],
    routines: [sessionCleanup, draftRoutine, dueMessages(sms)],
    live: [presenceSource],
  }
}
