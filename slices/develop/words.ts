import { both as p, type Text } from '../../kit/model/lang.ts'

/** Words of the code generator's screen. */
export const words = {
  generate: p('代码生成', 'Generate'),
  copy: p('复制', 'Copy'),
  copied: p('复制成功', 'Copied'),
  fields: p('字段', 'Fields'),
  name: p('列', 'Column'),
  kind: p('类型', 'Kind'),
  label: p('中文名', 'Chinese'),
  en: p('英文名', 'English'),
  required: p('必填', 'Required'),
  listed: p('列表', 'Listed'),
  search: p('查询', 'Search'),
  none: p('无', 'None'),
  missing: (names: string): Text => p(`该表缺少公共列，不能生成：${names}`, `Nothing can be generated, the table lacks ${names}`),
  skipped: (names: string): Text => p(`没有对应类型，不生成：${names}`, `No kind fits, left out: ${names}`),
  tableFirst: p('填写数据表后显示字段', 'The fields are shown once the table is named'),
}
