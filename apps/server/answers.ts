import { BASE_COLUMNS } from '../../kit/server/columns.server.ts'
import type { Shape } from '../../kit/server/route.server.ts'
import { business, contract_file } from '../../business/cases/business.ts'
import { cbdkxx, djb } from '../../land/definitions/cbht.ts'
import { dk } from '../../land/definitions/dk.ts'
import { hjb_issue, hjb_log } from '../../packages/package/hjb.ts'
import { password_strategy } from '../../platform/credentials/strategy.ts'
import { dept, dict_biz, user } from '../../platform/definitions/system.ts'
import { dict } from '../../platform/dictionaries/dict.ts'
import { exp_tpl } from '../../services/exchange/schemes/expimp.ts'
import { flow_deployment, leave } from '../../services/process/flow.ts'
import { process_history, process_instance, process_task } from '../../services/process/process.ts'
import { ANY, INT, MAP, TEXT, data, list, object, page, row, type Data } from './answer-schemas.ts'

/** Nodes of the compatible API's trees. Source: platform-api.md 3. */
const TREE = list(object({ text: 'id parentId title key value', bool: 'hasChildren', list: 'children' }))
/** An attachment as its calls tell it. */
const FILED = object({ text: 'id name url ossName ossUrl extension status businessId businessItem sha256 createUser createTime', int: 'attachSize' })

/**
 * What calls answer that do not say so at their route: rows of definitions, and data that no definition describes, by method and path. A test compares
 * them with every answer that the tests hear.
 */
export const ANSWERS: Readonly<Record<string, Shape | Data>> = {
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
  'GET /cpt-user/session/list': data(page(object({ text: 'id userId account realName ip agent createTime lastSeen absoluteEnd', int: 'own' }))),
  'POST /cpt-user/session/force-off': 'nothing',
  // the usual one is no row: it has no id and nobody made it
  'GET /cpt-system/password-strategy/default-strategy': { as: 'row', of: password_strategy.fields, also: Object.keys(BASE_COLUMNS) },
  'POST /cpt-system/password-strategy/submit': 'id',
  'GET /cpt-system/password-strategy/clear-cache': 'nothing',
  'GET /cpt-auth/oauth/bindings': data(list(object({ text: 'id nickname source sourceName createTime' }))),
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
  'GET /cpt-system/dict/dictionary-tree': { as: 'forest', of: dict },
  'GET /cpt-system/dict-biz/tree': data(TREE),
  'GET /cpt-system/dict-biz/dictionary': { as: 'rows', of: dict_biz },
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
  'GET /cpt-desk/notice/mine': data(object({ int: 'unread' }, { records: list(object({ text: 'id title category releaseTime', int: 'isRead' })) })),
  'POST /cpt-desk/notice/read': 'nothing',
  'POST /cpt-desk/notice/publish': 'nothing',
  'POST /cpt-resource/sms/enable': 'nothing',
  'POST /cpt-resource/sms/test': data(object({ text: 'message' })),
  'POST /cpt-resource/sms/endpoint/send-validate': data(object({ text: 'id', int: 'seconds' })),
  'POST /cpt-resource/sms/endpoint/validate-message': 'nothing',
  'POST /sms/message/history/resend': 'nothing',
  'POST /cpt-resource/oss/enable': 'nothing',
  'POST /cpt-resource/oss/disable': 'nothing',
  'POST /cpt-resource/oss/test': 'nothing',
  'GET /cpt-system/dataPushConfig/generateAppId': data(TEXT),
  'GET /cpt-system/dataPushConfig/generateAppSecret': data(TEXT),
  'GET /cpt-system/empower/generateAppId': data(TEXT),
  'GET /cpt-system/empower/generateAppSecret': data(TEXT),
  'GET /dataPushLog/page': data(
    page(object({ text: 'id businessCode businessTypeCode regionCode status createTime doneTime error nextTime businessId', int: 'attempts' })),
  ),
  'GET /dataPushLog/notPushPage': data(
    page(object({ text: 'id businessCode businessTypeCode regionCode status createTime error nextTime businessId', int: 'attempts', any: 'doneTime' })),
  ),
  'GET /dataPushLog/detail': data(MAP),
  'GET /dataPushLog/count': data(
    object({}, { countReportInfo: object({ int: 'total success failed pending disposed today' }), countDownInfo: object({ int: 'total' }) }),
  ),
  'POST /dataPushLog/submit': 'nothing',
  'POST /dataPushLog/dispose': 'nothing',
  'POST /dataPushLog/remove': 'nothing',
  'POST /openApi/appraisal': data(object({ text: 'id' })),
  'POST /cpt-resource/attach/endpoint/upload': data(FILED),
  'GET /cpt-resource/attach/endpoint/list-by-businessId': data(
    list(
      object({ text: 'id name url ossName ossUrl extension status businessId businessItem sha256 createUser createTime createUserName', int: 'attachSize' }),
    ),
  ),
  'POST /cpt-resource/attach/endpoint/update': data(FILED),
  'GET /cpt-resource/attach/endpoint/link': data(list(object({ text: 'id url downloadUrl', int: 'expires' }))),
  'POST /cpt-resource/attach/endpoint/offline_pdf': data(FILED),
  'POST /cpt-resource/attach/endpoint/sort': 'nothing',
  'POST /cpt-resource/attach/endpoint/upload-chunk': data(object({ int: 'code chunkIndex', text: 'chunkMd5' })),
  'POST /cpt-resource/attach/endpoint/check-file': data(object({ int: 'code', text: 'attachId' })),
  'POST /cpt-resource/attach/endpoint/check-chunk': data(object({ int: 'code' })),
  'POST /cpt-resource/attach/endpoint/merge-chunk': data(
    object({ int: 'code attachSize', text: 'attachId id name url ossName ossUrl extension status businessId businessItem sha256 createUser createTime' }),
  ),
  'POST /cpt-resource/attach/endpoint/copy-file': data(
    object({ int: 'code attachSize', text: 'attachId id name url ossName ossUrl extension status businessId businessItem sha256 createUser createTime' }),
  ),
  'POST /cpt-resource/attach/endpoint/give-up': 'nothing',
  'GET /cpt-resource/attach/endpoint/list-chunkMd5': data(list(TEXT)),
  'GET /cpt-resource/attach/endpoint/chunk-upload-progress': data(object({ int: 'status percentage uploaded total', text: 'attachId' })),
  'GET /cpt-resource/attach/endpoint/uploadPercentage': data(
    object({ int: 'percentage' }, { uploads: list(object({ text: 'attachMd5 attachName', int: 'attachSize percentage' })) }),
  ),
  'DELETE /cpt-resource/attach/endpoint/remove': 'nothing',
  'POST /cpt-resource/attach/endpoint/remove': 'nothing',
  'GET /cpt-resource/camera/settings': data(object({ text: 'pluginUrl', int: 'port' })),
  'GET /base-dlxx/dk/history': data(list(MAP)),
  'GET /base-dlxx/dk/is-qqqg': data({ type: 'boolean' }),
  'GET /base-dlxx/dk/getDkLzStatus': data(TEXT),
  'GET /base-qssj/cbht/dk/page': { as: 'page', of: cbdkxx },
  'GET /base-qssj/djb/detailById': { as: 'row', of: djb, also: ['cbf', 'cbht', 'cbjyqz', 'dkList', 'jtcyList'] },
  'GET /data/dzzw-djb/detail-by-id': { as: 'row', of: djb, also: ['cbf', 'cbht', 'cbjyqz', 'dkList', 'jtcyList'] },
  'GET /base-qssj/djb/detail': { as: 'row', of: djb, also: ['cbf', 'cbht', 'cbjyqz', 'dkList', 'jtcyList'] },
  'GET /data/dzzw-djb/detail-by-cbf': { as: 'rows', of: djb },
  'GET /dzzw/djb/life-cycle': data(object({}, { nodes: list(row(djb)), edges: list(object({ text: 'from to djxl businessId' })) })),
  'GET /base-qssj/cbjyqz/history': data(object({ list: 'versions events' })),
  'GET /base-qssj/cbjyqz/statisticsBdcfz': data(list(object({ text: 'sfbdcfz n' }))),
  'GET /map/dk/extent': data(object({}, { extent: list({ type: 'number' }) })),
  'GET /map/dk/overview': data(list(object({ text: 'regionCode regionName', int: 'count registered', number: 'x y' }))),
  'GET /map/dk/popup': data(object({ text: 'id dkbm dkmc fbfbm scmjm dklb djzt lzzt dyzt yyzt dkdz dkxz dknz dkbz geom', any: 'cbfbm cbfmc qqmjm' })),
  'GET /map/dk/list': data(list(object({ text: 'id dkbm dkmc cbfmc geom' }))),
  'GET /yzt/base-map/list': data(list(object({ text: 'kind url layer attribution' }))),
  'GET /data/statistics/home': data(
    object(
      { text: 'asOf regionCode unit until', list: 'children', number: 'finishRate signRate onlineRate', int: 'revokeRate days' },
      {
        total: object({
          int: 'fbf cbf1 cbf2 cbf3 jt jtg dkc dkn cbht cert bdc todo doing done revoked accepted signed issued ended endedArea ending renewed renewedArea',
          number: 'dkcArea dknArea jbntArea htArea endingArea',
        }),
        types: list(object({ text: 'key', map: 'values' })),
        tasks: list(object({ text: 'key', map: 'values' })),
        signStatus: list(object({ text: 'key', map: 'values' })),
        signWay: list(object({ text: 'key', map: 'values' })),
        years: list(object({ text: 'key', map: 'values' })),
        areas: list(object({ text: 'key', map: 'values' })),
        parcels: list(object({ text: 'key', map: 'values' })),
        months: list(object({ text: 'month', map: 'values' }, { before: object({ int: 'accepted done revoked signed issued' }) })),
      },
    ),
  ),
  'POST /hjb/hjbinfo/upload': data(object({ text: 'id status', bool: 'existing' })),
  'POST /hjb/hjbinfo/submit': 'id',
  'POST /hjb/hjbinfo/remove': 'nothing',
  'POST /hjb/hjbinfo/checkDataSave': data(
    object({ bool: 'hasData canInitialize', int: 'runningBusiness', map: 'counts' }, { unfinishedPackage: object({ text: 'id name' }), reasons: list(TEXT) }),
  ),
  'POST /hjb/hjbinfo/analysis': 'id',
  'POST /hjb/hjbinfo/audit': 'id',
  'POST /hjb/hjbinfo/transfer': 'id',
  'POST /hjb/hjbinfo/initialize': 'id',
  'POST /hjb/hjbinfo/finish': 'id',
  'POST /hjb/hjbinfo/empty': 'nothing',
  'POST /hjb/hjbinfo/executeSql': 'id',
  'POST /hjb/hjbinfo/retransmission': 'id',
  'POST /hjb/hjbinfo/om': 'id',
  'GET /hjb/hjbinfo/om': data(
    object(
      {},
      {
        job: object({ text: 'jobLogId infoId kind stepName total done status message startTime endTime', int: 'code percent errorCount' }),
        logs: list(row(hjb_log)),
      },
    ),
  ),
  'GET /hjb/hjbinfo/progressById': data(
    object({ text: 'jobLogId infoId kind stepName total done status message startTime endTime', int: 'code percent errorCount' }),
  ),
  'GET /hjb/hjbinfo/detect_info': data(
    object({ text: 'jobLogId status' }, { rules: list(object({ text: 'id severity text', int: 'count' })), page: page(row(hjb_issue)) }),
  ),
  'GET /hjb/hjbinfo/issues': { as: 'page', of: hjb_issue },
  'GET /cpt-flow/process/model-view': data(object({ text: 'xml status' }, { nodes: list(object({ text: 'activityId status' })) })),
  'GET /cpt-flow/process/history-flow-list': {
    as: 'rows',
    of: process_history,
    also: ['assigneeName', 'endTime', 'flag', 'historyActivityDurationTime', 'historyActivityName'],
  },
  'GET /cpt-flow/process/get-process': { as: 'row', of: flow_deployment, also: ['deploymentId', 'isBuiltIn'] },
  'GET /cpt-flow/model/candidates': data(list(object({ text: 'key name' }))),
  'POST /cpt-flow/model/deploy': 'id',
  'POST /cpt-flow/manager/change-state': 'nothing',
  'POST /cpt-flow/manager/delete-deployment': 'nothing',
  'GET /cpt-flow/follow/list': {
    as: 'page',
    of: process_instance,
    also: [
      'activityId',
      'activityName',
      'assigneeName',
      'businessKey',
      'processDefinitionId',
      'processInstanceId',
      'startTime',
      'startUser',
      'suspensionState',
    ],
  },
  'POST /cpt-flow/follow/delete-process-instance': 'nothing',
  'GET /cpt-flow/work/start-list': { as: 'page', of: flow_deployment, also: ['deploymentId', 'isBuiltIn'] },
  'GET /cpt-flow/work/claim-list': data(
    page(
      object({
        text: 'id taskId taskName taskDefinitionKey createTime processInstanceId historyProcessInstanceId processDefinitionId processDefinitionName startUserName startTime status processIsFinished category businessId businessTable',
        any: 'assignee assigneeName claimTime endTime outcome comment processDefinitionKey typeCode',
        int: 'processDefinitionVersion',
      }),
    ),
  ),
  'GET /cpt-flow/work/todo-list': data(
    page(
      object({
        text: 'id taskId taskName taskDefinitionKey assignee assigneeName createTime claimTime processInstanceId historyProcessInstanceId processDefinitionId processDefinitionName startUserName startTime status processIsFinished category businessId businessTable',
        any: 'endTime outcome comment processDefinitionKey typeCode',
        int: 'processDefinitionVersion',
      }),
    ),
  ),
  'GET /cpt-flow/work/send-list': data(
    page(
      object({
        text: 'id processInstanceId historyProcessInstanceId category createTime endTime reason businessId businessTable processDefinitionId processDefinitionName startUserName startTime status processIsFinished',
        any: 'processDefinitionKey typeCode',
        int: 'processDefinitionVersion',
      }),
    ),
  ),
  'GET /cpt-flow/work/done-list': data(
    page(
      object({
        text: 'id taskId taskName taskDefinitionKey assignee assigneeName createTime endTime processInstanceId historyProcessInstanceId outcome comment processDefinitionId processDefinitionName startUserName startTime status processIsFinished category businessId businessTable',
        any: 'claimTime processDefinitionKey typeCode',
        int: 'processDefinitionVersion',
      }),
    ),
  ),
  'POST /cpt-flow/work/claim-task': 'nothing',
  'POST /cpt-flow/work/complete-task': 'nothing',
  'POST /cpt-flow/leave/start-process': 'id',
  'GET /cpt-flow/leave/detail': { as: 'row', of: leave, also: ['days', 'flow'] },
  'GET /cpt-flow/leave/approvers': data(list(object({ text: 'id realName regionCode' }))),
  'GET /yw-accept/business/page-total': data(object({ int: 'todo doing done revoked total' })),
  'GET /yw-accept/business/detail': { as: 'row', of: business, also: ['form'] },
  'GET /yw-accept/business/done-task': { as: 'rows', of: process_task },
  'POST /yw-accept/business/submit': 'id',
  'POST /yw-accept/business/save-commit': 'id',
  'POST /yw-accept/business/update': 'id',
  'POST /yw-accept/business/commit': 'nothing',
  'POST /yw-accept/business/revoke': 'nothing',
  'POST /yw-accept/business/remove': 'nothing',
  'POST /yw-accept/business/checkFbfInfo': data(object({ bool: 'ok' }, { missing: list(TEXT) })),
  'GET /ywbl/register-contract/jtdk/page': { as: 'page', of: dk },
  'GET /ywbl/register-contract/qqdk/page': { as: 'page', of: dk },
  'GET /ywbl/register-contract/cbdk/page': { as: 'page', of: dk },
  'GET /ywbl/register-contract/detail-by-business': { as: 'row', of: business, also: ['form'] },
  'GET /yw-accept/process-config/list-process': data(list(object({ text: 'id typeCode name' }))),
  'GET /yw-accept/process-config/active-config': data(MAP),
  'GET /yw-accept/active-config/list-active': data(list(object({ text: 'activeConfigId taskKey activeConfigName' }))),
  'POST /yw-accept/process-config/enable': 'nothing',
  'POST /yw-accept/process-config/disable': 'nothing',
  'POST /yw-publicity/publicity/revoke': 'nothing',
  'POST /yw-publicity/publicity/complete': 'nothing',
  'POST /yw-publicity/objection/handle': 'nothing',
  'GET /base-qssj/djb/print/get': data(
    object(
      {
        text: 'docId fzjg cbjyqzbm fbfmc cbfmc cbfzjhm cbfdz yzbm lxdh cbfs cbhtbm cbqxq cbqxz yhtzmjm scmjmTotal dbr djsj djbfj',
        list: 'dk',
        int: 'printCount',
      },
      { jtcy: list(object({ text: 'cyxm yhzgx cyzjhm bz' })), changes: list(object({ text: 'bgfs mjm cbhtbm qz' })) },
    ),
  ),
  'GET /dzzw/contract-to-sign': { as: 'rows', of: contract_file },
  'POST /dzzw/choose-sign-way': 'nothing',
  'POST /dzzw/upload-contract-file': 'nothing',
  'POST /dzzw/contract/revoke': 'nothing',
  'POST /sign/start': 'nothing',
  'POST /sign/cancel': 'nothing',
  'GET /sign/query': data(
    object(
      { text: 'contractId flowInstId cbhtbm signWay signStatus qdsj attachId fileHash reason' },
      { nodes: list(object({ int: 'nodeSort', text: 'nodeCode signerName signTime', bool: 'valid' })) },
    ),
  ),
  'GET /dzzw/view-sign-node': data(list(object({ int: 'nodeSort', text: 'nodeCode signerName signTime', bool: 'valid' }))),
  'GET /sign/verify': data(object({ text: 'name sha256', bool: 'intact' }, { signatures: list(object({ text: 'signer time', bool: 'valid trusted whole' })) })),
  'GET /basic/site': data(object({ text: 'deployment', bool: 'switchMode', list: 'callbacks silentCodes' })),
  'GET /basic/getOperationFiles': data(list(object({ text: 'id name kind', int: 'size' }))),
  'GET /data/sign-num': data(object({ text: 'regionCode', int: 'purchased consumed reserved remaining' })),
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
  'POST /basic/view-as': data(
    object({
      text: 'access_token refresh_token tenant_id user_id account user_name nick_name real_name role_name role_id dept_id dept_name dept_region avatar',
      int: 'expires_in',
    }),
  ),
  'GET /cpt-expimp/tpl/select': { as: 'rows', of: exp_tpl, also: ['key', 'title', 'value'] },
  'GET /cpt-expimp/tpl/objects': data(list(object({ text: 'name label en' }, { fields: list(object({ text: 'name label en dict' })) }))),
  'GET /cpt-expimp/tpl/preview': data(page(MAP, { columns: list(object({ text: 'field title', int: 'width' })), name: TEXT })),
  'POST /cpt-expimp/tpl/copy': 'id',
  'GET /cpt-report/report/rest/preview': data(page(MAP, { columns: list(object({ text: 'field title', int: 'width' })), name: TEXT })),
  'GET /cpt-develop/code/generate-columns': data(
    object(
      { text: 'scope', list: 'missing' },
      { fields: list(object({ text: 'name kind label en dict', bool: 'required column', int: 'max' })), skipped: list(TEXT) },
    ),
  ),
  'POST /cpt-develop/code/copy': 'id',
  'GET /exportRecord/page': data(page(object({ text: 'id fileName fileId type typeName createTime failReason', map: 'exportParams', int: 'progress status' }))),
  'GET /exportRecord/types': data(list(object({ text: 'type typeName', bool: 'custom mayStart' }))),
  'GET /exportRecord/news': data(object({ text: 'version' })),
  'POST /exportRecord/reexport': 'nothing',
  'POST /exportRecord/cancel': 'nothing',
  'GET /widget/export': data(object({ text: 'id' })),
  'GET /importBatch/page': data(
    page(object({ text: 'id entity fileName status createTime endTime failReason lang', int: 'total fresh changed same wrong done', list: 'heads' })),
  ),
  'GET /importBatch/detail': data(
    object(
      {
        text: 'id tenantId createUser createTime endTime entity fileName lang status failReason entityName',
        any: 'tplId',
        int: 'total fresh changed same wrong done',
      },
      {
        heads: list(object({ text: 'at field title' })),
        columns: list(object({ text: 'field title', int: 'width' })),
        ignored: list(TEXT),
        counts: object({ int: 'new change same wrong done failed blocked withdrawn' }),
        job: object({ text: 'status step done total', int: 'percent' }),
      },
    ),
  ),
  'GET /importBatch/rows': data(page(object({ text: 'id state outcome', int: 'no', map: 'cells faults' }, { changes: MAP }))),
  'GET /importBatch/types': data(
    list(object({ text: 'entity name', bool: 'mayAdd mayChange' }, { notes: list(TEXT), templates: list(object({ text: 'id name' })) })),
  ),
  'POST /importBatch/upload': data(object({ text: 'id' })),
  'POST /importBatch/accept': data(object({ int: 'rows' })),
  'POST /importBatch/withdraw': 'nothing',
  'POST /importBatch/cancel': 'nothing',
  'GET /cpt-system/job/page': data(
    page(
      object({
        text: 'id kind title status step done total message regionCode createUser createTime account kindName',
        int: 'percent attempts',
        any: 'startTime endTime',
        bool: 'mayCancel mayRetry',
      }),
    ),
  ),
  'GET /cpt-system/job/detail': data(
    object({
      text: 'id kind title status step done total message regionCode createUser createTime account kindName',
      int: 'percent attempts',
      any: 'startTime endTime result',
      bool: 'mayCancel mayRetry',
    }),
  ),
  'POST /cpt-system/job/cancel': 'nothing',
  'POST /cpt-system/job/retry': 'nothing',
  'GET /cpt-log/usual/list': data(
    page(
      object({
        text: 'tenantId createBy createTime remoteIp logId id at userId account action object objectId regionCode ip requestId actionName objectName',
        any: 'chainSeq hash',
      }),
    ),
  ),
  'GET /cpt-log/usual/page': data(
    page(
      object({
        text: 'tenantId createBy createTime remoteIp logId id at userId account action object objectId regionCode ip requestId actionName objectName',
        any: 'chainSeq hash',
      }),
    ),
  ),
  'GET /cpt-log/usual/detail': data(
    object(
      {
        text: 'tenantId createBy createTime remoteIp logId id at userId account action object objectId regionCode ip requestId actionName objectName',
        any: 'chainSeq hash',
        map: 'diff',
      },
      { changes: list(object({ text: 'field before after label' })) },
    ),
  ),
  'GET /cpt-log/usual/verify': data(object({ int: 'rows waiting' }, { broken: object({ int: 'chainSeq', text: 'id why msg' }) })),
  'GET /cpt-log/api/list': data(
    page(
      object({ text: 'tenantId createBy createTime remoteIp requestUri logId time id at userId account method path ip requestId', int: 'status ms dropped' }),
    ),
  ),
  'GET /cpt-log/api/page': data(
    page(
      object({ text: 'tenantId createBy createTime remoteIp requestUri logId time id at userId account method path ip requestId', int: 'status ms dropped' }),
    ),
  ),
  'GET /cpt-log/api/detail': data(
    object({
      text: 'tenantId createBy createTime remoteIp requestUri userAgent logId time id at userId account method path ip requestId agent regionCode params',
      int: 'status ms dropped',
    }),
  ),
  'GET /cpt-log/error/list': data(
    page(object({ text: 'tenantId createBy requestUri logId exceptionName id createTime source account type url message requestId' })),
  ),
  'GET /cpt-log/error/page': data(
    page(object({ text: 'tenantId createBy requestUri logId exceptionName id createTime source account type url message requestId' })),
  ),
  'GET /cpt-log/error/detail': data(
    object({
      text: 'tenantId createBy remoteIp requestUri userAgent logId stackTrace exceptionName id createTime source account type url message requestId userId time ip agent info stack regionCode',
    }),
  ),
  'POST /cpt-auth/oauth/logs': data(INT),
}
