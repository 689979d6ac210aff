// Rows that are compared with what the audit log says was written of them, because no book prints them and no digest holds them. Pure.
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { cbdkxx, cbht, djb, djb_lineage } from '../../land/definitions/cbht.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { cbjyqz, cbjyqz_event } from '../../land/definitions/cbjyqz.ts'
import { dk, jzd, jzx } from '../../land/definitions/dk.ts'
import { lzht } from '../../land/definitions/lzht.ts'
import { making_plan, making_plan_move, making_plan_step } from '../../land/fbf/making-plan.ts'
import { fbf_plan } from '../../land/fbf/plan.ts'
import type { Audited } from '../../land/register/content/audited.ts'
import { djb_note, fbf_round, restriction } from '../../land/register/acts/tables.ts'
import { restriction_request } from '../../land/restriction/request.ts'
import { correction } from '../../land/correction/correction.ts'
import { business, contract_file } from '../../business/cases/definitions/business.ts'
import { QSZT } from '../../land/definitions/statuses.ts'
import { attach } from '../../services/files/attach.ts'
import { process_history, process_task } from '../../services/process/process.ts'
import { objection, publicity } from '../../business/publicity/publicity.ts'
import { sign_event } from '../../signing/contract/event.ts'
import type { ObjectKind } from './findings.ts'

/** `from`: how rows of another table (x) hang on the object at which they are told (o), as joins; none: the object's own row. */
export interface HungRows extends Audited {
  from?: string
}
/** Columns of these tables that are not compared with the log, and why. Outlines (geom) and structures (json) are not either: the log has no outline, and of a structure no more than that it changed. */
export const UNCOMPARED: Readonly<Record<string, string>> = {
  'djb.printCount': 'counted beside the rows, each print has its own event',
  'djb.contentHash': 'compared with the frozen content (B1)',
}
/** Every column of a table that the log tells of, when it was written, and of the register since when it is true. */
const allOf = (of: AnyResource): string[] => [
  ...entries(of).flatMap(([n, f]) => (f.kind === 'geom' || f.kind === 'json' || UNCOMPARED[`${of.name}.${n}`] ? [] : [n])),
  'createTime',
  ...(of.versioned ? ['regFrom'] : []),
]
const tied = (x: string) => `${x}."countyCode" = o."countyCode" and ${x}."tenantId" = o."tenantId"`
const hung = (of: AnyResource, on: string, columns: readonly string[] = allOf(of), more: Partial<HungRows> = {}): HungRows => ({
  of,
  columns,
  from: `join ${of.name} x on ${tied('x')} and ${on}`,
  ...more,
})
/** Restrictions on what an object's code names; one that was moved to another is missed at its entry (A4_register_entry). */
const restrictionsOn = (code: 'dkbm' | 'cbjyqzbm' | 'cbfbm', which = ''): HungRows =>
  hung(restriction, `x.${code} = o.${code}${which}`, undefined, { title: 'ref' })
/** A code stands for several versions of a book: what hangs on it is told at the last. */
const LAST_VERSION = ` and not exists (select 1 from djb n where ${tied('n')} and n.cbjyqzbm = o.cbjyqzbm and n.version > o.version)`
/** Points and lines of a parcel; those of a package have no row of the log each. */
const bounding = (of: AnyResource, kind: 'd' | 'x', title: string): HungRows => ({
  of,
  columns: allOf(of),
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
    { of: fbf, columns: allOf(fbf) },
    hung(fbf_round, 'x.fbfbm = o.fbfbm'),
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
  cbf: [{ of: cbf, columns: allOf(cbf) }, hung(jtcy, 'x."cbfId" = o.id', undefined, { title: 'cyxm' }), restrictionsOn('cbfbm')],
  dk: [
    // of one that a package wrote in bulk the log has no row: what no book prints of it is compared with its lines (A3_dk)
    { of: dk, columns: allOf(dk) },
    bounding(jzd, 'd', 'jzdh'),
    bounding(jzx, 'x', 'jzxh'),
    restrictionsOn('dkbm'),
  ],
  djb: [
    { of: djb, columns: allOf(djb) },
    hung(cbdkxx, 'x."djbId" = o.id', undefined, { title: 'dkbm' }),
    hung(djb_lineage, 'x."djbId" = o.id'),
    hung(djb_note, 'x."djbId" = o.id'),
    restrictionsOn('cbjyqzbm', LAST_VERSION),
  ],
  cbht: [
    { of: cbht, columns: allOf(cbht), packaged: { signWay: null } },
    hung(attach, 'x.id = o."attachId"', FILE, { title: 'name' }),
    hung(lzht, `x.cbhtbm = o.cbhtbm and o.qszt = '${QSZT.current}'`, undefined, { title: 'lzhtbm' }),
  ],
  cbjyqz: [{ of: cbjyqz, columns: allOf(cbjyqz), packaged: { sfbdcfz: '2' } }, hung(cbjyqz_event, 'x.cbjyqzbm = o.cbjyqzbm')],
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
    hung(process_history, 'x."businessId" = o.id', undefined, { title: 'name' }),
    hung(process_task, 'x."businessId" = o.id', undefined, { title: 'name' }),
    hung(publicity, 'x."businessId" = o.id', undefined, { title: 'title' }),
    {
      of: objection,
      columns: allOf(objection),
      title: 'objector',
      from: `join publicity p on ${tied('p')} and p."businessId" = o.id join objection x on ${tied('x')} and x."publicityId" = p.id`,
    },
    {
      of: sign_event,
      columns: allOf(sign_event),
      title: 'cbhtbm',
      from: `join contract_file f on ${tied('f')} and f."businessId" = o.id join sign_event x on x."tenantId" = o."tenantId" and x."contractId" = f.id`,
    },
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
