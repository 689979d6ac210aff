import { problem } from '../../kit/model/problem.ts'

/** What is refused about restrictions and circulation contracts. */
export const restrictionProblems = {
  samePerson: problem(409, 'second-person', () => ({
    zh: '录入或修改该事项的人员不能复核，请由其他人员复核',
    en: 'The person who entered or changed it cannot confirm it: another person must',
  })),
  noPaper: problem(400, 'no-document', () => ({ zh: '请先上传证明文件', en: 'Upload the document first' })),
  noObject: problem<{ code: string }>(404, 'object-not-found', (d) => ({
    zh: `限制对象【${d.code}】不存在或不是现势`,
    en: `There is no current object ${d.code}`,
  })),
  noBook: problem<{ code: string }>(409, 'mortgage-no-book', (d) => ({
    zh: `【${d.code}】不在现行登记簿中：抵押只能登记在现行登记簿（经营权证）或其中的承包合同、地块上`,
    en: `${d.code} is in no current book: a mortgage is entered on a current book (certificate, contract) or on a parcel of one`,
  })),
  askedTwice: problem<{ paperNo: string; code: string; proposer: string; day: string }>(409, 'restriction-asked', (d) => ({
    zh: `文书【${d.paperNo}】登记在【${d.code}】上的申请已由${d.proposer}于${d.day}提交，请等待复核`,
    en: `${d.proposer} asked on ${d.day} that document ${d.paperNo} be entered on ${d.code}: wait for the second person`,
  })),
  byContract: problem(400, 'by-contract', () => ({ zh: '流转请在流转合同中登记', en: 'A circulation is entered as a circulation contract' })),
  notOwn: problem(403, 'not-own-request', () => ({ zh: '只能由录入人撤回', en: 'Only the person who entered it can withdraw it' })),
  asked: problem<{ ref: string }>(409, 'end-asked', (d) => ({
    zh: `限制【${d.ref}】已申请解除，请等待复核`,
    en: `The end of restriction ${d.ref} has already been requested`,
  })),
  parcels: problem<{ codes: string }>(400, 'lzht-parcels', (d) => ({
    zh: `地块【${d.codes}】不在该承包合同中`,
    en: `Parcels that the contract does not have: ${d.codes}`,
  })),
  paperFixed: problem(409, 'document-fixed', () => ({ zh: '事项已复核，证明文件不能再更改', en: 'It is confirmed: its documents can no longer be changed' })),
}
