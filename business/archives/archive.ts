// Archives: volumes of issuers and households, and the papers that lie in them. Source: business-flows.md 11; screens.md E1-E3.
import { date, datetime, dict, flag, int, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const

/** What a volume is about: an issuer and year, or a household for ever. */
export const GROUP = { issuer: 'F', household: 'C' } as const
/** A volume is open, and grows with every business; or closed: nothing comes to it any more. */
export const VOLUME = { open: '0', closed: '1' } as const
/** Whether the household may see it. Source: codes.md, archive_open. */
export const OPENNESS = { closed: '0', open: '1' } as const

/** 案卷: everything that was filed of a household, or of an issuer in a year. Source: business-flows.md 11. */
export const file_group = defineResource({
  name: 'file_group',
  label: '档案案卷',
  en: 'Volume',
  path: '/cbjyq/da/fileGroup',
  scope: 'land',
  title: 'title',
  unique: [['archiveNo']],
  order: ['archiveNo'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    archiveNo: text('档号', { fixed: true, en: 'Archive no.', max: 60, form: 'read', search: 'prefix', sort: true, width: 290 }),
    title: text('案卷题名', { name: true, en: 'Title', required: true, max: 200, search: 'name', width: 260 }),
    groupType: dict('案卷类型', 'archive_group', { fixed: true, en: 'Kind', required: true, search: 'eq', values: Object.values(GROUP), width: 110 }),
    fbfbm: text('发包方编码', { fixed: true, en: 'Issuer code', length: 14, required: true, search: 'prefix', column: false }),
    // issuer and household stand in the archive number
    cbfbm: text('承包方编码', { fixed: true, en: 'Contractor code', length: 18, search: 'prefix', column: false }),
    year: int('年度', { fixed: true, en: 'Year', required: true, min: 1949, max: 2999, search: 'eq', width: 80 }),
    files: int('件数', { en: 'Papers', ...none, width: 80 }),
    pages: int('页数', { en: 'Pages', ...none, width: 80 }),
    retention: dict('保管期限', 'archive_retention', { en: 'Kept for', required: true, default: '1', values: ['1', '2'], width: 100 }),
    securityLevel: dict('密级', 'archive_level', { en: 'Security level', required: true, default: '0', values: ['0', '1', '2'], width: 90 }),
    isOpen: dict('开放状态', 'archive_open', { en: 'Open to the household', ...none, search: 'eq', width: 100 }),
    status: dict('案卷状态', 'archive_status', { en: 'Status', ...none, search: 'eq', values: Object.values(VOLUME), width: 100 }),
    archivedTime: datetime('归档时间', { en: 'Filed', ...none, search: 'range', width: 170 }),
    archiver: text('归档人', { en: 'Filed by', max: 50, ...none, width: 110 }),
    openReason: text('开放说明', { en: 'Reason of openness', max: 254, ...none, column: false }),
    note: note('备考', { en: 'Notes', max: 500, column: false }),
  },
})
export type FileGroup = Row<typeof file_group>

/** 卷内文件: one paper of a volume. Written once; what comes later is another paper or a later version of it. */
export const file_detail = defineResource({
  name: 'file_detail',
  label: '卷内文件',
  en: 'Paper of a volume',
  path: '/cbjyq/da/fileDetail',
  scope: 'land',
  title: 'title',
  unique: [['groupId', 'source', 'version']],
  order: ['sort'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    groupId: ref('案卷', 'file_group', { en: 'Volume', required: true, search: 'eq', column: false }),
    sort: int('序号', { en: 'No.', ...none, width: 70 }),
    docType: dict('文件类别', 'archive_doc', { en: 'Kind', required: true, search: 'eq', width: 130 }),
    title: text('题名', { en: 'Title', required: true, max: 200, search: 'prefix', width: 260 }),
    author: text('责任者', { en: 'By', max: 100, width: 140 }),
    docNo: text('文号', { en: 'Number', max: 60, width: 160 }),
    docDate: date('文件日期', { past: true, en: 'Day', search: 'range', width: 110 }),
    pages: int('页数', { en: 'Pages', ...none, width: 70 }),
    pageFrom: int('起始页', { en: 'From page', ...none, width: 80 }),
    pageTo: int('终止页', { en: 'To page', ...none, width: 80 }),
    businessId: ref('来源业务', 'business', { en: 'Business', ...none, search: 'eq', column: false }),
    businessCode: text('来源业务编号', { fixed: true, en: 'Business code', max: 20, ...none, search: 'prefix', width: 190 }),
    attachId: ref('附件', 'attach', { en: 'File', required: true, column: false }),
    sha256: text('摘要', { max: 64, ...none, column: false }),
    size: int('大小', { en: 'Size', ...none, width: 100 }),
    version: int('版本', { en: 'Version', ...none, width: 70 }),
    isCurrent: flag('现行', { en: 'Current', ...none, search: 'eq', column: false }),
    source: text('来源', { max: 64, ...none, column: false }),
    filedTime: datetime('归档时间', { en: 'Filed', ...none, width: 170 }),
    note: note('备注', { en: 'Note', max: 254, column: false }),
    textBy: text('文字来源', { en: 'Text by', max: 1, ...none, column: false }),
  },
})
export type FileDetail = Row<typeof file_detail>
/** How the text of a paper was come by (null: nobody has read it yet): it has none, its own text layer, recognised in its pictures, nothing could be recognised. */
export const TEXT_BY = { none: '0', layer: '1', recognised: '2', nothing: '3' } as const

/** Signs of a page that are kept; more than any form of ours has. */
export const MOST_TEXT = 8000
/** 卷内文字: what is written on one page of a paper, by which it is found. Made by the product alone. */
export const file_page = defineResource({
  name: 'file_page',
  label: '卷内文字',
  en: 'Text of a page',
  path: '/cbjyq/da/filePage',
  scope: 'land',
  title: 'title',
  unique: [['detailId', 'page']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    text: text('文字', { name: true, en: 'Text', max: MOST_TEXT, ...none, search: 'name', width: 360 }),
    title: text('题名', { en: 'Title', max: 200, ...none, width: 180 }),
    page: int('页', { en: 'Page', ...none, width: 60 }),
    docType: dict('文件类别', 'archive_doc', { en: 'Kind', ...none, search: 'eq', width: 120 }),
    archiveNo: text('档号', { en: 'Archive no.', max: 60, ...none, search: 'prefix', width: 250 }),
    cbfbm: text('承包方编码', { fixed: true, en: 'Contractor code', length: 18, ...none, search: 'prefix', width: 180 }),
    year: int('年度', { en: 'Year', ...none, search: 'eq', width: 70 }),
    businessCode: text('来源业务编号', { fixed: true, en: 'Business code', max: 20, ...none, search: 'prefix', width: 190 }),
    groupId: ref('案卷', 'file_group', { en: 'Volume', ...none, column: false }),
    detailId: ref('文件', 'file_detail', { en: 'Paper', ...none, column: false }),
    attachId: ref('附件', 'attach', { en: 'File', ...none, column: false }),
  },
})

/** 档案检查: what a look at the files of a volume found; one row for each file and check, while it stands. `objectId`: the paper, or a file that lies in no volume. */
export const archive_check = defineResource({
  name: 'archive_check',
  label: '档案检查',
  en: 'Check of archives',
  path: '/cbjyq/da/check',
  scope: 'land',
  unique: [['objectId', 'item']],
  order: ['archiveNo', 'pageFrom'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', column: false }),
    groupId: ref('案卷', 'file_group', { en: 'Volume', ...none, search: 'eq', column: false }),
    objectId: text('检查对象', { max: 19, ...none, column: false }),
    archiveNo: text('档号', { en: 'Archive no.', max: 60, ...none, search: 'prefix', width: 290 }),
    // whose volume, and of which case
    volumeTitle: text('案卷题名', { en: 'Volume', max: 200, ...none, width: 220 }),
    businessCode: text('来源业务编号', { fixed: true, en: 'Business code', max: 20, ...none, search: 'prefix', width: 190 }),
    title: text('题名', { en: 'Title', max: 200, ...none, width: 240 }),
    pageFrom: int('起始页', { en: 'From page', ...none, width: 80 }),
    property: dict('性质', 'archive_property', { en: 'Property', ...none, search: 'eq', width: 100 }),
    item: text('检查项', { en: 'Check', max: 20, ...none, column: false }),
    msg: text('问题', { en: 'Finding', max: 254, ...none, width: 320 }),
    msgEn: text('问题（英文）', { en: 'Finding (English)', max: 254, ...none, column: false }),
    firstSeen: datetime('首次发现', { en: 'First seen', ...none, width: 170 }),
    lastSeen: datetime('最近发现', { en: 'Last seen', ...none, width: 170 }),
  },
})
