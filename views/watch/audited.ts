// Rows that are compared with what the audit log says was written of them, because no book prints them and no digest holds them. Pure.
import { cbdkxx, cbht, djb } from '../../land/definitions/cbht.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { cbjyqz, cbjyqz_event } from '../../land/definitions/cbjyqz.ts'
import { dk, jzd, jzx } from '../../land/definitions/dk.ts'
import { lzht } from '../../land/definitions/lzht.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { making_plan, making_plan_move, making_plan_step } from '../../land/fbf/making-plan.ts'
import { fbf_plan } from '../../land/fbf/plan.ts'
import type { Audited } from '../../land/register/content/audited.ts'
import { djb_note, fbf_round, restriction } from '../../land/register/acts/tables.ts'
import { restriction_request } from '../../land/restriction/request.ts'
import { correction } from '../../land/correction/correction.ts'
import { business, contract_file } from '../../business/cases/definitions/business.ts'
import { QSZT } from '../../land/definitions/statuses.ts'
import { attach } from '../../services/files/attach.ts'
import { process_history } from '../../services/process/process.ts'
import type { ObjectKind } from './findings.ts'

/** `from`: how rows of another table (x) hang on the object at which they are told (o), as joins; none: the object's own row. */
export interface HungRows extends Audited {
  from?: string
}
const tied = (x: string) => `${x}."countyCode" = o."countyCode" and ${x}."tenantId" = o."tenantId"`
const hung = (of: AnyResource, on: string, columns: readonly string[], more: Partial<HungRows> = {}): HungRows => ({
  of,
  columns,
  from: `join ${of.name} x on ${tied('x')} and ${on}`,
  ...more,
})
/** Restrictions on what an object's code names; one that was moved to another is missed at its entry (A4_register_entry). */
const restrictionsOn = (code: 'dkbm' | 'cbjyqzbm' | 'cbfbm', which = ''): HungRows =>
  hung(
    restriction,
    `x.${code} = o.${code}${which}`,
    ['kind', 'dkbm', 'cbjyqzbm', 'cbfbm', 'fromDay', 'toDay', 'words', 'ref', 'causeKind', 'causeId', 'endDay', 'endWords', 'endCauseKind', 'endCauseId'],
    { title: 'ref' },
  )
/** A code stands for several versions of a book: what hangs on it is told at the last. */
const LAST_VERSION = ` and not exists (select 1 from djb n where ${tied('n')} and n.cbjyqzbm = o.cbjyqzbm and n.version > o.version)`
/** Points and lines of a parcel; those of a package have no row of the log each. */
const bounding = (of: AnyResource, kind: 'd' | 'x', title: string, columns: readonly string[]): HungRows => ({
  of,
  columns: [title, ...columns],
  title,
  from: `join dk_jz l on ${tied('l')} and l.dkbm = o.dkbm and l.kind = '${kind}'
    join ${of.name} x on ${tied('x')} and x.id = l."jzId" and x."causeKind" is distinct from 'import'`,
})
const FILE = ['name', 'ossName', 'sha256', 'extension'] as const
const planned = (of: AnyResource, columns: readonly string[]): HungRows => ({
  of,
  columns,
  from: `join making_plan p on ${tied('p')} and p.fbfbm = o.fbfbm join ${of.name} x on ${tied('x')} and x."planId" = p.id`,
})

/** By the object at which they are told. */
export const AUDITED: Readonly<Partial<Record<ObjectKind, readonly HungRows[]>>> = {
  fbf: [
    hung(fbf_round, 'x.fbfbm = o.fbfbm', ['roundNo', 'fromDay', 'toDay']),
    hung(fbf_plan, 'x.fbfbm = o.fbfbm', ['status', 'roundNo', 'fromDay', 'toDay', 'planName', 'approvedDay', 'reason', 'proposer', 'checker'], {
      title: 'planName',
    }),
    hung(
      making_plan,
      'x.fbfbm = o.fbfbm',
      [
        'planName',
        'planYear',
        'version',
        'status',
        'mode',
        'roundEnd',
        'newTermYears',
        'specialGroups',
        'content',
        'meetingDate',
        'attendees',
        'votersTotal',
        'agreeCount',
        'effectiveDay',
      ],
      { title: 'planName' },
    ),
    planned(making_plan_move, ['fromCbfbm', 'toCbfbm', 'dkbm', 'areaMu', 'reason']),
    planned(making_plan_step, ['step', 'user', 'time', 'result', 'opinion']),
  ],
  cbf: [restrictionsOn('cbfbm')],
  dk: [
    // what no book prints of a parcel; one that a package wrote in bulk is compared with its lines (A3_dk)
    { of: dk, columns: ['qqmjm', 'yhtmjm', 'bdcdyh'] },
    bounding(jzd, 'd', 'jzdh', ['bsm', 'jzdlx', 'jblx', 'xzbz', 'yzbz']),
    bounding(jzx, 'x', 'jzxh', ['bsm', 'qjzdh', 'zjzdh', 'jxxz', 'jzxlb', 'jzxwz', 'jzxsm', 'pldwqlr', 'pldwzjr']),
    restrictionsOn('dkbm'),
  ],
  djb: [
    hung(djb_note, 'x."djbId" = o.id', ['onCode', 'djlx', 'djxl', 'words', 'attachId', 'noteDay', 'causeKind', 'causeId']),
    restrictionsOn('cbjyqzbm', LAST_VERSION),
  ],
  cbht: [
    { of: cbht, columns: ['cbfmc', 'fbfmc', 'signWay', 'signStatus', 'qdsj'], packaged: { signWay: null } },
    hung(attach, 'x.id = o."attachId"', FILE, { title: 'name' }),
    hung(
      lzht,
      `x.cbhtbm = o.cbhtbm and o.qszt = '${QSZT.current}'`,
      [
        'lzhtbm',
        'cbfbm',
        'srfbm',
        'lzfs',
        'lzqx',
        'lzqxksrq',
        'lzqxjsrq',
        'lzmj',
        'lzmjm',
        'lzdks',
        'lzjgsm',
        'htqdrq',
        'status',
        'checker',
        'endDay',
        'endWords',
      ],
      { title: 'lzhtbm' },
    ),
  ],
  cbjyqz: [
    {
      of: cbjyqz,
      columns: ['sfbdcfz', 'cbjyqzlsh', 'bznf', 'fzjg', 'fzrq', 'qzsflq', 'qzlqrq', 'qzlqrxm', 'qzlqrzjlx', 'sfzx', 'zt'],
      packaged: { sfbdcfz: '2' },
    },
    hung(cbjyqz_event, 'x.cbjyqzbm = o.cbjyqzbm', ['kind', 'reason', 'sjrq', 'lqrq', 'lqrxm', 'lqrzjlx', 'businessId', 'causeId']),
  ],
  business: [
    {
      of: business,
      columns: [
        'businessReceiveTime',
        'businessReceiver',
        'businessTypeCode',
        'businessItemCode',
        'businessCode',
        'businessName',
        'fbfbm',
        'obligeName',
        'obligeIdType',
        'obligeAddress',
        'applyReason',
        'dueDay',
        'status',
        'finishTime',
        'undone',
        'revokeReason',
      ],
    },
    hung(process_history, 'x."businessId" = o.id', ['taskKey', 'name', 'action', 'userName', 'comment'], { title: 'name' }),
    hung(attach, 'x."businessId" = o.id', FILE, { title: 'name' }),
    // what the register is told of a contract is what stands here until its case is over
    hung(contract_file, 'x."businessId" = o.id', ['cbhtbm', 'cbfbm', 'cbfmc', 'htlx', 'signWay', 'signStatus', 'qdsj', 'attachId', 'fileHash', 'reason'], {
      title: 'cbhtbm',
    }),
  ],
  // the papers of a correction, a restriction and a circulation are what their entries stand on
  register_entry: [
    hung(
      restriction_request,
      `o."causeKind" = 'desk' and x.id::text = o."causeId"`,
      ['deed', 'status', 'kind', 'objectCode', 'fromDay', 'toDay', 'paperNo', 'reason', 'ref', 'proposer', 'checker', 'opinion'],
      { title: 'objectCode' },
    ),
    hung(
      correction,
      `o."causeKind" = 'correction' and x.id::text = o."causeId"`,
      ['objectKind', 'objectCode', 'memberId', 'status', 'paperNo', 'reason', 'proposer', 'checker', 'opinion'],
      { title: 'paperNo' },
    ),
  ],
}

/** Tables whose former versions are compared with what their rows ever held, by the object at which they are told; `own`: the column that names it. */
export const FORMER: Readonly<Partial<Record<ObjectKind, readonly { of: AnyResource; own: string }[]>>> = {
  fbf: [{ of: fbf, own: 'id' }],
  cbf: [
    { of: cbf, own: 'id' },
    { of: jtcy, own: 'cbfId' },
  ],
  dk: [{ of: dk, own: 'id' }],
  djb: [
    { of: djb, own: 'id' },
    { of: cbdkxx, own: 'djbId' },
  ],
  cbht: [{ of: cbht, own: 'id' }],
  cbjyqz: [{ of: cbjyqz, own: 'id' }],
}
