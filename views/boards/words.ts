import { both as w, type Text } from '../../kit/model/lang.ts'

export const boardWords = {
  design: w('设计', 'Lay out'),
  preview: w('预览', 'Preview'),
  export: w('导出文件', 'Export'),
  import: w('导入文件', 'Import'),
  imported: w('已导入，启用后显示', 'Imported; it is shown once it is enabled'),
  noFile: w('不是看板文件', 'This is not the file of a board'),
  set: w('统计', 'Figures'),
  indicator: w('指标', 'Indicator'),
  shape: w('展示方式', 'Drawn as'),
  addPanel: w('添加面板', 'Add panel'),
  full: w('看板已没有空位', 'The board has no room'),
  grid: w('面板布局', 'Panels'),
  keys: w(
    '选中面板后用方向键移动，Shift+方向键改变大小，Delete 移除；也可以拖动标题和右下角。',
    'A chosen panel is moved by the arrow keys, made larger or smaller with Shift, removed by Delete; or drag its title and its corner.',
  ),
  remove: w('移除', 'Remove'),
  save: w('保存布局', 'Save'),
  saved: w('布局已保存', 'Saved'),
  versions: w('历史版本', 'Versions'),
  restore: w('恢复此版本', 'Put back'),
  restored: w('已恢复', 'Put back'),
  lost: w('布局尚未保存，确定关闭吗？', 'The layout is not saved. Close it?'),
  refused: w('没有查看该指标的权限', 'You may not see this figure'),
  unknown: w('该指标已不存在', 'This figure does not exist any more'),
  empty: w('看板还没有面板', 'The board has no panels yet'),
  nothing: w('没有数据', 'Nothing to show'),
  standard: w('标准大屏', 'The usual wall'),
  choose: w('选择看板', 'Choose a board'),
  resize: w('调整大小', 'Size'),
} as const
/** A panel as it is told to who does not see it. */
export const panelPlace = (name: string, p: { x: number; y: number; w: number; h: number }): Text =>
  w(`${name}，第${p.x + 1}列第${p.y + 1}行，宽${p.w}高${p.h}`, `${name}, column ${p.x + 1}, row ${p.y + 1}, ${p.w} wide, ${p.h} high`)
export const versionName = (version: number, day: string): Text => w(`版本${version}（${day}）`, `Version ${version} (${day})`)
