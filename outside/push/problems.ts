import { problem } from '../../kit/model/problem.ts'

/** What is refused about notices of the registry. */
export const noticeProblems = {
  twice: problem(409, 'notice-twice', () => ({ zh: '该消息编号已用于另一通知', en: 'This message id belongs to another notice' })),
  noObject: problem(400, 'notice-object', () => ({
    zh: '通知应写明登记簿、地块、承包方编码或业务编号',
    en: 'A notice names a book, a parcel, a contractor or a case',
  })),
  noCase: problem<{ code: string }>(404, 'notice-case', (d) => ({ zh: `没有已推送的业务【${d.code}】`, en: `No case ${d.code} was pushed` })),
  written: problem(409, 'notice-written', () => ({
    zh: '通知已写入登记簿，不能撤销：应由登记机构发来解除或更正通知',
    en: 'The notice is written to the register and cannot be taken back: the registry ends or corrects it by another notice',
  })),
  elsewhere: problem<{ ref: string }>(409, 'notice-elsewhere', (d) => ({
    zh: `编号【${d.ref}】的限制不在通知所写的登记簿、地块或承包方所在村`,
    en: `The restriction ${d.ref} does not lie in the village of the book, parcel or contractor that the notice names`,
  })),
  nothing: problem(409, 'notice-nothing', () => ({ zh: '没有可写入的登记结果', en: 'Nothing of it can be written' })),
}
