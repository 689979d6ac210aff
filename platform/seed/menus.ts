import { seedId } from './seed-id.ts'

/** One row of the menu table. `need`: the button whose holders see this page. */
export interface MenuRow {
  id: string
  parentId: string | null
  code: string
  name: string
  alias: string
  en: string
  path: string
  source: string
  sort: number
  category: 1 | 2
  action: 0 | 1 | 2 | 3
  need?: string
}

/** Words, place (button_func) and icon of a button by the last part of its code. */
const VERBS: Readonly<Record<string, readonly [zh: string, en: string, action: 1 | 2 | 3, icon: string]>> = {
  view: ['查看', 'View', 2, 'EyeOutlined'],
  add: ['新增', 'Add', 1, 'PlusOutlined'],
  edit: ['修改', 'Edit', 2, 'EditOutlined'],
  delete: ['删除', 'Delete', 3, 'DeleteOutlined'],
  plain: ['查看完整个人信息', 'See personal data in full', 2, 'EyeOutlined'],
  export: ['导出', 'Export', 1, 'DownloadOutlined'],
  import: ['导入', 'Import', 1, 'UploadOutlined'],
  print: ['打印', 'Print', 2, 'PrinterOutlined'],
  commit: ['提交', 'Submit', 2, 'SendOutlined'],
  revoke: ['撤销', 'Revoke', 2, 'RollbackOutlined'],
  check: ['审核', 'Check', 2, 'AuditOutlined'],
  recheck: ['复核', 'Recheck', 2, 'AuditOutlined'],
  audit: ['审核', 'Audit', 2, 'AuditOutlined'],
  transfer: ['移交', 'Transfer', 2, 'SwapOutlined'],
  grant: ['授权', 'Grant', 3, 'SafetyOutlined'],
  reset: ['重置密码', 'Reset password', 3, 'KeyOutlined'],
  unlock: ['解锁', 'Unlock', 3, 'UnlockOutlined'],
  approve: ['审批', 'Approve', 3, 'CheckCircleOutlined'],
  platform: ['平台配置', 'Platform', 2, 'SettingOutlined'],
  make: ['立即备份', 'Back up now', 1, 'PlusOutlined'],
  offline: ['强制下线', 'Force off', 3, 'StopOutlined'],
  cancel: ['取消', 'Cancel', 2, 'StopOutlined'],
  retry: ['重试', 'Retry', 2, 'ReloadOutlined'],
  verify: ['校验', 'Verify', 1, 'SafetyOutlined'],
  enable: ['启用', 'Enable', 2, 'CheckCircleOutlined'],
  publish: ['发布', 'Publish', 2, 'NotificationOutlined'],
  deploy: ['部署', 'Deploy', 2, 'RocketOutlined'],
  handle: ['处理', 'Handle', 2, 'CheckCircleOutlined'],
  issue: ['发证', 'Issue', 2, 'CheckCircleOutlined'],
  resend: ['重发', 'Send again', 2, 'RedoOutlined'],
  secret: ['查阅涉密案卷', 'Read classified volumes', 2, 'LockOutlined'],
  report: ['上报', 'Report', 2, 'SendOutlined'],
  person: ['更正人员复核', 'Check corrected persons', 2, 'AuditOutlined'],
  share: ['共享', 'Share', 1, 'ShareAltOutlined'],
}
/** What a button is about, where that is not its page. */
const THINGS: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  reserve_slot: ['预约时段', 'Hours of the window'],
  collect_task: ['附件采集任务', 'Collection tasks'],
  jtcy: ['家庭成员', 'Household members'],
  dk_jz: ['界址', 'Boundaries'],
  jzd: ['界址点', 'Boundary points'],
  jzx: ['界址线', 'Boundary lines'],
  cbdkxx: ['承包地块信息', 'Contracted parcels'],
  djb_cbf: ['登记簿承包方', 'Contractors of the register'],
  djb_jtcy: ['登记簿家庭成员', 'Members of the register'],
  djb_lineage: ['登记簿沿革', 'Lineage of the register'],
  cbjyqz_event: ['权证事项', 'Certificate events'],
  cert_blank: ['空白证', 'Blanks'],
  cert_serial: ['流水号', 'Serials'],
  active_config_file: ['流程要件', 'Required files'],
  attach: ['附件', 'Attachments'],
  sign: ['签署', 'Signing'],
  print: ['文书', 'Documents'],
  business: ['业务', 'Business'],
  hjb: ['汇交包', 'Delivery packages'],
  hjb_rule: ['检查规则', 'Check rules'],
  process_config: ['流程配置', 'Processes'],
  restriction_request: ['限制办理', 'Requests'],
  correction: ['勘误', 'Corrections'],
  fbf_plan: ['承包轮次', 'Rounds'],
  list_view: ['列表视图', 'Views of lists'],
}
const CRUD = 'view add edit delete'

/** code, Chinese, English, path, icon, buttons (`thing:verbs`, or `=code:verb` for a code of its own), the button that opens it */
type Page = readonly [code: string, zh: string, en: string, path: string, icon: string, buttons?: readonly string[], need?: string]
type Folder = readonly [page: Page, children: readonly Page[]]

/** The whole tree, in the order of the sidebar. Source: land-contract.md 2; platform.md 2. */
const TREE: readonly Folder[] = [
  [['home', '首页', 'Home', '/wel/index', 'HomeOutlined', ['home:view', `attach:${CRUD}`, 'sign:view edit', 'print:view', 'list_view:share'], 'home_view'], []],
  [
    ['basic', '基础数据', 'Land data', '/land', 'DatabaseOutlined'],
    [
      ['fbf', '发包方', 'Issuers', '/land/fbf', 'BankOutlined', [`fbf:${CRUD} plain export import`, 'fbf_plan:view add edit check']],
      ['cbf', '承包方', 'Contractors', '/land/cbf', 'TeamOutlined', [`cbf:${CRUD} plain export import`, `jtcy:${CRUD} plain import`, `collect_task:${CRUD}`]],
      ['dk', '地块', 'Parcels', '/land/dk', 'BorderOutlined', [`dk:${CRUD} plain export import`, `dk_jz:${CRUD}`, `jzd:${CRUD}`, `jzx:${CRUD}`]],
      ['cbht', '承包合同', 'Contracts', '/registry/cbht', 'FileTextOutlined', [`cbht:${CRUD} plain export print`, `cbdkxx:${CRUD}`]],
      ['contract_draft', '待登记合同', 'Pending contracts', '/registry/contract-draft', 'FormOutlined', [`contract_draft:${CRUD} check`]],
      ['contract_scan', '合同扫描件', 'Scanned contracts', '/registry/contract-scan', 'FileSearchOutlined', ['contract_scan:view add check']],
      [
        'cbjyqz',
        '经营权证',
        'Certificates',
        '/registry/cbjyqz',
        'IdcardOutlined',
        [`cbjyqz:${CRUD} plain export print issue cancel`, `cbjyqz_event:${CRUD}`, `cert_blank:${CRUD}`, 'cert_serial:view'],
      ],
      [
        'djb',
        '登记簿',
        'Register',
        '/registry/djb',
        'BookOutlined',
        [`djb:${CRUD} plain export print`, `djb_cbf:${CRUD} plain`, `djb_jtcy:${CRUD} plain`, `djb_lineage:${CRUD}`],
      ],
      ['restriction', '权利限制', 'Restrictions', '/registry/restriction', 'LockOutlined', ['restriction:view', 'restriction_request:view add edit check']],
      ['correction', '勘误', 'Corrections', '/registry/correction', 'FormOutlined', ['correction:view add edit check person']],
      ['print_job', '打印室', 'Print room', '/registry/prints', 'PrinterOutlined', ['print_job:view add', 'print_record:view']],
      ['lzht', '流转合同', 'Circulation', '/registry/lzht', 'SwapOutlined', [`lzht:${CRUD} check`]],
      ['watch_finding', '登记监测', 'Watch', '/registry/watch', 'AuditOutlined', ['watch_finding:view verify export']],
      ['djb_verification', '登记簿核验', 'Verification of books', '/registry/verify', 'SafetyCertificateOutlined', ['=djb_verify:verify'], 'djb_verify'],
    ],
  ],
  [
    ['biz', '业务办理', 'Business', '/business', 'SolutionOutlined'],
    [
      ['business_todo', '待办业务', 'To do', '/business/todo', 'ClockCircleOutlined', [], 'business_view'],
      [
        'business_all',
        '全部业务',
        'All',
        '/business/all',
        'ProfileOutlined',
        [`business:${CRUD} plain export check recheck`, '=business_commit:commit', '=business_revoke:revoke'],
        'business_view',
      ],
      ['business_handled', '经办业务', 'Handled by me', '/business/handled', 'AuditOutlined', [], 'business_view'],
      ['business_done', '已办业务', 'Done', '/business/done', 'CheckCircleOutlined', [], 'business_view'],
      ['business_revoked', '已撤销业务', 'Revoked', '/business/revoked', 'RollbackOutlined', [], 'business_view'],
      ['publicity', '公示管理', 'Publicity', '/publicity/index', 'NotificationOutlined', [`publicity:${CRUD}`]],
      ['objection', '异议管理', 'Objections', '/publicity/objection', 'CommentOutlined', [`objection:${CRUD}`]],
      ['signer_auth', '签署代理人', 'Signing agents', '/business/signer-auth', 'IdcardOutlined', [`signer_auth:${CRUD}`]],
      ['work_day', '工作日历', 'Working days', '/business/work-calendar', 'CalendarOutlined', [`work_day:${CRUD}`]],
      ['sign_template', '合同模板', 'Contract templates', '/business/sign-template', 'FileTextOutlined', [`sign_template:${CRUD}`]],
      ['sign_flow_def', '签署流程', 'Signing flows', '/business/sign-flow', 'PartitionOutlined', [`sign_flow_def:${CRUD}`]],
      ['org_seal', '机构印章', 'Organisation seals', '/business/org-seal', 'SafetyCertificateOutlined', [`org_seal:${CRUD}`]],
      ['sign_account', '电子签账户', 'E-signature accounts', '/business/sign-account', 'ContainerOutlined', ['sign_account:view add edit']],
      ['sign_statistics', '签署统计', 'Signing statistics', '/business/sign-statistics', 'ProfileOutlined', [], 'sign_account_view'],
      ['process_config', '流程配置', 'Processes', '/business/process-config', 'PartitionOutlined', [`process_config:${CRUD}`, `active_config_file:${CRUD}`]],
    ],
  ],
  [
    ['extension', '二轮延包', 'Extension', '/extension', 'SolutionOutlined'],
    [
      [
        'extension_household',
        '延包农户',
        'Households of the extension',
        '/extension/household',
        'TeamOutlined',
        ['extension_household:view edit export import'],
      ],
      ['field_item', '外业采集', 'Field work', '/extension/field', 'EnvironmentOutlined', ['field_item:view edit']],
      ['field_device', '采集设备', 'Devices of field work', '/extension/device', 'ContainerOutlined', ['field_device:view edit']],
      ['making_plan', '延包方案', 'Plans', '/extension/plan', 'FileTextOutlined', [`making_plan:${CRUD} report audit`]],
      ['extension_progress', '延包进度', 'Progress', '/extension/progress', 'LineChartOutlined', [], 'extension_household_view'],
      ['fbf_business', '发包方资料', 'Issuers', '/extension/fbf', 'BankOutlined', [], 'making_plan_view'],
    ],
  ],
  [
    ['desk', '工作台', 'Desk', '/desk', 'ScheduleOutlined'],
    [
      ['notice', '通知公告', 'Notices', '/desk/notice', 'NotificationOutlined', [`notice:${CRUD} publish`]],
      ['leave', '我的流程', 'My processes', '/work/process', 'AuditOutlined', ['leave:view add edit']],
      ['import_batch', '导入中心', 'Import centre', '/desk/import', 'ImportOutlined', ['import_batch:view edit']],
    ],
  ],
  [
    ['flow', '流程管理', 'Process engine', '/flow', 'PartitionOutlined'],
    [
      ['flow_model', '流程模型', 'Models', '/flow/model', 'FormOutlined', [`flow_model:${CRUD} deploy`]],
      ['flow_deployment', '流程部署', 'Deployed processes', '/flow/manager', 'ContainerOutlined', ['flow_deployment:view edit delete']],
      ['process_instance', '流程跟踪', 'Running processes', '/flow/follow', 'FileSearchOutlined', ['process_instance:view delete']],
    ],
  ],
  [
    ['archives', '档案管理', 'Archives', '/archives', 'ContainerOutlined'],
    [
      ['file_group', '档案案卷', 'Volumes', '/archives/volume', 'ContainerOutlined', [`file_group:${CRUD} secret`, `file_detail:${CRUD}`]],
      ['archive_farmer', '农户档案', 'Household papers', '/archives/farmer', 'FileSearchOutlined', [], 'file_detail_view'],
      ['archive_check', '档案检查', 'Checks of archives', '/archives/check', 'SafetyCertificateOutlined', ['archive_check:view']],
    ],
  ],
  [
    ['figures', '统计分析', 'Statistics', '/figures', 'FundOutlined'],
    [
      ['figure', '地块分析', 'Analysis of parcels', '/figures/parcels', 'PieChartOutlined', ['figure:view export']],
      ['figure_lines', '承包地块分析', 'Contracted land', '/figures/contracted', 'BarChartOutlined', [], 'figure_view'],
      ['figure_regions', '区域分析', 'Analysis by region', '/figures/regions', 'GlobalOutlined', [], 'figure_view'],
      ['figure_renewal', '延包签订分析', 'Renewal signing', '/figures/renewal', 'ProfileOutlined', [], 'figure_view'],
      ['figure_items', '统计汇总', 'Figures of the region', '/figures/items', 'TableOutlined', [], 'figure_view'],
      ['population', '人口统计', 'People', '/figures/population', 'TeamOutlined', [], 'figure_view'],
      ['land_book', '承包地台账', 'Land book', '/figures/land-book', 'AccountBookOutlined', [], 'figure_view'],
      ['board', '看板', 'Boards', '/figures/boards', 'LayoutOutlined', [`board:${CRUD}`]],
      ['figure_mail', '定时报送', 'Mailed figures', '/figures/mail', 'ScheduleOutlined', [`figure_mail:${CRUD}`]],
    ],
  ],
  [
    ['citizens', '便民服务', 'Citizens', '/citizens', 'TeamOutlined'],
    [
      ['inquire', '咨询', 'Inquiries', '/citizens/inquire', 'CommentOutlined', [`inquire:${CRUD} plain`]],
      ['demand', '流转供求', 'Land offers', '/citizens/demand', 'SwapOutlined', [`demand:${CRUD} plain audit`]],
      ['reserve', '预约', 'Appointments', '/citizens/reserve', 'CalendarOutlined', [`reserve:${CRUD} plain`, `reserve_slot:${CRUD}`]],
      ['policy', '政策信息', 'Policies', '/citizens/policy', 'ReadOutlined', [`policy:${CRUD}`]],
      ['app_description', '应用说明', 'Descriptions', '/citizens/description', 'FileTextOutlined', [`app_description:${CRUD}`]],
      ['guide', '办事指南', 'Guides', '/citizens/guide', 'ProfileOutlined', [`guide:${CRUD}`]],
    ],
  ],
  [['map', '地图', 'Map', '/map/index', 'GlobalOutlined', ['map:view']], []],
  [
    ['gis', '图形资源', 'Map resources', '/gis', 'ClusterOutlined'],
    [
      ['gis_layer', '图层管理', 'Layers', '/gis/layer', 'AppstoreOutlined', [`gis_layer:${CRUD}`]],
      ['gis_service', '图形服务', 'Map services', '/gis/service', 'CloudOutlined', [`gis_service:${CRUD}`]],
      ['image_config', '影像上传配置', 'Upload of pictures', '/gis/image-config', 'ControlOutlined', [`image_config:${CRUD}`]],
      ['image_log', '影像上传日志', 'Uploaded pictures', '/gis/image-log', 'ProfileOutlined', [`image_log:${CRUD}`]],
      ['nhdkxx', '农户地块', 'Plots of households', '/gis/nhdkxx', 'BorderOutlined', [`nhdkxx:${CRUD}`]],
    ],
  ],
  [['hjb', '数据汇交', 'Data delivery', '/hjb/index', 'InboxOutlined', [`hjb:${CRUD} audit transfer import export`, 'hjb_rule:view add']], []],
  // the registry, the province, and partners, in this order: what happens, then what it is set by
  [
    ['push', '数据推送与共享', 'Data exchange', '/push', 'ExportOutlined'],
    [
      ['push_log', '推送日志', 'Push log', '/push/log', 'ExportOutlined', ['push_log:view edit delete export']],
      ['registry_notice', '登记机构通知', 'Notices of the registry', '/push/notices', 'BellOutlined', ['registry_notice:view edit']],
      ['third_log', '第三方日志', 'Calls of the registry', '/push/third-log', 'FileTextOutlined', ['third_log:view']],
      ['data_push_config', '推送配置', 'Push configuration', '/push/config', 'ControlOutlined', [`data_push_config:${CRUD}`]],
      ['access_message', '上报报文', 'Access messages', '/push/access', 'FileTextOutlined', ['access_message:view edit export']],
      ['access_config', '上报配置', 'Access configuration', '/push/access-config', 'CloudOutlined', [`access_config:${CRUD}`]],
      ['empower', '应用授权', 'App authorisation', '/push/empower', 'SignatureOutlined', [`empower:${CRUD}`]],
      ['appraisal', '好差评', 'Ratings', '/push/appraisal', 'CommentOutlined', ['appraisal:view']],
      ['webhook', '事件订阅', 'Event subscriptions', '/push/webhook', 'BellOutlined', [`webhook:${CRUD}`]],
      ['webhook_log', '事件投递', 'Event deliveries', '/push/webhook-log', 'ScheduleOutlined', ['webhook_log:view edit']],
    ],
  ],
  [
    ['system', '系统管理', 'System', '/system', 'SettingOutlined'],
    [
      ['sys_user', '用户', 'Users', '/system/user', 'UserOutlined', [`sys_user:${CRUD} plain export import grant reset unlock approve platform`]],
      ['sys_role', '角色', 'Roles', '/system/role', 'SafetyOutlined', [`sys_role:${CRUD} grant`]],
      ['sys_dept', '部门', 'Departments', '/system/dept', 'ApartmentOutlined', [`sys_dept:${CRUD} import`]],
      ['sys_post', '岗位', 'Posts', '/system/post', 'ContactsOutlined', [`sys_post:${CRUD} import`]],
      ['menu', '菜单', 'Menus', '/system/menu', 'MenuOutlined', [`menu:${CRUD}`]],
      ['top_menu', '顶部菜单', 'Top menus', '/system/top-menu', 'LayoutOutlined', [`top_menu:${CRUD} grant`]],
      ['region', '行政区划', 'Regions', '/system/region', 'EnvironmentOutlined', [`region:${CRUD} import`]],
      ['dict_biz', '业务字典', 'Business dictionaries', '/system/dict', 'ReadOutlined', [`dict_biz:${CRUD} import`]],
      ['dict', '系统字典', 'System dictionaries', '/system/dict-system', 'BookOutlined', [`dict:${CRUD}`]],
      ['param', '系统参数', 'Parameters', '/system/param', 'ControlOutlined', [`param:${CRUD}`]],
      ['data_scope', '数据权限', 'Data scopes', '/system/data-scope', 'SafetyCertificateOutlined', [`data_scope:${CRUD}`]],
      ['api_scope', '接口权限', 'API scopes', '/system/api-scope', 'PartitionOutlined', [`api_scope:${CRUD}`]],
      ['client', '应用管理', 'Clients', '/system/client', 'AppstoreOutlined', [`client:${CRUD}`]],
      ['oauth_source', '第三方登录', 'Identity providers', '/system/oauth-source', 'IdcardOutlined', [`oauth_source:${CRUD}`]],
      ['datasource', '数据源', 'Data sources', '/system/datasource', 'DatabaseOutlined', [`datasource:${CRUD}`]],
      ['sms', '短信配置', 'SMS providers', '/resource/sms', 'MessageOutlined', [`sms:${CRUD} enable`]],
      ['sms_content', '短信内容', 'SMS contents', '/resource/sms-content', 'FormOutlined', [`sms_content:${CRUD}`]],
      ['sms_history', '短信记录', 'SMS history', '/resource/sms-history', 'ScheduleOutlined', [`sms_history:${CRUD} resend export`]],
      ['message_outlet', '邮件与机器人', 'Mail and robots', '/resource/outlet', 'NotificationOutlined', [`message_outlet:${CRUD}`]],
      ['sms_opt_out', '短信退订', 'Numbers opted out', '/resource/opt-out', 'RollbackOutlined', ['sms_opt_out:view add delete']],
      ['oss', '对象存储', 'Object storage', '/resource/oss', 'CloudOutlined', [`oss:${CRUD} enable`]],
      ['tenant', '租户', 'Tenants', '/system/tenant', 'ClusterOutlined', [`tenant:${CRUD} plain grant`]],
      ['tenant_package', '产品包', 'Tenant packages', '/system/tenant-package', 'AppstoreOutlined', [`tenant_package:${CRUD}`]],
      ['password_strategy', '密码策略', 'Password strategy', '/system/password-strategy', 'LockOutlined', ['password_strategy:view edit']],
      ['role_exclusion', '互斥角色', 'Exclusive roles', '/system/role-exclusion', 'UserSwitchOutlined', [`role_exclusion:${CRUD}`]],
      ['session', '在线会话', 'Sessions', '/system/session', 'UserSwitchOutlined', ['session:view offline']],
      ['job', '后台任务', 'Jobs', '/system/job', 'ThunderboltOutlined', ['job:view cancel retry']],
      ['audit', '审计日志', 'Audit log', '/system/audit', 'FileSearchOutlined', ['audit:view verify']],
      ['security_alert', '安全告警', 'Security alerts', '/system/alert', 'AuditOutlined', ['security_alert:view handle']],
      ['backup', '备份', 'Backups', '/system/backup', 'InboxOutlined', ['backup:view make']],
      ['operations', '运行状态', 'Running', '/system/running', 'DashboardOutlined', ['operations:view edit']],
      ['api_log', '接口日志', 'Call log', '/system/api-log', 'SwapOutlined', ['api_log:view']],
      ['error_log', '错误日志', 'Error log', '/system/error-log', 'AuditOutlined', ['error_log:view']],
      ['exp_tpl', '导入导出模板', 'Sheet templates', '/system/exp-tpl', 'TableOutlined', [`exp_tpl:${CRUD}`]],
      ['exp_column', '导入导出列', 'Sheet columns', '/system/exp-column', 'ProfileOutlined', [`exp_column:${CRUD}`]],
      ['report', '报表', 'Reports', '/system/report', 'BarChartOutlined', [`report:${CRUD}`]],
      ['gen_code', '代码生成', 'Code generator', '/develop/code', 'ToolOutlined', [`gen_code:${CRUD}`]],
      ['uploader', '上传组件', 'File uploader', '/develop/uploader', 'InboxOutlined', [], 'gen_code_view'],
    ],
  ],
]

function buttonsOf([code, zh, en, path, , buttons = []]: Page): MenuRow[] {
  return buttons
    .flatMap((b) => {
      const [thing, verbs] = b.split(':') as [string, string]
      return verbs
        .split(' ')
        .map((verb) => ({
          verb,
          code: thing.startsWith('=') ? thing.slice(1) : `${thing}_${verb}`,
          of: THINGS[thing] ?? (thing === code || thing.startsWith('=') ? undefined : [zh, en]),
        }))
    })
    .map(({ verb, code: own, of }, i) => {
      const [vzh, ven, action, source] = VERBS[verb]!
      const name = of ? `${of[0]}${vzh}` : vzh,
        words = of ? `${of[1]}: ${ven.toLowerCase()}` : ven
      return {
        id: seedId('menu', own),
        parentId: seedId('menu', code),
        code: own,
        name,
        alias: verb,
        en: words,
        path,
        source,
        sort: i + 1,
        category: 2,
        action,
      }
    })
}
function pageRow([code, zh, en, path, source, buttons, need]: Page, parentId: string | null, sort: number): MenuRow {
  const first = buttons?.[0]
  const opens = need ?? (first && `${first.split(':')[0]}_view`)
  return { id: seedId('menu', code), parentId, code, name: zh, alias: code, en, path, source, sort, category: 1, action: 0, ...(opens ? { need: opens } : {}) }
}

/** Pages and buttons, parents before children. Ids are the same on every machine. */
export const menus: readonly MenuRow[] = TREE.flatMap(([top, children], i) => [
  pageRow(top, null, i + 1),
  ...buttonsOf(top),
  ...children.flatMap((p, j) => [pageRow(p, seedId('menu', top[0]), j + 1), ...buttonsOf(p)]),
])
