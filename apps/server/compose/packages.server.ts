import { openLocks } from '../../../business/cases/locks.server.ts'
import { packageCleanup } from '../../../packages/hjb/cleanup.server.ts'
import { hjbSlice } from '../../../packages/hjb/hjb.server.ts'
import { hjbJobs } from '../../../packages/hjb/jobs.server.ts'
import type { FloorParts, SharedServices } from './means.server.ts'

/** National packages, read and written. */
export function packagesParts({ parts: { dataDir } }: SharedServices): FloorParts {
  return { slices: [hjbSlice({ dataDir, locks: openLocks })], jobs: hjbJobs({ dataDir, locks: openLocks }), routines: [packageCleanup({ dataDir })] }
}
