// The calls that an authorised application may make, with an example of each: what the description says and what the sandbox answers. Pure. Source: docs/adr/0067.
import type { Text } from '../../kit/model/lang.ts'
import type { OpenScope } from '../push/scopes.ts'

export interface OpenCall {
  path: string
  label: Text
  /** what a partner must know of it beside its fields */
  about: Text
  example: Readonly<Record<string, unknown>>
  answer: Readonly<Record<string, unknown>>
}
/** Where the codes of the examples lie. */
const COUNTY = '512021'
const [BOOK, PARCEL] = ['512021119203010001J', '5120211192030100001']
/** One call for each scope. */
export const OPEN_CALLS: Readonly<Record<OpenScope, OpenCall>> = {
  appraisal: {
    path: '/openApi/appraisal',
    label: { zh: '好差评推送', en: 'Tell a rating' },
    about: {
      zh: '只接收已办结业务的评价，一件业务一次。相同内容重复发送是安全的，返回第一次的编号；内容不同的返回appraisal-twice。',
      en: 'Of finished businesses alone, once each. The same again is safe and answered as the first time; another one is refused with appraisal-twice.',
    },
    example: { businessCode: 'YW20260501001', score: 5, tags: '热情', content: '很快', appraiser: '张三', appraiseTime: '2026-05-01 10:00:00' },
    answer: { id: '1000000000000000001' },
  },
  notice: {
    path: '/openApi/notice',
    label: { zh: '登记机构通知', en: 'Notice from the registry' },
    about: {
      zh: [
        '各类通知必填的字段见请求体的x-needs；不属于该类通知的字段不会写入，通知因此转由工作人员核实。',
        '通知先保存，随后自动写入登记簿；不能自动写入的由工作人员核实后写入或处置。应答的status：0待处理，1已写入，2待核实，3已处置。',
        '相同msgId、相同内容重复发送是安全的：不重复写入，并返回当前status，可据此查询处理结果；相同msgId、内容不同的返回notice-twice。msgId与ref由各应用自行编号。',
      ].join('\n'),
      en: [
        'What each kind needs stands in x-needs of the body; a part that its kind has no place for is not written, and the notice waits for a person.',
        'A notice is kept first and written to the register afterwards; what cannot be written waits for a person. status of the answer: 0 to come, 1 written, 2 waits for a person, 3 disposed of.',
        'The same msgId with the same content may be sent again: nothing is written twice and the present status is answered, which tells the outcome. The same msgId with another content is refused with notice-twice. msgId and ref are numbers of each application.',
      ].join('\n'),
    },
    example: {
      msgId: 'n-2026-0001',
      kind: 'mortgage',
      objectCode: BOOK,
      ref: 'DY2026-0001',
      fromDay: '2026-05-01',
      toDay: '2029-04-30',
      content: '农村土地经营权抵押',
    },
    answer: { id: '1000000000000000001', status: '0' },
  },
  contract: {
    path: '/openApi/contract',
    label: { zh: '合同查询', en: 'Ask for a contract' },
    about: {
      zh: '合同编码与承包方证件号码都相符才返回；其余情形一律返回not-found，不区分原因。10分钟内同一合同10次、同一应用200次不符后返回open-in-vain，应按应答头Retry-After的秒数等待。dyzt、yyzt、cfzt、lzzt为抵押、异议、查封、流转：登记簿、任一地块或承包方上有一项即为1。',
      en: 'dyzt, yyzt, cfzt, lzzt: mortgage, objection, seizure, circulation, 1 where one stands on the book, a parcel or the household. Answered where code and number of the holder fit; every other question is answered not-found alike. After 10 of one contract, or 200 of one application, in vain within 10 minutes: open-in-vain, with Retry-After.',
    },
    example: { cbhtbm: BOOK, cbfzjhm: '51102519800101001X' },
    answer: {
      cbhtbm: BOOK,
      cbfmc: '张*',
      fbfmc: '某村第一村民小组',
      cbfs: '110',
      cbqxq: '1998-10-01',
      cbqxz: '2028-09-30',
      htzmj: '1333.33',
      htzmjm: '2.00',
      qdsj: '2016-05-01',
      htxlh: null,
      dyzt: '0',
      yyzt: '0',
      cfzt: '0',
      lzzt: '0',
      parcels: [{ dkbm: PARCEL, dkmc: '大田', htmj: '1333.33', htmjm: '2.00' }],
    },
  },
  file: {
    path: '/openApi/file',
    label: { zh: '推送业务附件', en: 'Fetch a paper of a pushed case' },
    about: {
      zh: '只返回已推送（或正在推送）业务的附件，fileId见推送报文的files和contract。content为Base64，sha256为原内容的摘要。',
      en: 'Papers of businesses that were pushed or are being pushed; fileId stands in files and contract of the message. content is base 64, sha256 the digest of what it holds.',
    },
    example: { fileId: '1000000000000000001' },
    answer: { name: '承包合同.pdf', contentType: 'application/pdf', sha256: '0'.repeat(64), size: 4, content: 'JVBERg==' },
  },
}

/** Codes of the county of the examples, as an application of another region would say them. */
function inPlace(v: unknown, regionCode: string): unknown {
  if (typeof v === 'string') return v.startsWith(COUNTY) && /^\d{18}[\dJQ]$/.test(v) ? regionCode + v.slice(regionCode.length) : v
  if (Array.isArray(v)) return v.map((x) => inPlace(x, regionCode))
  return v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([n, x]) => [n, inPlace(x, regionCode)])) : v
}
/** The example of a call as an application of this region makes it, and what the sandbox answers; '' = everywhere. */
export function exampleOf(scope: OpenScope, regionCode: string | null | undefined): Pick<OpenCall, 'example' | 'answer'> {
  const { example, answer } = OPEN_CALLS[scope]
  return inPlace({ example, answer }, (regionCode ?? '').slice(0, 14)) as Pick<OpenCall, 'example' | 'answer'>
}
