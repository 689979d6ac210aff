import { problem } from '../../kit/model/problem.ts'

/** What the account of electronic signatures refuses beside E3001. */
export const balanceProblems = {
  notFree: problem<{ free: number }>(409, 'sign-not-free', (d) => ({
    zh: `只能收回尚未使用的次数，当前剩余${d.free}次`,
    en: `Only unused signatures can be taken back: ${d.free} left`,
  })),
  ofItsRegion: problem(400, 'sign-account-region', () => ({ zh: '账户的行政区划不能修改', en: 'The region of an account cannot be changed' })),
}
