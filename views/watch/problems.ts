import { problem } from '../../kit/model/problem.ts'

/** What may be wrong with what a person asks of the watch. */
export const watchProblems = {
  narrower: problem(400, 'watch-narrower', () => ({ zh: '请选择县或县以下的行政区划', en: 'Please choose a county or a region below it' })),
}
