import { OPEN_CALLS } from '../../../outside/open/calls.ts'
import { answerSchema, OPEN_DOCUMENTS } from '../../../outside/open/describe.ts'
import { exp_tpl } from '../../../services/exchange/schemes/expimp.ts'
import { flow_deployment, leave } from '../../../services/process/flow.ts'
import { process_history, process_instance } from '../../../services/process/process.ts'
import { INT, MAP, TEXT, TEXTS, data, list, object, pageSchema, type Answers } from '../answer-schemas.server.ts'

/** An attachment as its calls tell it. */
const FILED = object({ text: 'id name url ossName ossUrl extension status businessId businessItem sha256 createUser createTime', int: 'attachSize' })
/** What applications are answered, as their own documents tell it. */
const BREAK = object({ int: 'chainSeq', text: 'id why msg' })
const OPEN_ANSWERS: Answers = Object.fromEntries(
  [...Object.values(OPEN_CALLS), OPEN_DOCUMENTS].map(({ path, answer }) => [`POST ${path}`, data(answerSchema(answer, { text: TEXT, int: INT }))]),
)

/** What calls of processes, files, exports, imports, operations and the program’s outside answer, where their routes do not say so. */
export const servicesAnswers: Answers = {
  'POST /cpt-resource/oss/enable': 'nothing',
  'POST /cpt-resource/oss/disable': 'nothing',
  'POST /cpt-resource/oss/test': 'nothing',
  'GET /dataPushLog/page': data(
    pageSchema(object({ text: 'id businessCode businessTypeCode regionCode status createTime doneTime error nextTime businessId untold', int: 'attempts' })),
  ),
  'GET /dataPushLog/notPushPage': data(
    pageSchema(
      object({ text: 'id businessCode businessTypeCode regionCode status createTime error nextTime businessId untold', int: 'attempts', any: 'doneTime' }),
    ),
  ),
  'GET /dataPushLog/detail': data(
    object(
      { text: 'id businessCode businessTypeCode regionCode status createTime doneTime error nextTime businessId untold', int: 'attempts' },
      { calls: list(object({ text: 'id businessCode businessTypeCode regionCode msgId target fault createTime request answer', int: 'httpStatus ms bytes' })) },
    ),
  ),
  'GET /dataPushLog/count': data(
    object(
      {},
      {
        countReportInfo: object(
          { int: 'total success failed pending disposed notNeeded today meanDelay', any: 'rate' },
          {
            byType: list(object({ text: 'typeCode', int: 'total success failed pending disposed notNeeded' })),
            byDay: list(object({ text: 'day', int: 'total success meanDelay' })),
          },
        ),
        countDownInfo: object({ int: 'total registered refused mortgage objection seizure end done waiting' }),
      },
    ),
  ),
  'GET /dataPushLog/targets': data(list(object({ text: 'id name regionCode' }))),
  'GET /dataPushLog/statement': data(
    object(
      { int: 'total here there unread' },
      { days: list(object({ text: 'day', int: 'total here there meanDelay' })), differences: list(object({ text: 'kind businessCode status reason' })) },
    ),
  ),
  'GET /cpt-system/empower/description': data(MAP),
  'GET /cpt-system/empower/try': data(MAP),
  'GET /cpt-system/accessConfig/generateAppSecret': data(TEXT),
  'GET /cpt-system/webhook/generateSecret': data(TEXT),
  'POST /dataPushLog/submit': 'nothing',
  'POST /dataPushLog/dispose': 'nothing',
  'POST /dataPushLog/remove': 'nothing',
  'GET /cpt-system/dataPushConfig/description': data(MAP),
  ...OPEN_ANSWERS,
  'POST /dataPushLog/submitOpen': data(INT),
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
    pageSchema(
      object({
        text: 'id taskId taskName taskDefinitionKey createTime processInstanceId historyProcessInstanceId processDefinitionId processDefinitionName startUserName startTime status processIsFinished category businessId businessTable',
        any: 'assignee assigneeName claimTime endTime outcome comment processDefinitionKey typeCode',
        int: 'processDefinitionVersion',
      }),
    ),
  ),
  'GET /cpt-flow/work/todo-list': data(
    pageSchema(
      object({
        text: 'id taskId taskName taskDefinitionKey createTime processInstanceId historyProcessInstanceId processDefinitionId processDefinitionName startUserName startTime status processIsFinished category businessId businessTable',
        any: 'assignee assigneeName claimTime endTime outcome comment processDefinitionKey typeCode',
        int: 'processDefinitionVersion',
      }),
    ),
  ),
  'GET /cpt-flow/work/send-list': data(
    pageSchema(
      object({
        text: 'id processInstanceId historyProcessInstanceId category createTime endTime reason businessId businessTable processDefinitionId processDefinitionName startUserName startTime status processIsFinished',
        any: 'processDefinitionKey typeCode',
        int: 'processDefinitionVersion',
      }),
    ),
  ),
  'GET /cpt-flow/work/done-list': data(
    pageSchema(
      object({
        text: 'id taskId taskName taskDefinitionKey createTime processInstanceId historyProcessInstanceId processDefinitionId processDefinitionName startUserName startTime status processIsFinished category businessId businessTable',
        any: 'assignee assigneeName claimTime endTime outcome comment processDefinitionKey typeCode',
        int: 'processDefinitionVersion',
      }),
    ),
  ),
  'POST /cpt-flow/work/claim-task': 'nothing',
  'POST /cpt-flow/work/complete-task': 'nothing',
  'POST /cpt-flow/leave/start-process': 'id',
  'POST /cpt-flow/leave/withdraw': 'nothing',
  'GET /cpt-flow/leave/detail': { as: 'row', of: leave, also: ['days', 'flow'] },
  'GET /cpt-flow/leave/approvers': data(list(object({ text: 'id realName regionCode' }))),
  'GET /cpt-expimp/tpl/select': { as: 'rows', of: exp_tpl, also: ['key', 'title', 'value'] },
  'GET /cpt-expimp/tpl/objects': data(list(object({ text: 'name label en' }, { fields: list(object({ text: 'name label en dict' })) }))),
  'GET /cpt-expimp/tpl/preview': data(pageSchema(TEXTS, { columns: list(object({ text: 'field title', int: 'width' })), name: TEXT })),
  'POST /cpt-expimp/tpl/copy': 'id',
  'GET /cpt-report/report/rest/preview': data(pageSchema(TEXTS, { columns: list(object({ text: 'field title', int: 'width' })), name: TEXT })),
  'GET /cpt-develop/code/generate-columns': data(
    object(
      { text: 'scope', list: 'missing' },
      { fields: list(object({ text: 'name kind label en dict', bool: 'required column', int: 'max' })), skipped: list(TEXT) },
    ),
  ),
  'POST /cpt-develop/code/copy': 'id',
  'GET /exportRecord/page': data(
    pageSchema(object({ text: 'id fileName fileId type typeName createTime failReason', map: 'exportParams', int: 'progress status' })),
  ),
  'GET /exportRecord/types': data(list(object({ text: 'type typeName', bool: 'custom mayStart orForm' }))),
  'GET /exportRecord/news': data(object({ text: 'version' })),
  'POST /exportRecord/reexport': 'nothing',
  'POST /exportRecord/cancel': 'nothing',
  'GET /widget/export': data(object({ text: 'id' })),
  'GET /importBatch/page': data(
    pageSchema(object({ text: 'id entity fileName status createTime endTime failReason lang', int: 'total fresh changed same wrong done', list: 'heads' })),
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
  'GET /importBatch/rows': data(pageSchema(object({ text: 'id state outcome', int: 'no', map: 'cells faults' }, { changes: MAP }))),
  'GET /importBatch/types': data(
    list(object({ text: 'entity name', bool: 'mayAdd mayChange' }, { notes: list(TEXT), templates: list(object({ text: 'id name' })) })),
  ),
  'POST /importBatch/upload': data(object({ text: 'id' })),
  'POST /importBatch/accept': data(object({ int: 'rows' })),
  'POST /importBatch/withdraw': 'nothing',
  'POST /importBatch/cancel': 'nothing',
  'GET /cpt-system/job/page': data(
    pageSchema(
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
  'GET /cpt-operations/backup/list': data(
    object(
      { text: 'folder', bool: 'isEncrypted isOld', int: 'alarmHours', any: 'hour ageHours' },
      {
        backups: list(
          object({ text: 'name at version migration mark', bool: 'isScheduled isEncrypted', int: 'bytes', number: 'seconds', any: 'drill' }, { counts: MAP }),
        ),
      },
    ),
  ),
  'GET /cpt-operations/running/detail': data(
    object(
      {
        text: 'time engine',
        int: 'upSeconds memoryMb connections connectionsBusy callersWaiting sessions people jobsQueued jobsRunning outboxWaiting outboxParked',
        bool: 'hasRoom',
        any: 'outboxOldest backupAt backupBytes backupRestores',
      },
      {
        storage: object({ text: 'folder', int: 'usedMb freeMb' }),
        warnings: list(object({ text: 'kind kindName subject lastTime' })),
        stuck: list(object({ text: 'id kind kindName title status since tenantId' })),
        slowCalls: list(object({ text: 'path', int: 'n ms' })),
        statements: list(object({ text: 'waits query', int: 'seconds' })),
      },
    ),
  ),
  'GET /cpt-operations/routine/list': data(
    list(object({ text: 'name label status message', bool: 'paused asked', number: 'seconds', any: 'at minutes lastTime nextTime' })),
  ),
  'GET /cpt-log/usual/list': data(
    pageSchema(
      object({
        text: 'tenantId createBy createTime remoteIp requestUri logId id at userId account action object objectId path regionCode ip requestId actionName objectName',
        any: 'chainSeq hash',
      }),
    ),
  ),
  'GET /cpt-log/usual/page': data(
    pageSchema(
      object({
        text: 'tenantId createBy createTime remoteIp requestUri logId id at userId account action object objectId path regionCode ip requestId actionName objectName',
        any: 'chainSeq hash',
      }),
    ),
  ),
  'GET /cpt-log/usual/detail': data(
    object(
      {
        text: 'tenantId createBy createTime remoteIp requestUri logId id at userId account action object objectId path regionCode ip requestId actionName objectName',
        any: 'chainSeq hash',
        map: 'diff',
      },
      { changes: list(object({ text: 'field before after label' })) },
    ),
  ),
  'GET /cpt-log/usual/verify': data(object({ int: 'rows waiting' }, { broken: BREAK, breaks: list(BREAK) })),
  'GET /cpt-log/api/list': data(
    pageSchema(
      object({ text: 'tenantId createBy createTime remoteIp requestUri logId time id at userId account method path ip requestId', int: 'status ms dropped' }),
    ),
  ),
  'GET /cpt-log/api/page': data(
    pageSchema(
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
    pageSchema(object({ text: 'tenantId createBy requestUri logId exceptionName id createTime source account type url message requestId' })),
  ),
  'GET /cpt-log/error/page': data(
    pageSchema(object({ text: 'tenantId createBy requestUri logId exceptionName id createTime source account type url message requestId' })),
  ),
  'GET /cpt-log/error/detail': data(
    object({
      text: 'tenantId createBy remoteIp requestUri userAgent logId stackTrace exceptionName id createTime source account type url message requestId userId time ip agent info stack regionCode',
    }),
  ),
}
