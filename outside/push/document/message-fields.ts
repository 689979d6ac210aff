// What a message says of a row: the fields of its definition but those that say nothing outside. Pure. Source: business-flows.md 10.1.
import type { Field } from '../../../kit/model/field.ts'
import { entries, type AnyResource } from '../../../kit/model/resource.ts'

/** Fields that say nothing outside. */
const OWN = ['printCount', 'contentHash', 'dksyt', 'businessId', 'endBusinessId']
/** The fields of a row that a message repeats under their names. */
export const messageFields = (r: AnyResource): (readonly [name: string, field: Field])[] =>
  entries(r).filter(([n, f]) => f.kind !== 'ref' && f.kind !== 'geom' && f.kind !== 'json' && !OWN.includes(n))
/** What the survey said of contractors, which no book repeats. */
export const SURVEYED = ['cbfdcrq', 'cbfdcy', 'cbfdcjs', 'gsjs', 'gsjsr', 'gsshrq', 'gsshr'] as const
/** The columns of the registry's own table of the right. Source: business-flows.md 10.1 (QLF_QL_NYDSYQ). */
export const RIGHT: Readonly<Record<string, string>> = {
  YWH: '业务号',
  QLLX: '权利类型',
  DJLX: '登记类型',
  FBFDM: '发包方代码',
  FBFMC: '发包方名称',
  CBMJ: '承包面积（平方米）',
  CBQSSJ: '承包起始时间',
  CBJSSJ: '承包结束时间',
  TDSYQXZ: '土地所有权性质',
  SYTTLX: '水域滩涂类型',
  BDCDYH: '不动产单元号，多个以分号分隔',
  QXDM: '区县代码',
  DBR: '登簿人',
  DJSJ: '登记时间',
  FJ: '附记',
  QSZT: '权属状态',
}
