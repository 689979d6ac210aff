import { figuresRoutine } from '../../../views/home/figures.server.ts'
import { boardsSlice } from '../../../views/boards/boards.server.ts'
import { progressSlice } from '../../../views/extension/routes.server.ts'
import { figuresSlice } from '../../../views/figures/figures.server.ts'
import { populationRoutine } from '../../../views/figures/population.server.ts'
import { slice as home } from '../../../views/home/home.server.ts'
import { largeSlice } from '../../../views/large/large.server.ts'
import { mailingsSlice } from '../../../views/mailings/mailings.server.ts'
import { figureMailRoutine } from '../../../views/mailings/send.server.ts'
import { watchJob, watchRoutine } from '../../../views/watch/job.server.ts'
import { watchSlice } from '../../../views/watch/routes.server.ts'
import type { FloorParts, SharedServices } from './means.server.ts'

/** Figures and what breaks a rule. */
export const viewsParts = ({ storage, sms }: SharedServices): FloorParts => ({
  slices: [home, figuresSlice, progressSlice, largeSlice, watchSlice, boardsSlice, mailingsSlice],
  jobs: [watchJob(storage)],
  routines: [figuresRoutine, populationRoutine, watchRoutine, figureMailRoutine(sms)],
})
