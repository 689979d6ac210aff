import { both as p, type Text } from '../../../kit/model/lang.ts'

/** Words of the screens of templates and reports. */
export const words = {
  columns: p('列配置', 'Columns'),
  preview: p('预览', 'Preview'),
  sheet: p('下载空白表', 'Empty sheet'),
  copy: p('复制', 'Copy'),
  copied: p('复制成功', 'Copied'),
  rows: (shown: number, total: number): Text => p(`前 ${shown} 条，共 ${total} 条`, `The first ${shown} of ${total} rows`),
  chooseObject: p('请选择业务对象', 'Please select the object'),
  chooseField: p('请选择字段', 'Please select the field'),
  createTime: p('创建时间', 'Created'),
  updateTime: p('更新时间', 'Changed'),
  objectFirst: p('请先选择所属模板', 'Choose the template first'),
}
