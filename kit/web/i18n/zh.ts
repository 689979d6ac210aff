/** Chinese words of the kit and the shell; the first truth, English must have the same keys. */
export const zh = {
  'app.title': '农村土地承包管理系统', 'app.login': '登录',
  'error.unknown': '未知错误', 'error.network': '网络连接失败，请检查网络后重试', 'error.timeout': '请求超时，请稍后重试', 'error.page': '页面加载失败', 'error.reload': '重新加载',
  'error.403': '抱歉，您无权访问该页面', 'error.404': '抱歉，您访问的页面不存在', 'error.500': '抱歉，服务器出错了',
  'common.ok': '确定', 'common.cancel': '取消', 'common.save': '保存', 'common.submit': '提交', 'common.close': '关闭', 'common.back': '返回', 'common.home': '返回首页',
  'common.search': '搜索', 'common.reset': '清空', 'common.add': '新增', 'common.edit': '编辑', 'common.view': '查看', 'common.delete': '删除', 'common.download': '下载',
  'common.upload': '上传', 'common.export': '导出', 'common.import': '导入', 'common.refresh': '刷新', 'common.actions': '操作', 'common.more': '更多', 'common.expand': '展开',
  'common.collapse': '收起', 'common.columns': '列设置', 'common.yes': '是', 'common.no': '否', 'common.none': '暂无数据', 'common.loading': '加载中', 'common.tip': '提示',
  'common.total': '共 {{n}} 条', 'common.totalAtLeast': '共 {{n}} 条以上', 'common.to': '至', 'common.all': '全部', 'common.update': '修改', 'common.index': '序号',
  'common.done': '操作成功!', 'common.added': '新增成功', 'common.updated': '更新成功', 'common.deleted': '删除成功',
  'common.pickOne': '请选择至少一条数据', 'common.deleteSelected': '确定将选择数据删除?', 'common.inputPlease': '请输入{{label}}', 'common.selectPlease': '请选择{{label}}',
  'common.unsaved': '有未保存的修改，确定离开吗？', 'common.leave': '离开', 'common.stay': '继续编辑',
  'login.welcome': '欢迎登录', 'login.hint': '请使用管理员分配的账号登录', 'login.tenant': '租户编号', 'login.account': '账号', 'login.password': '密码', 'login.captcha': '验证码',
  'login.tenantRequired': '请先输入租户编号', 'login.accountRequired': '请先输入账号名称', 'login.passwordRequired': '请先输入密码', 'login.captchaRequired': '请输入验证码',
  'login.renew': '点击更换验证码', 'login.submit': '登录', 'login.language': '切换语言', 'login.slogan': '确权到户 · 承包到地', 'login.lead': '承包方、地块、合同与登记簿，一处管理，处处可查。',
  'shell.menu': '导航菜单', 'shell.hello': '您好，{{name}}', 'shell.home': '首页', 'shell.search': '搜索菜单', 'shell.searchHint': '输入菜单名称，回车打开', 'shell.noMenu': '没有匹配的菜单', 'shell.theme': '主题',
  'shell.light': '浅色', 'shell.dark': '深色', 'shell.colour': '主题色', 'shell.fullscreen': '全屏', 'shell.exitFullscreen': '退出全屏', 'shell.language': '语言', 'shell.user': '用户菜单',
  'shell.profile': '个人信息', 'shell.dashboard': '控制台', 'shell.signOut': '退出登录', 'shell.signOutAsk': '退出系统, 是否继续?', 'shell.collapse': '收起菜单', 'shell.unfold': '展开菜单',
  'shell.closeTab': '关闭标签', 'shell.closeOthers': '关闭其他', 'shell.closeAll': '关闭全部', 'shell.refreshTab': '刷新页面', 'shell.tabs': '打开的页面', 'shell.skip': '跳到正文',
  'shell.expired': '您的密码已过期，点击此处立即修改', 'shell.region': '全部区域', 'shell.main': '正文', 'shell.external': '外部页面',
  'password.title': '修改密码', 'password.old': '原密码', 'password.new': '新密码', 'password.confirm': '确认密码', 'password.oldRequired': '请输入原密码', 'password.newRequired': '请输入新密码',
  'password.confirmRequired': '请输入确认密码', 'password.differ': '两次密码不一致', 'password.mustModify': '初始密码，请修改', 'password.expired': '密码已过期', 'password.changed': '密码已修改，请重新登录',
  'info.base': '基本信息', 'info.avatar': '头像', 'info.realName': '姓名', 'info.name': '用户名', 'info.phone': '手机号码', 'info.email': '邮箱', 'info.account': '登录账号', 'info.dept': '部门',
  'info.role': '角色', 'info.realNameRequired': '请输入姓名', 'info.nameRequired': '请输入用户名', 'info.phoneRequired': '请输入手机号码', 'info.phoneWrong': '手机号码格式不正确',
  'info.emailWrong': '邮箱格式不正确', 'info.avatarType': '上传失败，只允许上传jpg,png文件', 'info.avatarSize': '上传失败，上传文件不能超过 500kb', 'info.avatarChange': '更换头像',
  'shell.lock': '锁屏', 'lock.password': '锁屏密码', 'lock.required': '锁屏密码不能为空', 'lock.wrong': '锁屏密码不正确', 'lock.open': '解锁', 'lock.hint': '屏幕已锁定', 'lock.toLogin': '返回登录',
} as const

/** The names of all words; `t` takes no other. */
export type Word = keyof typeof zh
