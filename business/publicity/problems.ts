import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What a publicity refuses beside the catalogue of business-flows.md 14. */
export const publicityProblems = {
  decided: problem(409, 'objection-decided', () => ({
    zh: '异议已处理完毕，其材料已存档，只能补充答复文书',
    en: 'The objection is decided and its papers cannot be changed; only the written answer may be added',
  })),
  /** the task publicity is passed when what is to be posted is posted, its days are over and it is completed; each says what is still to be done there */
  notPosted: problem(409, 'not-posted', () => ({
    zh: '尚未公示：请在公示环节填写公示日期、天数和地点并保存公示',
    en: 'Nothing is posted yet: in the task publicity, enter first day, days and place and save the publicity',
  })),
  cancelled: problem(409, 'posting-cancelled', () => ({
    zh: '公示已取消：请在公示环节重新填写并保存公示',
    en: 'The publicity was cancelled: enter and save it again in the publicity task',
  })),
  later: problem<{ day: string }>(409, 'posting-later', ({ day }) => ({
    zh: `公示将于${day}开始，期满后在公示环节完成公示`,
    en: `The publicity begins on ${day}; complete it in the task publicity when its days are over`,
  })),
  notCompleted: problem(409, 'posting-not-completed', () => ({
    zh: '公示期已满：请在公示环节点击“完成公示”',
    en: 'The days of the publicity are over: press “Complete” in the task publicity',
  })),
  incomplete: problem<Text>(400, 'posting-incomplete', (d) => ({ zh: `公示内容不完整：${d.zh}`, en: `What is to be posted is incomplete: ${d.en}` })),
}
