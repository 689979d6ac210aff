/** A: the package as a tree of files. */
import { layerNames, summaryNames, stagedText } from '../package/staged.ts'
import { draft } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Facts, Rules } from './facts.ts'
import { isIdDate } from './identity.ts'

const folders: readonly [name: string, severity: 'E' | 'W'][] = [
  ['矢量数据', 'E'],
  ['权属数据', 'E'],
  ['图件', 'E'],
  ['汇总表格', 'E'],
  ['文字报告', 'E'],
  ['其他资料', 'E'],
  ['栅格数据', 'W'],
]
const allowedFolders = /^(矢量数据|权属数据|图件(\/[^/]+)?|汇总表格|文字报告|其他资料(\/(点之记|权属来源附件))?|栅格数据(\/.*)?|扫描资料(\/.*)?)$/
const allowedFiles: readonly RegExp[] = [
  /^图件\//,
  /^栅格数据\//,
  /^扫描资料\//,
  /^其他资料\/(点之记|权属来源附件)\/[^/]+\.(jpe?g|pdf)$/i,
  /^文字报告\/[^/]+\.(docx?|pdf|wps)$/i,
  /^权属数据\/[^/]+\.mdb$/i,
  /^权属数据\/[^/]*权属单位代码表\.xlsx?$/i,
]
const vectorParts = /^矢量数据\/[^/]+\.(shp|shx|dbf|prj|cpg|sbn|sbx|xml|shp\.xml)$/i
const executable = /\.(exe|com|bat|cmd|msi|scr|dll|ps1|vbs|js|jar|sh|lnk|hta|apk)$/i

function* rootFolder({ pkg, regions }: Facts): Iterable<FindingDraft> {
  const parts = /^(\d{6})(.+)$/.exec(pkg.root)
  if (!parts) {
    yield draft('package', pkg.root, '', pkg.root, pkg.root ? `根文件夹“${pkg.root}”应为6位县代码加县名` : '没有根文件夹，应为6位县代码加县名')
    return
  }
  const [, code = '', name = ''] = parts
  const county = regions.find((region) => region.code.length === 6)
  if (county && county.code !== code) yield draft('package', pkg.root, '', code, `根文件夹县代码${code}与县级行政区图层的${county.code}不同`)
  else if (county?.name && !county.name.endsWith(name)) yield draft('package', pkg.root, '', name, `根文件夹县名“${name}”与“${county.name}”不符`)
  else if (!/[县市区旗]$/.test(name)) yield draft('package', pkg.root, '', name, `根文件夹县名“${name}”不完整，应写全称（如某某县）`)
}

function* requiredFolders({ pkg }: Facts): Iterable<FindingDraft> {
  for (const [name, severity] of folders) {
    const found = pkg.folders.includes(name) || pkg.files.some((file) => file.path.startsWith(`${name}/`))
    if (!found) yield draft('package', name, '', '', `缺少文件夹“${name}”`, { severity })
  }
}

function* vectorFiles({ pkg }: Facts): Iterable<FindingDraft> {
  for (const layer of pkg.layers) {
    const object = layer.file.slice(layer.file.lastIndexOf('/') + 1)
    const expected = `${layer.name}${pkg.county}${pkg.year}`
    if (object !== expected) yield draft(layer.name, object, '', object, `文件名应为${expected}（图层名+县代码+年份）`, { severity: 'E' })
    const missing = (['shp', 'shx', 'dbf'] as const).filter((part) => !layer.parts[part])
    if (missing.length)
      yield draft(layer.name, object, '', missing.join('、'), `图层缺少${missing.map((part) => `.${part}`).join('、')}文件`, { severity: 'E' })
    if (!layer.parts.prj) yield draft(layer.name, object, '', 'prj', '图层缺少坐标系文件.prj', { severity: 'W' })
  }
}

const mdbStates: Record<string, string> = {
  missing: '权属数据中没有MDB数据库',
  several: '权属数据中有多个MDB数据库，应只有一个',
  unreadable: 'MDB数据库无法打开，文件可能已损坏',
  ace: '数据库是Access 2007以上格式，应为Access 2000-2003（JET4）',
  jet3: '数据库是Access 97格式，应为Access 2000-2003（JET4）',
  password: '数据库设有密码，请去掉密码',
}

function* database({ pkg }: Facts): Iterable<FindingDraft> {
  const expected = `权属数据/${pkg.county}${pkg.year}.mdb`
  const state = mdbStates[pkg.mdb.state]
  if (pkg.mdb.state === 'several') yield draft('package', pkg.mdb.all.join(';'), '', pkg.mdb.all.length, state ?? '')
  else if (state) yield draft('package', pkg.mdb.file?.path ?? expected, '', pkg.mdb.state, state)
  for (const path of pkg.mdb.all) {
    if (path !== expected) yield draft('package', path, '', path, `数据库文件名应为${expected}`)
  }
}

const required = [
  'title',
  'date',
  'geoID',
  'dataLang',
  'idAbs',
  'status',
  'ending',
  'rpOrgName',
  'rpCnt',
  'voiceNum',
  'cntAddress',
  'cntCode',
  'classCode',
  'coorRSID',
  'centralMer',
  'eastFAL',
  'northFAL',
  'coorFDKD',
  'layerName',
  'catFetTyps',
  'dqStatement',
  'dqLineage',
]

function* metadata({ pkg }: Facts): Iterable<FindingDraft> {
  if (!pkg.metadata) {
    const path = pkg.metadataFile ?? `矢量数据/SL${pkg.county}${pkg.year}.xml`
    yield draft('metadata', path, '', '', pkg.metadataFile ? '元数据文件无法读取，XML格式有误' : '缺少矢量数据元数据文件SL….xml')
    return
  }
  for (const name of required) {
    if (!stagedText(pkg.metadata, name)) yield draft('metadata', name, name, '', `元数据项${name}为空，该项必须填写`)
  }
  const geoID = stagedText(pkg.metadata, 'geoID')
  if (geoID && pkg.county && geoID !== pkg.county) yield draft('metadata', geoID, 'geoID', geoID, `元数据县代码${geoID}与成果包的${pkg.county}不同`)
  for (const name of ['date', 'ending']) {
    const value = stagedText(pkg.metadata, name)
    const day = value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    if (value && !isIdDate(day)) yield draft('metadata', name, name, value, `元数据项${name}的日期“${value}”应为YYYYMMDD`)
  }
}

function* summaryTables({ pkg }: Facts): Iterable<FindingDraft> {
  for (const name of summaryNames) {
    if (pkg.summary[name]) continue
    const problem = pkg.problems.find(({ path }) => path.includes(name))
    yield draft('汇总表格', name, '', '', problem ? `汇总表无法读取：${problem.message}` : `缺少汇总表“${name}”`)
  }
}

function* countyCode({ pkg, regions, tables }: Facts): Iterable<FindingDraft> {
  const { county } = pkg
  const differs = (code: string) => county !== '' && code !== '' && code !== county
  for (const layer of pkg.layers) {
    const object = layer.file.slice(layer.file.lastIndexOf('/') + 1)
    if (differs(layer.county)) yield draft(layer.name, object, '', layer.county, `文件名中的县代码${layer.county}与成果包的${county}不同`)
  }
  const geoID = stagedText(pkg.metadata, 'geoID')
  if (differs(geoID)) yield draft('metadata', geoID, 'geoID', geoID, `元数据县代码${geoID}与成果包的${county}不同`)
  for (const { code } of regions) {
    if (code.length === 6 && differs(code)) yield draft('XJXZQ', code, 'XZQDM', code, `县级行政区代码${code}与成果包的${county}不同`)
  }
  for (const fbfbm of tables.fbf.keys()) {
    if (differs(fbfbm.slice(0, 6))) yield draft('FBF', fbfbm, 'FBFBM', fbfbm, `发包方代码前6位${fbfbm.slice(0, 6)}与成果包的县代码${county}不同`)
  }
}

/** What our own export puts beside the package: open formats, and the report of these checks. */
const BESIDE = /^(开放格式\/|检查报告\.xlsx$|导出说明\.txt$)/

function* unknownFiles({ pkg }: Facts): Iterable<FindingDraft> {
  for (const folder of pkg.folders) {
    if (!allowedFolders.test(folder)) yield draft('package', folder, '', '', `文件夹“${folder}”不属于汇交成果，请核对`)
  }
  const refused = new Set(pkg.unsafe.map((entry) => entry.path))
  for (const { path } of pkg.files) {
    const vector = vectorParts.test(path) && (/^矢量数据\/SL/i.test(path) || layerNames.some((name) => new RegExp(`^矢量数据/${name}\\d`, 'i').test(path)))
    const summary = /^汇总表格\/[^/]+\.xlsx?$/i.test(path) && summaryNames.some((name) => path.includes(name))
    if (vector || summary || refused.has(path) || executable.test(path) || allowedFiles.some((pattern) => pattern.test(path))) continue
    yield draft('package', path, '', '', `文件“${path}”不属于汇交成果，请核对`)
  }
  for (const path of pkg.outside) if (!BESIDE.test(path)) yield draft('package', path, '', '', `根文件夹之外的内容“${path}”不属于汇交成果`)
}

const reasons: Record<string, string> = {
  escape: '路径指向成果包之外，未解压',
  size: '解压后超过大小限制，未解压',
  ratio: '压缩率异常（疑似压缩炸弹），未解压',
  executable: '是可执行文件，未解压',
  link: '是链接，未解压',
  duplicate: '与另一文件同名，未解压',
  name: '文件名含非法字符，未解压',
}

function* safety({ pkg }: Facts): Iterable<FindingDraft> {
  for (const { path, why } of pkg.unsafe) yield draft('package', path, '', why, `“${path}”${reasons[why] ?? why}`)
  const told = new Set(pkg.unsafe.map((entry) => entry.path))
  for (const { path } of pkg.files) {
    if (executable.test(path) && !told.has(path)) yield draft('package', path, '', 'executable', `“${path}”是可执行文件，不允许放入成果包`)
  }
}

/** Rules on the file tree. */
export const fileRules = {
  A01: rootFolder,
  A02: requiredFolders,
  A03: vectorFiles,
  A04: database,
  A06: metadata,
  A07: summaryTables,
  A08: countyCode,
  A09: unknownFiles,
  A10: safety,
} satisfies Rules<Facts>
