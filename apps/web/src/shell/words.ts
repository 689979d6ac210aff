import { both as p } from '../../../../kit/model/lang.ts'

/** Words of the frame itself, loaded with it. Messages are those of platform.md 2, 5, 8. */
export const frameWords = {
  errors: p('错误日志', 'Error log'),
  exports: p('导出记录', 'Export records'),
  manual: p('操作手册', 'Operation manual'),
  manualNone: p('暂无操作手册', 'There is no manual here'),
  signLeft: p('剩余电子签', 'E-signatures left'),
  large: p('大屏', 'Large screen'),
  notes: p('更新日志', 'What is new'),
  clearCache: p('清除缓存', 'Clear cache'),
  cacheCleared: p('清除完毕', 'Cleared'),
  switchRole: p('切换部门/角色', 'Switch department or role'),
  chunk: p('页面加载失败', 'The page could not be loaded'),
  chunkWhy: p(
    '页面文件没有取到：网络中断，或系统刚刚更新。请检查网络后重试；已保存的数据不受影响。',
    'A file of this page did not arrive: the network is down, or the system was just updated. Check the network and try again; what was saved is safe.',
  ),
  chunkLate: p('等待页面文件已超过 120 秒。请检查网络后重试。', 'The files of this page did not arrive within 120 seconds. Check the network and try again.'),
  noModule: p('页面模块不存在', 'This page has no module'),
  noModuleWhy: p(
    '菜单指向的页面在本系统中不存在，请联系管理员检查菜单的路由地址：',
    'A menu points to a page that the product does not have. Ask the administrator to check its path: ',
  ),
  retry: p('重试', 'Try again'),
  why: p('为什么不能？', 'Why not?'),
  viewAs: p('查看他人界面', 'Look as another person'),
  viewAsNow: p('正在查看他人界面（只读）：', 'You look (read only) as: '),
  viewAsEnd: p('结束查看', 'End'),
  views: p('常用视图', 'Saved views'),
} as const
