import { problem } from '../../../kit/model/problem.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { both as p } from '../../../kit/model/lang.ts'

/** What may be wrong with an import as a whole. */
export const importProblems = {
  type: problem(400, 'import-type', () => p('没有该导入类型', 'This import type does not exist')),
  busy: problem<{ max: number }>(409, 'import-busy', (d) =>
    p(`您有${d.max}个导入正在进行，请等待完成`, `You have ${d.max} imports running; wait until one has finished`),
  ),
  notXlsx: problem(400, 'import-xlsx', () => p('上传失败，只允许上传xlsx文件', 'Upload failed: only xlsx files')),
  noHeads: problem(400, 'import-heads', () => p('第一行没有可识别的列，请使用导入模板', 'The first row has no known heading; use the template')),
  twice: problem<{ title: string; at: string }>(400, 'import-twice', (d) => p(`列重复：${d.title}（${d.at}）`, `A column appears twice: ${d.title} (${d.at})`)),
  empty: problem(400, 'import-empty', () => p('文件中没有数据行', 'The file has no rows')),
  gone: problem(404, 'import-gone', () => p('导入文件已不存在，请重新上传', 'The file no longer exists; upload it again')),
  nothing: problem(400, 'import-nothing', () => p('没有可写入的行', 'There are no rows to write')),
  inTheWay: problem<{ rows: string }>(409, 'import-in-the-way', (d) =>
    p(`不能撤回：第${d.rows}行写入后又有变化，未做任何更改`, `Cannot be withdrawn: changed since they were written: ${d.rows}; nothing was changed`),
  ),
  oneInTheWay: problem<{ row: number; why: Text }>(409, 'import-in-the-way', (d) =>
    p(`不能撤回：第${d.row}行：${d.why.zh}，未做任何更改`, `Cannot be withdrawn: row ${d.row}: ${d.why.en}; nothing was changed`),
  ),
}

/** What may be wrong with one cell or row beyond the checks of its field. */
export const cellFaults = {
  formula: (at: string): Text => p(`${at}单元格是公式，请粘贴为值`, `Cell ${at} is a formula; paste it as a value`),
  errorValue: (at: string): Text => p(`${at}单元格是错误值`, `Cell ${at} contains an error value`),
  precision: (at: string): Text =>
    p(
      `${at}单元格的数字超过15位，Excel已丢失精度，请将单元格设为文本后重新填写`,
      `Cell ${at}: Excel rounds numbers of more than 15 digits; format the cell as text`,
    ),
  notWord: (label: Text, some: Text, more: boolean): Text =>
    p(`${label.zh}不在可选范围内，可填：${some.zh}${more ? '…' : ''}`, `${label.en} is not one of the options: ${some.en}${more ? '…' : ''}`),
  manyWords: (label: Text, keys: string): Text => p(`${label.zh}有同名项，请填编码：${keys}`, `${label.en}: several have this name; use the code: ${keys}`),
  readOnly: (label: Text): Text => p(`${label.zh}由系统填写，不能通过导入修改`, `${label.en} is filled by the system and cannot be imported`),
  leaveEmpty: (label: Text): Text => p(`${label.zh}由系统填写，新增时请留空`, `${label.en} is filled by the system; leave it empty in a new row`),
  noSuch: (label: Text): Text => p(`没有${label.zh}为此值的数据，新增请留空`, `No row has this ${label.en}; leave it empty for a new one`),
  many: p('有多条数据符合，无法确定是哪一条', 'Several rows match; it is unclear which one is meant'),
  twice: (row: number): Text => p(`与第${row}行重复`, `The same as row ${row}`),
  samePerson: (row: number): Text =>
    p(`与第${row}行的证件号码相同，同一人只能登记一次`, `The same identity number as in row ${row}: a person is registered once`),
  changedSince: p('写入后又有变化', 'Changed since it was written'),
  removedSince: p('写入后已被删除', 'Removed since it was written'),
  existing: p('该数据已存在，请重新上传预览', 'This row exists meanwhile; upload the file again'),
  required: (label: Text): Text => p(`${label.zh}不能为空`, `${label.en} must not be empty`),
  noRegion: p('没有该行政区划，请填编码或完整名称', 'There is no such region; use its code or full name'),
  onlyChange: p('不能通过导入新增', 'Cannot be added by import'),
}
