import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What a publicity refuses beside the catalogue of business-flows.md 14. */
export const publicityProblems = {
  decided: problem(409, 'objection-decided', () => ({
    zh: '异议已处理完毕，其材料已存档，只能补充答复文书',
    en: 'The objection is decided and its papers are kept; only its written answer may be added',
  })),
  incomplete: problem<Text>(400, 'posting-incomplete', (d) => ({ zh: `公示内容不完整：${d.zh}`, en: `What is to be posted is incomplete: ${d.en}` })),
}
