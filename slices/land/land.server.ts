import type { Slice } from '../../kit/server/route.server.ts'
import { cbf } from './cbf/cbf.ts'
import { routes as cbfRoutes } from './cbf/cbf.server.ts'
import { jtcy } from './cbf/jtcy.ts'
import { dk, dk_jz, jzd, jzx } from './dk/dk.ts'
import { routes as dkRoutes } from './dk/dk.server.ts'
import { fbf } from './fbf/fbf.ts'
import { routes as fbfRoutes } from './fbf/fbf.server.ts'

export const slice: Slice = { name: 'land', resources: [fbf, cbf, jtcy, dk, jzd, jzx, dk_jz], routes: [...fbfRoutes, ...cbfRoutes, ...dkRoutes] }
