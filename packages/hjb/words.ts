import { both as w, type Text } from '../../kit/model/lang.ts'

/** Words of the package screens. */
export const words = {
  upload: w('上传汇交包', 'Upload package'),
  file: w('汇交包文件', 'Package file'),
  fileNote: w('zip文件，不超过4GB', 'A zip file of at most 4 GB'),
  choose: w('选择文件', 'Choose file'),
  needFile: w('请选择文件', 'Please choose a file'),
  known: w('该汇交包已上传过', 'This package was already uploaded'),
  analyse: w('检查', 'Check'),
  submit: w('送审', 'Submit for audit'),
  audit: w('审核', 'Audit'),
  write: w('入库', 'Write'),
  initialise: w('初始化', 'Initialise'),
  askInitialise: w(
    '初始化将核对登记簿内容与编码，并把包内的示意图、权属来源资料和扫描件存为附件；可重复执行。确定吗？',
    'This completes the contents of books and their serials and keeps sketches, sources and scans of the package as attachments. It may be run again. Go on?',
  ),
  finish: w('办结', 'Finish'),
  excel: w('导出检查结果', 'Findings as Excel'),
  cancel: w('取消任务', 'Cancel job'),
  findings: w('检查结果', 'Findings'),
  accept: w('接受', 'Accept'),
  refuse: w('驳回', 'Refuse'),
  opinion: w('审核意见', 'Opinion'),
  noFindings: w('没有检查结果', 'No findings'),
  rule: w('规则', 'Rule'),
  severity: w('级别', 'Severity'),
  all: w('全部', 'All'),
  progress: w('进度', 'Progress'),
  askSubmit: w('确定送审该汇交包吗？', 'Submit this package for audit?'),
  askFinish: w('确定办结吗？', 'Finish this package?'),
  retry: w('重试', 'Retry'),
  askWrite: w('入库后数据成为现势登记数据，确定入库吗？', 'The data will become the current register. Write it?'),
  onMap: w('位置', 'Places'),
}
/** Words of what an increment says otherwise than the register. */
export const cellWords = {
  title: w('变更对照', 'Changed cells'),
  household: w('承包方编码', 'Code of a household'),
  write: (n: number) => w(`只入库所选${n}户`, `Write the ${n} chosen households alone`),
}
/** Words of the rules of the checks. */
export const ruleWords = {
  open: w('检查规则', 'Check rules'),
  title: w('汇交包检查规则', 'Rules of the package checks'),
  hint: w(
    '按县（市、区）调整：关闭、错误、警告、提示及阈值；错误阻止审核通过。每次调整须写明原因并保留记录，对以后的检查生效；导出成果包时仍按标准检查。',
    'Set for a county: off, error, warning, hint, and the threshold; an error blocks the audit. Each change needs a reason and is kept; it holds for the checks to come. Packages that go out are checked by the standard.',
  ),
  rule: w('规则', 'Rule'),
  text: w('内容', 'What it asks'),
  standard: w('标准级别', 'Standard'),
  now: w('现行级别', 'Here'),
  threshold: w('阈值', 'Threshold'),
  reason: w('原因', 'Reason'),
  reasonNeeded: w('请输入调整原因', 'Please enter why'),
  changed: w('最近调整', 'Last change'),
  change: w('调整', 'Change'),
  save: w('保存', 'Save'),
  off: w('关闭', 'Off'),
  asStandard: w('按标准', 'As the standard'),
  causes: w('只看起因', 'Causes only'),
  json: w('导出JSON', 'As JSON'),
}
/** Words of repairs that are proposed for a package. */
export const repairWords = {
  title: w('修复建议', 'Proposed repairs'),
  look: w('查找可修复项', 'Look for repairs'),
  hint: w(
    '按规则逐项列出可以机械修复的内容；采纳的在检查和入库时生效，原文件不变，可随时撤销。姓名、指界人、界址点和日期不代为填写或改动。',
    'What can be mended by rule, cell by cell. What is accepted holds for the check and the write; the file stays as it came and everything can be taken back. Names, pointers, boundary points and dates are not made up or shifted.',
  ),
  accept: (n: number) => w(`采纳所选${n}条`, `Accept ${n}`),
  acceptAll: w('采纳此类全部', 'Accept all of this kind'),
  retract: (n: number) => w(`撤销所选${n}条`, `Take ${n} back`),
  reason: w('原因', 'Reason'),
  proposed: w('未采纳', 'Proposed'),
  accepted: w('已采纳', 'Accepted'),
  again: w('已更新，请重新检查汇交包', 'Done: check the package again'),
} as const
/** Kinds of repairs. */
export const repairKinds: Readonly<Record<string, Text>> = {
  blank: w('去空格和不可见字符', 'Blanks and unseen signs'),
  feature: w('要素代码', 'Feature code'),
  sex: w('按证件号码改性别', 'Sex by the number'),
  number: w('15位证件号码升为18位', 'Numbers of 15 digits'),
  name: w('承包方名称取自成员', 'Name from the member'),
  term: w('合同期限取自登记簿', 'Term from the book'),
  way: w('取得方式取自合同', 'Way from the contract'),
  total: w('总面积按地块重算', 'Totals of areas'),
  count: w('数量重算', 'Counts'),
  mu: w('亩数按平方米折算', 'Areas in mu'),
  share: w('确权确股改为否', 'Share: no'),
}
/** Words of borders of regions. */
export const borderWords = {
  title: w('行政区界线', 'Borders of regions'),
  hint: w(
    '包内县、乡、村、组界线与系统现有界线的对照。采用后用于各级地图，可恢复；只有平台管理员可以调整。',
    'Outlines of the package beside those that the map has. What is taken over is drawn on every map and can be given back; only administrators of the platform move borders.',
  ),
  code: w('区划代码', 'Code'),
  name: w('名称', 'Name'),
  state: w('对照', 'Compared'),
  was: w('现有面积（平方千米）', 'Now (km²)'),
  becomes: w('包内面积（平方千米）', 'In the package (km²)'),
  take: (n: number) => w(`采用所选${n}个`, `Take over ${n}`),
  back: w('恢复原界线', 'Give back'),
  before: w('现有界线', 'Before'),
  after: w('包内界线', 'In the package'),
  states: { new: w('新增', 'New'), moved: w('有变化', 'Moved'), same: w('一致', 'The same'), refused: w('不能采用', 'Refused') } as Readonly<
    Record<string, Text>
  >,
  taken: w('已采用', 'Taken over'),
}
/** Words of the summary of quality. */
export const qualityWords = {
  open: w('质量汇总', 'Quality'),
  title: w('汇交质量汇总', 'Quality of packages'),
  years: w('按年度', 'By year'),
  surveyors: w('按调查员', 'By surveyor'),
  year: w('年度', 'Year'),
  packages: w('汇交包', 'Packages'),
  parcels: w('地块', 'Parcels'),
  errors: w('错误', 'Errors'),
  warnings: w('警告', 'Warnings'),
  hints: w('提示', 'Hints'),
  surveyor: w('调查员', 'Surveyor'),
  objects: w('涉及对象', 'Objects'),
}
/** Words of what an auditor confirms with a package. */
export const confirmWords = {
  day: w('数据日期', 'Day of the data'),
  dayHint: w(
    '未列入登记簿的地块、农户等自该日起生效；建议为汇交包内不晚于今天的最近日期，请核对',
    'Parcels and households that no book names are valid from this day. The proposal is the latest day in the package that is not in the future: please check',
  ),
  rounds: w('承包轮次', 'Rounds'),
  roundsHint: w(
    '由各发包方的家庭承包合同中最常见的承包期推算，确认后随入库登记；不勾选的不登记，可以后在“基础数据 → 发包方 → 承包轮次”登记。',
    'Read from the household contracts of each issuer (the most frequent term); what is confirmed is recorded with the write. What is left out can be recorded later under Land data → Issuers → Rounds.',
  ),
  issuer: w('发包方', 'Issuer'),
  round: w('轮次', 'Round'),
  days: w('承包期', 'Days'),
  fromTo: (from: string, to: string) => w(`${from} 至 ${to}`, `${from} to ${to}`),
  contracts: w('相同期限合同 / 家庭承包合同', 'Contracts with this term / all'),
  note: w('说明', 'Note'),
}
/** Words of taking a written package back. */
export const withdrawWords = {
  withdraw: w('撤回入库', 'Withdraw'),
  back: w('取消', 'Cancel'),
  reason: w('撤回原因', 'Reason'),
  conditions: w(
    '撤回后，该包写入的数据退出现势登记，历史保留；同一汇交包可以再次入库，编码不变',
    'What this package wrote leaves the register; its history is kept. The same package may be imported again under its old codes',
  ),
  leaves: w('将退出现势：', 'Leaves the register: '),
  each: [
    w('入库的对象没有正在办理的业务', 'No open business locks any of it'),
    w('入库后没有其他业务变更过（联系电话、地址、邮编除外）', 'Nothing in it has changed since, except phone, address and postcode'),
    w('没有其他登记引用，没有未解除的权利限制', 'Nothing else depends on it, and no restriction is in force on it'),
    w('权证没有在本系统打印或发放', 'No certificate was printed or issued here'),
  ],
  fbf: w('发包方', 'Issuers'),
  cbf: w('承包方', 'Households'),
  dk: w('地块', 'Parcels'),
  cbht: w('合同', 'Contracts'),
  djb: w('登记簿', 'Books'),
}
/** Words of a package that is made out of the register. */
export const exportWords = {
  export: w('导出成果包', 'Export a package'),
  title: w('导出汇交成果包', 'Export a national package'),
  region: w('行政区划', 'Region'),
  year: w('年度', 'Year'),
  start: w('开始导出', 'Export'),
  what: w('导出内容', 'What'),
  whole: w('全部现势数据（汇交成果包）', 'All that is registered (national package)'),
  sinceLast: w('自上次变更包以来的变更', 'What changed since the last change package'),
  sinceDay: w('自某日以来的变更', 'What changed since a day'),
  day: w('起始日期', 'Since'),
  changesHint: w(
    '变更包逐户列出变更前后的完整内容，按办理先后排列，并注明所接续的上一包；接收方漏收一包时会被要求重新开始。最近5分钟的变更归入下一包。',
    'A change package has each changed household whole, before and after, in the order of work, and names the package it goes on from: a reader who missed one is told to start over. What changed in the last five minutes comes with the next one.',
  ),
  started: w('已加入导出队列，完成后在“导出记录”下载', 'The export is queued; download it from the export records'),
  counts: w('库中记录（含历史）', 'In the register (with history)'),
  needCounty: w('请选择县级或以下的行政区划', 'Choose a county, or a region within one'),
  hint: w(
    '导出现势登记数据：矢量数据、Access 属性库、汇总表格、元数据和已有附件；导出前自动检查，检查报告和开放格式（CSV、xlsx）随包提供。成果包含完整的个人信息，请妥善保管。',
    'Exports what is registered today: shapefiles, the Access database, summary tables, metadata and the files that are there. The package is checked first; its report and open formats (CSV, xlsx) lie beside it. It holds personal data in full: keep it safe.',
  ),
}
/** Severity of a finding: words, colour on the map, and of its tag. */
export const severities: Readonly<Record<string, { text: Text; color: string; tag: string }>> = {
  E: { text: w('错误', 'Error'), color: '#cf1322', tag: 'error' },
  W: { text: w('警告', 'Warning'), color: '#d48806', tag: 'warning' },
  T: { text: w('提示', 'Hint'), color: '#1677ff', tag: 'processing' },
}

const steps: Readonly<Record<string, Text>> = {
  hash: w('校验文件', 'Checking the file'),
  unpack: w('解压', 'Unpacking'),
  structure: w('检查结构', 'Checking the structure'),
  tables: w('检查数据表', 'Checking the tables'),
  villages: w('逐村检查', 'Checking the villages'),
  files: w('检查附件', 'Checking the files'),
  package: w('汇总检查', 'Checking the package as a whole'),
  regions: w('行政区划', 'Regions'),
  holders: w('发包方与承包方', 'Issuers and contractors'),
  parcels: w('地块与界址', 'Parcels and boundaries'),
  features: w('其他图层', 'Other layers'),
  books: w('登记簿', 'Books'),
  contracts: w('合同与权证', 'Contracts and certificates'),
  contents: w('登记簿内容固化', 'Contents of the books'),
  scans: w('扫描资料与附件', 'Scans and attachments'),
  repairs: w('查找可修复项', 'Looking for repairs'),
  versions: w('版本与计数', 'Versions and counters'),
}
/** What a job on a package is doing; layers (DK, JZD …) go by their names. */
export const stepText = (step: string): Text => steps[step] ?? w(step, step)
