import type { JobKind } from '../../kit/server/jobs.server.ts'
import type { Route, Slice } from '../../kit/server/route.server.ts'
import { slice as business } from '../../slices/business/routes.server.ts'
import { filesSlice } from '../../slices/files/files.server.ts'
import type { Storage } from '../../slices/files/storage.server.ts'
import { hjbJobs } from '../../slices/hjb/jobs.server.ts'
import { hjbSlice } from '../../slices/hjb/hjb.server.ts'
import { slice as home } from '../../slices/home/home.server.ts'
import { slice as land } from '../../slices/land/land.server.ts'
import { slice as map } from '../../slices/map/map.server.ts'
import { slice as print } from '../../slices/print/print.server.ts'
import { slice as process } from '../../slices/process/routes.server.ts'
import { slice as publicity } from '../../slices/publicity/routes.server.ts'
import { slice as registry } from '../../slices/registry/registry.server.ts'
import { sessionSlice, type SessionSettings } from '../../slices/session/session.server.ts'
import { signingJobs } from '../../slices/signing/job.server.ts'
import { signingSlice } from '../../slices/signing/signing.server.ts'
import { slice as system } from '../../slices/system/system.server.ts'

export interface Parts {
  session: SessionSettings
  storage: Storage
  dataDir: string
}

/** The list of slices: the one place that names them all. */
export function compose(p: Parts): { slices: Slice[]; routes: Route[]; jobs: JobKind[] } {
  const slices = [
    sessionSlice(p.session),
    system,
    filesSlice(p.storage),
    land,
    registry,
    map,
    home,
    hjbSlice({ dataDir: p.dataDir }),
    process,
    business,
    publicity,
    print,
    signingSlice({ dataDir: p.dataDir, storage: p.storage }),
  ]
  return {
    slices,
    routes: slices.flatMap((s) => s.routes),
    jobs: [...hjbJobs({ dataDir: p.dataDir }), ...signingJobs({ dataDir: p.dataDir, storage: p.storage })],
  }
}
