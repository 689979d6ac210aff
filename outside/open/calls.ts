// The calls that an authorised application may make, with an example of each: what the description says and what the sandbox answers. Pure. Source: docs/adr/0067.
import type { Text } from '../../kit/model/lang.ts'
import type { OpenScope } from '../push/scopes.ts'

export interface OpenCall {
  path: string
  label: Text
  example: Readonly<Record<string, unknown>>
  answer: Readonly<Record<string, unknown>>
}
const [BOOK, PARCEL] = ['512021119203010001J', '5120211192030100001']
/** One call for each scope. */
export const OPEN_CALLS: Readonly<Record<OpenScope, OpenCall>> = {
  appraisal: {
    path: '/openApi/appraisal',
    label: { zh: '好差评推送', en: 'Tell a rating' },
    example: { businessCode: 'YW20260501001', score: 5, tags: '热情', content: '很快', appraiser: '张三', appraiseTime: '2026-05-01 10:00:00' },
    answer: { id: '1000000000000000001' },
  },
  notice: {
    path: '/openApi/notice',
    label: { zh: '登记机构通知', en: 'Notice from the registry' },
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
      lzzt: '0',
      parcels: [{ dkbm: PARCEL, dkmc: '大田', htmj: '1333.33', htmjm: '2.00' }],
    },
  },
  file: {
    path: '/openApi/file',
    label: { zh: '推送业务附件', en: 'Fetch a paper of a pushed case' },
    example: { fileId: '1000000000000000001' },
    answer: { name: '承包合同.pdf', contentType: 'application/pdf', sha256: '0'.repeat(64), size: 4, content: 'JVBERg==' },
  },
}
