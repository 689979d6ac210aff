import { problem } from '../../kit/model/problem.ts'

/** Why a print job cannot be asked for or handed out. */
export const printJobProblems = {
  noForms: problem(400, 'print-no-forms', () => ({ zh: '请选择要打印的表单', en: 'Choose the forms to print' })),
  glyphs: problem<{ said: string; more: number }>(409, 'print-glyphs', (d) => ({
    zh: `以下人员的姓名或地址有字体中没有的字符，打印前请更正或安装生僻字字体：${d.said}${d.more ? `，另有${d.more}处` : ''}。选择“跳过这些户”可以先打印其他户`,
    en: `Names or addresses have characters that no font has; correct them or install a font of rare characters before printing: ${d.said}${d.more ? `, and ${d.more} more` : ''}. “Leave these out” prints the others`,
  })),
  notRegistered: problem<{ name: string }>(409, 'print-not-registered', (d) => ({
    zh: `承包方【${d.name}】没有现行登记簿，不能打印合同或登记簿`,
    en: `${d.name} has no current book: neither contract nor book can be printed`,
  })),
  reason: problem(400, 'print-reason', () => ({ zh: '重印请填写原因', en: 'Give the reason of the reprint' })),
  notReady: problem(409, 'print-not-ready', () => ({ zh: '打印任务尚未完成', en: 'The print job is not finished' })),
  gone: problem(410, 'print-gone', () => ({ zh: '打印文件已过保存期，请重印', en: 'The file was kept long enough: print it again' })),
  running: problem(409, 'print-running', () => ({ zh: '任务正在进行，不需要继续', en: 'The job is under way' })),
}
