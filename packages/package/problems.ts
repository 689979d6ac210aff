import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What may go wrong with a submission package beyond its fields. Keys E6001 and E6002 as in business-flows.md 12. */
export const hjbProblems = {
  errorsLeft: problem<{ n: number }>(409, 'E6001', (d) => ({
    zh: `该包存在${d.n}条错误，不能审核通过`,
    en: `The package has ${d.n} errors and cannot be accepted`,
  })),
  hasData: problem(409, 'E6002', () => ({ zh: '区域已有业务数据，不能初始化.', en: 'The region already has data' })),
  reasonNeeded: problem<{ n: number }>(400, 'reason-needed', (d) => ({
    zh: `该包存在${d.n}条警告，请填写审核意见`,
    en: `The package has ${d.n} warnings: give a reason`,
  })),
  ownAudit: problem(403, 'own-audit', () => ({ zh: '不能审核自己送审的汇交包', en: 'Somebody else must audit what you submitted' })),
  noFile: problem(409, 'no-file', () => ({ zh: '汇交包文件不存在，请重新上传', en: 'The package file no longer exists; upload it again' })),
  running: problem(409, 'running', () => ({ zh: '该汇交包有正在执行的任务', en: 'A job of this package is running' })),
  unreadable: problem<Text>(400, 'unreadable', (d) => ({ zh: d.zh, en: `The package cannot be read: ${d.en}` })),
  tooLong: problem<{ table: string; field: string; value: string; max: number }>(400, 'too-long', (d) => ({
    zh: `${d.table}.${d.field}的值“${d.value}”超过${d.max}个字符，无法入库`,
    en: `${d.table}.${d.field}: "${d.value}" is longer than ${d.max}`,
  })),
  refusedByBase: problem<{ table: string; rule: string }>(409, 'refused-by-base', (d) => ({
    zh: `${d.table}的数据不符合基础库约束（${d.rule}），未入库任何数据`,
    en: `Rows of ${d.table} break ${d.rule}; nothing was written`,
  })),
  heldMeanwhile: problem<{ why: Text }>(409, 'held-meanwhile', (d) => ({ zh: `${d.why.zh}，未入库任何数据`, en: `${d.why.en}; nothing was written` })),
  landTaken: problem<{ dkbm: string; other: string; area: number }>(409, 'land-taken', (d) => ({
    zh: `地块【${d.dkbm}】与库中地块【${d.other}】重叠${d.area.toFixed(2)}平方米，未入库任何数据，请重新检查汇交包`,
    en: `Parcel ${d.dkbm} overlaps parcel ${d.other} of the register by ${d.area.toFixed(2)} m²; nothing was written. Check the package again`,
  })),
  notWriteFailed: problem(409, 'not-write-failed', () => ({
    zh: '该任务不是入库失败，请使用“重新执行任务”（retransmission）',
    en: 'This job did not fail while writing: ask for retransmission',
  })),
  writeFailed: problem(409, 'write-failed', () => ({
    zh: '该任务在入库时失败，请使用“重新执行入库”（executeSql）',
    en: 'This job failed while writing: ask for executeSql',
  })),
  changesMissed: problem<{ previous: string }>(409, 'changes-missed', (d) => ({
    zh: `该变更包接在变更包【${d.previous}】之后，而后者未入库；请先导入后者，或请对方自某日起重新导出`,
    en: `This change package goes on from ${d.previous}, which was not taken in: import that one first, or have it begin anew from a day`,
  })),
  changesKind: problem(400, 'changes-kind', () => ({ zh: '变更包应按增量汇交', en: 'A change package comes as an increment' })),
  chosenWhole: problem(400, 'chosen-whole', () => ({ zh: '只有增量汇交可以选择部分农户入库', en: 'Only of an increment households can be chosen' })),
  chosenCodes: problem(400, 'chosen-codes', () => ({ zh: '承包方编码应为18位数字', en: 'Codes of households have 18 digits' })),
  ruleCounty: problem(400, 'rule-county', () => ({ zh: '请选择县（市、区）', en: 'Choose a county' })),
  ruleUnknown: problem<{ rule: string }>(400, 'rule-unknown', (d) => ({ zh: `没有检查规则【${d.rule}】`, en: `There is no rule ${d.rule}` })),
  ruleFixed: problem<{ rule: string }>(409, 'rule-fixed', (d) => ({
    zh: `规则【${d.rule}】关系系统安全或登记库本身，不能调整`,
    en: `Rule ${d.rule} keeps the system or the register safe and cannot be changed`,
  })),
  repairNone: problem(400, 'repair-none', () => ({ zh: '请选择修复建议', en: 'Choose proposed repairs' })),
  borderAdmin: problem(403, 'border-admin', () => ({
    zh: '行政区界线为各租户共用，只有平台管理员可以调整',
    en: 'Borders of regions are shared by all tenants: only administrators of the platform move them',
  })),
  borderNone: problem(400, 'border-none', () => ({ zh: '没有可调整的界线', en: 'There is no border to move' })),
  borderRefused: problem<{ code: string; why: Text }>(409, 'border-refused', (d) => ({
    zh: `区划【${d.code}】的界线不能采用：${d.why.zh}`,
    en: `The border of ${d.code} cannot be taken over: ${d.why.en}`,
  })),
  borderChanged: problem<{ code: string }>(409, 'border-changed', (d) => ({
    zh: `区划【${d.code}】的界线已有变化，请重新查看后再采用`,
    en: `The border of ${d.code} has changed: look at it again first`,
  })),
  borderLater: problem<{ code: string }>(409, 'border-later', (d) => ({
    zh: `区划【${d.code}】的界线之后又有调整，不能恢复`,
    en: `The border of ${d.code} was moved again later and cannot be given back`,
  })),
  countsDiffer: problem<{ table: string; is: number; should: number }>(409, 'counts-differ', (d) => ({
    zh: `${d.table}入库${d.is}条，应为${d.should}条，未入库任何数据`,
    en: `${d.table}: ${d.is} rows instead of ${d.should}; nothing was written`,
  })),
}

const SYSTEMS: Readonly<Record<string, Text>> = { xian80: { zh: '1980西安坐标系', en: "Xi'an 1980" }, beijing54: { zh: '1954北京坐标系', en: 'Beijing 1954' } }
/** What a survey file may lack. */
export const surveyReadProblems = {
  oneShape: problem<{ n: number }>(400, 'survey-shape', (d) => ({
    zh: `测量成果应有且只有一个shp文件，现有${d.n}个`,
    en: `The survey must have exactly one .shp file, not ${d.n}`,
  })),
  noTable: problem(400, 'survey-table', () => ({ zh: '缺少与shp同名的dbf文件', en: 'The .dbf of the same name is missing' })),
  counts: problem<{ shapes: number; rows: number }>(400, 'survey-counts', (d) => ({
    zh: `shp文件有${d.shapes}个图形，dbf文件有${d.rows}条记录，数量不一致`,
    en: `The .shp has ${d.shapes} outlines and the .dbf ${d.rows} records: they must be as many`,
  })),
  unreadable: problem(400, 'survey-unreadable', () => ({ zh: '文件无法读取，可能已损坏', en: 'The file cannot be read; it may be damaged' })),
  noSystem: problem(400, 'survey-system', () => ({
    zh: '没有prj文件，且坐标不能表明坐标系，请附上prj文件',
    en: 'There is no .prj and the numbers do not name their coordinate system: add the .prj',
  })),
  system: problem<{ datum: string }>(400, 'survey-system', ({ datum }) => ({
    zh: `坐标系为${SYSTEMS[datum]?.zh ?? datum}，请转换为2000国家大地坐标系`,
    en: `The coordinates are ${SYSTEMS[datum]?.en ?? datum}: convert them to CGCS2000`,
  })),
  projection: problem<{ name: string }>(400, 'survey-system', (d) => ({
    zh: `投影【${d.name}】无法换算，请转换为2000国家大地坐标系高斯-克吕格投影（比例因子1，单位米）`,
    en: `The projection ${d.name} cannot be converted: use CGCS2000, Gauss-Krüger, scale 1, metres`,
  })),
  garbled: problem<{ n: number; fields: string }>(400, 'survey-text', (d) => ({
    zh: `第${d.n}条记录的${d.fields}中有无法识别的字符（乱码、半个汉字或造字）`,
    en: `Record ${d.n} has unreadable text in ${d.fields}`,
  })),
  noCode: problem(400, 'survey-code', () => ({ zh: '属性表缺少地块编码字段DKBM', en: 'The table has no field DKBM with the codes of parcels' })),
  rounded: problem<{ n: number; code: string }>(400, 'survey-code', ({ n, code }) => ({
    zh: `第${n}条记录的地块编码为科学计数法【${code}】，末位数字已丢失，请将编码字段改为文本（19位）后重新导出`,
    en: `The code of record ${n} is written in powers of ten (${code}) and has lost its last digits: export it again from a text column of 19 characters`,
  })),
  codeless: problem<{ n: number }>(400, 'survey-code', (d) => ({ zh: `第${d.n}条记录没有地块编码`, en: `Record ${d.n} names no parcel` })),
  notOne: problem<{ dkbm: string }>(400, 'survey-polygon', (d) => ({
    zh: `地块【${d.dkbm}】的图形不是一个完整的面`,
    en: `The outline of parcel ${d.dkbm} is not one polygon`,
  })),
  fewPoints: problem<{ n: number; dkbm: string }>(400, 'survey-polygon', (d) => ({
    zh: `shp文件第${d.n}条记录${d.dkbm ? `（地块【${d.dkbm}】）` : ''}的图形有不足三个角点的环`,
    en: `Record ${d.n} of the .shp${d.dkbm ? ` (parcel ${d.dkbm})` : ''} has a ring of fewer than three corners`,
  })),
  tooMany: problem<{ n: number; most: number }>(400, 'survey-many', (d) => ({
    zh: `文件有${d.n}条记录，一次最多${d.most}条`,
    en: `The file has ${d.n} records; at most ${d.most} are accepted at once`,
  })),
  empty: problem(400, 'survey-empty', () => ({ zh: '文件中没有地块', en: 'The file has no parcel' })),
  large: problem(413, 'survey-large', () => ({ zh: '文件过大，请分次上传', en: 'The file is too large: send it in parts' })),
}
