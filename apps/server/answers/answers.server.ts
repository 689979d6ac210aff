import type { Answers } from '../answer-schemas.server.ts'
import { landAnswers } from './land.server.ts'
import { platformAnswers } from './platform.server.ts'
import { servicesAnswers } from './services.server.ts'
import { viewsAnswers } from './views.server.ts'

/**
 * What calls answer that do not say so at their route: rows of definitions, and data that no definition describes, by method and path. Tests compare them
 * with the answers that they hear.
 */
export const ANSWERS: Answers = { ...platformAnswers, ...servicesAnswers, ...landAnswers, ...viewsAnswers }
