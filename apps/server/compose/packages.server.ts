import { openLocks } from '../../../business/cases/handling/locks.server.ts'
import { packageCleanup } from '../../../packages/hjb/cleanup.server.ts'
import { hjbSlice } from '../../../packages/hjb/hjb.server.ts'
import { hjbJobs } from '../../../packages/hjb/jobs.server.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import { hjb } from '../../../packages/package/hjb.ts'
import type { FloorParts, SharedServices } from './means.server.ts'

/** What files of this floor hang on: the report of a finished package. */
export const PACKAGES_FILED: readonly AnyResource[] = [hjb]

/** National packages, read and written. */
export function packagesParts({ parts: { dataDir }, storage }: SharedServices): FloorParts {
  const own = { dataDir, storage, locks: openLocks }
  return { slices: [hjbSlice(own)], jobs: hjbJobs(own), routines: [packageCleanup({ dataDir })] }
}
