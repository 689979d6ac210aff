import type { Slice } from '../../kit/server/route.server.ts'
import { contract_draft, contract_scan } from '../definitions/contract-draft.ts'
import { draftRoutes, type LocksOf } from './draft.server.ts'
import { exportRoute, renewedRoutes } from './export.server.ts'
import { scanRoutes, type ScanParts } from './scans.server.ts'
import { serialsRoute } from './serials.server.ts'

/** What is done with contracts beside reading them: made outside, scanned, numbered, exported. */
export const contractsSlice = (p: ScanParts & { locks: LocksOf }): Slice => ({
  name: 'contracts',
  resources: [contract_draft, contract_scan],
  routes: [...draftRoutes(p.locks), ...scanRoutes(p), serialsRoute, exportRoute, ...renewedRoutes],
})
