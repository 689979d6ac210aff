import { both as w, type Text } from '../../kit/model/lang.ts'

/** Words of the package screens. */
export const words = {
  upload: w('上传汇交包', 'Upload package'),
  file: w('汇交包文件（zip，不超过4GB）', 'Package file (zip, at most 4 GB)'),
  choose: w('选择文件', 'Choose file'),
  needFile: w('请选择文件', 'Please choose a file'),
  known: w('该汇交包已上传过', 'This package was uploaded before'),
  analyse: w('检查', 'Check'),
  submit: w('送审', 'Submit for audit'),
  audit: w('审核', 'Audit'),
  write: w('入库', 'Write'),
  finish: w('办结', 'Finish'),
  excel: w('导出检查结果', 'Findings as Excel'),
  cancel: w('取消任务', 'Cancel job'),
  findings: w('检查结果', 'Findings'),
  accept: w('接受', 'Accept'),
  refuse: w('驳回', 'Refuse'),
  opinion: w('审核意见', 'Opinion'),
  noFindings: w('没有检查结果', 'No findings'),
  rule: w('规则', 'Rule'),
  severity: w('级别', 'Severity'),
  all: w('全部', 'All'),
  progress: w('进度', 'Progress'),
  askSubmit: w('确定送审该汇交包吗？', 'Submit this package for audit?'),
  askFinish: w('确定办结吗？', 'Finish this package?'),
  retry: w('重试', 'Retry'),
  askWrite: w('入库后数据成为现势登记数据，确定入库吗？', 'The data becomes the current register. Write it?'),
  onMap: w('位置', 'Places'),
}
/** Severity of a finding: words, colour on the map, and of its tag. */
export const severities: Readonly<Record<string, { text: Text; color: string; tag: string }>> = {
  E: { text: w('错误', 'Error'), color: '#cf1322', tag: 'error' },
  W: { text: w('警告', 'Warning'), color: '#d48806', tag: 'warning' },
  T: { text: w('提示', 'Hint'), color: '#1677ff', tag: 'processing' },
}

const steps: Readonly<Record<string, Text>> = {
  hash: w('校验文件', 'Checking the file'),
  unpack: w('解压', 'Unpacking'),
  structure: w('检查结构', 'Checking the structure'),
  tables: w('检查数据表', 'Checking the tables'),
  villages: w('逐村检查', 'Checking the villages'),
  files: w('检查附件', 'Checking the files'),
  package: w('汇总检查', 'Checking the package as a whole'),
  regions: w('行政区划', 'Regions'),
  holders: w('发包方与承包方', 'Issuers and contractors'),
  parcels: w('地块与界址', 'Parcels and boundaries'),
  books: w('登记簿', 'Books'),
  contracts: w('合同与权证', 'Contracts and certificates'),
  contents: w('登记簿内容固化', 'Contents of the books'),
  versions: w('版本与计数', 'Versions and counters'),
}
/** What a job on a package is doing; layers (DK, JZD …) go by their names. */
export const stepText = (step: string): Text => steps[step] ?? w(step, step)
