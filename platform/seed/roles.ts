import { menus } from './menus.ts'

/** A role as it is first installed. `may`: button codes, `*` standing for any part; a leading `-` takes away again. */
export interface RoleSeed {
  alias: string
  name: string
  sort: number
  may: readonly string[]
  platformOnly?: boolean
}

const COMMON = ['home_view', 'map_view', 'print_view', 'attach_view', 'notice_view']
const REGISTER_VIEWS = [
  'fbf_view',
  'cbf_view',
  'jtcy_view',
  'dk_view',
  'dk_jz_view',
  'jzd_view',
  'jzx_view',
  'cbht_view',
  'cbdkxx_view',
  'contract_draft_view',
  'contract_scan_view',
  'djb_view',
  'djb_*_view',
  'cbjyqz_view',
  'cbjyqz_event_view',
  'cert_blank_view',
  'cert_serial_view',
  'restriction_view',
  'restriction_request_view',
  'correction_view',
  'fbf_plan_view',
  'lzht_view',
  'watch_finding_view',
  'collect_task_view',
  'nhdkxx_view',
  'figure_view',
  'extension_household_view',
  'print_job_view',
  'print_record_view',
]
const BUSINESS_VIEWS = [
  'business_view',
  'business_*_view',
  'publicity_view',
  'objection_view',
  'sign_view',
  'file_group_view',
  'file_detail_view',
  'archive_check_view',
  'making_plan_view',
  'field_item_view',
]
/** What citizens ask and book, and what is published for them. */
const CITIZEN_VIEWS = ['inquire_view', 'demand_view', 'reserve_view', 'reserve_slot_view', 'policy_view', 'app_description_view', 'guide_view']
/** Asking for leave, and handling what others ask. */
const LEAVE = ['leave_view', 'leave_add', 'leave_edit']
const VILLAGE = [
  ...COMMON,
  ...LEAVE,
  ...REGISTER_VIEWS,
  ...BUSINESS_VIEWS,
  ...CITIZEN_VIEWS,
  ...['inquire', 'demand', 'reserve'].flatMap((t) => [`${t}_add`, `${t}_edit`]),
  ...['cbf', 'jtcy', 'dk', 'dk_jz', 'jzd', 'jzx'].flatMap((t) => [`${t}_add`, `${t}_edit`]),
  'business_add',
  'business_edit',
  'business_delete',
  'business_commit',
  'business_revoke',
  'attach_*',
  'publicity_add',
  'publicity_edit',
  'objection_add',
  'extension_household_edit',
  'field_item_edit',
  'cbht_print',
  'print_job_add',
  'making_plan_add',
  'making_plan_edit',
  'making_plan_delete',
  'making_plan_report',
]
const TOWN = [
  ...VILLAGE,
  'fbf_add',
  'fbf_edit',
  'cbf_delete',
  'jtcy_delete',
  'dk_delete',
  'cbdkxx_*',
  'collect_task_*',
  'cbht_add',
  'cbht_edit',
  'contract_draft_*',
  'contract_scan_*',
  'restriction_request_add',
  'restriction_request_edit',
  'correction_add',
  'correction_edit',
  'fbf_plan_add',
  'fbf_plan_edit',
  'lzht_*',
  '*_plain',
  '-sys_*',
  '-tenant_*',
  'business_check',
  'publicity_*',
  'objection_*',
  'sign_edit',
  'inquire_*',
  'demand_*',
  'reserve_*',
  'file_group_add',
  'file_group_edit',
  'file_detail_add',
  'file_detail_edit',
  'watch_finding_*',
  'cbf_export',
  'dk_export',
  'figure_export',
  'figure_mail_*',
  'business_export',
  'extension_household_export',
  'extension_household_import',
  'field_device_view',
  'list_view_share',
  'nhdkxx_add',
  'nhdkxx_edit',
  'gis_layer_view',
  'image_log_view',
  'making_plan_audit',
]
const COUNTY = [
  ...TOWN,
  'fbf_*',
  'cbf_*',
  'jtcy_*',
  'dk_*',
  'jzd_*',
  'jzx_*',
  'cbht_*',
  'djb_*',
  'cbjyqz_*',
  'cert_*',
  'restriction_*',
  'correction_*',
  'business_*',
  'process_config_*',
  'work_day_*',
  'active_config_file_*',
  'hjb_*',
  'import_batch_*',
  'sign_*',
  // signatures are bought for a county, not by it
  '-sign_account_add',
  '-sign_account_edit',
  'org_seal_*',
  'policy_*',
  'app_description_*',
  'guide_*',
  'file_group_*',
  'file_detail_*',
  'gis_*',
  'image_*',
  'nhdkxx_*',
  'appraisal_view',
  // what the registry tells of the county's books, and what it, the province and partners were told of them
  'registry_notice_view',
  'registry_notice_edit',
  'push_log_view',
  'push_log_edit',
  'push_log_export',
  'third_log_view',
  'access_message_view',
  'access_message_edit',
  'access_message_export',
  'webhook_log_view',
  'webhook_log_edit',
  'field_device_*',
  'job_view',
  'region_view',
]

/** Roles of every tenant. Source: land-contract.md 2 (levels of check and recheck); security.md (audit holds views only). */
export const roles: readonly RoleSeed[] = [
  { alias: 'administrator', name: '超级管理员', sort: 1, may: ['*'], platformOnly: true },
  {
    alias: 'admin',
    name: '管理员',
    sort: 2,
    may: [
      '*',
      '-tenant_*',
      '-menu_add',
      '-menu_edit',
      '-menu_delete',
      '-region_add',
      '-region_edit',
      '-region_delete',
      '-region_import',
      '-dict_add',
      '-dict_edit',
      '-dict_delete',
      '-client_*',
      '-datasource_*',
      '-gen_code_*',
    ],
  },
  { alias: 'county', name: '县级', sort: 3, may: COUNTY },
  { alias: 'town', name: '镇级', sort: 4, may: TOWN },
  { alias: 'village', name: '村级', sort: 5, may: VILLAGE },
  {
    alias: 'sign',
    name: '签约员',
    sort: 6,
    may: [...COMMON, ...LEAVE, ...REGISTER_VIEWS, ...BUSINESS_VIEWS, 'business_edit', 'business_commit', 'sign_edit', 'attach_add', 'cbht_print'],
  },
  // figures and the map of them, nobody's papers: a screen on a wall is read by whoever passes
  { alias: 'large', name: '大屏', sort: 7, may: ['home_view', 'map_view', 'notice_view'] },
  // the three administrators that one can be parted into, with the auditor: separation.three
  {
    alias: 'sysadmin',
    name: '系统管理员',
    sort: 9,
    may: [
      'home_view',
      'notice_*',
      'sys_user_view',
      'sys_user_add',
      'sys_user_edit',
      'sys_user_delete',
      'sys_role_view',
      'sys_dept_*',
      'sys_post_*',
      'param_*',
      'dict_view',
      'dict_biz_*',
      'region_view',
      'sms_*',
      'message_outlet_*',
      'oss_*',
      'job_*',
      'backup_*',
      'operations_*',
    ],
  },
  {
    alias: 'secadmin',
    name: '安全管理员',
    sort: 10,
    may: [
      'home_view',
      'notice_view',
      'sys_user_view',
      'sys_user_grant',
      'sys_user_reset',
      'sys_user_unlock',
      'sys_user_approve',
      'sys_dept_view',
      'sys_role_*',
      'data_scope_*',
      'api_scope_*',
      'role_exclusion_*',
      'password_strategy_*',
      'session_*',
    ],
  },
  { alias: 'audit', name: '审计', sort: 8, may: ['*_view', 'audit_*', '-print_view', '-attach_view'] },
]

/** Pairs that every tenant begins with: who administers the system, who gives rights and who audits; and who audits does none of what is audited. */
export const EXCLUDED: readonly (readonly [one: string, other: string])[] = [
  ['secadmin', 'sysadmin'],
  ['audit', 'sysadmin'],
  ['audit', 'secadmin'],
  ...['admin', 'administrator', 'county', 'sign', 'town', 'village'].map((r) => (r < 'audit' ? [r, 'audit'] : ['audit', r]) as readonly [string, string]),
]

/** Whether a code is granted: the last pattern that fits it decides, and one that begins with `-` takes away. */
function holderOf(may: readonly string[]): (code: string) => boolean {
  const rules = may.map((p) => ({ grants: !p.startsWith('-'), fits: new RegExp(`^${p.replace(/^-/, '').replaceAll('*', '.*')}$`) })).reverse()
  return (code) => rules.find((r) => r.fits.test(code))?.grants ?? false
}

/** Codes of menus and buttons that a role is given at first: its buttons, the pages they open, and the folders above. */
export function grantsOf(role: RoleSeed): string[] {
  const byId = new Map(menus.map((m) => [m.id, m]))
  const holds = holderOf(role.may)
  const own = menus.filter((m) => (m.category === 2 ? holds(m.code) : m.need !== undefined && holds(m.need)))
  const all = new Set<string>()
  for (const m of own) for (let at: typeof m | undefined = m; at && !all.has(at.code); at = at.parentId ? byId.get(at.parentId) : undefined) all.add(at.code)
  return [...all]
}
