import { both as p, inSentence, plural, type Text } from '../model/lang.ts'

/** Every fixed word of the kit's own parts. The Chinese ones that people know by heart come from platform.md 5 and 8. */
export const phrases = {
  add: p('新增', 'Add'),
  edit: p('编辑', 'Edit'),
  view: p('查看', 'View'),
  remove: p('删除', 'Delete'),
  more: p('更多', 'More'),
  actions: p('操作', 'Actions'),
  save: p('保存', 'Save'),
  cancel: p('取消', 'Cancel'),
  close: p('关闭', 'Close'),
  ok: p('确定', 'OK'),
  search: p('搜索', 'Search'),
  reset: p('清空', 'Clear'),
  clearField: p('清除内容', 'Clear this field'),
  selectAll: p('全选', 'Select all'),
  expand: p('展开', 'More fields'),
  collapse: p('收起', 'Fewer fields'),
  refresh: p('刷新', 'Refresh'),
  columns: p('列设置', 'Columns'),
  retry: p('重试', 'Retry'),
  back: p('返回', 'Back'),
  asOf: p('查看历史日期的数据', 'View data as of an earlier day'),
  asOfShort: p('历史日期', 'Earlier day'),
  asOfNow: p('返回当前', 'Back to today'),
  toggleSearch: p('显示或隐藏搜索', 'Show or hide search'),
  yes: p('是', 'Yes'),
  no: p('否', 'No'),
  from: p('起', 'from'),
  to: p('止', 'to'),
  empty: p('暂无数据', 'No data'),
  loadFailed: p('加载失败', 'Failed to load'),
  selectRow: p('选择本行', 'Select this row'),
  keyword: p('输入关键字过滤', 'Filter by keyword'),
  regions: p('区域', 'Regions'),
  exact: p('精确计数', 'Exact count'),
  hint: p('提示', 'Please confirm'),
  noneSelected: p('请选择至少一条数据', 'Select at least one row'),
  confirmRemove: p('确定将选择数据删除?', 'Delete the selected rows?'),
  done: p('操作成功!', 'Done!'),
  added: p('新增成功', 'Added'),
  updated: p('更新成功', 'Updated'),
  removed: p('删除成功', 'Deleted'),
  unsaved: p('有未保存的修改，确定离开?', 'There are unsaved changes. Leave anyway?'),
  unknown: p('未知错误', 'Unknown error'),
  noConnection: p('网络连接失败，请检查网络后重试', 'No connection. Check the network and try again'),
  timedOut: p('请求超时，请稍后重试', 'The request timed out. Try again later'),
  notAllowed: p('您没有查看此内容的权限', 'You do not have permission to view this'),
  askForRight: p('如工作需要，请联系管理员为您的角色授权', 'If you need it for your work, ask an administrator to grant your role access'),
  loading: p('加载中', 'Loading'),
} as const

/** '共 12 条' and the like, from counts. */
export const counted = (total: number, estimate = false): Text =>
  estimate ? p(`共 ${total}+ 条`, `${total}+ rows`) : p(`共 ${total} 条`, plural(total, 'row'))
/** How many rows are selected. */
/** Over a list that shows an earlier day. */
export const asOfDay = (day: string): Text => p(`显示 ${day} 当日结束时的数据，只能查看`, `Data as of the end of ${day} (read only)`)
export const selectedCount = (n: number): Text => p(`已选择 ${n} 条`, `${n} selected`)
/** '请输入姓名' for search boxes and inputs, by whether a person picks or types. */
export const prompt = (label: string, en: string, picked: boolean): Text =>
  p(`${picked ? '请选择' : '请输入'}${label}`, `${picked ? 'Select' : 'Enter'} ${inSentence(en)}`)
