import { problem } from '../../kit/model/problem.ts'

/** What signing refuses beside the catalogue of business-flows.md 14. */
export const signingProblems = {
  tooMany: problem<{ most: number }>(400, 'too-many-previewed', (d) => ({
    zh: `一次最多预览${d.most}份合同`,
    en: `At most ${d.most} contracts are previewed at once`,
  })),
  /** I27: the bytes served are the bytes signed. */
  changed: problem(409, 'sign-file-changed', () => ({ zh: '签署文件与签署时的摘要不一致，不能下载', en: 'The file is not the one that was signed' })),
}
