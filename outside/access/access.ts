// The national access message of a finished business as XML, and the chain by which a receiver sees that one is missing. Pure. Source: data-format.md 13; docs/adr/0069.
import { xmlText } from '../push/message.ts'

/** An element: text, a number, nothing, or elements of its own. */
export type AccessElement = readonly [name: string, value: string | number | null | readonly AccessElement[]]

/** One finished business as the province is told of it. */
export interface AccessMessage {
  head: { sender: string; time: string; kind: string; guid: string }
  /** XZQBM, XZQMC, YWLSH, QYWLSH …, in their order */
  business: readonly AccessElement[]
  original: readonly AccessElement[]
  change: readonly AccessElement[]
}

/** Spellings of the elements that the draft spells in two ways; a province says which it takes. The first stands where nothing is chosen. */
export const SPELLINGS = { business: ['BUSINESS_DATA', 'BUSSINESS_DATA'], parcel: ['YDKBM', 'YCBDKBM'] } as const
export interface AccessTags {
  business: string
  parcel: string
}

/** An element as XML; `tags`: what the former code of a parcel is called. */
function xml([name, v]: AccessElement, tags: AccessTags): string {
  const tag = name === 'YDKBM' ? tags.parcel : name
  if (v === null || v === '') return `<${tag}/>`
  return `<${tag}>${typeof v === 'object' ? v.map((e) => xml(e, tags)).join('') : xmlText(String(v))}</${tag}>`
}
const submit = (parts: readonly AccessElement[], tags: AccessTags) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<SUBMIT>${parts.map((p) => xml(p, tags)).join('')}</SUBMIT>`
const headOf = ({ head: { sender, time, kind, guid } }: AccessMessage): AccessElement => [
  'HEAD',
  [
    ['FSF', sender],
    ['FSSJ', time],
    ['SJLX', kind],
    ['SJBZM', guid],
  ],
]
/** The message as a file: SUBMIT with HEAD, business, what was and what is. What was stands only where there is any. */
export const accessXml = (m: AccessMessage, tags: AccessTags): string =>
  submit([headOf(m), [tags.business, m.business], ...(m.original.length ? [['ORIGINAL_DATA', m.original] as const] : []), ['CHANGE_DATA', m.change]], tags)

export interface AccessPaper {
  name: string
  day: string
  /** name of the file in the folder FJ */
  file: string
}
/** The message of the papers that lie beside it. */
export function papersXml(m: AccessMessage, papers: readonly AccessPaper[], tags: AccessTags): string {
  const of = (name: string) => m.business.find(([n]) => n === name)?.[1] ?? null
  const list = papers.map(({ name, day, file }): AccessElement => [
    'ZLFJ',
    [
      ['FJMC', name.slice(0, 100)],
      ['FJRQ', day],
      ['FJ', file],
    ],
  ])
  return submit([headOf(m), ['YWLSH', of('YWLSH')], ['XZQDM', of('XZQBM')], ['XZQMC', of('XZQMC')], ...list], tags)
}
/** Where the files of a business lie: folders of county and business. */
export const accessPaths = (county: string, ywlsh: string) => ({
  message: `${county}/${ywlsh}/BW/DJYW${ywlsh}.xml`,
  papers: `${county}/${ywlsh}/BW/FJ${ywlsh}.xml`,
  folder: `${county}/${ywlsh}/FJ/`,
})

/** Codes of the access messages by type of business. Source: codes.md 5.1. */
const KINDS: Readonly<Record<string, string>> = {
  contract_sign: '101',
  change_split: '105',
  change_merge: '106',
  change_transfer: '102',
  change_exchange: '104',
  change_contract: '103',
  contract_cancel: '107',
  correct_fbf: '103',
  correct_cbf: '103',
  contract_renew: '103',
  contract_supplement: '101',
}
const ITEM_KINDS: Readonly<Record<string, string>> = { contract_supplement_3: '201', contract_supplement_4: '202' }
/** SJLX of a business; undefined for a type that the province is not told of. */
export const accessKindOf = (typeCode: string, itemCode: string | null): string | undefined => ITEM_KINDS[itemCode ?? ''] ?? KINDS[typeCode]

/** Kinds of which the message says what was before. */
export const WITH_ORIGINAL: readonly string[] = ['102', '103', '104', '105', '106']

/** What the codes of an answer mean (ZT). Source: data-format.md 13. */
export const ACCESS_ANSWERS: Readonly<Record<string, { zh: string; en: string }>> = {
  '101': { zh: '报文格式错误', en: 'The message is malformed' },
  '102': { zh: '业务流水号未知', en: 'The number of a business is unknown' },
  '103': { zh: '未授权', en: 'Not authorised' },
  '104': { zh: '身份校验失败', en: 'The sender is not known' },
  '105': { zh: '指令错误', en: 'The command is wrong' },
  '999': { zh: '其他错误', en: 'Another fault' },
}
export const ACCESS_OK = '100'
/** What a province answers: code and words; undefined where it is no answer. Only its head is looked at, as text. */
export function readAccessAnswer(text: string): { code: string; words: string; guid: string } | undefined {
  const of = (name: string) => new RegExp(`<${name}>([^<]{0,500})</${name}>`).exec(text)?.[1]?.trim() ?? ''
  const code = of('ZT')
  return /^\d{3}$/.test(code) ? { code, words: of('MS'), guid: of('SJBZM') } : undefined
}
