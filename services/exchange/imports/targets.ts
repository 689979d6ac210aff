import { both as p, type Text } from '../../../kit/model/lang.ts'

/** What may be imported: a definition, how its rows are known again, and what people must know. */
export interface Target {
  entity: string
  /** ways to know a row again, the first that is filled in and fits wins; fields of the sheet */
  keys: readonly (readonly string[])[]
  /** the field with the number of the person that a row is about, who stands in the register once: where a field has a value, or in every row */
  person?: readonly [number: string, where?: readonly [field: string, value: string]]
  /** fields that a form may write and an import may not: they follow from others */
  derived?: readonly string[]
  /** fields of the form that stand on no sheet */
  without?: readonly string[]
  /** written by the import though no form shows them (they name the row it belongs to) */
  also?: readonly string[]
  /** a row says something of a row of another list: what the sheet shows of that one is passed over, and a row that says nothing is no new one */
  beside?: true
  /** rows can only be changed */
  onlyChange?: Text
  /** of the notes' sheet */
  notes: readonly Text[]
  /** button that starts it, where it is not `<entity>_import` */
  perm?: string
}

const codeNote = p(
  '编码由系统生成：修改已有数据时保留编码，新增时留空。',
  'Codes are given by the system: keep the code to change a row, leave it empty for a new one.',
)
/** In the order in which they are offered. Source: screens.md A10–A15, B1–B3. */
export const TARGETS: readonly Target[] = [
  { entity: 'fbf', keys: [['fbfbm'], ['regionCode']], notes: [codeNote, p('一个行政区划只有一个发包方。', 'A region has one issuer.')] },
  {
    entity: 'cbf',
    keys: [['cbfbm'], ['fbfbm', 'cbfzjhm']],
    // of households alone: who holds land by himself may be a member of one
    person: ['cbfzjhm', ['cbflx', '1']],
    derived: ['cbfcysl'],
    notes: [
      codeNote,
      p(
        '新增农户以承包方代表（须为居民身份证）登记为户主，其他成员用“家庭成员”导入。',
        'A new household gets its representative (resident ID card) as head; import the other members as “Members”.',
      ),
    ],
  },
  {
    entity: 'jtcy',
    keys: [
      ['cbfbm', 'cyzjhm'],
      ['cbfbm', 'cyxm'],
    ],
    person: ['cyzjhm'],
    also: ['cbfbm'],
    notes: [
      p(
        '每行一名成员，按承包方编码归户；每户必须有且只有一位户主。',
        'One member per row, assigned to its household by the contractor code; a household has exactly one head.',
      ),
    ],
  },
  {
    entity: 'dk',
    keys: [['dkbm']],
    onlyChange: p('新增地块需要图形，请在地图上绘制', 'A new parcel needs a shape: draw it on the map'),
    notes: [p('只修改属性；图形和新增地块在地图上办理。', 'Attributes only; shapes and new parcels are drawn on the map.')],
  },
  {
    entity: 'extension_household',
    keys: [['cbfbm']],
    beside: true,
    notes: [
      p(
        '每行一户，按承包方编码；意愿、延包方式、摸底日期和调查员填全的，摸底即完成。',
        'One household per row, by its contractor code; with wish, way, day and surveyor filled its survey is finished.',
      ),
      p('家庭成员和地块的摸底情况请在页面上录入。', 'What was found of members and parcels is entered on the screen.'),
    ],
  },
  {
    entity: 'sys_dept',
    keys: [['fullName']],
    notes: [p('上级部门填部门名称；重名时填编号。', 'Give the parent by name or, where the name is not unique, by its id.')],
  },
  { entity: 'sys_post', keys: [['postCode']], notes: [] },
  { entity: 'region', keys: [['code'], ['fullName']], notes: [p('上级区划须已存在。', 'The region above must exist.')] },
  {
    entity: 'dict_biz',
    keys: [['code', 'dictKey']],
    without: ['parentId'],
    notes: [p('字典目录的键值为-1；字典项的目录须已存在。', 'A dictionary itself has the key -1; it must exist before its entries.')],
  },
]
export const targetOf = (entity: unknown): Target | undefined => TARGETS.find((t) => t.entity === entity)
/** The button that starts an import. */
export const importPerm = (t: Target): string => t.perm ?? `${t.entity}_import`
