import { both as p, type Text } from '../../kit/model/lang.ts'
import type { ListType } from '../files/uploader/upload-rules.ts'

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

/** Words of the page that shows the uploader. */
export const uploaderWords = {
  title: p('上传组件', 'File uploader'),
  hint: p('上传到此处的文件只用于查看组件的效果，仅归属当前账号', 'Files uploaded here only demonstrate the component; they belong to your own account'),
  options: p('参数', 'Options'),
  effect: p('效果', 'Result'),
  listType: p('列表类型', 'List type'),
  readOnly: p('只读', 'Read only'),
  limit: p('最多文件数', 'Maximum number of files'),
  sizeKb: p('单个文件上限（kb）', 'Size of one file (kb)'),
  accept: p('允许类型', 'Accepted types'),
  slice: p('分片上传', 'Upload in chunks'),
  compress: p('图片压缩', 'Compress pictures'),
  usage: p('用法', 'Usage'),
  any: p('不限', 'Any'),
} as const
/** What each kind of list is. Source: platform.md 2 (file uploader). */
export const listWords: Readonly<Record<ListType, Text>> = {
  text: p('文件名列表', 'Names'),
  picture: p('缩略图列表', 'Names with pictures'),
  'picture-card': p('图片卡片', 'Cards'),
  'picture-img': p('原图', 'Whole pictures'),
  thumbnail: p('小图', 'Thumbnails'),
  grid: p('表格', 'Table'),
  diy: p('自定义列表', 'Custom list'),
  empty: p('无列表', 'No list'),
}
