import { problem } from '../../../kit/model/problem.ts'

/** What may be wrong with an export. */
export const exportProblems = {
  type: problem(400, 'export-type', () => ({ zh: '没有该导出类型', en: 'This export type does not exist' })),
  notFailed: problem(409, 'export-not-failed', () => ({ zh: '只有失败的导出可以重新导出', en: 'Only a failed export can be repeated' })),
  notFinished: problem(409, 'export-not-finished', () => ({ zh: '导出尚未完成', en: 'The export is not finished' })),
  busy: problem<{ max: number }>(409, 'export-busy', (d) => ({
    zh: `您有${d.max}个导出正在进行，请等待完成`,
    en: `You have ${d.max} exports running; wait until one has finished`,
  })),
  tooMany: problem<{ max: number }>(400, 'export-too-many', (d) => ({
    zh: `一次最多导出${d.max}份文书，请缩小区域`,
    en: `At most ${d.max} documents at a time; choose a smaller region`,
  })),
  chosen: problem<{ max: number }>(400, 'export-chosen', (d) => ({
    zh: `所选数据不正确，一次最多选择${d.max}条`,
    en: `The chosen rows are malformed; at most ${d.max} at a time`,
  })),
  rowsTooMany: problem<{ n: number; max: number }>(400, 'export-rows', (d) => ({
    zh: `共${d.n}条，一次最多导出${d.max}条，请缩小范围或到导出中心导出`,
    en: `${d.n} rows, at most ${d.max} at a time; narrow the search or use the export centre`,
  })),
  nothing: problem(400, 'export-nothing', () => ({ zh: '没有可导出的数据', en: 'There is nothing to export' })),
  gone: problem(404, 'export-gone', () => ({ zh: '导出文件已过期，请重新导出', en: 'The file has expired; export it again' })),
}
