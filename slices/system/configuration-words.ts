import { both as p, type Text } from '../../kit/model/lang.ts'

/** Words of the configuration screens. */
export const words = {
  addChild: p('新增子项', 'Add below'),
  addBelow: p('新增下级', 'Add below'),
  enable: p('启用', 'Enable'),
  confirmEnable: p('确定启用该配置？其他配置将停用。', 'Enable this one? The others will be switched off.'),
  generate: p('生成', 'Generate'),
  keep: p('留空则不修改', 'Leave empty to keep it'),
  once: p('密钥只显示这一次，请妥善保存。', 'The secret is shown this once; keep it safe.'),
  kept: p('已保存', 'kept'),
  none: p('未设置', 'not set'),
  menus: p('菜单', 'Menus'),
  grantMenus: p('菜单配置', 'Choose menus'),
  pickTop: p('请选择顶部菜单', 'Select top menus'),
  conditions: p('条件（全部满足）', 'Conditions (all must hold)'),
  addCondition: p('添加条件', 'Add a condition'),
  column: p('字段', 'Column'),
  op: p('运算', 'Operation'),
  value: p('值', 'Value'),
  any: p('其他条件原样保留', 'Other conditions stay as they are'),
  callerHint: p(
    '可用 ${userId}、${deptId}、${regionCode} 表示当前用户；多个值用逗号分隔',
    '${userId}, ${deptId}, ${regionCode} stand for the caller; several values with commas',
  ),
  viewTree: p('树形', 'Tree'),
  viewLeft: p('横向', 'Side by side'),
  viewTop: p('纵向', 'One above the other'),
  view: p('视图', 'View'),
  headings: p('字典目录', 'Dictionaries'),
  pickHeading: p('请选择字典', 'Select a dictionary'),
  standard: p('标准', 'standard'),
  local: p('自定义', 'local'),
} as const

export const opWords: Readonly<Record<string, Text>> = {
  eq: p('等于', 'equals'),
  ne: p('不等于', 'differs from'),
  in: p('属于', 'is one of'),
  notIn: p('不属于', 'is none of'),
  lt: p('小于', 'less than'),
  le: p('不大于', 'at most'),
  gt: p('大于', 'greater than'),
  ge: p('不小于', 'at least'),
  prefix: p('开头为', 'begins with'),
  isNull: p('为空', 'is empty'),
  notNull: p('不为空', 'is not empty'),
}
