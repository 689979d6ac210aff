import { problem } from '../../kit/model/problem.ts'

/** Why something cannot be printed. */
export const printProblems = {
  tooMany: problem<{ max: number }>(400, 'print-too-many', (d) => ({ zh: `一次最多打印${d.max}份`, en: `At most ${d.max} at a time` })),
  /** The bytes of a signed contract are others than those that were signed. */
  otherFile: problem(409, 'signed-file-changed', () => ({
    zh: '已签合同的文件与签署时的摘要不一致，不予显示和打印',
    en: 'The file of the signed contract is not the one that was signed: it is neither shown nor printed',
  })),
  noPart: problem<{ part: string }>(400, 'print-no-part', (d) => ({
    zh: `没有【${d.part}】这一部分，可选：全部（all）、变更页（changes）`,
    en: `Part ${d.part} does not exist: use all or changes`,
  })),
  noForm: problem<{ form: string }>(400, 'print-no-form', (d) => ({ zh: `没有【${d.form}】这种表单`, en: `There is no form ${d.form}` })),
  nothing: problem(400, 'print-nothing', () => ({ zh: '没有可打印的数据', en: 'There is nothing to print' })),
}
