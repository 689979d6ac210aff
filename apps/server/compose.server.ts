import type { JobKind } from '../../runtime/jobs.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import type { Handler } from '../../runtime/outbox.server.ts'
import type { SignHead } from '../../runtime/audit-signature.server.ts'
import { LiveHub } from '../../runtime/live.server.ts'
import { liveSlice } from '../../platform/shell/live.server.ts'
import { stillOpen } from '../../platform/session/live-sessions.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import type { Route, Slice } from '../../kit/server/route.server.ts'
import { withTotals } from '../../platform/list/totals.server.ts'
import type { Buckets } from '../../services/files/storage/buckets.server.ts'
import type { Frozen } from '../../services/files/owners.server.ts'
import { verifyAt } from '../../services/typeset/verify-link.server.ts'
import { BUSINESS_FILED, businessParts, requireBusinessFree } from './compose/business.server.ts'
import { LAND_BATCHES, LAND_FILED, landParts, requireLandFree } from './compose/land.server.ts'
import { openMeans, type ServerParts } from './compose/means.server.ts'
import { outsideParts } from './compose/outside.server.ts'
import { PACKAGES_FILED, packagesParts } from './compose/packages.server.ts'
import { platformParts } from './compose/platform.server.ts'
import { servicesParts } from './compose/services.server.ts'
import { viewsParts } from './compose/views.server.ts'
import { productRoutes } from './routes.server.ts'

/** Slices that the generator made for this installation (services/develop). */
const OWN: Slice[] = []
/** What files hang on. */
const FILED = [...BUSINESS_FILED, ...LAND_FILED, ...PACKAGES_FILED]
/** What files are evidence of, and so stay as they are. */
const requireFree: Frozen = async (ctx, at) => {
  await requireBusinessFree(ctx, at)
  await requireLandFree(ctx, at)
}

/** The application: what each floor brings (compose/), the services last, since they are handed what the others have. */
export function compose(p: ServerParts): {
  slices: Slice[]
  routes: Route[]
  jobs: JobKind[]
  routines: Routine[]
  handlers: Handler[]
  sealer: Sealer
  signHead: SignHead
  live: LiveHub
  buckets?: Buckets
} {
  const means = openMeans(p)
  verifyAt(p.session.publicUrl ?? '')
  const slices: Slice[] = []
  const known = () => slices.flatMap((s) => s.resources)
  const business = businessParts(means, FILED)
  const floors = [
    platformParts(means, known, () => LAND_BATCHES),
    landParts(means, requireFree),
    packagesParts(means),
    business,
    outsideParts(means),
    viewsParts(means),
  ]
  slices.push(...floors.flatMap((f) => f.slices.map(withTotals)), ...OWN)
  const services = servicesParts(means, slices, {
    jobs: floors.flatMap((f) => f.jobs ?? []),
    routines: floors.flatMap((f) => f.routines ?? []),
    filed: FILED,
    frozen: requireFree,
    contractForm: business.contractForm,
    names: Object.assign({}, ...floors.map((f) => f.names ?? {})),
    calendar: floors.flatMap((f) => f.calendar ?? []),
  })
  const all = [...floors, services]
  const live = new LiveHub(
    all.flatMap((f) => f.live ?? []),
    stillOpen,
  )
  slices.push(liveSlice(live))
  const routes: Route[] = [...productRoutes(() => routes, { described: p.described ?? false }), ...slices.flatMap((s) => s.routes)]
  return {
    slices,
    routes,
    jobs: all.flatMap((f) => f.jobs ?? []),
    routines: all.flatMap((f) => f.routines ?? []),
    handlers: all.flatMap((f) => f.handlers ?? []),
    sealer: means.sealer,
    signHead: means.signHead,
    live,
    ...(means.buckets ? { buckets: means.buckets } : {}),
  }
}
