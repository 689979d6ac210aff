import { problem } from '../../kit/model/problem.ts'

/** What is refused about the repair of heads. */
export const headProblems = {
  narrower: problem(400, 'heads-region', () => ({
    zh: '户主修复请选择县级或以下的行政区划',
    en: 'Household head repair: choose a county or a region below it',
  })),
  one: problem<{ code: string }>(409, 'heads-one', (d) => ({
    zh: `承包方【${d.code}】已有且只有一位户主，无需修复，请刷新`,
    en: `Contractor ${d.code} has exactly one head: nothing is to be repaired. Reload`,
  })),
}
