import { problem } from '../../kit/model/problem.ts'

/** What may stand against a national package. */
export const packageExportProblems = {
  county: problem(400, 'package-region', () => ({ zh: '请选择县级或以下的行政区划', en: 'Choose a county, or a region within one' })),
  year: problem(400, 'package-year', () => ({ zh: '请输入4位年度', en: 'Enter the year in four digits' })),
  masked: problem<{ what: string }>(403, 'package-masked', (d) => ({
    zh: `汇交成果包须含完整的个人信息，您没有查看${d.what}完整个人信息的权限`,
    en: `A national package holds personal data in full; you may not see those of: ${d.what}`,
  })),
  narrowed: problem(403, 'package-narrowed', () => ({
    zh: '您的账号设有数据权限，只能看到部分数据，不能导出汇交成果包',
    en: 'Your account sees only part of the data, so it cannot export a national package',
  })),
  since: problem(400, 'package-since', () => ({ zh: '变更起始日期应为过去的日期（yyyy-MM-dd）', en: 'Changes begin on a past day (yyyy-MM-dd)' })),
  firstChange: problem(409, 'package-first-change', () => ({
    zh: '该区域还没有导出过变更包，请指定起始日期',
    en: 'No change package of this region was exported yet: name the day on which it begins',
  })),
  nothingHere: problem(400, 'package-nothing', () => ({ zh: '该区域没有可导出的登记数据', en: 'There is no registered land in this region' })),
}
