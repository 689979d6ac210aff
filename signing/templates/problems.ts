import { problem } from '../../kit/model/problem.ts'

/** What templates, flows and accounts of signing refuse. */
export const templateProblems = {
  /** Rulings on contract texts: a file of one's own is stored without a converter and enabled only with one. */
  noConverter: problem(409, 'no-converter', () => ({
    zh: '未配置文档转换服务，自定义的模板文件只能保存，不能启用和预览；请使用系统内置模板文件',
    en: 'No document converter is configured: a template file of your own can be stored, not enabled or previewed; use the built-in template file',
  })),
  notConverted: problem(409, 'not-converted', () => ({
    zh: '模板文件转换为PDF失败，请用Word或WPS另存为docx后重试，或使用系统内置模板文件',
    en: 'The template file could not be converted to PDF: save it again as docx with Word or WPS, or use the built-in template file',
  })),
  noPlace: problem<{ places: string }>(409, 'no-place', ({ places }) => ({
    zh: `合同模板缺少签署流程所需的签署位置：${places}`,
    en: `The contract template lacks signature fields that the signing flow needs: ${places}`,
  })),
  otherFile: problem(409, 'template-changed', () => ({
    zh: '模板文件与保存时的不一致，请重新上传模板文件并新增版本',
    en: 'The template file differs from the one that was saved: upload it again as a new version',
  })),
  enabledStays: problem(409, 'template-enabled', () => ({
    zh: '启用中的配置不能修改或删除，请先停用或新增版本',
    en: 'An enabled template cannot be changed or deleted: disable it first, or add a version',
  })),
  inUse: problem(409, 'template-used', () => ({
    zh: '已有合同按该模板签署，不能修改或删除，请新增版本',
    en: 'Contracts were signed with this template: it cannot be changed or deleted; add a version',
  })),
}
