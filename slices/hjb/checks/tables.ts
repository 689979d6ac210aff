/** Compact index over the twelve tables, filled row by row: only what later rules join on is kept. */
import type { MdbRow, TableName } from '../package/staged.ts'
import { num, text } from './types.ts'

export interface Fbf {
  fbfmc: string
  fbfdcrq: string
}
export interface Member {
  cyxm: string
  cyzjhm: string
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
  members: Member[]
}
export interface Cbht {
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
export interface Cbdkxx {
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
  zlfjbh: string
  fj: string
}

export interface Tables {
  fbf: Map<string, Fbf>
  cbf: Map<string, Cbf>
  /** contractors named by member rows only */
  strays: Set<string>
  /** member rows per issuer (first 14 digits), strays included */
  memberRows: Map<string, number>
  memberIds: Map<string, Set<string>>
  cbht: Map<string, Cbht>
  djb: Map<string, Djb>
  qz: Map<string, Cbjyqz>
  qzRows: string[]
  cbdkxx: Cbdkxx[]
  lzht: MdbRow[]
  qslyzlfj: Attached[]
  withSource: Set<string>
  qzbf: string[]
  qzhf: string[]
  qzzx: string[]
  /** key value → number of rows, for keys that occur more than once */
  repeated: Map<TableName, Map<string, number>>
  seen: Map<TableName, Set<string>>
}

/** An empty index. */
export function emptyTables(): Tables {
  return {
    fbf: new Map(),
    cbf: new Map(),
    strays: new Set(),
    memberRows: new Map(),
    memberIds: new Map(),
    cbht: new Map(),
    djb: new Map(),
    qz: new Map(),
    qzRows: [],
    cbdkxx: [],
    lzht: [],
    qslyzlfj: [],
    withSource: new Set(),
    qzbf: [],
    qzhf: [],
    qzzx: [],
    repeated: new Map(),
    seen: new Map(),
  }
}

const keys: Record<TableName, readonly string[]> = {
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
export const tableOrder: readonly TableName[] = [
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
export function objectOf(table: TableName, row: MdbRow): string {
  return keys[table].map((field) => text(row[field])).join('|')
}

/** Adds one row to the index. */
export function addRow(tables: Tables, table: TableName, row: MdbRow): void {
  countKey(tables, table, objectOf(table, row))
  const t = (field: string) => text(row[field])
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
      members: [],
    })
  }
  if (table === 'CBF_JTCY') addMember(tables, row)
  if (table === 'CBHT') {
    tables.cbht.set(t('CBHTBM'), {
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
    tables.qzRows.push(t('CBJYQZBM'))
  }
  if (table === 'CBDKXX') {
    tables.cbdkxx.push({
      dkbm: t('DKBM'),
      fbfbm: t('FBFBM'),
      cbfbm: t('CBFBM'),
      cbjyqqdfs: t('CBJYQQDFS'),
      htmj: n('HTMJ'),
      cbhtbm: t('CBHTBM'),
      cbjyqzbm: t('CBJYQZBM'),
      yhtmj: n('YHTMJ'),
      sfqqqg: t('SFQQQG'),
    })
  }
  if (table === 'LZHT') tables.lzht.push(row)
  if (table === 'QSLYZLFJ') {
    tables.qslyzlfj.push({ object: objectOf(table, row), zlfjbh: t('ZLFJBH'), fj: t('FJ') })
    tables.withSource.add(t('CBJYQZBM'))
  }
  if (table === 'CBJYQZ_QZBF') tables.qzbf.push(t('CBJYQZBM'))
  if (table === 'CBJYQZ_QZHF') tables.qzhf.push(t('CBJYQZBM'))
  if (table === 'CBJYQZ_QZZX') tables.qzzx.push(t('CBJYQZBM'))
}

function addMember(tables: Tables, row: MdbRow): void {
  const cbfbm = text(row['CBFBM'])
  const member = { cyxm: text(row['CYXM']), cyzjhm: text(row['CYZJHM']), yhzgx: text(row['YHZGX']), sfgyr: text(row['SFGYR']) }
  const owner = tables.cbf.get(cbfbm)
  if (owner) owner.members.push(member)
  else tables.strays.add(cbfbm)
  const issuer = cbfbm.slice(0, 14)
  tables.memberRows.set(issuer, (tables.memberRows.get(issuer) ?? 0) + 1)
  if (!member.cyzjhm) return
  const homes = tables.memberIds.get(member.cyzjhm)
  if (homes) homes.add(cbfbm)
  else tables.memberIds.set(member.cyzjhm, new Set([cbfbm]))
}

function countKey(tables: Tables, table: TableName, key: string): void {
  const seen = tables.seen.get(table) ?? new Set<string>()
  tables.seen.set(table, seen)
  if (!seen.has(key)) {
    seen.add(key)
    return
  }
  const repeated = tables.repeated.get(table) ?? new Map<string, number>()
  tables.repeated.set(table, repeated)
  repeated.set(key, (repeated.get(key) ?? 1) + 1)
}
