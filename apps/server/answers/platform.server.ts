import { BASE_COLUMNS } from '../../../kit/server/columns.server.ts'
import { password_strategy } from '../../../platform/credentials/strategy.ts'
import { dept, dict_biz, user } from '../../../platform/definitions/system.ts'
import { dict } from '../../../platform/dictionaries/dict.ts'
import { INT, MAP, TEXT, data, list, object, pageSchema, type Answers } from '../answer-schemas.server.ts'

/** Nodes of the compatible API's trees. Source: platform-api.md 3. */
const TREE = list(object({ text: 'id parentId title key value', bool: 'hasChildren', list: 'children' }))

/** Rows with their revisions. */
const MARKS = list(object({ text: 'id', int: 'rev' }))
/** What calls of the platform answer, where their routes do not say so. */
export const platformAnswers: Answers = {
  'POST /platform/list-batch/preview': data(
    object(
      { int: 'changed same refused', text: 'job' },
      { rows: list(object({ text: 'id name' }, { before: MAP })), refusals: list(object({ text: 'id name why' })), marks: MARKS },
    ),
  ),
  'POST /platform/list-batch/run': data(object({ int: 'done', text: 'job' }, { marks: MARKS })),
  'POST /platform/list-batch/undo': data(object({ int: 'done', text: 'job' })),
  'GET /version/get': data(object({ text: 'version' })),
  'POST /cpt-auth/oauth/prepare': data(
    object(
      { text: 'id secret uri system url browser', int: 'seconds', bool: 'tenant phone register' },
      { sources: list(object({ text: 'source sourceName' })) },
    ),
  ),
  'GET /cpt-auth/oauth/captcha': data(object({ text: 'key image', bool: 'enabled' })),
  'GET /cpt-auth/oauth/public-key': data(object({ text: 'keyId publicKey nonce', int: 'timestamp' })),
  'GET /cpt-auth/oauth/logout': 'nothing',
  'GET /cpt-auth/oauth/clear-cache': 'nothing',
  'GET /cpt-auth/oauth/user-info': { as: 'row', of: user, also: ['permissions', 'roles'] },
  'POST /cpt-user/update-password': 'nothing',
  'GET /cpt-auth/totp/state': data(object({ text: 'policy createTime', int: 'demanded enrolled recoveryLeft' })),
  'POST /cpt-auth/totp/begin': data(object({ text: 'secret uri' })),
  'POST /cpt-auth/totp/confirm': data(object({}, { recoveryCodes: list(TEXT) })),
  'POST /cpt-auth/totp/recovery': data(object({}, { recoveryCodes: list(TEXT) })),
  'POST /cpt-auth/totp/remove': 'nothing',
  'POST /cpt-user/reset-totp': 'nothing',
  'GET /cpt-user/session/list': data(pageSchema(object({ text: 'id userId account realName ip agent createTime lastSeen absoluteEnd', int: 'own' }))),
  'POST /cpt-user/session/force-off': 'nothing',
  // the usual one is no row: it has no id and nobody made it
  'GET /cpt-system/password-strategy/default-strategy': { as: 'row', of: password_strategy.fields, also: Object.keys(BASE_COLUMNS) },
  'POST /cpt-system/password-strategy/submit': 'id',
  'GET /cpt-system/password-strategy/clear-cache': 'nothing',
  'GET /cpt-auth/oauth/bindings': data(list(object({ text: 'id nickname source sourceName createTime' }))),
  'POST /cpt-auth/oauth/authorize': data(object({ text: 'url' }, { asks: object({ text: 'clientId scope site' }) })),
  'POST /cpt-auth/oauth/bind': 'nothing',
  'POST /cpt-auth/oauth/unbind': 'nothing',
  'GET /cpt-system/tenant/select': data(list(object({ text: 'id code tenantId tenantName' }))),
  'GET /cpt-system/tenant/info': data(object({ text: 'tenantId domain title backgroundUrl' })),
  'POST /cpt-system/tenant/setting': 'nothing',
  'POST /cpt-system/tenant/datasource': 'nothing',
  'POST /cpt-system/tenant/package-setting': 'nothing',
  'GET /cpt-system/tenant/package-detail': data(
    object({ text: 'id tenantId createUser createTime updateUser updateTime packageName menuId remark packageId', int: 'rev' }),
  ),
  'POST /cpt-system/tenant/reset-admin': data(object({ text: 'tenantId account password' })),
  'GET /cpt-user/platform-detail': data(object({ text: 'id userId account realName', int: 'rev userType', map: 'userExt' })),
  'GET /cpt-user/info': { as: 'row', of: user },
  'GET /cpt-user/user-list': data(list(object({ text: 'id account realName name deptId roleId' }))),
  'POST /cpt-user/import-user': data(
    object(
      { int: 'total inserted updated' },
      { failed: list(object({ int: 'row', text: 'account reason' })), accounts: list(object({ text: 'account realName password' })) },
    ),
  ),
  'POST /cpt-user/update-platform': 'nothing',
  'POST /cpt-user/reset-password': data(list(object({ text: 'userId account realName password' }))),
  'POST /cpt-user/unlock': 'nothing',
  'POST /cpt-user/hand-over': 'nothing',
  'POST /cpt-user/grant': 'nothing',
  'POST /cpt-user/update-info': 'nothing',
  'POST /cpt-user/approve': 'nothing',
  'POST /cpt-user/register-guest': 'id',
  'GET /cpt-system/role/tree': data(TREE),
  'GET /cpt-system/role/tree-by-id': data(TREE),
  'GET /cpt-system/role/select': data(list(object({ text: 'id roleName roleAlias' }))),
  'POST /cpt-system/role/grant': 'nothing',
  'GET /cpt-system/menu/grant-tree': data(object({}, { menu: TREE, dataScope: TREE, apiScope: TREE })),
  'GET /cpt-system/menu/role-tree-keys': data(object({}, { menu: list(TEXT), dataScope: list(TEXT), apiScope: list(TEXT) })),
  'GET /cpt-system/menu/grant-top-tree': data(object({}, { menu: TREE })),
  'GET /cpt-system/menu/top-tree-keys': data(object({}, { menu: list(TEXT) })),
  'GET /cpt-system/menu/tree': data(TREE),
  'POST /cpt-system/top-menu/grant': 'nothing',
  'POST /cpt-system/topmenu/grant': 'nothing',
  'GET /cpt-system/region/lazy-tree': data(
    list(object({ text: 'id code name fullName parentCode parentId title key value', int: 'level', bool: 'hasChildren' })),
  ),
  'GET /cpt-system/region/select': data(list(object({ text: 'id code name fullName parentCode', int: 'level' }))),
  'GET /cpt-system/dict/tree': data(TREE),
  'GET /cpt-system/dict/dictionary': { as: 'rows', of: dict },
  'GET /cpt-system/dict/dictionaries': { as: 'rows', of: dict },
  'GET /cpt-system/dict/dictionary-tree': { as: 'forest', of: dict },
  'GET /cpt-system/dict-biz/tree': data(TREE),
  'GET /cpt-system/dict-biz/dictionary': { as: 'rows', of: dict_biz },
  'GET /cpt-system/dict-biz/dictionaries': { as: 'rows', of: dict_biz },
  'GET /cpt-system/dict-biz/dictionary-tree': { as: 'forest', of: dict_biz },
  'GET /cpt-system/dept/lazy-tree': { as: 'rows', of: dept, also: ['key', 'title', 'value'] },
  'GET /cpt-system/dept/tree': data(TREE),
  'GET /cpt-system/dept/select': data(list(object({ text: 'id deptName fullName regionCode title key value' }))),
  'GET /cpt-system/post/select': data(list(object({ text: 'id postCode postName category title key value' }))),
  'GET /cpt-system/param/sign': data(object({ text: 'tenantId time sign', map: 'values' })),
  'GET /cpt-system/data-scope/resources': data(
    list(object({ text: 'name label en region' }, { owners: list(TEXT), fields: list(object({ text: 'name label en kind' })) })),
  ),
  'GET /cpt-develop/datasource/select': data(list(object({ text: 'id name driverClass' }))),
  'POST /cpt-develop/datasource/test': 'nothing',
  'GET /cpt-desk/inbox/page': data(pageSchema(object({ text: 'id kind subject name link createTime', int: 'isRead' }))),
  'GET /cpt-desk/inbox/bell': data(object({ text: 'newest', int: 'unread' })),
  'POST /cpt-desk/inbox/read': 'nothing',
  'GET /cpt-desk/inbox/settings': data(object({}, { kinds: list(object({ text: 'kind name' })), muted: list(TEXT) })),
  'POST /cpt-desk/inbox/choose': 'nothing',
  'GET /cpt-desk/notice/mine': data(object({ int: 'unread' }, { records: list(object({ text: 'id title category releaseTime', int: 'isRead' })) })),
  'POST /cpt-desk/notice/read': 'nothing',
  'POST /cpt-desk/notice/publish': 'nothing',
  'POST /cpt-resource/sms/enable': 'nothing',
  'POST /cpt-resource/sms/test': data(object({ text: 'message' })),
  'POST /cpt-resource/sms/endpoint/send-validate': data(object({ text: 'id', int: 'seconds' })),
  'POST /cpt-resource/sms/endpoint/validate-message': 'nothing',
  'POST /sms/message/history/resend': 'nothing',
  'GET /cpt-system/dataPushConfig/generateAppId': data(TEXT),
  'GET /cpt-system/dataPushConfig/generateAppSecret': data(TEXT),
  'GET /cpt-system/empower/generateAppId': data(TEXT),
  'GET /cpt-system/empower/generateAppSecret': data(TEXT),
  'GET /basic/site': data(object({ text: 'deployment', bool: 'switchMode', list: 'callbacks silentCodes' })),
  'GET /basic/getOperationFiles': data(list(object({ text: 'id name kind', int: 'size' }))),
  'GET /data/sign-num': data(object({ text: 'regionCode', int: 'purchased consumed reserved remaining low' })),
  'GET /basic/why-not': data(
    object(
      { text: 'regionCode', list: 'dataScopes apiPaths' },
      {
        buttons: list(
          object(
            { text: 'code name denied', bool: 'held' },
            { roles: list(TEXT), chain: list(object({ text: 'rule', bool: 'passes' }, { names: list(TEXT) })) },
          ),
        ),
      },
    ),
  ),
  'GET /basic/user-setting/detail': data({ description: 'what the page kept' }),
  'POST /basic/user-setting/submit': 'nothing',
  'GET /basic/form-draft/list': data(list(object({ text: 'form page at' }))),
  'GET /basic/form-draft/detail': data(object({ text: 'form page at', any: 'body' })),
  'GET /basic/form-draft/key': data(object({ text: 'key' })),
  'POST /basic/form-draft/keep': data(object({ text: 'at' })),
  'POST /basic/form-draft/drop': 'nothing',
  'GET /basic/presence': data(list(object({ text: 'name', int: 'isEditing' }))),
  'POST /basic/view-as': data(
    object({
      text: 'access_token refresh_token tenant_id user_id account user_name nick_name real_name role_name role_id dept_id dept_name dept_region avatar mark',
      int: 'expires_in',
    }),
  ),
  'POST /cpt-auth/oauth/logs': data(INT),
}
