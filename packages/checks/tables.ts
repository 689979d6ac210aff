/** Index over the twelve tables, filled row by row: only what later rules join on, and in maps on disk, not in memory. */
import { idKey } from '../../kit/model/id-card.ts'
import type { MdbRow } from '../package/staged.ts'
import type { NewDiskMap, DiskMap } from '../package/disk-map.ts'
import { num, findingText } from './finding.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'

export interface Fbf {
  fbfmc: string
  fbfdcrq: string
}
export interface MemberRecord {
  cbfbm: string
  cyxm: string
  cyzjhm: string
  /** the number as it is compared, however it was typed */
  person: string
  yhzgx: string
  sfgyr: string
}
export interface Cbf {
  cbflx: string
  cbfmc: string
  cbfzjlx: string
  cbfzjhm: string
  cbfcysl: number
  cbfdcrq: string
  gsshrq: string
}
export interface Cbht {
  cbhtbm: string
  fbfbm: string
  cbfbm: string
  cbfs: string
  cbqxq: string
  cbqxz: string
  qdsj: string
  htzmj: number
  cbdkzs: number
  htzmjm: number
  yhtzmj: number
  yhtzmjm: number
}
export interface Djb {
  fbfbm: string
  cbfbm: string
  cbfs: string
  cbqx: string
  cbqxq: string
  cbqxz: string
  dksyt: string
  djsj: string
}
export interface Cbjyqz {
  fzrq: string
  qzlqrq: string
}
export interface CbdkxxRecord {
  dkbm: string
  fbfbm: string
  cbfbm: string
  cbjyqqdfs: string
  htmj: number
  cbhtbm: string
  cbjyqzbm: string
  yhtmj: number
  sfqqqg: string
}
export interface Attached {
  object: string
  cbjyqzbm: string
  zlfjbh: string
  fj: string
}

export interface LzhtRecord {
  lzhtbm: string
  cbhtbm: string
  lzqxksrq: string
  lzqxjsrq: string
  lzmj: string
  lzdks: string
}
export interface Repeated {
  table: StagedTable
  key: string
  count: number
}

/** Sums and counts by issuer stay in memory: they grow with the issuers, not with the rows. */
export interface RecordTables {
  fbf: DiskMap<Fbf>
  /** by cbflx */
  cbf: DiskMap<Cbf>
  /** member rows, strays included; by cbfbm, person */
  members: DiskMap<MemberRecord>
  /** contractors named by member rows only */
  strays: DiskMap<string>
  /** member rows per issuer (first 14 digits), strays included */
  memberRows: Map<string, number>
  /** by cbfbm */
  cbht: DiskMap<Cbht>
  djb: DiskMap<Djb>
  qz: DiskMap<Cbjyqz>
  /** certificate rows per issuer: 'qz' all, 'qzJ', 'qzQ' by the last letter of the code */
  qzRows: Map<string, Record<string, number>>
  /** by dkbm, cbhtbm */
  cbdkxx: DiskMap<CbdkxxRecord>
  /** those of `cbdkxx` with a share instead of a parcel; by dkbm */
  shares: DiskMap<CbdkxxRecord>
  lzht: DiskMap<LzhtRecord>
  /** by cbjyqzbm */
  qslyzlfj: DiskMap<Attached>
  qzbf: DiskMap<string>
  qzhf: DiskMap<string>
  qzzx: DiskMap<string>
  /** keys that occur more than once, with their number of rows */
  repeated: DiskMap<Repeated>
  seen: DiskMap<number>
}

/** Reads a fact back from JSON, which has no NaN: facts hold text and numbers only, so null can be nothing else. */
export function factOf<T>(json: string): T {
  const fact = JSON.parse(json)
  for (const field in fact) if (fact[field] === null) fact[field] = Number.NaN
  return fact
}

/** An empty index. */
export function emptyTables(newMap: NewDiskMap): RecordTables {
  return {
    fbf: newMap(),
    cbf: newMap<Cbf>(['cbflx'], factOf),
    members: newMap<MemberRecord>(['cbfbm', 'person']),
    strays: newMap(),
    memberRows: new Map(),
    cbht: newMap<Cbht>(['cbfbm'], factOf),
    djb: newMap(),
    qz: newMap(),
    qzRows: new Map(),
    cbdkxx: newMap<CbdkxxRecord>(['dkbm', 'cbhtbm'], factOf),
    shares: newMap<CbdkxxRecord>(['dkbm'], factOf),
    lzht: newMap(),
    qslyzlfj: newMap<Attached>(['cbjyqzbm']),
    qzbf: newMap(),
    qzhf: newMap(),
    qzzx: newMap(),
    repeated: newMap(),
    seen: newMap(),
  }
}

const keys: Record<StagedTable, readonly string[]> = {
  CBDKXX: ['DKBM', 'CBFBM'],
  FBF: ['FBFBM'],
  CBF: ['CBFBM'],
  CBF_JTCY: ['CBFBM', 'CYZJHM'],
  CBHT: ['CBHTBM'],
  LZHT: ['LZHTBM'],
  QSLYZLFJ: ['CBJYQZBM', 'ZLFJBH'],
  CBJYQZDJB: ['CBJYQZBM'],
  CBJYQZ: ['CBJYQZBM'],
  CBJYQZ_QZBF: ['CBJYQZBM', 'BFRQ'],
  CBJYQZ_QZHF: ['CBJYQZBM', 'HFRQ'],
  CBJYQZ_QZZX: ['CBJYQZBM'],
}

/** The order in which tables must be read: contractors before members. */
export const tableOrder: readonly StagedTable[] = [
  'FBF',
  'CBF',
  'CBF_JTCY',
  'CBHT',
  'CBJYQZDJB',
  'CBJYQZ',
  'CBDKXX',
  'LZHT',
  'QSLYZLFJ',
  'CBJYQZ_QZBF',
  'CBJYQZ_QZHF',
  'CBJYQZ_QZZX',
]

/** The name of a row in findings: its key fields joined by '|'. */
export function recordObject(table: StagedTable, row: MdbRow): string {
  return keys[table].map((field) => findingText(row[field])).join('|')
}

/** Adds one row to the index. */
export function addRecord(tables: RecordTables, table: StagedTable, row: MdbRow): void {
  // a person who is typed in two ways stands twice all the same
  countKey(tables, table, table === 'CBF_JTCY' ? `${findingText(row['CBFBM'])}|${idKey(findingText(row['CYZJHM']))}` : recordObject(table, row))
  const t = (field: string) => findingText(row[field])
  const n = (field: string) => num(row[field])
  if (table === 'FBF') tables.fbf.set(t('FBFBM'), { fbfmc: t('FBFMC'), fbfdcrq: t('FBFDCRQ') })
  if (table === 'CBF') {
    tables.cbf.set(t('CBFBM'), {
      cbflx: t('CBFLX'),
      cbfmc: t('CBFMC'),
      cbfzjlx: t('CBFZJLX'),
      cbfzjhm: t('CBFZJHM'),
      cbfcysl: n('CBFCYSL'),
      cbfdcrq: t('CBFDCRQ'),
      gsshrq: t('GSSHRQ'),
    })
  }
  if (table === 'CBF_JTCY') addMember(tables, row)
  if (table === 'CBHT') {
    tables.cbht.set(t('CBHTBM'), {
      cbhtbm: t('CBHTBM'),
      fbfbm: t('FBFBM'),
      cbfbm: t('CBFBM'),
      cbfs: t('CBFS'),
      cbqxq: t('CBQXQ'),
      cbqxz: t('CBQXZ'),
      qdsj: t('QDSJ'),
      htzmj: n('HTZMJ'),
      cbdkzs: n('CBDKZS'),
      htzmjm: n('HTZMJM'),
      yhtzmj: n('YHTZMJ'),
      yhtzmjm: n('YHTZMJM'),
    })
  }
  if (table === 'CBJYQZDJB') {
    tables.djb.set(t('CBJYQZBM'), {
      fbfbm: t('FBFBM'),
      cbfbm: t('CBFBM'),
      cbfs: t('CBFS'),
      cbqx: t('CBQX'),
      cbqxq: t('CBQXQ'),
      cbqxz: t('CBQXZ'),
      dksyt: t('DKSYT'),
      djsj: t('DJSJ'),
    })
  }
  if (table === 'CBJYQZ') {
    tables.qz.set(t('CBJYQZBM'), { fzrq: t('FZRQ'), qzlqrq: t('QZLQRQ') })
    countCertificate(tables, t('CBJYQZBM'))
  }
  if (table === 'CBDKXX') {
    const link: CbdkxxRecord = {
      dkbm: t('DKBM'),
      fbfbm: t('FBFBM'),
      cbfbm: t('CBFBM'),
      cbjyqqdfs: t('CBJYQQDFS'),
      htmj: n('HTMJ'),
      cbhtbm: t('CBHTBM'),
      cbjyqzbm: t('CBJYQZBM'),
      yhtmj: n('YHTMJ'),
      sfqqqg: t('SFQQQG'),
    }
    tables.cbdkxx.add(link)
    if (link.sfqqqg === '1') tables.shares.add(link)
  }
  if (table === 'LZHT') {
    tables.lzht.add({ lzhtbm: t('LZHTBM'), cbhtbm: t('CBHTBM'), lzqxksrq: t('LZQXKSRQ'), lzqxjsrq: t('LZQXJSRQ'), lzmj: t('LZMJ'), lzdks: t('LZDKS') })
  }
  if (table === 'QSLYZLFJ') {
    tables.qslyzlfj.add({ object: recordObject(table, row), cbjyqzbm: t('CBJYQZBM'), zlfjbh: t('ZLFJBH'), fj: t('FJ') })
  }
  if (table === 'CBJYQZ_QZBF') tables.qzbf.add(t('CBJYQZBM'))
  if (table === 'CBJYQZ_QZHF') tables.qzhf.add(t('CBJYQZBM'))
  if (table === 'CBJYQZ_QZZX') tables.qzzx.add(t('CBJYQZBM'))
}

function addMember(tables: RecordTables, row: MdbRow): void {
  const t = (field: string) => findingText(row[field])
  const cbfbm = t('CBFBM')
  tables.members.add({ cbfbm, cyxm: t('CYXM'), cyzjhm: t('CYZJHM'), person: idKey(t('CYZJHM')), yhzgx: t('YHZGX'), sfgyr: t('SFGYR') })
  if (!tables.cbf.has(cbfbm)) tables.strays.set(cbfbm, cbfbm)
  const issuer = cbfbm.slice(0, 14)
  tables.memberRows.set(issuer, (tables.memberRows.get(issuer) ?? 0) + 1)
}

function countCertificate(tables: RecordTables, code: string): void {
  const issuer = code.slice(0, 14)
  const of = tables.qzRows.get(issuer) ?? {}
  tables.qzRows.set(issuer, of)
  for (const key of ['qz', `qz${code.slice(18)}`]) of[key] = (of[key] ?? 0) + 1
}

function countKey(tables: RecordTables, table: StagedTable, key: string): void {
  const name = `${table}|${key}`
  if (!tables.seen.has(name)) tables.seen.set(name, 1)
  else tables.repeated.set(name, { table, key, count: (tables.repeated.get(name)?.count ?? 1) + 1 })
}
