import type { JobKind } from '../../kit/server/jobs.server.ts'
import type { Route, Slice } from '../../kit/server/route.server.ts'
import { filesSlice } from '../../slices/files/files.server.ts'
import type { Storage } from '../../slices/files/storage.server.ts'
import { slice as home } from '../../slices/home/home.server.ts'
import { slice as land } from '../../slices/land/land.server.ts'
import { slice as map } from '../../slices/map/map.server.ts'
import { slice as registry } from '../../slices/registry/registry.server.ts'
import { sessionSlice, type SessionSettings } from '../../slices/session/session.server.ts'
import { slice as system } from '../../slices/system/system.server.ts'

export interface Parts { session: SessionSettings; storage: Storage; dataDir: string }

/** The list of slices: the one place that names them all. */
export function compose(p: Parts): { slices: Slice[]; routes: Route[]; jobs: JobKind[] } {
  const slices = [sessionSlice(p.session), system, filesSlice(p.storage), land, registry, map, home]
  return { slices, routes: slices.flatMap((s) => s.routes), jobs: [] }
}
