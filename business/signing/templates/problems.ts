import { problem } from '../../../kit/model/problem.ts'

/** What templates, flows and accounts of signing refuse. */
export const templateProblems = {
  /** Rulings on contract texts: a file of one's own is stored without a converter and enabled only with one. */
  noConverter: problem(409, 'no-converter', () => ({
    zh: '未配置文档转换服务，自定义的模板文件只能保存，不能启用和预览；请使用系统内置模板文件',
    en: 'No document converter is configured: a template file of your own can be stored, not enabled or previewed; use the built-in template file',
  })),
  enabledStays: problem(409, 'template-enabled', () => ({
    zh: '启用中的配置不能修改或删除，请先停用或新增版本',
    en: 'What is enabled cannot be changed or deleted: disable it first, or add a version',
  })),
  inUse: problem(409, 'template-used', () => ({
    zh: '已有合同按该模板签署，不能修改或删除，请新增版本',
    en: 'Contracts were signed by this template: it cannot be changed or deleted; add a version',
  })),
}
