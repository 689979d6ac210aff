import { REQUEST, restriction_request } from '../../../land/restriction/request.ts'
import { extensionTheme } from '../../../business/extension/households/theme.server.ts'
import { openLocks } from '../../../business/cases/handling/locks.server.ts'
import { reassigned } from '../../../business/cases/survey-file.server.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { cbht, djb } from '../../../land/definitions/cbht.ts'
import { contract_draft, contract_scan } from '../../../land/definitions/contract-draft.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { lzht } from '../../../land/definitions/lzht.ts'
import { collectingSlice } from '../../../land/cbf/collecting.server.ts'
import { slice as tagSlice, tagBatch } from '../../../land/cbf/tags.server.ts'
import { contractsSlice } from '../../../land/cbht/routes.server.ts'
import { scansJob } from '../../../land/cbht/scans-job.server.ts'
import { certificateSlice } from '../../../land/cbjyqz/desk.server.ts'
import { correction } from '../../../land/correction/correction.ts'
import { correctionSlice } from '../../../land/correction/correction.server.ts'
import { slice as registrySlice } from '../../../land/djb/registry.server.ts'
import { uploadSlice } from '../../../land/dk/upload.server.ts'
import { batchListOf, type BatchList } from '../../../platform/list/batch.server.ts'
import { fbf_plan } from '../../../land/fbf/plan.ts'
import { layerSlice } from '../../../land/map/layers.server.ts'
import { LAND_LAYERS } from '../../../land/map/layers/own-layers.server.ts'
import { findingLayer } from '../../../views/watch/layer.server.ts'
import { mapSlice } from '../../../land/map/map.server.ts'
import { paperFault } from '../../../land/paper/pages/paper-fault.server.ts'
import { printsRoutine } from '../../../land/prints/routine.server.ts'
import { printRoom } from '../../../land/prints/routes.server.ts'
import { printSlice } from '../../../land/paper/print.server.ts'
import { slice as registerForms } from '../../../land/paper/register-forms.server.ts'
import { FREE_FIELDS } from '../../../land/register/acts/free.ts'
import { freezeJob, freezeRoutine, verifyJob } from '../../../land/register/content/jobs.server.ts'
import { requireOpenPapers } from '../../../land/restriction/papers.server.ts'
import { restrictionRoutine, restrictionSlice } from '../../../land/restriction/restriction.server.ts'
import { readSurvey } from '../../../packages/package/survey.server.ts'
import type { Frozen } from '../../../services/files/owners.server.ts'
import { slice as land } from '../lists/land.server.ts'
import type { FloorParts, SharedServices } from './means.server.ts'

/** What colours parcels on the map that is known above them. */
const THEME_SOURCES = { extension: extensionTheme }
/** What files of this floor hang on. */
export const LAND_FILED: readonly AnyResource[] = [cbf, contract_draft, contract_scan, correction, cbht, djb, dk, fbf, fbf_plan, lzht, restriction_request]
/** Lists of this floor whose rows may be changed together: by the columns that stay free of what is registered, and households by their tags. */
export const LAND_BATCHES: readonly BatchList[] = [...[cbf, dk, fbf].map((r) => batchListOf(land.routes, r, FREE_FIELDS[r.name]!)), tagBatch(land.routes)]
/** What files of this floor are evidence of, and so stay as they are. */
export const requireLandFree: Frozen = (ctx, at) =>
  requireOpenPapers(ctx, at, [
    [correction, REQUEST.open],
    [fbf_plan, REQUEST.open],
  ])

/** The register and what is entered, drawn and printed of it. */
export function landParts({ parts: p, storage, registry, gis }: SharedServices, frozen: Frozen): FloorParts {
  const scans = { dataDir: p.dataDir, storage, frozen, faultOf: p.checkPages === false ? undefined : paperFault }
  const room = printRoom({ dataDir: p.dataDir, storage })
  return {
    slices: [
      land,
      collectingSlice({ storage, frozen }),
      tagSlice,
      uploadSlice(readSurvey, (ctx, id, outlines) => reassigned(registry, ctx, id, outlines)),
      registrySlice,
      certificateSlice,
      contractsSlice({ ...scans, locks: openLocks }),
      restrictionSlice,
      correctionSlice,
      mapSlice(p.baseMap, THEME_SOURCES),
      layerSlice({ ...gis, storage, dataDir: p.dataDir, sources: THEME_SOURCES, own: [findingLayer, ...LAND_LAYERS] }),
      printSlice(storage),
      room.slice,
      registerForms,
    ],
    jobs: [freezeJob, verifyJob, scansJob(scans), room.job],
    routines: [freezeRoutine, restrictionRoutine, printsRoutine({ prints: room.prints, dataDir: p.dataDir })],
  }
}
