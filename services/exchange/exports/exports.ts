import { datetime, int, json, note, text } from '../../../kit/model/field.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { defineResource } from '../../../kit/model/resource.ts'
import { hiddenColumn, readOnlyShown } from '../../operations/read-only.ts'

/** 导出记录: what one person had exported. Read only; each sees the own ones. Source: platform.md 2, 3. */
export const export_record = defineResource({
  name: 'export_record',
  label: '导出记录',
  en: 'Export records',
  path: '/exportRecord',
  scope: 'tenant',
  title: 'fileName',
  fields: {
    fileName: text('文件名称', { en: 'File name', ...readOnlyShown, width: 240 }),
    fileId: text('文件编号', { en: 'File id', ...hiddenColumn }),
    exportParams: json('导出参数', { en: 'Parameters', ...hiddenColumn }),
    type: text('导出类型', { en: 'Type', ...readOnlyShown, search: 'eq', width: 160 }),
    progress: int('进度', { en: 'Progress', ...readOnlyShown, width: 140 }),
    status: int('状态', { en: 'State', ...readOnlyShown, search: 'eq', width: 100 }),
    createTime: datetime('创建时间', { en: 'Created', ...readOnlyShown, width: 170 }),
    failReason: note('失败原因', { en: 'Reason', ...hiddenColumn }),
  },
})

/** States of an export, as numbers. Source: platform.md 4 (Export status). */
export const EXPORT_STATUS = { queued: 0, exporting: 1, finished: 2, failed: 3 } as const
export const STATUS_WORDS: readonly Text[] = [
  { zh: '排队中', en: 'Queued' },
  { zh: '导出中', en: 'Exporting' },
  { zh: '已完成', en: 'Finished' },
  { zh: '失败', en: 'Failed' },
]
/** Whether a record will change by itself; the status may come as number or as text. Source: platform.md 4. */
export const isOpen = (row: { status: unknown }): boolean => Number(row.status) === EXPORT_STATUS.queued || Number(row.status) === EXPORT_STATUS.exporting

/** Forms that are typeset one after the other and come as one archive of PDFs. */
export type FormKind =
  | 'fbf-survey'
  | 'cbf-survey'
  | 'dk-survey'
  | 'sketch'
  | 'posting'
  | 'register-survey'
  | 'extension'
  | 'publicity-confirm'
  | 'real-estate'
  | 'contract'
export interface ExportType {
  code: string
  label: Text
  /** the definition whose list is written */
  entity: string
  /** its columns; without them those that the list shows */
  columns?: readonly string[]
  /** documents instead of a sheet; `entity` then says whom they are about */
  form?: FormKind
  /** documents that may be asked for in place of the sheet */
  orForm?: FormKind
  /** whom those documents are about, where the rows of the sheet are others */
  about?: string
  /** buttons that starting it needs, in place of the export button of the definition */
  perms?: readonly string[]
  /** an archive that the room of the definition makes */
  archive?: true
}
/** The definition whose rows a type means: of documents those they are about. */
export const entityOf = (t: ExportType, asked: boolean | undefined): string => (asked && t.about) || t.entity
/** The buttons that whoever starts a type must hold. */
export const permsOf = (t: ExportType | undefined, entity: string): readonly string[] => t?.perms ?? [`${entity}_export`]
/** The documents that a type is written as, where they are asked for or it knows nothing else. */
export const formOf = (t: ExportType | undefined, asked: boolean | undefined): FormKind | undefined => t?.form ?? (asked ? t?.orForm : undefined)
const DK_SURVEY = 'fbfbm cbfbm cbfmc dkbm dkmc scmj scmjm yhtmjm dkdz dknz dkxz dkbz tdyt dldj tdlylx dklb sfjbnt zjrxm dkbzxx'.split(' ')
const PUBLICITY = 'fbfbm cbfbm cbfmc dkmc dkbm dkdz dkxz dknz dkbz scmjm yhtmjm qqmjm dklb tdlylx dkbzxx'.split(' ')
const EXTENSION = 'fbfbm cbfbm cbfmc cbflx cbfzjlx cbfzjhm cbfdz yzbm lxdh cbfcysl cbdkzs htzmjm cbfs cbqx cbqxq cbqxz cbjyqzbm zxyylx'.split(' ')
const APPLICATION = 'fbfbm cbfbm cbfmc cbfzjlx cbfzjhm lxdh cbfdz cbfcysl cbdkzs htzmjm cbfs cbqxq cbqxz cbjyqzbm'.split(' ')
const HOUSEHOLD = 'fbfbm cbfbm cbfmc cbfzjlx cbfzjhm lxdh cbfdz yzbm cbfcysl cbfs cbqxq cbqxz cbjyqzbm htzmjm cbdkzs gsjs gsjsr gsshr gsshrq'.split(' ')
const ESTATE = 'cbjyqzbm cbfbm cbfmc cbfzjhm fbfbm fbfmc cbfs cbqx cbqxq cbqxz htzmjm htzmj cbdkzs cbfcysl djlx djxl djsj ycbjyqzbh'.split(' ')

/** The list of a register without a name of its own among the types: which one says `entity`. */
export const LIST_TYPE = '1013'
/** The files of contracts of cases: signed ones, and as prints those that are to be signed. */
export const CONTRACT_TYPE = '1014'
/** A national package of a region. */
export const PACKAGE_TYPE = '1015'
const t = (
  code: string,
  zh: string,
  en: string,
  entity: string,
  more: Pick<ExportType, 'columns' | 'form' | 'orForm' | 'about' | 'perms' | 'archive'> = {},
): ExportType => ({ code, label: { zh, en }, entity, ...more })
/** The types of the specification with what each consists of. Source: platform.md 3 (names and range); codes.md export_type (pairing). */
export const TYPES: readonly ExportType[] = [
  t('1001', '业务查询', 'Business query', 'business'),
  t('1002', '承包合同', 'Contracts', 'cbht'),
  t('1003', '发包方调查表', 'Issuer survey forms', 'fbf', { form: 'fbf-survey' }),
  t('1004', '承包方调查表', 'Contractor survey forms', 'cbf', { form: 'cbf-survey' }),
  t('1005', '承包地块调查表', 'Parcel survey table', 'dk', { columns: DK_SURVEY, orForm: 'dk-survey' }),
  t('1006', '地块示意图', 'Parcel sketches', 'cbf', { form: 'sketch' }),
  t('1007', '调查信息公示表', 'Survey publicity table', 'dk', { columns: PUBLICITY, orForm: 'posting', about: 'fbf' }),
  t('1008', '二轮延包摸底调查登记表', 'Extension survey register', 'cbf', { columns: EXTENSION, orForm: 'register-survey' }),
  t('1009', '延包申请书', 'Extension applications', 'cbf', { columns: APPLICATION, orForm: 'extension' }),
  t('1010', '农户（归户）表', 'Household table', 'cbf', { columns: HOUSEHOLD, orForm: 'publicity-confirm' }),
  t('1011', '不动产登记申请书', 'Real-estate applications', 'djb', { columns: ESTATE, orForm: 'real-estate', about: 'cbf' }),
  t('1012', '上报日志', 'Report log', 'push_log'),
  // ours: 1013 is the list of any register
  t(CONTRACT_TYPE, '合同文件', 'Contract files', 'contract_file', { form: 'contract', perms: ['print_view', 'sign_view'] }),
  t(PACKAGE_TYPE, '汇交成果包', 'National package', 'hjb', { archive: true }),
]
/** The type under which the list of a definition is exported. */
export const typeOfList = (entity: string): string => TYPES.find((x) => x.entity === entity && !x.columns && !x.form && !x.archive)?.code ?? LIST_TYPE
/** A custom type by the name of its template. Source: platform.md 2 (Export-records dialog). */
export const customLabel = (name: string): Text => ({ zh: `${name}（自定义）`, en: `${name} (custom)` })
/** Lists with an export button, by their path, and what the path itself says of their rows. */
export const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/base-qssj/fbf': {},
  '/base-qssj/cbf': {},
  '/base-dlxx/dk': {},
  '/base-qssj/cbht': {},
  '/base-qssj/djb/wzx': {},
  '/data/dzzw-djb/yzx': { qszt: '3' },
  '/base-qssj/cbjyqz': {},
  '/yw-accept/business': {},
  '/watch/finding': {},
  '/ybProcess/cbfBusiness': {},
}
