import type { Lang, Text } from '../../../kit/model/lang.ts'
import { Problem, problem, type Wrong } from '../../../kit/model/problem.ts'
import catalogue from './errors.json' with { type: 'json' }

/** English beside the catalogue's Chinese words, for the codes this product raises: a code without them cannot be raised. */
const english = {
  E1001: 'Business {businessCode} is running on this object',
  E1002: 'Parcel {dkbm} is mortgaged',
  E1003: 'Parcel {dkbm} has an open objection',
  E1004: 'The book was ended or changed; please reload',
  E1005: 'The term is over',
  E1006: 'Outside your region',
  E1007: 'The issuer is incomplete: {items}',
  E1008: 'The contract area is not that of the book: {n} mu apart',
  E1009: 'The members before and after the split differ',
  E1010: 'The areas before and after the split differ by {n} mu',
  E1011: 'Both parties of an exchange belong to the same issuer',
  E1012: 'The receiver is a member of this collective',
  E1013: 'A household has one household contract only',
  E1014: 'Files are missing: {names}',
  E1015: 'Parcel {dkbm} is already in contract {cbhtbm}',
  E1017: 'The term of the changed contract may not pass that of the one before',
  E1018: 'No parcel would be left: end the contract instead',
  E2001: 'The task is already done',
  E2002: 'Not allowed in this task',
  E2003: 'The publicity is not over; days left: {n}',
  E2004: 'Objections not yet handled: {n}',
  E2005: 'Not all contracts are signed',
  E2006: 'The business is finished and cannot be revoked',
  E3001: 'Not enough electronic signatures are left',
  E3002: 'No signatory is registered for {node}',
  E3003: 'The contract template is not enabled or not valid today',
  E3004: 'This is not the person who is to sign',
  E3005: 'It is too late to sign this contract',
  E4001: 'The push failed: {reason}',
  E4002: 'The case before it has not been pushed',
} satisfies Partial<Record<keyof typeof catalogue.errors, string>>
export type ErrorCode = keyof typeof english

type Details = Record<string, string | number | Text>
const filled = (words: string, d: Details, lang: Lang) =>
  words.replace(/\{(\w+)\}/g, (_, n: string) => {
    const v = d[n] ?? ''
    return typeof v === 'object' ? v[lang] : String(v)
  })

/** A refusal of the catalogue (business-flows.md 14): HTTP 400, `key` the code, `data` the details. */
export const refusal = (code: ErrorCode, details: Details = {}): Problem =>
  new Problem(400, code, { zh: filled(catalogue.errors[code], details, 'zh'), en: filled(english[code], details, 'en') }, details)
/** The same with what is the matter. */
export function refusalWith(code: ErrorCode, more: Text): Problem {
  const { zh, en } = refusal(code).words
  return new Problem(400, code, { zh: `${zh}：${more.zh}`, en: `${en}: ${more.en}` }, {})
}
/** The same told at a place of the form; `more` says what can be done. */
export function refusalAt(field: string, code: ErrorCode, more?: Text, details: Details = {}): Problem {
  const { zh, en } = refusal(code, details).words
  const msg = more ? { zh: `${zh}：${more.zh}`, en: `${en}: ${more.en}` } : { zh, en }
  return new Problem(400, code, msg, { fields: [{ field, msg }] })
}
/** The same refusal, told at these places of the form too. */
export function withFields(p: Problem, fields: readonly Wrong[]): Problem {
  if (fields.length === 0) return p
  const { status, key, words } = p
  return new Problem(status, key, words, { ...(p.details as object), fields })
}
/** What keeps a book from being taken out of a case of many. */
export const takeOutProblems = {
  none: problem(404, 'not-found', () => ({ zh: '业务中没有该登记簿，或其登记已有结果', en: 'The case does not contain this book, or it is no longer open' })),
  last: problem(409, 'last-book', () => ({ zh: '业务中只剩这一户，请撤销业务', en: 'It is the last household of the case: revoke the case' })),
  signed: problem<{ cbhtbm: string }>(409, 'book-signed', (d) => ({
    zh: `合同【${d.cbhtbm}】已签署，只能由管理员在签订环节移出`,
    en: `Contract ${d.cbhtbm} is signed: only an administrator may remove it, while the signing task is open`,
  })),
}
/** A case of which something stands in the register has an effect: what is left of it is taken out, or it is taken back whole once it has ended. */
export const partlyRegistered = problem(409, 'partly-registered', () => ({
  zh: '业务中已有承包户登簿，不能撤销；请将未登簿的承包户移出',
  en: 'Some households of the case are registered: it cannot be revoked; remove those that are not',
}))
/** E1008 at the total (`field`), with every difference that makes it. */
export function areaDiffers(field: string, n: string, each: readonly Wrong[]): Problem {
  const total = refusal('E1008', { n })
  return withFields(total, [{ field, msg: total.words }, ...each])
}
/** E1003 where the objection is against the contractor: the catalogue's words are of parcels. */
export const contractorObjected = problem<{ cbfbm: string; cbfmc: string }>(400, 'E1003', ({ cbfbm, cbfmc }) => ({
  zh: `承包方【${cbfmc} ${cbfbm}】存在异议，请先处理异议`,
  en: `Contractor ${cbfmc} (${cbfbm}) has an open objection`,
}))
/** E1001 at the place where a form names a book: which one and whose, for a form may name several. */
export const bookHeld = ({ businessCode, book, name }: Readonly<Record<'businessCode' | 'book' | 'name', string>>): Text => ({
  zh: `登记簿【${name} ${book}】存在在办业务【${businessCode}】，不能重复受理`,
  en: `Business ${businessCode} is running on book ${book} of ${name}`,
})
/** E1001 of a person: the catalogue's words are of books. */
export const personHeld = problem<{ businessCode: string; objectType: 'person' }>(400, 'E1001', ({ businessCode }) => ({
  zh: `家庭成员存在在办业务【${businessCode}】，不能重复受理`,
  en: `A member of the household is involved in running business ${businessCode}`,
}))
/** A seizure (cf) has no status and no code of the catalogue: it bars every type. Source: acts.md 4. */
export const parcelSeized = problem<{ dkbm: string }>(400, 'seized', ({ dkbm }) => ({
  zh: `地块【${dkbm}】已被查封，不能办理该业务`,
  en: `Parcel ${dkbm} is under seizure`,
}))
export const contractorSeized = problem<{ cbfbm: string; cbfmc: string }>(400, 'seized', ({ cbfbm, cbfmc }) => ({
  zh: `承包方【${cbfmc} ${cbfbm}】的承包经营权已被查封，不能办理该业务`,
  en: `The right of contractor ${cbfmc} (${cbfbm}) is under seizure`,
}))
/** 400: something that a case rests on does not admit it; `what`: its code or id. */
export const notEligible = problem<{ what: string; why: Text }>(400, 'not-eligible', ({ what, why }) => ({
  zh: `【${what}】${why.zh}，不能办理该业务`,
  en: `${what}: ${why.en}; this business cannot be done`,
}))
/** 409: this business type is not available yet. */
export const notAvailable = (typeName: string) =>
  new Problem(409, 'not-available', { zh: `业务类型【${typeName}】暂未开放`, en: 'This business type is not available yet' })
/** 409: the county takes no business of this type. */
export const notOffered = (typeName: string) =>
  new Problem(409, 'not-offered', { zh: `本区域暂停受理业务类型【${typeName}】`, en: 'Business of this type is not taken in this region' })
/** 400: acceptance, check and recheck are done by three people (I24); `names`: who may do it instead. */
export const threePersons = problem<{ did: Text; names: readonly string[] }>(400, 'three-persons', ({ did, names }) => {
  const who = names.join('、')
  return {
    zh: `受理、初审、复审须由不同人员办理，本业务由您${did.zh}；${who ? `可由【${who}】办理` : '暂无其他可办理人员，请联系管理员'}`,
    en: `Acceptance, check and recheck are done by three different people; you ${did.en} this case. ${who ? `It may be done by: ${names.join(', ')}` : 'Nobody else can do it yet: ask the administrator'}`,
  }
})
/** What keeps evidence as it is. */
export const evidenceProblems = {
  closedTask: problem(409, 'file-evidence', () => ({
    zh: '附件属于已办结环节的要件，不能增加、删除、改名或排序；如需更正，请退回该环节',
    en: 'The file belongs to a closed task: files cannot be added, removed, renamed or reordered; have that task done again',
  })),
  over: problem(409, 'file-evidence', () => ({
    zh: '业务已办结或已撤销，其附件已存档，不能增加、删除、改名或排序；后补材料请另行办理业务',
    en: 'The business has ended and its files cannot be changed; a later paper needs a business of its own',
  })),
  ofContract: problem<{ cbhtbm: string }>(409, 'file-evidence', (d) => ({
    zh: `附件是合同【${d.cbhtbm}】的签署文件，不能删除、改名或排序；请先撤回该合同的文件`,
    en: `The file is the signed contract ${d.cbhtbm}: withdraw it from the contract first`,
  })),
  ofDouble: problem<{ name: string }>(409, 'file-evidence', (d) => ({
    zh: `附件是【${d.name}】登记在两户的证明材料，不能删除、改名或排序；请先在业务中改选证明材料`,
    en: `The file is the proof that ${d.name} may be in two households: select another proof in the case first`,
  })),
  ofRegister: problem(409, 'file-evidence', () => ({
    zh: '附件属于登记簿或合同，不能删除、改名或排序',
    en: 'The file belongs to a book or contract and cannot be removed, renamed or reordered',
  })),
  excess: problem<Text>(400, 'file-excess', (d) => ({ zh: `附件不符合要求：${d.zh}`, en: `Some files do not meet the requirements: ${d.en}` })),
  otherBytes: problem<{ cbhtbm: string }>(409, 'file-differs', (d) => ({
    zh: `合同【${d.cbhtbm}】的签署文件与签署时的摘要不一致，请重新签署或上传`,
    en: `The file of contract ${d.cbhtbm} is not the one that was signed: sign or upload it again`,
  })),
}
/** A person of two households whom a case takes. */
export const doubleProblems = {
  proof: problem<{ name: string }>(400, 'double-proof', (d) => ({
    zh: `【${d.name}】的证明材料不是本业务的附件，请重新选择`,
    en: `The proof for ${d.name} is not a file of this case: select another one`,
  })),
  unconfirmed: problem<{ names: readonly string[] }>(409, 'double-unconfirmed', ({ names }) => ({
    zh: `【${names.join('、')}】登记在两户，尚未由第二人确认；请核对证明材料后确认，或退回修改`,
    en: `Nobody has confirmed yet that these people are in two households: ${names.join(', ')}. Check the proof and confirm it, or return the case`,
  })),
  ownRequest: problem<{ name: string }>(409, 'double-own', (d) => ({
    zh: `【${d.name}】登记在两户由您说明，须由其他人员确认`,
    en: `You gave the reason why ${d.name} is in two households: another person must confirm it`,
  })),
}
/** Cases that are begun over many books at once. */
export const ofBooksProblems = {
  most: problem<{ most: number }>(400, 'of-books-most', (d) => ({ zh: `一次最多受理${d.most}本登记簿`, en: `At most ${d.most} books at once` })),
  type: problem<{ name: string }>(400, 'of-books-type', (d) => ({
    zh: `【${d.name}】须逐件填写，不能批量受理`,
    en: 'Cases of this type are filled in one by one and cannot be started in batch',
  })),
}
/** What a survey file has that the case does not wait for. */
export const surveyProblems = {
  unknown: problem<{ dkbms: string }>(400, 'survey-unknown', (d) => ({
    zh: `本业务不测绘地块【${d.dkbms}】`,
    en: `The case contains no drawn parcel ${d.dkbms}`,
  })),
  twice: problem<{ dkbms: string }>(400, 'survey-twice', (d) => ({
    zh: `地块【${d.dkbms}】有多个图形，且不是分割地块`,
    en: `Parcel ${d.dkbms} has several outlines and is not one that is cut`,
  })),
}
