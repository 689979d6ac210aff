import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What is refused about corrections. */
export const correctionProblems = {
  noObject: problem<{ code: string }>(404, 'object-not-found', (d) => ({
    zh: `勘误对象【${d.code}】不存在或不是现势`,
    en: `There is no current object ${d.code}`,
  })),
  free: problem<{ code: string }>(409, 'correction-free', (d) => ({
    zh: `【${d.code}】未登记，请直接修改，无需勘误`,
    en: `${d.code} is not registered: change it in its form; no correction is needed`,
  })),
  notHere: problem<{ what: Text }>(400, 'correction-fields', ({ what }) => ({
    zh: `【${what.zh}】不能勘误，请办理相应业务`,
    en: `${what.en}: cannot be corrected here; use the business for it`,
  })),
  nothing: problem(400, 'correction-nothing', () => ({
    zh: '勘误内容与现有内容相同，请填写更正后的内容',
    en: 'Nothing would change: fill in the correct value',
  })),
  samePerson: problem(400, 'correction-same-person', () => ({
    zh: '更正人员须同时更正姓名和证件号码；只有一项有误的，请选择家庭成员或发包方办理勘误',
    en: 'A correction of a person changes name and number together; if only one of them is wrong, correct the member or the issuer',
  })),
  open: problem<{ code: string }>(409, 'correction-open', (d) => ({
    zh: `【${d.code}】已有待复核的勘误，请先复核或撤回`,
    en: `${d.code} has a correction waiting for a second person: decide or withdraw it first`,
  })),
}
