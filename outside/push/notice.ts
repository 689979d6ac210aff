import { date, datetime, dict, labelOf, note, region, text } from '../../kit/model/field.ts'
import { both, inSentence, type Text } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import type { RestrictionKind } from '../../land/register/acts/tables.ts'

/** Kinds of notices (dictionary registry_notice_kind). */
export const NOTICE_KINDS = ['mortgage', 'objection', 'seizure', 'end', 'registered', 'refused'] as const
const none = { form: 'none' } as const

/** 登记机构通知: what the registry tells of a book, a parcel or a case of ours. Source: business-flows.md 10.3; docs/adr/0067. */
export const registry_notice = defineResource({
  name: 'registry_notice',
  label: '登记机构通知',
  en: 'Notice of the registry',
  path: '/registryNotice',
  scope: 'land',
  derived: ['cbfmc', 'days'],
  grows: true,
  title: 'msgId',
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', width: 120 }),
    kind: dict('通知类别', 'registry_notice_kind', { en: 'Kind', required: true, values: NOTICE_KINDS, search: 'eq', width: 100 }),
    objectCode: text('登记簿、地块或承包方编码', { en: 'Object code', max: 19, format: 'code', search: 'eq', width: 206 }),
    status: dict('处理状态', 'registry_notice_status', { en: 'State', ...none, search: 'eq', width: 110 }),
    reason: note('未写入原因', { en: 'Why not written', max: 500, ...none, width: 200 }),
    businessCode: text('业务编号', { en: 'Business', max: 20, format: 'code', width: 214 }),
    ref: text('登记机构编号', {
      help: {
        zh: '抵押、异议、查封和限制解除必填，解除时按此编号；证明号、文书号照原文，可含汉字、字母、数字、括号和_:.·/-',
        en: 'Needed of mortgages, objections, seizures and of their ends. As the document has it: letters, digits, brackets and _:.·/-',
      },
      en: 'Number at the registry',
      max: 40,
      width: 280,
    }),
    fromDay: date('起始日期', { help: { zh: '最迟为一年以后', en: 'A year ahead at most' }, en: 'From', width: 110 }),
    toDay: date('截止日期', { help: { zh: '不早于起始日期', en: 'Not before the first day' }, en: 'To', width: 110 }),
    content: note('通知内容', { en: 'Text', max: 500, width: 240 }),
    bdcdyh: text('不动产单元号', { en: 'Real-estate unit number', max: 28, column: false }),
    bdcqzh: text('不动产权证号', { en: 'Real-estate certificate', max: 100, column: false }),
    msgId: text('消息编号', { en: 'Message', required: true, max: 64, format: 'code', column: false }),
    reasonEn: note('未写入原因（英文）', { en: 'Why not written (English)', max: 500, ...none, column: false }),
    appId: text('来源应用标识', { en: 'App id', max: 16, ...none, column: false }),
    appName: text('来源应用', { en: 'Told by', max: 100, ...none, width: 150 }),
    handler: text('处理人', { en: 'Handled by', max: 50, ...none, column: false }),
    handleTime: datetime('处理时间', { en: 'Handled at', ...none, column: false }),
  },
})
const { msgId, kind, objectCode, businessCode, ref, fromDay, toDay, content, bdcqzh, bdcdyh } = registry_notice.fields
/** What the registry sends of a notice; the rest is ours. */
export const NOTICE_SENT = { msgId, kind, objectCode, businessCode, ref, fromDay, toDay, content, bdcqzh, bdcdyh }
export type RegistryNotice = Row<typeof registry_notice>
/** States of a notice (dictionary registry_notice_status). */
export const NOTICE = { coming: '0', written: '1', waiting: '2', disposed: '3' } as const

/** Kinds of notices that restrict a right, by the kind of the restriction. */
export const RESTRICTS: Readonly<Record<string, RestrictionKind>> = { mortgage: 'dy', objection: 'yy', seizure: 'cf' }
const BOOK = /^\d{18}[JQ]$/
const PARCEL = /^\d{19}$/
export const isBook = (code: string | null | undefined): boolean => BOOK.test(code ?? '')
export const isParcel = (code: string | null | undefined): boolean => PARCEL.test(code ?? '')

type Sent = Partial<Pick<RegistryNotice, 'kind' | 'objectCode' | 'businessCode' | 'ref' | 'fromDay' | 'toDay' | 'bdcdyh' | 'bdcqzh'>>
/** What a notice of each kind names beside its id, that somebody can carry it out. */
export const NOTICE_NEEDS: Readonly<Record<(typeof NOTICE_KINDS)[number], readonly (keyof typeof NOTICE_SENT)[]>> = {
  mortgage: ['objectCode', 'ref'],
  objection: ['objectCode', 'ref'],
  seizure: ['objectCode', 'ref'],
  end: ['objectCode', 'ref'],
  registered: ['objectCode'],
  refused: ['businessCode'],
}
const ASKED: Readonly<Record<string, Text>> = {
  objectCode: both('请填写登记簿、地块或承包方编码', 'Please name the book, parcel or contractor'),
  ref: both('请填写登记机构编号：限制按此编号解除', "Please give the registry's number: a restriction is ended by it"),
  businessCode: both('请填写业务编号：退回的是哪一笔业务', 'Please name the case that is sent back'),
}
/** Codes that a notice names its object by: of a contractor 18 digits, of a parcel 19, of a book 18 and a letter. */
export const OBJECT_CODE = /^\d{18}[\dJQ]?$/
/** Numbers of certificates and of courts, as they are written: 川（2026）安岳县不动产证明第0001234号, （2026）川2021执保12号. */
export const NUMBER = /^[\p{L}\p{N}（(〔[【][\p{L}\p{N}（）()〔〕[\]【】_:.·/ -]*$/u
const NUMBER_WRONG = both('登记机构编号只能包含汉字、字母、数字、括号和_:.·/-', "The registry's number has letters, digits, brackets and _:.·/- only")
/** What a notice lacks, so that nobody could ever carry it out: it is refused where it is sent, and the registry sends it whole. */
export const lacks = (n: Sent): Wrong[] => [
  ...(n.ref && !NUMBER.test(n.ref) ? [{ field: 'ref', msg: NUMBER_WRONG }] : []),
  ...(Object.hasOwn(NOTICE_NEEDS, n.kind ?? '') ? NOTICE_NEEDS[n.kind as (typeof NOTICE_KINDS)[number]] : []).flatMap((field) =>
    n[field as keyof Sent] ? [] : [{ field, msg: ASKED[field]! }],
  ),
]
/** Parts that a kind has a place for, beside what every notice says of itself (msgId, kind, objectCode, ref, content). */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  mortgage: ['fromDay', 'toDay'],
  objection: ['fromDay', 'toDay'],
  seizure: ['fromDay', 'toDay'],
  end: [],
  registered: ['businessCode'],
  refused: ['businessCode'],
}
const PARTS = ['businessCode', 'fromDay', 'toDay', 'bdcdyh', 'bdcqzh'] as const
/** A unit number is one of a parcel, a certificate that of a book: elsewhere neither has a place, and a case that was sent back has none. */
const hasNumber = ({ kind, objectCode }: Sent, part: (typeof PARTS)[number]) =>
  kind !== 'refused' && ((part === 'bdcdyh' && isParcel(objectCode)) || (part === 'bdcqzh' && isBook(objectCode)))
/** The parts of a notice that would be dropped if the rest of it were written, by their labels; none where it is written whole. */
export function placeless(n: Sent): Text | undefined {
  const parts = PARTS.filter((part) => n[part] && !PLACES[n.kind ?? '']?.includes(part) && !hasNumber(n, part)).map((part) => {
    const { zh, en } = labelOf(registry_notice.fields[part])
    return both(`${zh}“${n[part]}”`, `${inSentence(en)} "${n[part]}"`)
  })
  return parts.length ? both(parts.map((t) => t.zh).join('、'), parts.map((t) => t.en).join(', ')) : undefined
}
