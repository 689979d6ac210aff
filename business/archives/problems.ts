import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What is refused of archives. Source: business-flows.md 11. */
export const archiveProblems = {
  notDone: problem<{ code: string }>(409, 'archive-not-done', (d) => ({
    zh: `业务【${d.code}】未办结，不能归档`,
    en: `Business ${d.code} is not finished and cannot be filed`,
  })),
  missing: problem<{ names: Text }>(409, 'archive-missing', (d) => ({
    zh: `缺少必需的归档材料：${d.names.zh}`,
    en: `Papers that must be filed are missing: ${d.names.en}`,
  })),
  unfit: problem<{ names: Text }>(409, 'archive-unfit', (d) => ({ zh: `以下文件不能归档：${d.names.zh}`, en: `These files cannot be filed: ${d.names.en}` })),
  nothing: problem(409, 'archive-nothing', () => ({ zh: '没有可归档的业务', en: 'There is nothing to file' })),
  filed: problem<{ title: string }>(409, 'archive-filed', (d) => ({
    zh: `【${d.title}】已归档，不能删除、替换或修改`,
    en: `${d.title} has been filed and cannot be removed, replaced or changed`,
  })),
  closed: problem<{ archiveNo: string }>(409, 'archive-closed', (d) => ({ zh: `案卷【${d.archiveNo}】已归档封卷`, en: `Volume ${d.archiveNo} is closed` })),
  notEmpty: problem<{ archiveNo: string }>(409, 'archive-not-empty', (d) => ({
    zh: `案卷【${d.archiveNo}】内有或曾有归档文件，不能删除`,
    en: `Volume ${d.archiveNo} holds papers, or held some, and cannot be removed`,
  })),
  exists: problem<{ archiveNo: string }>(409, 'archive-exists', (d) => ({
    zh: `该户已有案卷【${d.archiveNo}】`,
    en: `There is already volume ${d.archiveNo}`,
  })),
  level: problem(403, 'archive-level', () => ({ zh: '案卷密级高于您的权限，不能查阅', en: 'The security level of the volume is above yours' })),
  noReason: problem(400, 'archive-no-reason', () => ({ zh: '请输入开放或关闭的理由', en: 'Give the reason' })),
  tooHeavy: problem(409, 'archive-too-heavy', () => ({
    zh: '文件过大，无法读取其页面，请拆分后再归档',
    en: 'The file is too large for its pages to be read: divide it',
  })),
  tooLarge: problem<{ pages: number; most: number }>(409, 'archive-too-large', (d) => ({
    zh: `共${d.pages}页，合并下载最多${d.most}页，请改为打包下载`,
    en: `${d.pages} pages; one PDF holds at most ${d.most}: download them as ZIP`,
  })),
}
