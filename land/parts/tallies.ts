import type { AnyResource } from '../../kit/model/resource.ts'
import { cbdkxx, cbht, djb } from '../definitions/cbht.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { dk } from '../definitions/dk.ts'
import { QSZT, ZT, SIGN } from '../definitions/statuses.ts'

/** Upper ends of the classes of contract area in mu; an end belongs to its class, as the last one is "more than 50". Source: statistics.md 4. */
export const AREA_CLASSES: readonly number[] = [2, 5, 10, 20, 50]
/** Upper ends of the classes of the number of parcels of a contract. Source: statistics.md 4. */
export const PARCEL_CLASSES: readonly number[] = [3, 8, 16]
/** Upper ends of the classes of measured and contract area of a parcel in mu; an end belongs to its class, as above. Source: statistics.md 7. */
export const PARCEL_SIZES: readonly number[] = [0.1, 0.5, 1, 2, 5, 10]
/** Categories of collective land that no household contracts by right: 自留地 21, 机动地 22, 开荒地 23, 其他 99. Source: codes.md (dklb). */
export const COLLECTIVE: readonly string[] = ['21', '22', '23', '99']

/** SQL: the number of a value's class, how many of the ends lie below it; none, or (for `least`) too little = ''. */
const classOf = (column: string, ends: readonly number[], least: number): string =>
  `case when ${column} is null or ${column} < ${least} then '' ${ends.map((end, i) => `when ${column} <= ${end} then '${i}'`).join(' ')} else '${ends.length}' end`

/** What rows are counted by: the table they stand in, which of them, the key of a row (its parts between bars) and the area (mu) that is added up. */
export interface Topic {
  of: AnyResource
  which: string
  key: string
  area: string
}
/**
 * The same for rows that are counted by many things at once: each of `by` and each amount of `amounts` (mu, or nothing) by the values of `base`. A key is
 * the name of the amount, that of the thing, its value and the values of `base`, between bars. Rows are read once and grouped by all of it first.
 */
export interface Cube {
  of: AnyResource
  which: string
  base: readonly string[]
  by: Readonly<Record<string, string>>
  amounts: Readonly<Record<string, string>>
  /** which pairs of `d.thing` and `a.name` are kept; none: all */
  pairs?: string
}
export const isCube = (t: Topic | Cube): t is Cube => 'by' in t
const CURRENT = `qszt = '${QSZT.current}'`
/** A contract in force, a contract by its end, its area, its parcels, the month of its signature; certificates in force; current books; collective land. */
export const TOPICS = {
  sign: { of: cbht, which: CURRENT, key: `coalesce("signStatus", '') || '|' || coalesce("signWay", '')`, area: 'htzmjm' },
  term: { of: cbht, which: CURRENT, key: `coalesce(cbqxz::text, '') || '|' || coalesce(htlx, '')`, area: 'htzmjm' },
  area: { of: cbht, which: CURRENT, key: classOf('htzmjm', AREA_CLASSES, 0), area: 'htzmjm' },
  parcels: { of: cbht, which: CURRENT, key: classOf('cbdkzs', PARCEL_CLASSES, 1), area: 'htzmjm' },
  signed: { of: cbht, which: `${CURRENT} and "signStatus" = '${SIGN.signed}' and qdsj is not null`, key: 'left(qdsj::text, 7)', area: 'htzmjm' },
  issued: { of: cbjyqz, which: 'sfzx = 0 and fzrq is not null', key: 'left(fzrq::text, 7)', area: '0' },
  // whose right the real-estate registry has stands on the certificate of the book
  registry: {
    of: djb,
    which: CURRENT,
    key: `coalesce((select z.sfbdcfz from cbjyqz z where z."countyCode" = djb."countyCode" and z."djbId" = djb.id and z.sfzx = 0 limit 1), '')`,
    area: 'htzmjm',
  },
  collective: {
    of: dk,
    which: `zt = '${ZT.valid}' and dklb in (${COLLECTIVE.map((c) => `'${c}'`).join(', ')})`,
    key: `dklb || '|' || coalesce(tdyt, '') || '|' || case when cbfbm is null then '2' else '1' end`,
    area: 'scmjm',
  },
  // contracts in force and certificates in force by the letter of their code: J by household, Q in other ways; books that have ended
  letter: { of: cbht, which: CURRENT, key: 'right(cbhtbm, 1)', area: 'htzmjm' },
  issuedLetter: {
    of: cbjyqz,
    which: 'sfzx = 0 and fzrq is not null',
    key: 'right(cbjyqzbm, 1)',
    area: `coalesce((select c.htzmjm from cbht c where c."countyCode" = cbjyqz."countyCode" and c."djbId" = cbjyqz."djbId" and c.qszt = '${QSZT.current}' limit 1), 0)`,
  },
  ended: { of: djb, which: `qszt = '${QSZT.ended}'`, key: 'right(cbjyqzbm, 1)', area: 'htzmjm' },
  parcel: {
    of: dk,
    which: `zt = '${ZT.valid}'`,
    base: [`coalesce(dklb, '')`],
    by: {
      all: `''`,
      dldj: 'dldj',
      tdyt: 'tdyt',
      tdlylx: 'tdlylx',
      sfjbnt: 'sfjbnt',
      syqxz: 'syqxz',
      djzt: 'djzt',
      size: classOf('scmjm', PARCEL_SIZES, 0),
      held: `case when cbfbm is null then '2' else '1' end`,
      drawn: `case when geom is null then '2' else '1' end`,
    },
    amounts: { sc: 'coalesce(scmjm, 0)' },
  },
  // what stands against a right is no version of a parcel: it has no past day
  standing: {
    of: dk,
    which: `zt = '${ZT.valid}'`,
    base: [`coalesce(dklb, '')`],
    by: { lzzt: 'lzzt', dyzt: 'dyzt', yyzt: 'yyzt' },
    amounts: { sc: 'coalesce(scmjm, 0)' },
  },
  // parcels of contracts in force: contract, measured and former area, by how much the contract says less or more than was measured, and that above a tenth
  line: {
    of: cbdkxx,
    which: CURRENT,
    base: [`coalesce(cbjyqqdfs, '')`, `coalesce(sfqqqg, '')`],
    by: { all: `''`, size: classOf('htmjm', PARCEL_SIZES, 0) },
    amounts: {
      ht: 'coalesce(htmjm, 0)',
      sc: 'scmjm',
      yht: 'yhtmjm',
      more: 'case when scmjm > htmjm then scmjm - htmjm end',
      less: 'case when scmjm < htmjm then htmjm - scmjm end',
      far: 'case when abs(scmjm - htmjm) * 10 > htmjm then abs(scmjm - htmjm) end',
    },
    pairs: `d.thing = 'all' or a.name = 'ht'`,
  },
} as const satisfies Record<string, Topic | Cube>
export type TopicName = keyof typeof TOPICS
/** Topics whose past days are kept too: by how much each key changes on which day. */
export const PAST_TOPICS = ['parcel', 'line', 'letter'] as const satisfies readonly TopicName[]
export type PastTopic = (typeof PAST_TOPICS)[number]
