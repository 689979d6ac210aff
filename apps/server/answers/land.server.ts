import { contract_file } from '../../../business/cases/definitions/business.ts'
import { cbdkxx, djb } from '../../../land/definitions/cbht.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { hjb_cell, hjb_issue, hjb_log, hjb_repair } from '../../../packages/package/hjb.ts'
import { process_task } from '../../../services/process/process.ts'
import { MAP, TEXT, data, list, object, pageSchema, row, type Answers } from '../answer-schemas.server.ts'
import { field_item } from '../../../business/extension/field/field.ts'
import { extensionList } from '../../../business/extension/households/list.ts'
import { SUMS } from '../../../signing/account/statistics.ts'

/** A page of books with what a type says of each. */
const ELIGIBLE = { as: 'page', of: djb, also: ['eligible', 'reasons', 'warnings', 'papers', 'bits'] } as const
/** How many rights the real-estate registry has, and their areas. */
const OF_REGISTRY = { int: 'books registered unregistered without', number: 'rate', text: 'registeredArea unregisteredArea' } as const
/** What a form may still change of a row. */
const LOCKS = data(object({ bool: 'isRegistered isSeized', list: 'heldBy by', any: 'free' }))
/** Sums of signing of one region. */
const SIGNED = object({ text: 'regionCode regionName', int: SUMS.map(([k]) => k).join(' ') })

/** A layer of the map. */
const LAYER = object({
  text: 'id key uuid title group source kind grid url legend attribution state updateTime',
  int: 'minZoom maxZoom opacity isDefault isQueryable awayFor rev',
  any: 'style',
  list: 'extent',
})
/** Features as GeoJSON. */
const FEATURES = object({ text: 'type' }, { features: list(object({ text: 'type', any: 'geometry', map: 'properties' })) })
/** What was found in a layer. */
const HITS = object(
  { text: 'id name state message' },
  { features: list(object({ text: 'title dkbm', any: 'geometry' }, { values: list(object({ text: 'name label dict value' })) })) },
)
/** A case that somebody follows in the hands of others. */
const FOLLOWED = object({ text: 'id businessCode businessName taskKey person since dueDay' }, { daysLeft: { type: ['integer', 'null'] } })
/** The columns of the list of households of the extension, counts apart from texts. */
const LISTED = Object.groupBy(Object.keys(extensionList.fields), (n) =>
  extensionList.fields[n as keyof typeof extensionList.fields].kind === 'int' ? 'int' : 'text',
)
/** What calls of registers, map, packages, cases and signing answer, where their routes do not say so. */
export const landAnswers: Answers = {
  'GET /base-qssj/fbf/locks': LOCKS,
  'GET /base-qssj/cbf/locks': LOCKS,
  'GET /base-dlxx/dk/locks': LOCKS,
  'GET /base-dlxx/dk/is-qqqg': data({ type: 'boolean' }),
  'GET /base-dlxx/dk/getDkLzStatus': data(TEXT),
  'GET /base-dlxx/dk/lineage': data(
    object({}, { nodes: list(object({ text: 'dkbm zt regFrom', bool: 'goesOn', any: 'dkmc cbfmc scmjm former' })), edges: list(object({ text: 'from to' })) }),
  ),
  'GET /base-dlxx/dk/statisticsJtd': data(
    object(
      { text: 'regionCode unit', int: 'n', number: 'area' },
      {
        dklb: list(object({ text: 'key', int: 'n', number: 'area' })),
        tdyt: list(object({ text: 'key', int: 'n', number: 'area' })),
        held: list(object({ text: 'key', int: 'n', number: 'area' })),
      },
    ),
  ),
  'POST /base-dlxx/dk/effects': data(
    list(object({ text: 'what', any: 'dkbm dkmc cbfbm cbfmc before after difference' }, { contracts: list(object({ text: 'cbhtbm htmjm' })) })),
  ),
  'POST /dzzw/upload-shp': data(
    list(
      object({
        int: 'no',
        text: 'change dkbm fbfbm geom',
        bool: 'store',
        list: 'ydkbm overlapWith issues hints was',
        any: 'cbfbm cbfmc oldScmjm newScmjm diffM2 said',
      }),
    ),
  ),
  'POST /dzzw/re-assign': data(list(object({ int: 'no', text: 'dkbm' }))),
  'GET /yb-attach/cbfattachinfo/detail': data(
    object({ text: 'id cbfbm cbfmc', bool: 'isComplete' }, { kinds: list(object({ text: 'kind', bool: 'required', list: 'files' })) }),
  ),
  'GET /yb-attach/cbfattachinfo/checkCbfAttach': data(
    object({ int: 'households complete' }, { lacks: list(object({ text: 'id cbfbm cbfmc', list: 'lacks' })) }),
  ),
  'GET /ybProcess/cbfBusiness/count': data(object({ int: 'total', map: 'status' })),
  'GET /ybProcess/cbfBusiness/detail': data(
    object(
      { text: `id zt fbfmc tags landNote finishTime ${LISTED.text!.join(' ')}`, int: LISTED.int!.join(' '), bool: 'isInCase isRenewed', any: 'rev survey' },
      { members: list(object({ text: 'id cyxm cyxb yhzgx cybz sfgyr' })), parcels: list(object({ text: 'dkbm dkmc htmjm scmjm' })) },
    ),
  ),
  'POST /ybProcess/field/take': data(
    object(
      { text: 'fbfbm fbfmc planStatus countyCode takenAt' },
      {
        households: list(
          object(
            { text: 'id cbfbm cbfmc ybStatus', any: 'closed said' },
            { members: list(object({ text: 'id cyxm cyxb yhzgx cybz' })), parcels: list(object({ text: 'dkbm dkmc htmjm scmjm shape' })) },
          ),
        ),
      },
    ),
  ),
  'POST /ybProcess/field/deliver': data(object({ text: 'state arrivedTime', any: 'why', int: 'differences' })),
  'POST /ybProcess/field/contact': data(object({ bool: 'revoked' })),
  'GET /ybProcess/field/detail': data(
    object(
      {
        text: `id tenantId createUser createTime updateUser updateTime ${Object.keys(field_item.fields)
          .filter((n) => !['content', 'base', 'differences'].includes(n))
          .join(' ')}`,
        int: 'rev',
        any: 'content base householdRev household notTaken',
      },
      { differences: list(object({ text: 'path base theirs mine' })), members: list(object({ text: 'id cyxm cyxb yhzgx cybz sfgyr' })) },
    ),
  ),
  'GET /ybProcess/makingPlan/alternatives': data(
    object(
      { text: 'fbfbm', int: 'lower upper' },
      {
        alternatives: list(
          object(
            { text: 'name mode area mean least most reserveLeft', int: 'households people landless landlessPeople' },
            {
              moves: list(object({ text: 'dkbm fromCbfbm toCbfbm areaMu reason' })),
              changed: list(object({ text: 'cbfbm cbfmc before after perHeadBefore perHeadAfter', int: 'people' })),
            },
          ),
        ),
      },
    ),
  ),
  'GET /yb-attach/taskinfo/getPlan': data(object({ any: 'plan target done', list: 'kinds' })),
  'POST /base-qssj/cbf/tags': 'nothing',
  'GET /base-qssj/cbf/heads': data(
    object(
      { int: 'total' },
      {
        records: list(
          object(
            { text: 'id regionCode cbfbm cbfmc cbfzjhm djzt fault' },
            {
              members: list(object({ text: 'id cyxm cyxb yhzgx cyzjhm sfgyr cybz like', bool: 'mayHead' }, { changes: list(object({ text: 'id after' })) })),
              proposed: object({ text: 'id by' }),
            },
          ),
        ),
      },
    ),
  ),
  'POST /base-qssj/cbf/unsigned-remind': data(object({ int: 'sent left' })),
  'GET /base-qssj/cbht/dk/page': { as: 'page', of: cbdkxx },
  'GET /base-qssj/djb/detailById': { as: 'row', of: djb, also: ['cbf', 'cbht', 'cbjyqz', 'dkList', 'fzjg', 'jtcyList', 'prevCbqxz', 'texts'] },
  'GET /data/dzzw-djb/detail-by-id': { as: 'row', of: djb, also: ['cbf', 'cbht', 'cbjyqz', 'dkList', 'fzjg', 'jtcyList', 'prevCbqxz', 'texts'] },
  'GET /base-qssj/djb/detail': { as: 'row', of: djb, also: ['cbf', 'cbht', 'cbjyqz', 'dkList', 'fzjg', 'jtcyList', 'prevCbqxz', 'texts'] },
  'GET /base-qssj/djb/verification': data(
    object(
      { text: 'regionCode' },
      {
        last: object(
          { text: 'jobId regionCode status message startTime endTime', int: 'percent done total books contents waiting entries differences' },
          { records: list(object({ text: 'djbId code regionCode why msg', int: 'version edition' })) },
        ),
      },
    ),
  ),
  'GET /data/dzzw-cbht/generateHtxlh': data(object({ int: 'given', bool: 'left' })),
  'GET /base-qssj/cbht/upload-batch/progress': data(object({ text: 'batchId status message', int: 'percent done total taken failed' })),
  'GET /data/dzzw-djb/detail-by-cbf': { as: 'rows', of: djb },
  'GET /dzzw/djb/life-cycle': data(object({}, { nodes: list(row(djb)), edges: list(object({ text: 'from to djxl businessId' })) })),
  'GET /base-qssj/cbjyqz/history': data(
    object({ list: 'versions events' }, { deeds: list(object({ text: 'id cbjyqzId recordedAt causeKind deed kind serial reason by' })) }),
  ),
  'GET /base-qssj/cbjyqz/statisticsBdcfz': data(
    object(
      { text: 'regionCode' },
      { total: object(OF_REGISTRY), children: list(object({ ...OF_REGISTRY, text: `${OF_REGISTRY.text} regionCode regionName` })) },
    ),
  ),
  'GET /base-qssj/cert-blank/unused': data(list(object({ text: 'blankId regionCode first last', int: 'fromNo toNo n' }))),
  'GET /map/dk/extent': data(object({}, { extent: list({ type: 'number' }), place: list({ type: 'number' }) })),
  'GET /map/dk/places': data(list(object({ text: 'code name fullName', int: 'level' }))),
  'GET /map/dk/theme': data(
    object({ text: 'theme label unit regionCode' }, { classes: list(object({ text: 'key label color mu', int: 'count', any: 'units' })) }),
  ),
  'GET /map/dk/days': data(list(object({ text: 'day', int: 'began ended' }))),
  'GET /map/dk/difference': data(
    object(
      { text: 'from to regionCode' },
      { counts: object({ int: 'before after' }), records: list(object({ text: 'change geom', any: 'dkbm dkmc', list: 'fields' })) },
    ),
  ),
  'GET /map/dk/overview': data(list(object({ text: 'regionCode regionName', int: 'count registered', number: 'x y' }))),
  'GET /map/dk/popup': data(object({ text: 'id dkbm dkmc fbfbm scmjm dklb djzt lzzt dyzt yyzt dkdz dkxz dknz dkbz geom', any: 'cbfbm cbfmc qqmjm' })),
  'GET /yw-accept/business/files-of-cbf': data(
    list(
      object({
        text: 'id name url ossName ossUrl extension status businessId businessItem sha256 createUser createTime createUserName held code',
        int: 'attachSize',
      }),
    ),
  ),
  'GET /map/dk/processing_data': data(list(object({ text: 'dkbm dkmc cbfmc scmjm geom', int: 'drawn' }))),
  'GET /map/dk/list': data(list(object({ text: 'id dkbm dkmc cbfmc geom' }))),
  'GET /yzt/layer/tree': data(list(object({ text: 'key title' }, { children: list(LAYER) }))),
  'GET /yzt/layer/list': data(list(LAYER)),
  'GET /yzt/layer/features': data(FEATURES),
  'GET /yzt/proxy/features': data(FEATURES),
  'POST /yzt/upload/uploadYztFile': data(object({ text: 'id layerId', int: 'width height epsg' }, { extent: list({ type: 'number' }) })),
  'GET /yzt/gis-service/layers': data(list(object({ text: 'name title' }))),
  'GET /yzt/feature/query': data(list(HITS)),
  'GET /yzt/feature/spatial': data(object({ any: 'shape' }, { parcels: object({ int: 'count', text: 'mu' }), layers: list(HITS) })),
  'GET /map/sync-info': data(
    object({ text: 'time' }, { tiles: list(object({ text: 'key version day' })), layers: list(object({ text: 'id uuid title version day state' })) }),
  ),
  'GET /yzt/gis-layer/fields': data(list(object({ text: 'name label' }))),
  'GET /yzt/gis-layer/table-values': data(list(object({ text: 'value label', int: 'count' }))),
  'GET /yzt/gis-layer/request-params': data(object({ text: 'type method url', bool: 'isQueryable' }, { params: list(object({ text: 'name value' })) })),
  'GET /yzt/base-map/list': data(list(object({ text: 'kind url layer attribution' }))),
  'GET /hjb/hjbrule/rules': data(
    list(object({ text: 'id text standard severity unit standardThreshold threshold reason changedBy changedAt', bool: 'fixed' })),
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
  'POST /hjb/hjbinfo/empty': 'id',
  'GET /hjb/hjbinfo/emptyCheck': data(object({ bool: 'ok', text: 'reason' }, { counts: object({ int: 'fbf cbf dk cbht djb' }) })),
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
    object({ text: 'jobLogId status' }, { rules: list(object({ text: 'id severity text', int: 'count' })), page: pageSchema(row(hjb_issue)) }),
  ),
  'GET /hjb/hjbinfo/issues': { as: 'page', of: hjb_issue },
  'GET /hjb/hjbrepair/page': { as: 'page', of: hjb_repair },
  'GET /hjb/hjbinfo/repairCounts': data(list(object({ text: 'kind', int: 'proposed accepted' }))),
  'POST /hjb/hjbinfo/proposeRepairs': 'id',
  'POST /hjb/hjbinfo/acceptRepairs': data({ type: 'integer' }),
  'POST /hjb/hjbinfo/retractRepairs': data({ type: 'integer' }),
  'GET /hjb/hjbinfo/borders': data(
    object({ bool: 'mayMove' }, { borders: list(object({ text: 'code layer name state why was becomes mark', bool: 'taken' })) }),
  ),
  'GET /hjb/hjbinfo/border': data(object({ text: 'was becomes' })),
  'POST /hjb/hjbinfo/takeBorders': data({ type: 'integer' }),
  'POST /hjb/hjbinfo/returnBorders': data({ type: 'integer' }),
  'GET /hjb/hjbinfo/quality': data(
    object(
      {},
      {
        years: list(object({ int: 'year packages errors warnings hints parcels' })),
        surveyors: list(object({ text: 'surveyor', int: 'objects errors warnings hints' })),
      },
    ),
  ),
  'GET /hjb/hjbcell/page': { as: 'page', of: hjb_cell },
  'GET /yw-accept/business/work': data(
    object(
      { int: 'total mine overdue doneThisWeek' },
      {
        records: list(
          object(
            { text: 'id businessCode businessName businessTypeName regionName taskKey dueDay returnedFor returnedBy returnedAt', int: 'isMine' },
            { daysLeft: { type: ['integer', 'null'] } },
          ),
        ),
      },
    ),
  ),
  'GET /yw-accept/business/followed': data(object({}, { awaited: list(FOLLOWED), overdue: list(FOLLOWED) })),
  'GET /yw-accept/business/page-total': data(object({ int: 'todo doing done revoked overdue total' })),
  'GET /yw-accept/business/input': data(object({ text: 'businessId at', any: 'body' })),
  'POST /yw-accept/business/keep-input': data(object({ text: 'businessId at' })),
  'POST /yw-accept/business/drop-input': 'nothing',
  'GET /yw-accept/business/task-people': data(list(object({ text: 'id name' }))),
  'GET /yw-accept/business/absence/list': data(list(object({ text: 'id userId userName delegateId delegateName fromDay toDay kinds reason', int: 'isNow' }))),
  'GET /yw-accept/business/absence/people': data(list(object({ text: 'id name' }))),
  'POST /yw-accept/business/absence/save': data(object({ text: 'id', int: 'given' })),
  'POST /yw-accept/business/absence/end': 'nothing',
  'POST /yw-accept/business/transfer': 'nothing',
  'POST /yw-accept/business/delegate': 'nothing',
  'POST /yw-accept/business/opinion': 'nothing',
  'POST /yw-accept/business/take-back': 'nothing',
  'POST /yw-accept/business/confirm-double': 'nothing',
  'POST /yw-accept/business/submit-of-books': data(object({ int: 'made' }, { left: list(object({ text: 'cbjyqzbm reason' })) })),
  'POST /yw-accept/business/copy': data(object({ text: 'businessId businessTypeCode' })),
  'GET /yw-accept/business/differences': data(
    list(object({ text: 'code status reason' }, { changes: list(object({ text: 'part at field label before after' })) })),
  ),
  'POST /yw-accept/active-config-file/copy': data({ type: 'integer' }),
  'GET /yw-accept/business/done-task': { as: 'rows', of: process_task },
  'POST /yw-accept/business/submit': 'id',
  'POST /yw-accept/business/save-commit': 'id',
  'POST /ywbl/correct-fbf': 'id',
  'POST /yw-accept/business/update': 'id',
  'POST /yw-accept/business/commit': 'nothing',
  'POST /yw-accept/business/revoke': 'nothing',
  'POST /ywbl/renew-contract/cancel': 'nothing',
  'GET /yw-accept/business/undo-check': data(object({ bool: 'ok', text: 'reason' }, { counter: object({ text: 'typeCode start' }) })),
  'POST /yw-accept/business/undo': 'nothing',
  'POST /yw-accept/business/remove': 'nothing',
  'POST /yw-accept/business/survey-file': data(
    object(
      {},
      {
        parcels: list(object({ text: 'at dkbm dkmc before after was geom' }, { pieces: list(object({ text: 'to geom' })) })),
        faults: list(object({ text: 'field msg' })),
      },
    ),
  ),
  'POST /yw-accept/business/pre-flight': data(
    object(
      {},
      {
        findings: list(object({ text: 'code msg severity task field paper' }, { at: object({ text: 'kind code' }) })),
        next: object({ text: 'taskKey taskName' }, { names: list(TEXT) }),
      },
    ),
  ),
  'GET /yw-accept/business/papers': data(list(object({ text: 'paper name reason lastPrinter lastTime ofId', bool: 'ready', int: 'printed' }))),
  'GET /yw-publicity/publicity/changed': data(object({}, { changes: list(TEXT) })),
  'POST /yw-publicity/objection/dispute': 'nothing',
  'POST /yw-accept/business/checkFbfInfo': data(object({ bool: 'ok' }, { missing: list(TEXT) })),
  'GET /yw-accept/business/possible-types': data(list(object({ text: 'typeCode start heldBy', bool: 'eligible' }, { reasons: list(TEXT), hints: list(TEXT) }))),
  'GET /base-qssj/djb/listEligibleForBusiness': ELIGIBLE,
  'GET /base-qssj/djb/renew/page': ELIGIBLE,
  'GET /ywbl/correct-cbf/djb/page': ELIGIBLE,
  'GET /ywbl/cancel-contract/djb/page': ELIGIBLE,
  'GET /ywbl/change-split/djb/page': ELIGIBLE,
  'GET /ywbl/change-merge/djb/page': ELIGIBLE,
  'GET /ywbl/change-transfer/djb/page': ELIGIBLE,
  'GET /ywbl/change-exchange/djb/page': ELIGIBLE,
  'GET /ywbl/change-contract/djb/page': ELIGIBLE,
  'GET /ywbl/supplement-contract/djb/page': ELIGIBLE,
  'GET /ywbl/register-contract/jtdk/page': { as: 'page', of: dk },
  'GET /ywbl/register-contract/qqdk/page': { as: 'page', of: dk },
  'GET /ywbl/register-contract/cbdk/page': { as: 'page', of: dk },
  'GET /yw-accept/process-config/roles': data(list(object({ text: 'key name' }))),
  'GET /yw-accept/process-config/list-process': data(list(object({ text: 'id typeCode name', bool: 'isBuiltIn', any: 'version day' }))),
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
        text: 'docId fzjg cbjyqzbm fbfmc cbfmc cbfzjhm cbfdz yzbm lxdh cbfs cbhtbm cbqxq cbqxz yhtzmjm htzmjm scmjmTotal dbr djsj djbfj',
        list: 'dk',
        any: 'sketch hf',
        int: 'printCount',
      },
      { jtcy: list(object({ text: 'cyxm yhzgx cyzjhm bz' })), changes: list(object({ text: 'bgfs mjm cbhtbm qz' })) },
    ),
  ),
  'GET /dzzw/contract-to-sign': { as: 'rows', of: contract_file },
  'POST /dzzw/choose-sign-way': 'nothing',
  'POST /dzzw/upload-contract-file': 'nothing',
  'POST /dzzw/upload-contract-stack': data(list(object({ text: 'cbhtbm reason', bool: 'taken' }))),
  'POST /dzzw/contract/examine': 'nothing',
  'POST /dzzw/contract/revoke': 'nothing',
  'POST /sign/start': 'nothing',
  'POST /sign/cancel': 'nothing',
  'GET /sign/url-mini': data(object({ text: 'url nodeCode signerName signDeadline', int: 'nodeSort' })),
  'GET /sign/check': data(object({ text: 'nodeCode signerName', int: 'nodeSort' })),
  'POST /sign/signer/open': data(object({ text: 'nodeCode signer phone signDeadline', bool: 'compared' })),
  'POST /sign/signer/code': data(object({ int: 'seconds' })),
  'POST /sign/signer/check': data(object({ text: 'pass signerName cbhtbm cbfmc' })),
  'POST /sign/signer/sign': data(object({ bool: 'signed last' })),
  'POST /sign/signer/begin': data(object({ text: 'pass signerName cbhtbm cbfmc' })),
  'GET /sign/onsite/desk': data(
    object(
      { text: 'contractId cbhtbm cbfmc signStatus signDeadline reason' },
      {
        nodes: list(
          object({
            int: 'nodeSort left',
            text: 'nodeCode signerName state signTime deskName docTime docMeans means reason idCard awayTime',
            bool: 'hasSeal bySeal hasFinger hasPhoto onTablet',
          }),
        ),
      },
    ),
  ),
  'POST /sign/onsite/compare': data(object({ text: 'pass passUntil signerName', int: 'nodeSort', bool: 'hasSeal' })),
  'POST /sign/onsite/sign': data(object({ bool: 'signed last' })),
  'POST /sign/onsite/tablet': data(object({ text: 'path url passUntil' })),
  'POST /sign/onsite/take': data(
    object(
      { text: 'contractId cbhtbm cbfmc flowId fileHash signDeadline takenAt file', int: 'fileSize' },
      { nodes: list(object({ int: 'nodeSort left', text: 'nodeCode signerName state numberHash', bool: 'hasSeal' })) },
    ),
  ),
  'POST /sign/onsite/deliver': data(object({ bool: 'signed again' })),
  'GET /sign/query': data(
    object(
      { text: 'contractId flowInstId cbhtbm signWay signStatus qdsj attachId fileHash reason signDeadline jzbh' },
      { nodes: list(object({ int: 'nodeSort', text: 'nodeCode signerName signTime state phone', bool: 'valid' })) },
    ),
  ),
  'POST /sign-base/template/built-in': data(object({ text: 'id name' })),
  'POST /dzzw/org-seal/send-msg-auth': data(object({ text: 'codeId', int: 'seconds rev' })),
  'POST /dzzw/org-seal/certify': data(object({ text: 'sealState expireDay' })),
  'GET /dzzw/org-seal/real-name/cert': data(object({ text: 'orgName creditCode legalPerson sealState expireDay provider' })),
  'GET /dzzw/org-seal/org-console/url': data(object({ text: 'url' })),
  'GET /ybProcess/contract/signedStatistics': data(object({}, { total: SIGNED, children: list(SIGNED), days: list(object({ text: 'day', int: 'n' })) })),
  'GET /ybProcess/fbfBusiness/count': data(object({ text: 'regionCode', int: 'total' }, { states: list(object({ text: 'state', int: 'n' })) })),
  'GET /data/page': data(pageSchema(SIGNED)),
  'GET /dzzw/view-sign-node': data(list(object({ int: 'nodeSort', text: 'nodeCode signerName signTime state phone', bool: 'valid' }))),
  'POST /sign/check-document': data(
    object({ text: 'verdict sha256', any: 'says' }, { signatures: list(object({ text: 'signer time reason', bool: 'valid trusted whole changedAfter' })) }),
  ),
  'GET /sign/verify': data(
    object({ text: 'name sha256', bool: 'intact' }, { signatures: list(object({ text: 'signer time reason', bool: 'valid trusted whole changedAfter' })) }),
  ),
}
