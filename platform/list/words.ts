import { both as p, type Text } from '../../kit/model/lang.ts'
import type { Operator } from '../../kit/model/where.ts'

/** Words of a list's screen, both languages side by side. */
export const listPhrases = {
  filter: p('筛选', 'Filter'),
  filters: p('筛选条件', 'Filters'),
  clearAll: p('清除全部', 'Clear all'),
  allRegions: p('全部区域', 'All regions'),
  columns: p('列设置', 'Columns'),
  density: p('行高', 'Row height'),
  compact: p('紧凑', 'Compact'),
  usual: p('适中', 'Usual'),
  loose: p('宽松', 'Loose'),
  stripes: p('斑马纹', 'Stripes'),
  wrap: p('自动换行', 'Wrap lines'),
  pin: p('固定在左侧', 'Pin to the left'),
  up: p('上移', 'Move up'),
  down: p('下移', 'Move down'),
  restore: p('恢复默认', 'Restore defaults'),
  resize: p('调整列宽', 'Resize column'),
  clear: p('取消选择', 'Clear selection'),
  selected: p('已选数据', 'Selected rows'),
  fits: p('自适应', 'Fit to screen'),
  noHit: p('没有符合条件的数据', 'No rows match these filters'),
  firstRow: p('录入第一条', 'Add the first one'),
  missing: p('缺项', 'Missing'),
  conditions: p('条件', 'Conditions'),
  addCondition: p('添加条件', 'Add condition'),
  removeCondition: p('移除条件', 'Remove condition'),
  apply: p('应用条件', 'Apply conditions'),
  all: p('满足全部', 'Match all'),
  any: p('满足任一', 'Match any'),
  or: p('或', 'or'),
  field: p('列', 'Column'),
  operator: p('关系', 'Operator'),
  value: p('值', 'value'),
  many: p('多个值用逗号分隔', 'Separate with commas'),
  addUp: p('合计', 'Show totals'),
  rows: p('条数', 'Rows'),
  quick: p('快速搜索', 'Quick search'),
  batchEdit: p('批量修改', 'Edit in bulk'),
  fieldsToSet: p('要修改的内容', 'Fields to change'),
  preview: p('预览', 'Preview'),
  backToValues: p('返回修改', 'Back to the values'),
  why: p('不能修改的原因', 'Why it cannot be changed'),
  lastAct: p('上次操作', 'Last action'),
  undo: p('撤销', 'Undo'),
  undone: p('已撤销', 'Undone'),
  contents: p('列表', 'List'),
  keysOfList: p('列表', 'This list'),
  keyDown: p('下一行', 'Next row'),
  keyUp: p('上一行', 'Previous row'),
  keySelect: p('选择或取消选择当前行', 'Select or deselect the row'),
  keyOpen: p('打开当前行', 'Open the row'),
  keyDelete: p('删除当前行（先询问）', 'Delete the row (asks first)'),
  keyClear: p('取消选择', 'Clear selection'),
  keyCloseBeside: p('关闭并排的记录', 'Close the record beside it'),
} as const

/** What is done with many rows at once. */
export const batchWords = {
  preview: p('预览批量修改', 'Bulk edit preview'),
  run: p('批量修改', 'Bulk edit'),
  undo: p('撤销批量修改', 'Undo of a bulk edit'),
} as const

/** The operators of conditions in words. */
export const operators: Readonly<Record<Operator, Text>> = {
  eq: p('等于', 'is'),
  ne: p('不等于', 'is not'),
  in: p('是其中之一', 'is one of'),
  contains: p('包含', 'contains'),
  startsWith: p('开头是', 'begins with'),
  gt: p('大于', 'above'),
  ge: p('不小于', 'at least'),
  lt: p('小于', 'below'),
  le: p('不大于', 'at most'),
  between: p('介于', 'between'),
  empty: p('为空', 'is empty'),
  notEmpty: p('不为空', 'is not empty'),
  within: p('在', 'within'),
}

/** A field that is empty, as what rows lack. */
export const missingIn = (name: Text): Text => p(`缺${name.zh}`, name.en)
/** '筛选：姓名' of a chip's button that takes the filter away. */
export const withoutFilter = (name: string, en: string): Text => p(`取消筛选${name}`, `Remove filter ${en}`)
/** How many rows of the page are shown where as many as fit are asked for. */
export const rowsFitting = (n: number): Text => p(`自适应 ${n} 条`, `${n} per screen`)
/** Chooses all rows that match, and that they are chosen. */
export const selectAllOf = (n: number): Text => p(`选择全部 ${n} 条`, `Select all ${n}`)
export const allSelected = (n: number): Text => p(`已选择全部 ${n} 条`, `All ${n} selected`)
/** Why not all that match can be chosen, or why a command takes fewer rows. */
export const tooManyToSelect = (most: number): Text => p(`超过 ${most} 条，请增加条件后再全选`, `More than ${most}: add conditions to select all`)
export const fewerRows = (most: number): Text =>
  p(`一次最多办理 ${most} 条，请逐条选择或增加条件`, `At most ${most} rows at once: select them one by one or add conditions`)
/** Counts of a preview. */
export const changedRows = (n: number): Text => p(`修改 ${n} 条`, `Change ${n}`)
export const sameRows = (n: number): Text => p(`${n} 条已是该内容`, `${n} already have this value`)
export const refusedRows = (n: number): Text => p(`${n} 条不能修改`, `${n} cannot be changed`)
/** A sum, with what is added up. */
export const summed = (name: Text, sum: string): Text => p(`${name.zh} ${sum}`, `${name.en} ${sum}`)
