import { problem } from '../../kit/model/problem.ts'

/** What is refused about the book of contracted land. */
export const landBookProblems = {
  narrower: problem(400, 'land-book-region', () => ({
    zh: '承包地台账请选择县级或以下的行政区划',
    en: 'Book of contracted land: choose a county or a region below it',
  })),
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
export const populationProblems = {
  narrower: problem(400, 'population-region', () => ({
    zh: '人口统计请选择县级或以下的行政区划',
    en: 'Figures of people: choose a county or a region below it',
  })),
}
