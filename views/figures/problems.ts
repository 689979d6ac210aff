import { problem } from '../../kit/model/problem.ts'
import { landBookWords, populationWords } from './words.ts'

/** What is refused about the book of contracted land. */
export const landBookProblems = {
  narrower: problem(400, 'land-book-region', () => landBookWords.narrower),
  days: problem(400, 'land-book-days', () => ({
    zh: '开始日期应早于结束日期，结束日期不能晚于今天',
    en: 'The first day is before the last one, which is today at the latest',
  })),
  most: problem<{ most: number }>(400, 'land-book-most', ({ most }) => ({
    zh: `变动超过${most}条，请缩小行政区划或缩短日期`,
    en: `More than ${most} changes: choose a smaller region or fewer days`,
  })),
}
/** What is refused about figures of people. */
export const populationProblems = { narrower: problem(400, 'population-region', () => populationWords.narrower) }
