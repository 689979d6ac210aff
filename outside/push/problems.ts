import type { Text } from '../../kit/model/lang.ts'
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
  elsewhere: problem<{ ref: string; at: string; code: string }>(409, 'notice-elsewhere', (d) => ({
    zh: `编号【${d.ref}】的限制登记在【${d.at}】上，不在通知所写的【${d.code}】上：请与登记机构核实`,
    en: `The restriction ${d.ref} lies on ${d.at}, not on ${d.code} as the notice says: ask the registry`,
  })),
  nothing: problem(409, 'notice-nothing', () => ({ zh: '没有可写入的登记结果', en: 'Nothing of it can be written' })),
  noBusiness: problem(409, 'notice-no-case', () => ({
    zh: '退回通知没有写明业务编号：请与登记机构核实退回的是哪一笔业务后处置',
    en: 'The notice does not say which case was sent back: ask the registry, then dispose of the notice',
  })),
  placeless: problem<{ parts: Text }>(409, 'notice-part', (d) => ({
    zh: `通知中的${d.parts.zh}无处可写：请核实后决定是否写入其余内容`,
    en: `Nothing can take ${d.parts.en}: check the notice, then decide whether the rest of it is written`,
  })),
  otherNumber: problem<{ part: Text; told: string; known: Text }>(409, 'notice-number', (d) => ({
    zh: `通知所写的${d.part.zh}“${d.told}”与本系统记载的${d.known.zh}不一致：请核实后决定是否写入`,
    en: `The notice says ${d.part.en} "${d.told}", here it is ${d.known.en}: check it, then decide whether the notice is written`,
  })),
  number: problem<{ words: Text }>(409, 'notice-number-wrong', (d) => ({ zh: d.words.zh, en: d.words.en })),
  noPaper: problem<{ code: string }>(409, 'notice-no-certificate', (d) => ({
    zh: `登记簿【${d.code}】没有有效的经营权证，不动产权证号无处可写`,
    en: `Book ${d.code} has no certificate in force: nothing can take the number`,
  })),
  others: problem<{ ref: string; by: Text }>(409, 'notice-others', (d) => ({
    zh: `文书【${d.ref}】的限制由${d.by.zh}登记：请核实后决定是否按本通知解除`,
    en: `The restriction by document ${d.ref} was entered by ${d.by.en}: check it, then decide whether this notice ends it`,
  })),
  noRestriction: problem<{ ref: string; code: string }>(409, 'notice-no-restriction', (d) => ({
    zh: `【${d.code}】上没有编号【${d.ref}】的现行限制`,
    en: `No restriction ${d.ref} stands on ${d.code}`,
  })),
  ended: problem<{ ref: string; day: string }>(409, 'notice-ended', (d) => ({
    zh: `编号【${d.ref}】的限制已于${d.day}解除：同一编号不再登记，重新设立的应使用新编号`,
    en: `The restriction ${d.ref} ended on ${d.day}: a number is not entered again, what is set anew has a number of its own`,
  })),
  endedBefore: problem<{ ref: string; day: string }>(409, 'notice-ended-before', (d) => ({
    zh: `该限制已于${d.day}解除（编号【${d.ref}】），无需再次解除`,
    en: `This restriction ended on ${d.day} already (number ${d.ref}): nothing is left to end`,
  })),
  used: problem<{ ref: string }>(409, 'notice-used', (d) => ({
    zh: `编号【${d.ref}】已用于另一项限制`,
    en: `The number ${d.ref} belongs to another restriction`,
  })),
}
