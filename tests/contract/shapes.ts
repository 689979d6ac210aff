// What each call of the platform answers when it succeeds, written down by hand. Source: platform-api.md (numbers of its sections stand beside the rows).
import type { Answer } from '../world.ts'
import type { Values } from './rows.ts'

/**
 * page: {records, total, size, current, pages}; rows: an array; forest: an array of rows with `children`; tree: nodes of the compatible API; row: one object;
 * done: the write succeeded and its answer holds no row; file: bytes with a name; bare: an object without the envelope. Names are those that a row must have.
 */
export type Kind = 'page' | 'rows' | 'forest' | 'tree' | 'row' | 'done' | 'file' | 'bare'
type Shape = readonly [kind: Kind, names?: string]

const MENU = 'id parentId code name alias path source sort category action isOpen remark'
const TOP = 'id code name source path sort'
const ROLE = 'id tenantId parentId roleName roleAlias sort'
const DEPT = 'id tenantId parentId deptName fullName deptCategory regionCode sort remark'
const POST = 'id tenantId category postCode postName sort remark'
const USER = 'id account tenantId name realName roleId deptId postId code phone email sex birthday avatar status userType'
const TENANT = 'id tenantId tenantName linkman contactNumber address domain accountNumber expireTime packageId datasourceId backgroundUrl'
const REGION = 'code parentCode name level sort remark'
const DICT = 'id parentId code dictKey dictValue sort isSealed remark'
const DATA_SCOPE = 'id menuId resourceCode scopeName scopeField scopeClass scopeColumn scopeType scopeValue remark'
const API_SCOPE = 'id menuId resourceCode scopeName scopePath scopeType remark'
const CLIENT =
  'id clientId authorizedGrantTypes scope accessTokenValidity refreshTokenValidity webServerRedirectUri resourceIds authorities autoapprove additionalInformation'
const CODE = 'id datasourceId codeName serviceName tableName tablePrefix pkName packageName baseMode wrapMode apiPath webPath'
const PUSH = 'id name regionCode url appId isEnabled'
const OSS = 'id category ossCode endpoint transformEndpoint accessKey bucketName appId region status remark'
const SMS = 'id category smsCode templateId accessKey regionId signName status remark'
const ATTACH = 'id name url ossName ossUrl extension attachSize businessId businessItem'
const TPL = 'id tplCode tplName entity kind isEnabled'
const COLUMN = 'id tplId field title width sort'
const MODEL = 'id modelKey name description version createTime updateTime'
/** Words of keys (categoryName) come from the dictionaries of the client, variables of a form from its own detail. */
const SENT =
  'createTime endTime processInstanceId historyProcessInstanceId processDefinitionId processDefinitionKey processDefinitionName processDefinitionVersion ' +
  'category businessTable businessId status processIsFinished'
const TASK = `${SENT} taskId taskName taskDefinitionKey assignee assigneeName claimTime comment`
/** Columns of a log that its list has; those of the detail alone stand behind it. The usual log is the audit log: it knows no address of a call. */
const LOG = 'id tenantId remoteIp createBy createTime logId'
const LOGS = {
  usual: [LOG, 'changes'],
  api: [`${LOG} requestUri method time`, 'params userAgent'],
  error: ['id tenantId createBy createTime logId requestUri message exceptionName', 'remoteIp userAgent stackTrace'],
} as const
const LEAVE = 'id processDefinitionId processInstanceId startTime endTime reason applyTime flow'
const TOKEN =
  'tenant_id user_id dept_id post_id role_id oauth_id account user_name nick_name real_name role_name avatar access_token refresh_token token_type expires_in ' +
  'detail license dept_name dept_region password_expired password_must_modify'
/** list, detail, submit and remove of a resource. */
const resource = (path: string, names: string, list: Shape = ['page', names]): Record<string, Shape> => ({
  [`GET ${path}/list`]: list,
  [`GET ${path}/detail`]: ['row', names],
  [`POST ${path}/submit`]: ['done'],
  [`POST ${path}/remove`]: ['done'],
})
const done = (...calls: string[]): Record<string, Shape> => Object.fromEntries(calls.map((c) => [`POST ${c}`, ['done']]))
const U = '/cpt-user',
  S = '/cpt-system',
  A = '/cpt-resource/attach/endpoint',
  F = '/cpt-flow'

export const SHAPES: Readonly<Record<string, Shape>> = {
  // 2
  'POST /cpt-auth/oauth/token': ['bare', TOKEN],
  'GET /cpt-auth/oauth/captcha': ['row', 'key image'],
  'GET /cpt-auth/oauth/logout': ['done'],
  'GET /cpt-auth/oauth/user-info': ['row', `${USER.replace(' birthday', '')} roles permissions`],
  'GET /cpt-auth/oauth/clear-cache': ['done'],
  'GET /cpt-auth/oauth/public-key': ['row', 'publicKey nonce'],
  ...done('/cpt-auth/oauth/logs', `${U}/register-guest`),
  // 3.1, 3.2
  ...resource(`${S}/menu`, MENU, ['forest', MENU]),
  [`GET ${S}/menu/lazy-list`]: ['rows', `${MENU} hasChildren`],
  [`GET ${S}/menu/lazy-menu-list`]: ['rows', `${MENU} hasChildren`],
  [`GET ${S}/menu/menu-list`]: ['forest', MENU],
  [`GET ${S}/menu/tree`]: ['tree'],
  [`GET ${S}/menu/buttons`]: ['forest', 'id code name'],
  [`GET ${S}/menu/top-menu`]: ['rows', TOP],
  [`GET ${S}/menu/routes`]: ['forest', MENU],
  [`GET ${S}/menu/grant-tree`]: ['row', 'menu dataScope apiScope'],
  [`GET ${S}/menu/grant-top-tree`]: ['row', 'menu'],
  [`GET ${S}/menu/top-tree-keys`]: ['row', 'menu'],
  [`GET ${S}/menu/role-tree-keys`]: ['row', 'menu dataScope apiScope'],
  ...resource(`${S}/top-menu`, TOP),
  ...done(`${S}/top-menu/grant`),
  // 3.3 to 3.5
  ...resource(`${S}/role`, ROLE, ['forest', ROLE]),
  ...done(`${S}/role/grant`),
  [`GET ${S}/role/tree`]: ['tree'],
  [`GET ${S}/role/select`]: ['rows', 'id roleName roleAlias'],
  ...resource(`${S}/dept`, DEPT, ['forest', DEPT]),
  [`GET ${S}/dept/lazy-list`]: ['rows', `${DEPT} hasChildren`],
  [`GET ${S}/dept/tree`]: ['tree'],
  [`GET ${S}/dept/lazy-tree`]: ['tree'],
  [`GET ${S}/dept/select`]: ['rows', 'id deptName'],
  ...resource(`${S}/post`, POST),
  [`GET ${S}/post/select`]: ['rows', 'id postName'],
  // 3.6
  [`GET ${U}/page`]: ['page', `${USER} roleName deptName postName`],
  [`GET ${U}/detail`]: ['row', USER],
  [`GET ${U}/platform-detail`]: ['row', 'id userType userExt'],
  [`GET ${U}/info`]: ['row', 'id account name realName phone email avatar'],
  ...done(...['remove', 'submit', 'update', 'update-platform', 'update-password', 'update-info', 'grant', 'unlock', 'approve'].map((c) => `${U}/${c}`)),
  // the new passwords are random, so somebody has to be told them
  [`POST ${U}/reset-password`]: ['rows', 'userId account password'],
  // 3.7, 3.8
  ...resource(`${S}/tenant`, TENANT),
  [`GET ${S}/tenant/page`]: ['page', TENANT],
  [`GET ${S}/tenant/select`]: ['rows', 'id tenantId tenantName'],
  [`GET ${S}/tenant/info`]: ['row'],
  [`GET ${S}/tenant/package-detail`]: ['row', 'id packageName menuId'],
  ...done(`${S}/tenant/setting`, `${S}/tenant/datasource`, `${S}/tenant/package-setting`),
  ...resource(`${S}/tenant-package`, 'id packageName menuId remark', ['page', 'id packageName remark']),
  // 3.9, 3.10
  ...resource(`${S}/region`, REGION),
  [`GET ${S}/region/lazy-tree`]: ['tree'],
  ...resource(`${S}/dict`, DICT, ['forest', DICT]),
  ...resource(`${S}/dict-biz`, DICT, ['forest', DICT]),
  ...Object.fromEntries(
    ['dict', 'dict-biz'].flatMap((d): [string, Shape][] => [
      [`GET ${S}/${d}/parent-list`, ['page', DICT]],
      [`GET ${S}/${d}/child-list`, ['rows', DICT]],
      [`GET ${S}/${d}/tree`, ['tree']],
      [`GET ${S}/${d}/dictionary`, ['rows', 'code dictKey dictValue sort remark']],
    ]),
  ),
  [`GET ${S}/dict-biz/dictionary-tree`]: ['forest', 'code dictKey dictValue'],
  // 3.11 to 3.14
  ...resource(`${S}/param`, 'id paramName paramKey paramValue remark'),
  [`GET ${S}/param/sign`]: ['row'],
  ...resource(`${S}/data-scope`, DATA_SCOPE),
  ...resource(`${S}/api-scope`, API_SCOPE),
  ...resource(`${S}/client`, CLIENT),
  ...resource('/cpt-develop/datasource', 'id name driverClass url username remark'),
  'GET /cpt-develop/datasource/select': ['rows', 'id name'],
  ...resource('/cpt-develop/code', CODE),
  ...done('/cpt-develop/code/copy'),
  'POST /cpt-develop/code/gen-code': ['file'],
  'GET /cpt-develop/code/generate-columns': ['row', 'fields'],
  [`GET ${S}/password-strategy/default-strategy`]: [
    'row',
    'id minLength maxLength needUpper needLower needDigit needSpecial expireDays historyCount maxFail lockMinutes forceFirstChange',
  ],
  ...done(`${S}/password-strategy/submit`),
  [`GET ${S}/password-strategy/clear-cache`]: ['done'],
  ...resource(`${S}/dataPushConfig`, PUSH),
  [`GET ${S}/dataPushConfig/generateAppSecret`]: ['done'],
  [`GET ${S}/dataPushConfig/generateAppId`]: ['done'],
  // 3.15, 3.16
  ...Object.fromEntries(
    Object.entries(LOGS).flatMap(([l, [short, long]]): [string, Shape][] => [
      [`GET /cpt-log/${l}/list`, ['page', short]],
      [`GET /cpt-log/${l}/detail`, ['row', `${short} ${long}`]],
    ]),
  ),
  ...resource('/cpt-desk/notice', 'id title category releaseTime content', ['page', 'id title category releaseTime']),
  'GET /cpt-report/report/rest/list': ['page', 'id name createTime updateTime'],
  ...done('/cpt-report/report/rest/remove'),
  'GET /basic/getOperationFiles': ['rows', 'id name'],
  'GET /version/get': ['row', 'version'],
  // 3.17
  ...resource('/cpt-resource/oss', OSS),
  ...resource('/cpt-resource/sms', SMS),
  ...done('/cpt-resource/oss/enable', '/cpt-resource/sms/enable'),
  'POST /cpt-resource/sms/endpoint/send-validate': ['row', 'id'],
  'GET /cpt-resource/attach/list': ['page', 'id link name originalName extension attachSize'],
  [`POST ${A}/upload`]: ['row', ATTACH],
  [`POST ${A}/update`]: ['row', ATTACH],
  [`GET ${A}/list-by-businessId`]: ['rows', ATTACH],
  [`DELETE ${A}/remove`]: ['done'],
  ...done(`${A}/sort`),
  [`GET ${A}/download`]: ['file'],
  [`GET ${A}/preview`]: ['file'],
  [`GET ${A}/download-zip`]: ['file'],
  [`POST ${A}/offline_pdf`]: ['row', ATTACH],
  [`POST ${A}/upload-chunk`]: ['row', 'code'],
  [`POST ${A}/check-file`]: ['row', 'code attachId'],
  [`POST ${A}/check-chunk`]: ['row', 'code'],
  [`POST ${A}/merge-chunk`]: ['row', `code ${ATTACH}`],
  [`POST ${A}/copy-file`]: ['row', `code ${ATTACH}`],
  [`GET ${A}/list-chunkMd5`]: ['rows'],
  [`GET ${A}/chunk-upload-progress`]: ['row', 'status percentage'],
  [`GET ${A}/uploadPercentage`]: ['row', 'percentage uploads'],
  'GET /cpt-resource/camera/settings': ['row', 'pluginUrl port'],
  'GET /sms/message/content/config/list': ['page', 'id contentCode contentName content isEnabled'],
  'GET /sms/message/content/config/detail': ['row', 'id contentCode contentName content isEnabled'],
  ...done(...['remove', 'save', 'update'].map((c) => `/sms/message/content/config/${c}`), '/sms/message/history/remove', '/sms/message/history/submit'),
  'GET /sms/message/history/page': ['page', 'id phone content status sendTime'],
  'GET /sms/message/history/detail': ['row', 'id phone content status sendTime'],
  // 3.18: nobody's open source; the history is a list of what was done (services/process/README.md)
  ...resource(`${F}/model`, MODEL),
  [`GET ${F}/model/detail`]: ['row', `${MODEL} xml`],
  ...done(`${F}/model/deploy`, `${F}/manager/change-state`, `${F}/manager/delete-deployment`, `${F}/follow/delete-process-instance`),
  [`GET ${F}/manager/list`]: ['page', 'id key name category version deploymentId deploymentTime suspensionState'],
  [`GET ${F}/follow/list`]: ['page', 'processInstanceId startUser startTime activityId suspensionState businessKey'],
  [`GET ${F}/work/start-list`]: ['page', 'id key name category version deploymentId deploymentTime suspensionState'],
  ...Object.fromEntries(['claim', 'todo', 'done', 'send'].map((l) => [`GET ${F}/work/${l}-list`, ['page', l === 'send' ? SENT : TASK]])),
  ...done(`${F}/work/claim-task`, `${F}/work/complete-task`, `${F}/leave/start-process`),
  [`GET ${F}/process/model-view`]: ['row', 'xml nodes'],
  [`GET ${F}/process/history-flow-list`]: ['rows', 'action taskKey name userName createTime comment'],
  [`GET ${F}/process/get-process`]: ['row', 'processDefinitionId'],
  [`GET ${F}/leave/detail`]: ['row', LEAVE],
  // 3.19 and what the compatible API leaves open
  'GET /exportRecord/page': ['page', 'id fileName fileId exportParams type progress status createTime failReason'],
  ...done('/exportRecord/reexport'),
  'GET /exportRecord/download': ['file'],
  'GET /widget/export': ['row', 'id'],
  ...resource('/cpt-expimp/tpl', TPL),
  'GET /cpt-expimp/tpl/select': ['rows', 'id tplCode tplName'],
  ...resource('/expimp/expimpexcelexpconfig', COLUMN),
}

const lacking = (row: unknown, names: string): string[] =>
  row === null || typeof row !== 'object' ? ['is no object'] : names.split(' ').flatMap((n) => (n === '' || n in row ? [] : [`lacks ${n}`]))
/** Ids are text; a node of a tree names itself three times and has children only where there are some. */
function nodeFaults(n: Values): string[] {
  const own = [...lacking(n, 'id parentId title key value'), ...(n.key === n.id && n.value === n.id ? [] : ['key and value differ from id'])]
  return [...own, ...(n.children === undefined ? [] : n.children.length ? n.children.flatMap(nodeFaults) : ['has empty children'])]
}
const some = (list: unknown, faults: (row: any) => string[]): string[] =>
  !Array.isArray(list) ? ['is no array'] : list.length === 0 ? ['is empty, so that nothing was looked at'] : [...new Set(list.flatMap(faults))]
const BY_KIND: Readonly<Record<Kind, (a: Answer, names: string) => string[]>> = {
  page: ({ data }, names) => [
    ...['total', 'size', 'current', 'pages'].flatMap((n) => (Number.isInteger(data?.[n]) ? [] : [`${n} is no number`])),
    ...some(data?.records, (row) => lacking(row, names)),
  ],
  rows: ({ data }, names) => some(data, (row) => (names ? lacking(row, names) : [])),
  forest: ({ data }, names) => {
    const each = (row: Values): string[] => [...lacking(row, names), ...(row.children ?? []).flatMap(each)]
    return some(data, each)
  },
  tree: ({ data }) => some(data, nodeFaults),
  row: ({ data }, names) => lacking(data, names),
  done: ({ data }) => (data === null || ['string', 'boolean', 'number'].includes(typeof data) || Object.keys(data).length === 0 ? [] : ['answers a row']),
  file: (a) => [...(a.headers['content-disposition'] ? [] : ['has no name']), ...(a.raw.length > 0 ? [] : ['is empty'])],
  bare: (a, names) => lacking(a, names),
}
/** What of a successful answer is not as its line says. */
export function shapeFaults(key: string, a: Answer): string[] {
  const [kind, names = ''] = SHAPES[key]!
  const enveloped = kind === 'file' || kind === 'bare' || (a.code === 200 && a.success === true && typeof a.msg === 'string' && a.msg !== '' && 'data' in a)
  return [...(a.status === 200 ? [] : [`has the status ${a.status}`]), ...(enveloped ? [] : ['has no envelope']), ...BY_KIND[kind](a, names)]
}
