import type { Field, Kind } from '../model/field.ts'
import { entries, type AnyResource } from '../model/resource.ts'

/** The SQL type of each kind, valid on PostgreSQL 15-18. Codes compare byte by byte so that a prefix is a range. */
const SQL_TYPE: Readonly<Record<Kind, (f: Field) => string>> = {
  text: (f) => `varchar(${f.store ?? f.length ?? f.max ?? 254})${f.search === 'prefix' ? ' collate "C"' : ''}`,
  note: (f) => (f.store ? 'text' : f.max !== undefined && f.max <= 4000 ? `varchar(${f.max})` : 'text'),
  int: () => 'integer',
  decimal: () => 'numeric(15,2)',
  area: () => 'numeric(15,2)',
  date: () => 'date',
  datetime: () => 'timestamptz',
  dict: () => 'varchar(40)',
  flag: () => 'smallint',
  region: () => 'varchar(14) collate "C"',
  ref: () => 'bigint',
  refs: () => 'varchar(4000)',
  geom: () => 'geometry(Geometry,4326)',
  json: () => 'jsonb',
}
export const sqlType = (f: Field): string => SQL_TYPE[f.kind](f)

export const BASE_COLUMNS: Readonly<Record<string, string>> = {
  id: 'bigint',
  tenantId: 'varchar(12) collate "C"',
  createUser: 'bigint',
  createTime: 'timestamptz',
  updateUser: 'bigint',
  updateTime: 'timestamptz',
  rev: 'integer',
}
/** Column beside a `name` field with its search tokens. */
export const tokensOf = (name: string) => `${name}Ix`
/** The token of the narrowest of town and village that a region lies in; '' for wider regions. */
export const regionToken = (region: string): string => (region.length < 9 ? '' : `@${region.slice(0, region.length < 12 ? 9 : 12)}`)
/** Tokens of town and village: land rows hold them with their names, so that a common name in one village costs no more in a large county than in a small one. */
export const regionTokens = (region: string): string[] => [...new Set([regionToken(region.slice(0, 9)), regionToken(region)])].filter(Boolean)

export interface Column {
  name: string
  type: string
  notNull: boolean
}
/** Every column a definition asks of its table, in order. Land tables begin with the distribution key. */
export function columnsOf(r: AnyResource): Column[] {
  const base = Object.entries(BASE_COLUMNS).map(([name, type]) => ({ name, type, notNull: true }))
  const county = r.scope === 'land' ? [{ name: 'countyCode', type: 'varchar(6) collate "C"', notNull: true }] : []
  const own = entries(r).flatMap(([name, f]) => [
    { name, type: sqlType(f), notNull: name === 'regionCode' && r.scope === 'land' },
    ...(f.search === 'name' ? [{ name: tokensOf(name), type: 'text[]', notNull: false }] : []),
  ])
  return [...county, ...base, ...own]
}
/** What a register row says of itself: believed since a moment, true since a day, why it was written and what caused it. */
export const CLOCK_COLUMNS: readonly Column[] = [
  { name: 'validFrom', type: 'timestamptz', notNull: true },
  { name: 'regFrom', type: 'date', notNull: true },
  { name: 'why', type: 'varchar(12)', notNull: true },
  { name: 'causeKind', type: 'varchar(12)', notNull: true },
  { name: 'causeId', type: 'bigint', notNull: false },
]
/** Every column of its table: those of the definition, and the clocks of a register table. */
export const storedColumns = (r: AnyResource): Column[] => [...columnsOf(r), ...(r.versioned ? CLOCK_COLUMNS : [])]
/** Columns of `<name>_v` beside those: until when it was believed, until which day it was true, and what ended the belief. */
export const VERSION_COLUMNS: readonly Column[] = [
  ...CLOCK_COLUMNS,
  { name: 'validTo', type: 'timestamptz', notNull: true },
  { name: 'regTo', type: 'date', notNull: true },
  { name: 'closedBy', type: 'bigint', notNull: false },
]

/** The DDL a new definition needs: what `generate` prints for the next hand-reviewed migration. */
export function createTable(r: AnyResource): string {
  const col = (c: Column) => `  "${c.name}" ${c.type}${c.notNull ? ' not null' : ''}`
  const land = r.scope === 'land'
  const cols = columnsOf(r)
  const key = land ? '"countyCode", id' : 'id'
  const out = [`create table "${r.name}" (\n${storedColumns(r).map(col).join(',\n')},\n  primary key (${key})\n);`]
  out.push(`comment on table "${r.name}" is '@${land ? 'dist' : 'ref'} ${r.label}';`)
  for (const u of r.unique ?? []) {
    const lead = land ? '"countyCode", "tenantId"' : r.scope === 'tenant' ? '"tenantId"' : ''
    const names = [lead, ...u.map((n) => `"${n}"`)].filter(Boolean).join(', ')
    out.push(`create unique index "${r.name}_${u.join('_')}_key" on "${r.name}" (${names});`)
  }
  if (land) out.push(`create index "${r.name}_region" on "${r.name}" ("tenantId", "regionCode", id);`)
  for (const [n, f] of entries(r)) {
    if (f.search === 'name') {
      out.push(`create index "${r.name}_${n}_ix" on "${r.name}" using gin ("${tokensOf(n)}");`)
      // rare names must be known as rare: taken for common ones, they are looked for along the codes, row by row through the whole county
      if (land) out.push(`alter table "${r.name}" alter column "${tokensOf(n)}" set statistics 500;`)
    }
    if (f.kind === 'geom') out.push(`create index "${r.name}_${n}_gist" on "${r.name}" using gist ("${n}");`)
  }
  if (r.versioned) {
    out.push(`create table "${r.name}_v" (\n${[...cols, ...VERSION_COLUMNS].map(col).join(',\n')},\n  primary key (${key}, "validFrom", "regFrom")\n);`)
    out.push(`comment on table "${r.name}_v" is '@${land ? 'dist' : 'ref'} ${r.label}（版本）';`)
    out.push(`create index "${r.name}_v_region" on "${r.name}_v" ("tenantId", "regionCode", id) where "validTo" = 'infinity';`)
    out.push(`create unique index "${r.name}_v_believed" on "${r.name}_v" (${key}, "regFrom") where "validTo" = 'infinity';`)
  }
  for (const t of r.versioned ? [r.name, `${r.name}_v`] : [r.name]) out.push(`call protect('${t}', '${r.scope === 'platform' ? 'platform' : 'tenant'}');`)
  return out.join('\n')
}
