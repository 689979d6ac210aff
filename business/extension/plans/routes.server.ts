import type { Slice } from '../../../kit/server/route.server.ts'
import { alternativeRoutes } from './alternatives.server.ts'
import { planPaperRoutes } from './papers.server.ts'
import { makingPlanRoutes } from './plans.server.ts'
import { stepRoutes } from './steps.server.ts'

/** Plans of extension. Their tables stand below, where renewals read them too. */
export const plansSlice: Slice = { name: 'plans', resources: [], routes: [...makingPlanRoutes, ...alternativeRoutes, ...planPaperRoutes, ...stepRoutes] }
