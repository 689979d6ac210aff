import { date, datetime, dict, int, json, note, ref, region, text } from '../../../kit/model/field.ts'
import { defineResource, type Row } from '../../../kit/model/resource.ts'
import type { Act } from './acts.ts'

const none = { form: 'none' } as const
const at = () => region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false })
const CAUSES = ['business', 'import', 'correction', 'notice', 'desk', 'form', 'plan', 'undo']
const cause = { causeKind: text('起因', { en: 'Cause', max: 12, ...none, values: CAUSES }), causeId: text('起因编号', { en: 'Cause id', max: 64, ...none }) }

/** What an entry made, kept for a repeated call. `books`: ids of new book versions in the order of the acts. */
export interface StoredResult {
  books: readonly string[]
}

/** 入库记录: every entry of the register as it was given, for idempotency, replay and undo; of an import only sha256 and counts. Who and when: createUser, createTime. */
export const register_entry = defineResource({
  name: 'register_entry',
  label: '入库记录',
  en: 'Register entry',
  path: '/base-qssj/register-entry',
  scope: 'land',
  unique: [['unit']],
  fields: {
    regionCode: at(),
    ...cause,
    unit: text('单元', { en: 'Unit', max: 100, ...none }),
    day: date('生效日期', { en: 'Day', ...none }),
    registrar: text('登簿人', { en: 'Registrar', max: 50, ...none }),
    acts: json<readonly Act[]>('事项', none),
    counts: json<Readonly<Record<string, number>>>('事项数', none),
    made: json<StoredResult>('结果', none),
    undoneBy: ref('撤回于', 'register_entry', { en: 'Taken back by', ...none }),
    sha256: text('摘要', { en: 'Digest', max: 64, ...none }),
  },
})

/** What a right may be restricted by: mortgage (dy), objection (yy), seizure (cf), circulation (lz). */
export const REGISTER_KINDS = ['dy', 'yy', 'cf', 'lz'] as const
export type RestrictionKind = (typeof REGISTER_KINDS)[number]
const object = { ...none, fixed: true, search: 'prefix', width: 190 } as const
/**
 * 限制: a mortgage, objection, seizure or circulation on a parcel, a book or a contractor. One row an object; `ref` names all of them. `endTime`: when its end
 * was entered (yyyy-MM-dd HH:mm:ss); `turnDay`: the next day on which it begins or ceases to stand by itself.
 */
export const restriction = defineResource({
  name: 'restriction',
  label: '权利限制',
  en: 'Restriction',
  path: '/base-qssj/restriction',
  scope: 'land',
  derived: ['state', 'cbfmc', 'dkmc'],
  fields: {
    regionCode: at(),
    kind: dict('种类', 'restriction_kind', { en: 'Kind', ...none, values: REGISTER_KINDS, search: 'eq', width: 90 }),
    dkbm: text('地块编码', { en: 'Parcel code', max: 19, ...object }),
    cbjyqzbm: text('登记簿编码', { en: 'Book code', max: 19, ...object }),
    cbfbm: text('承包方编码', { en: 'Contractor code', max: 18, ...object }),
    fromDay: date('起始日期', { en: 'From', ...none, search: 'range', width: 110 }),
    toDay: date('截止日期', { en: 'To', ...none, search: 'range', width: 110 }),
    words: note('内容', { en: 'Text', max: 500, ...none, width: 240 }),
    paperNo: text('文书编号', { en: 'Document number', max: 100, ...none, width: 180 }),
    causeKind: dict('来源', 'register_cause', { en: 'Source', ...none, values: CAUSES, search: 'eq', width: 110 }),
    endDay: date('解除日期', { en: 'Ended on', ...none, search: 'range', width: 110 }),
    endWords: note('解除原因', { en: 'Reason for ending', max: 500, ...none, width: 200 }),
    ref: text('限制编号', { en: 'Reference', max: 64, ...none, search: 'eq', width: 200 }),
    causeId: text('起因编号', { en: 'Cause id', max: 64, ...none, column: false }),
    endCauseKind: dict('解除来源', 'register_cause', { en: 'Ended by', ...none, values: CAUSES, column: false }),
    endCauseId: text('解除起因编号', { max: 64, ...none, column: false }),
    endTime: datetime('解除登记时间', { en: 'End entered', ...none, column: false }),
    turnDay: date('变动日', { en: 'Turns on', ...none, column: false }),
  },
})
export type Restriction = Row<typeof restriction>

/** 变动登记: a line of the running page of a book, contract or certificate. `djbId`: the version that was current when it was written; `endTime`: when it was taken back. */
export const djb_note = defineResource({
  name: 'djb_note',
  label: '变动登记',
  en: 'Note of a book',
  path: '/base-qssj/djb-note',
  scope: 'land',
  order: ['noteDay'],
  fields: {
    regionCode: at(),
    djbId: ref('登记簿', 'djb', none),
    onCode: text('对象编码', { en: 'On', max: 19, ...none, search: 'prefix' }),
    djlx: dict('登记类型', 'djlx', none),
    djxl: dict('登记小类', 'djxl', none),
    words: note('内容', { en: 'Text', max: 500, ...none }),
    attachId: ref('附件', 'attach', none),
    noteDay: date('日期', { en: 'Day', ...none }),
    ...cause,
    endTime: datetime('失效时间', { en: 'No longer holds since', ...none }),
  },
})

/** 承包轮次: a round of contracting of an issuer, which household contracts lie inside. */
export const fbf_round = defineResource({
  name: 'fbf_round',
  label: '承包轮次',
  en: 'Round of contracting',
  path: '/base-qssj/fbf-round',
  scope: 'land',
  unique: [['fbfbm', 'roundNo']],
  order: ['fbfbm', 'roundNo'],
  fields: {
    regionCode: at(),
    fbfbm: text('发包方编码', { fixed: true, en: 'Issuer code', max: 14, ...none, search: 'prefix' }),
    roundNo: int('轮次', { en: 'Round', ...none }),
    fromDay: date('起始日期', { en: 'From', ...none }),
    toDay: date('截止日期', { en: 'To', ...none }),
    planId: text('方案', { en: 'Plan', max: 64, ...none }),
    ...cause,
  },
})

export const registerResources = [register_entry, restriction, djb_note, fbf_round]
