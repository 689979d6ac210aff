import { both as say, type Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What is refused of a change of many rows. */
export const batchProblems = {
  list: problem(400, 'batch-list', () => say('该列表不支持批量修改', 'Rows of this list cannot be changed together')),
  field: problem<{ name: string }>(400, 'batch-field', ({ name }) => say(`“${name}”不能批量修改`, `${name} cannot be changed for many rows`)),
  empty: problem(400, 'batch-empty', () => say('请至少选择一项要修改的内容', 'Choose at least one field to change')),
  tooMany: problem<{ max: number }>(400, 'batch-too-many', ({ max }) =>
    say(`一次最多修改${max}条，请增加条件`, `At most ${max} rows at once: add a condition`),
  ),
  notPreviewed: problem(409, 'batch-not-previewed', () => say('请先预览，再确认修改', 'Preview the change before it is made')),
  refused: problem<{ name: string; why: Text }>(409, 'batch-refused', ({ name, why }) =>
    say(`${name}：${why.zh}。本次没有修改任何数据`, `${name}: ${why.en}. Nothing was changed`),
  ),
  /** of what should be taken back */
  changedSince: problem<{ name: string }>(409, 'undo-changed', ({ name }) =>
    say(`“${name}”之后又被修改，不能撤销`, `${name} was changed since and cannot be taken back`),
  ),
  nothingToUndo: problem<{ name: string }>(409, 'undo-nothing', ({ name }) => say(`“${name}”没有可以撤销的修改`, `There is no change of ${name} to take back`)),
}
