import { problem } from '../../kit/model/problem.ts'
import { both as p } from '../../kit/model/lang.ts'

/** What may be wrong with a workbook that somebody sent. */
export const workbookProblems = {
  unreadable: problem(400, 'import-unreadable', () =>
    p('文件无法读取，请用Excel另存为xlsx后重试', 'The file cannot be read; save it as xlsx in Excel and try again'),
  ),
  tooMany: problem<{ max: number }>(400, 'import-rows', (d) => p(`一次最多导入${d.max}行，请分成多个文件`, `At most ${d.max} rows at once; use several files`)),
  tooLarge: problem(400, 'import-large', () => p('文件内容过大，请分成多个文件', 'The file has too much content; split it into several files')),
  tooWide: problem<{ max: number }>(400, 'import-columns', (d) => p(`最多${d.max}列`, `At most ${d.max} columns`)),
}
