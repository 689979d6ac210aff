import type { AnyResource } from '../../kit/model/resource.ts'
import { cbht, djb } from '../definitions/cbht.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { dk } from '../definitions/dk.ts'

/** Upper ends of the classes of contract area in mu; an end belongs to its class, as the last one is "more than 50". Source: statistics.md 4. */
export const AREA_CLASSES: readonly number[] = [2, 5, 10, 20, 50]
/** Upper ends of the classes of the number of parcels of a contract. Source: statistics.md 4. */
export const PARCEL_CLASSES: readonly number[] = [3, 8, 16]
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
const CURRENT = `qszt = '1'`
/** A contract in force, a contract by its end, its area, its parcels, the month of its signature; certificates in force; current books; collective land. */
export const TOPICS = {
  sign: { of: cbht, which: CURRENT, key: `coalesce("signStatus", '') || '|' || coalesce("signWay", '')`, area: 'htzmjm' },
  term: { of: cbht, which: CURRENT, key: `coalesce(cbqxz::text, '') || '|' || coalesce(htlx, '')`, area: 'htzmjm' },
  area: { of: cbht, which: CURRENT, key: classOf('htzmjm', AREA_CLASSES, 0), area: 'htzmjm' },
  parcels: { of: cbht, which: CURRENT, key: classOf('cbdkzs', PARCEL_CLASSES, 1), area: 'htzmjm' },
  signed: { of: cbht, which: `${CURRENT} and "signStatus" = '2' and qdsj is not null`, key: 'left(qdsj::text, 7)', area: 'htzmjm' },
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
    which: `zt = '1' and dklb in (${COLLECTIVE.map((c) => `'${c}'`).join(', ')})`,
    key: `dklb || '|' || coalesce(tdyt, '') || '|' || case when cbfbm is null then '2' else '1' end`,
    area: 'scmjm',
  },
} as const satisfies Record<string, Topic>
export type TopicName = keyof typeof TOPICS
