import { datetime, dict, json, note, ref, region, text } from '../../kit/model/field.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { cbf } from '../definitions/cbf.ts'
import { PERSON_KINDS } from '../definitions/corrections.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { REQUEST } from '../restriction/request.ts'

const none = { form: 'none' } as const
export const CORRECTION_KINDS = ['fbf', 'cbf', 'jtcy', 'dk', ...PERSON_KINDS] as const
export type CorrectionKind = (typeof CORRECTION_KINDS)[number]
export const DEFINITIONS: Readonly<Record<CorrectionKind, AnyResource>> = { fbf, cbf, jtcy, dk, person: jtcy, principal: fbf }
/**
 * What a correction may put right: what no book keeps in a row of its own. Name and number of a contractor and its head and the name of a parcel stand there
 * and are changed by a business, areas and shapes by a survey, co-ownership by nothing but a change of the contract. Source: acts.md 4; rulings.md 3.
 */
export const CORRECTABLE: Readonly<Record<CorrectionKind, readonly string[]>> = {
  fbf: ['fbfmc', 'tyshxydm', 'syqxz', 'fbffzrxm', 'fzrzjlx', 'fzrzjhm', 'fbfdz', 'fbfdcy', 'fbfdcrq', 'fbfdcjs'],
  cbf: ['cbfdcrq', 'cbfdcy', 'cbfdcjs', 'gsjs', 'gsjsr', 'gsshrq', 'gsshr'],
  jtcy: ['cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'cybz', 'cybzsm'],
  // who somebody is, by name and number together: co-ownership and who the head is stay
  person: ['cyxm', 'cyxb', 'cyzjlx', 'cyzjhm'],
  principal: ['fbffzrxm', 'fzrzjlx', 'fzrzjhm'],
  dk: ['bsm', 'ysdm', 'syqxz', 'tdlylx', 'dldj', 'tdyt', 'sfjbnt', 'dkdz', 'dkxz', 'dknz', 'dkbz', 'zjrxm', 'bdcdyh'],
}
/** Of a head, who is the contractor by name and number, only this. */
export const OF_HEAD: readonly string[] = ['cyxb', 'cybz', 'cybzsm']
/** Whether a correction names another person: by a document of its own kind, confirmed by the officer of the register. Source: rulings.md 49; docs/adr/0088. */
export const namesPerson = (kind: unknown): kind is (typeof PERSON_KINDS)[number] => PERSON_KINDS.some((k) => k === kind)
/** Whether a correction is about one member of a household. */
export const isOfMember = (kind: unknown): boolean => kind === 'jtcy' || kind === 'person'
/** The button of an officer of the register who may confirm that somebody is another person. */
export const OFFICER = 'correction_person'
/** Kind of the documents (attachment) of a correction. */
export const correctionPapers = (kind: unknown): string => (namesPerson(kind) ? 'correction_person' : 'correction')
/** A value before and after. */
export interface CorrectedValue {
  name: string
  /** of which member, where the repair of a head changes several */
  of?: string
  before: unknown
  after: unknown
}

/**
 * 勘误: the record differs from the paper it was made from, and no business has touched the object. One person asks with reason and document, another
 * confirms; then the register says so from the object's first day. Source: register.md 2; acts.md 4.
 */
export const correction = defineResource({
  name: 'correction',
  label: '勘误',
  en: 'Correction',
  path: '/base-qssj/correction',
  scope: 'land',
  title: 'objectCode',
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    objectKind: dict('勘误对象', 'correction_kind', { en: 'Object', required: true, fixed: true, values: CORRECTION_KINDS, search: 'eq', width: 100 }),
    objectCode: text('对象编码', { en: 'Code', required: true, fixed: true, max: 19, format: 'code', search: 'prefix', width: 190 }),
    memberId: ref('家庭成员', 'jtcy', { en: 'Member', fixed: true, column: false }),
    status: dict('办理状态', 'request_status', { en: 'State', ...none, values: Object.values(REQUEST), search: 'eq', width: 130 }),
    changes: json('勘误内容', { en: 'Field', ...none, column: false }),
    paperNo: text('依据文件', { en: 'Source document', required: true, max: 100, width: 180 }),
    reason: note('勘误原因', { en: 'Reason', required: true, max: 500, width: 240 }),
    proposer: text('申请人', { en: 'Proposed by', max: 50, ...none, width: 100 }),
    checker: text('复核人', { en: 'Checked by', max: 50, ...none, width: 100 }),
    checkTime: datetime('复核时间', { en: 'Checked', ...none, column: false }),
    opinion: note('复核意见', { en: 'Opinion', max: 500, ...none, column: false }),
  },
})
export type Correction = Row<typeof correction> & { changes: readonly CorrectedValue[] | null }
