import { contract_file } from '../../../business/cases/business.ts'
import { cbdkxx, djb } from '../../../land/definitions/cbht.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { hjb_issue, hjb_log } from '../../../packages/package/hjb.ts'
import { process_task } from '../../../services/process/process.ts'
import { MAP, TEXT, data, list, object, page, row, type Answers } from '../answer-schemas.server.ts'

/** A page of books with what a type says of each. */
const ELIGIBLE = { as: 'page', of: djb, also: ['eligible', 'reasons', 'warnings', 'papers', 'bits'] } as const
/** What calls of registers, map, packages, cases and signing answer, where their routes do not say so. */
export const landAnswers: Answers = {
  'GET /base-dlxx/dk/is-qqqg': data({ type: 'boolean' }),
  'GET /base-dlxx/dk/getDkLzStatus': data(TEXT),
  'GET /base-qssj/cbht/dk/page': { as: 'page', of: cbdkxx },
  'GET /base-qssj/djb/detailById': { as: 'row', of: djb, also: ['cbf', 'cbht', 'cbjyqz', 'dkList', 'fzjg', 'jtcyList', 'texts'] },
  'GET /data/dzzw-djb/detail-by-id': { as: 'row', of: djb, also: ['cbf', 'cbht', 'cbjyqz', 'dkList', 'fzjg', 'jtcyList', 'texts'] },
  'GET /base-qssj/djb/detail': { as: 'row', of: djb, also: ['cbf', 'cbht', 'cbjyqz', 'dkList', 'fzjg', 'jtcyList', 'texts'] },
  'GET /base-qssj/djb/verification': data(
    object(
      { text: 'regionCode' },
      {
        last: object(
          { text: 'jobId regionCode status message startTime endTime', int: 'percent done total books contents waiting differences' },
          { records: list(object({ text: 'djbId code regionCode why msg', int: 'version edition' })) },
        ),
      },
    ),
  ),
  'GET /data/dzzw-djb/detail-by-cbf': { as: 'rows', of: djb },
  'GET /dzzw/djb/life-cycle': data(object({}, { nodes: list(row(djb)), edges: list(object({ text: 'from to djxl businessId' })) })),
  'GET /base-qssj/cbjyqz/history': data(object({ list: 'versions events' })),
  'GET /base-qssj/cbjyqz/statisticsBdcfz': data(list(object({ text: 'sfbdcfz n' }))),
  'GET /map/dk/extent': data(object({}, { extent: list({ type: 'number' }) })),
  'GET /map/dk/overview': data(list(object({ text: 'regionCode regionName', int: 'count registered', number: 'x y' }))),
  'GET /map/dk/popup': data(object({ text: 'id dkbm dkmc fbfbm scmjm dklb djzt lzzt dyzt yyzt dkdz dkxz dknz dkbz geom', any: 'cbfbm cbfmc qqmjm' })),
  'GET /map/dk/processing_data': data(list(object({ text: 'dkbm dkmc cbfmc geom', int: 'drawn' }))),
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
    object({ text: 'jobLogId status' }, { rules: list(object({ text: 'id severity text', int: 'count' })), page: page(row(hjb_issue)) }),
  ),
  'GET /hjb/hjbinfo/issues': { as: 'page', of: hjb_issue },
  'GET /yw-accept/business/page-total': data(object({ int: 'todo doing done revoked overdue total' })),
  'GET /yw-accept/business/input': data(object({ text: 'businessId at', any: 'body' })),
  'POST /yw-accept/business/keep-input': data(object({ text: 'businessId at' })),
  'POST /yw-accept/business/drop-input': 'nothing',
  'GET /yw-accept/business/done-task': { as: 'rows', of: process_task },
  'POST /yw-accept/business/submit': 'id',
  'POST /yw-accept/business/save-commit': 'id',
  'POST /yw-accept/business/update': 'id',
  'POST /yw-accept/business/commit': 'nothing',
  'POST /yw-accept/business/revoke': 'nothing',
  'POST /ywbl/renew-contract/cancel': 'nothing',
  'GET /yw-accept/business/undo-check': data(object({ bool: 'ok', text: 'reason' }, { counter: object({ text: 'typeCode start' }) })),
  'POST /yw-accept/business/undo': 'nothing',
  'POST /yw-accept/business/remove': 'nothing',
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
  'GET /yw-accept/business/possible-types': data(list(object({ text: 'typeCode', bool: 'eligible' }, { reasons: list(TEXT) }))),
  'GET /base-qssj/djb/listEligibleForBusiness': ELIGIBLE,
  'GET /base-qssj/djb/renew/page': ELIGIBLE,
  'GET /ywbl/correct-cbf/djb/page': ELIGIBLE,
  'GET /ywbl/cancel-contract/djb/page': ELIGIBLE,
  'GET /ywbl/change-split/djb/page': ELIGIBLE,
  'GET /ywbl/change-merge/djb/page': ELIGIBLE,
  'GET /ywbl/change-transfer/djb/page': ELIGIBLE,
  'GET /ywbl/change-exchange/djb/page': ELIGIBLE,
  'GET /ywbl/change-contract/djb/page': ELIGIBLE,
  'GET /ywbl/register-contract/jtdk/page': { as: 'page', of: dk },
  'GET /ywbl/register-contract/qqdk/page': { as: 'page', of: dk },
  'GET /ywbl/register-contract/cbdk/page': { as: 'page', of: dk },
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
        any: 'sketch hf',
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
  'GET /sign/verify': data(
    object({ text: 'name sha256', bool: 'intact' }, { signatures: list(object({ text: 'signer time reason', bool: 'valid trusted whole' })) }),
  ),
}
