import type { Slice } from '../../../kit/server/route.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { routes as cbfRoutes } from '../../../land/cbf/cbf.server.ts'
import { headRoutes } from '../../../land/cbf/heads.server.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { dk, dk_jz, jzd, jzx } from '../../../land/definitions/dk.ts'
import { routes as dkRoutes } from '../../../land/dk/dk.server.ts'
import { collectiveRoutes } from '../../../land/dk/collective.server.ts'
import { effectRoutes } from '../../../land/dk/effects.server.ts'
import { lineageRoutes } from '../../../land/dk/lineage.server.ts'
import { shapefileRoutes } from '../../../land/dk/shapefile.server.ts'
import { shareRoutes } from '../../../land/dk/shares.server.ts'
import { markRoutes } from '../../../land/dk/marks.server.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { routes as fbfRoutes } from '../../../land/fbf/fbf.server.ts'
import { makingResources } from '../../../land/fbf/making-plan.ts'
import { fbf_plan } from '../../../land/fbf/plan.ts'
import { registerResources } from '../../../land/register/acts/tables.ts'

export const slice: Slice = {
  name: 'land',
  resources: [fbf, fbf_plan, ...makingResources, cbf, jtcy, dk, jzd, jzx, dk_jz, ...registerResources],
  routes: [
    ...fbfRoutes,
    ...cbfRoutes,
    ...headRoutes,
    ...dkRoutes,
    ...markRoutes,
    ...effectRoutes,
    ...lineageRoutes,
    ...collectiveRoutes,
    ...shapefileRoutes,
    ...shareRoutes,
  ],
}
