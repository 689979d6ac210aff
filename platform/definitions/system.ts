import { dict, flag, int, json, note, ref, refs, region, text, datetime, date } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** What the calls of a tree say of a row beside its fields. Source: platform-api.md 1.5, 3.1. */
export const IN_A_TREE = ['children', 'hasChildren', 'parentName'] as const

/** 租户. Source: platform-api.md 3.7. */
export const tenant = defineResource({
  name: 'tenant',
  label: '租户',
  en: 'Tenant',
  path: '/cpt-system/tenant',
  scope: 'platform',
  order: ['code'],
  unique: [['code']],
  title: 'tenantName',
  fields: {
    code: text('租户编号', { fixed: true, en: 'Tenant id', max: 12, form: 'read', search: 'prefix', width: 110 }),
    tenantName: text('租户名称', { en: 'Name', required: true, max: 50, search: 'like', width: 200 }),
    linkman: text('联系人', { name: true, format: 'name', en: 'Contact', required: true, max: 20, search: 'like', width: 120 }),
    contactNumber: text('联系电话', { en: 'Phone', max: 20, format: 'contactPhone', mask: 'phone', width: 140 }),
    address: text('联系地址', { format: 'address', en: 'Address', max: 255, width: 220 }),
    domain: text('域名地址', { en: 'Domain', max: 255, format: 'place', width: 180 }),
    title: text('系统标题', { en: 'Title', max: 100, column: false }),
    backgroundUrl: text('登录背景', { en: 'Login background', max: 500, format: 'place', column: false }),
    regionCode: region('行政区划', { en: 'Region', required: true, width: 120 }),
    accountNumber: int('账号额度', { help: { zh: '-1为不限', en: '-1 is without limit' }, en: 'Account limit', min: -1, max: 100000, default: -1, width: 130 }),
    expireTime: datetime('过期时间', { en: 'Expires', width: 160 }),
    packageId: ref('产品包', 'tenant_package', { en: 'Package', form: 'none', column: false }),
    datasourceId: ref('数据源', 'datasource', { en: 'Data source', form: 'none', column: false }),
    status: flag('启用', { en: 'Enabled', default: 1, width: 80 }),
  },
})

/** 租户产品包: which menus a tenant may have. Source: platform.md 2. */
export const tenant_package = defineResource({
  name: 'tenant_package',
  label: '产品包',
  en: 'Tenant package',
  path: '/cpt-system/tenant-package',
  scope: 'platform',
  order: ['packageName'],
  title: 'packageName',
  fields: {
    packageName: text('产品包名称', { en: 'Name', required: true, max: 50, search: 'like' }),
    // ids joined by commas; more of them than a column of references holds
    menuId: note('菜单', { en: 'Menus', required: true, store: 100_000, column: false, requiredMessage: { zh: '请选择菜单', en: 'Please select menus' } }),
    remark: note('备注', { en: 'Remark', max: 254 }),
  },
})

/** 用户. The password hash lives in its own table, so that no list can ever carry it. Source: platform-api.md 3.6. */
export const user = defineResource({
  name: 'sys_user',
  label: '用户',
  en: 'User',
  path: '/cpt-user',
  scope: 'tenant',
  order: ['account'],
  unique: [['account']],
  title: 'realName',
  derived: ['roleName', 'deptName', 'postName', 'isLocked', 'waiting'],
  fields: {
    account: text('登录账号', {
      help: { zh: '登录系统时使用，同一租户内不能重复', en: 'For signing in; unique within a tenant' },
      en: 'Account',
      required: true,
      max: 45,
      format: 'account',
      search: 'like',
      width: 130,
    }),
    name: text('用户昵称', { en: 'Nickname', max: 20, width: 120 }),
    realName: text('用户姓名', {
      help: { zh: '打印在文书和办理记录中', en: 'Printed in papers and in the story of a case' },
      name: true,
      format: 'name',
      en: 'Real name',
      required: true,
      max: 50,
      search: 'like',
      width: 120,
    }),
    roleId: refs('所属角色', 'sys_role', {
      help: { zh: '决定可使用的菜单和按钮', en: 'Decides which menus and buttons there are' },
      en: 'Roles',
      required: true,
    }),
    deptId: refs('所属部门', 'sys_dept', {
      help: { zh: '决定可查看的行政区划范围', en: 'Decides which regions may be seen' },
      en: 'Departments',
      required: true,
    }),
    postId: refs('所属岗位', 'sys_post', { en: 'Posts', column: false }),
    regionCode: region('行政区划', { en: 'Region', search: 'prefix', width: 120 }),
    code: text('用户编号', { en: 'Code', max: 12, column: false }),
    phone: text('手机号码', {
      help: { zh: '用于短信登录和接收通知', en: 'For signing in by message and for notices' },
      en: 'Phone',
      max: 11,
      format: 'phone',
      mask: 'phone',
      width: 130,
    }),
    email: text('电子邮箱', { en: 'E-mail', max: 45, format: 'email', column: false }),
    sex: dict('性别', 'user_sex', { en: 'Sex', column: false }),
    birthday: date('生日', { past: true, since: '1900-01-01', en: 'Birthday', column: false }),
    avatar: text('头像', { en: 'Avatar', max: 2000, column: false }),
    userType: int('用户平台', { en: 'Platform', form: 'none', column: false }),
    userExt: json('平台信息', { form: 'none' }),
    status: flag('启用', {
      help: { zh: '停用后不能登录，已办的业务保留', en: 'Who is switched off cannot sign in; what was done stays' },
      en: 'Enabled',
      default: 1,
      search: 'eq',
      width: 80,
    }),
    lastLogin: datetime('最近登录', { en: 'Last sign-in', form: 'none', width: 160 }),
  },
})

/** 角色. Source: platform-api.md 3.3. */
export const role = defineResource({
  name: 'sys_role',
  label: '角色',
  en: 'Role',
  path: '/cpt-system/role',
  scope: 'tenant',
  order: ['sort'],
  unique: [['roleAlias']],
  title: 'roleName',
  derived: IN_A_TREE,
  fields: {
    parentId: ref('上级角色', 'sys_role', { en: 'Parent', column: false }),
    roleName: text('角色名称', { en: 'Name', required: true, max: 255, search: 'like' }),
    roleAlias: text('角色别名', {
      help: { zh: '供接口和流程引用的英文标识，不能重复', en: 'The identifier used by calls and processes; unique' },
      en: 'Alias',
      required: true,
      max: 64,
      format: 'code',
      search: 'like',
    }),
    sort: int('角色排序', {
      help: { zh: '数字小的排在前面', en: 'Smaller numbers come first' },
      en: 'Order',
      required: true,
      min: 0,
      max: 9999,
      default: 1,
      width: 90,
    }),
  },
})

/** 部门. Its region is what its people may see. Source: platform-api.md 3.4. */
export const dept = defineResource({
  name: 'sys_dept',
  label: '部门',
  en: 'Department',
  path: '/cpt-system/dept',
  scope: 'tenant',
  order: ['sort'],
  title: 'deptName',
  derived: IN_A_TREE,
  fields: {
    parentId: ref('上级部门', 'sys_dept', { en: 'Parent', column: false }),
    deptName: text('部门名称', { en: 'Name', required: true, max: 45, search: 'like' }),
    fullName: text('部门全称', { en: 'Full name', required: true, max: 100, search: 'like' }),
    deptCategory: dict('部门类型', 'org_category', { en: 'Type', default: '2', width: 100 }),
    regionCode: region('行政区划', {
      help: { zh: '本部门人员可查看该行政区划及其下级的数据', en: 'Its people see this region and those below' },
      en: 'Region',
      required: true,
      search: 'prefix',
      width: 140,
    }),
    officePhone: text('办公电话', {
      en: 'Office telephone',
      max: 20,
      format: 'contactPhone',
      column: false,
      help: { zh: '公开：在便民服务页面和通知短信中告知群众', en: 'Public: citizens read it on their page and in messages' },
    }),
    sort: int('排序', { en: 'Order', required: true, min: 0, max: 9999, default: 1, width: 90 }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})

/** 岗位. Source: platform-api.md 3.5. */
export const post = defineResource({
  name: 'sys_post',
  label: '岗位',
  en: 'Post',
  path: '/cpt-system/post',
  scope: 'tenant',
  order: ['sort'],
  unique: [['postCode']],
  title: 'postName',
  fields: {
    category: dict('岗位类型', 'post_category', { en: 'Type', required: true, search: 'eq', width: 100 }),
    postCode: text('岗位编号', { en: 'Code', required: true, max: 12, format: 'code', search: 'like' }),
    postName: text('岗位名称', { en: 'Name', required: true, max: 64, search: 'like' }),
    sort: int('岗位排序', { en: 'Order', required: true, min: 0, max: 9999, default: 1, width: 90 }),
    remark: note('岗位描述', { en: 'Remark', max: 255, column: false }),
  },
})

/** 菜单 and buttons. Button codes are permission codes. Source: platform-api.md 3.1. */
export const menu = defineResource({
  name: 'menu',
  label: '菜单',
  en: 'Menu',
  path: '/cpt-system/menu',
  scope: 'platform',
  order: ['sort'],
  unique: [['code']],
  title: 'name',
  derived: IN_A_TREE,
  fields: {
    parentId: ref('上级菜单', 'menu', { en: 'Parent', column: false }),
    code: text('菜单编号', {
      help: { zh: '按钮的编号即其权限标识', en: 'The code of a button is its permission' },
      en: 'Code',
      required: true,
      max: 100,
      format: 'code',
      search: 'like',
    }),
    name: text('菜单名称', { en: 'Name', required: true, max: 100, search: 'like' }),
    alias: text('菜单别名', { en: 'Alias', required: true, max: 100, search: 'like' }),
    path: text('路由地址', { en: 'Path', required: true, max: 255, format: 'place' }),
    source: text('菜单图标', { en: 'Icon', required: true, max: 100, column: false }),
    sort: int('菜单排序', { en: 'Order', required: true, min: 0, max: 99999, default: 1, width: 90 }),
    category: int('菜单类型', {
      help: { zh: '1为菜单，2为按钮', en: '1 is a menu, 2 a button' },
      en: 'Category',
      required: true,
      min: 1,
      max: 2,
      default: 1,
      width: 90,
    }),
    action: int('按钮功能', { en: 'Button place', required: true, min: 0, max: 3, default: 0, column: false }),
    isOpen: flag('新窗口打开', { en: 'New window', default: 0, column: false }),
    roles: text('可见角色', { en: 'Visible to roles', max: 255, column: false }),
    remark: note('菜单备注', { en: 'Remark', max: 255, column: false }),
  },
})

/** 顶部菜单. Source: platform-api.md 3.2. */
export const top_menu = defineResource({
  name: 'top_menu',
  label: '顶部菜单',
  en: 'Top menu',
  path: '/cpt-system/top-menu',
  scope: 'tenant',
  order: ['sort'],
  unique: [['code']],
  title: 'name',
  fields: {
    code: text('菜单编号', { en: 'Code', required: true, max: 100, format: 'code', search: 'like' }),
    name: text('菜单名称', { en: 'Name', required: true, max: 100, search: 'like' }),
    source: text('菜单图标', { en: 'Icon', required: true, max: 100 }),
    path: text('路由地址', { en: 'Path', max: 255, format: 'place' }),
    sort: int('菜单排序', { en: 'Order', required: true, min: 0, max: 9999, default: 1, width: 90 }),
  },
})

/** 行政区划. `oldCodes` keeps the codes that the region had before, joined by commas: searched, and understood where a workbook names them. Source: platform-api.md 3.9; codes.md 2. */
export const region_ = defineResource({
  name: 'region',
  label: '行政区划',
  en: 'Region',
  path: '/cpt-system/region',
  scope: 'platform',
  order: ['code'],
  unique: [['code']],
  title: 'name',
  derived: IN_A_TREE,
  fields: {
    code: region('区划编号', { fixed: true, en: 'Code', required: true, search: 'prefix' }),
    parentCode: text('上级区划', { en: 'Parent', max: 14, form: 'none', search: 'eq', column: false }),
    name: text('区划名称', { en: 'Name', required: true, max: 64, search: 'like' }),
    fullName: text('区划全称', { en: 'Full name', max: 200, form: 'read' }),
    level: int('区划级别', { en: 'Level', form: 'read', width: 90 }),
    sort: int('区划排序', { en: 'Order', min: 0, max: 99999, default: 1, width: 90 }),
    projection: int('投影带', { en: 'Projection (EPSG)', min: 4534, max: 4554, column: false }),
    extent: text('经纬度范围', { en: 'Extent (west,south,east,north)', max: 80, column: false }),
    oldCodes: text('历史编号', { en: 'Old codes', max: 200, search: 'like', column: false }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})

/** 业务字典 rows: a heading (parentId null) and its entries. Source: platform-api.md 3.10. */
export const dict_biz = defineResource({
  name: 'dict_biz',
  label: '业务字典',
  en: 'Business dictionary',
  path: '/cpt-system/dict-biz',
  scope: 'tenant',
  order: ['sort'],
  title: 'dictValue',
  derived: IN_A_TREE,
  fields: {
    parentId: ref('上级字典', 'dict_biz', { en: 'Parent', column: false, search: 'eq' }),
    code: text('字典编号', { en: 'Code', required: true, max: 64, format: 'code', search: 'like' }),
    dictKey: text('字典键值', { en: 'Key', required: true, max: 40 }),
    dictValue: text('字典名称', { en: 'Value', required: true, max: 254, search: 'like' }),
    en: text('英文名称', { en: 'English', max: 254 }),
    parentKey: text('上级键值', { en: 'Parent key', max: 40, column: false }),
    selectable: flag('可选', { en: 'Selectable', default: 1, column: false }),
    sort: int('排序', { en: 'Order', required: true, min: 0, max: 99999, default: 1, width: 90 }),
    isSealed: flag('封存', { en: 'Sealed', default: 0, width: 80 }),
    extra: json('附加', { form: 'none' }),
    standard: text('来源', { en: 'Source', max: 254, form: 'read', column: false }),
    remark: note('备注', { en: 'Remark', max: 1000, column: false }),
  },
})

/** 系统参数. Source: platform.md 3. */
export const param = defineResource({
  name: 'param',
  label: '系统参数',
  en: 'Parameter',
  path: '/cpt-system/param',
  scope: 'tenant',
  order: ['paramKey'],
  unique: [['paramKey']],
  title: 'paramName',
  fields: {
    paramName: text('参数名称', { en: 'Name', required: true, max: 255, search: 'like' }),
    paramKey: text('参数键名', { en: 'Key', required: true, max: 255, format: 'code', search: 'like' }),
    paramValue: text('参数键值', { en: 'Value', required: true, max: 255 }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})
