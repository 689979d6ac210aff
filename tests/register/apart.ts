// No two rectangles of an object share a point: PostgreSQL watches over <t>_v itself where its tables are not cut, and a question finds what meets the live row.
/** Who is asked: every row, past row policies. */
interface Owner {
  query(words: string): Promise<{ rows: Record<string, unknown>[] }>
}
const VERSIONS = `select left(table_name, -2) as t from information_schema.columns where table_schema = 'public' and column_name = 'closedBy' and table_name like '%\\_v' order by 1`
const versioned = async (db: Owner): Promise<string[]> => (await db.query(VERSIONS)).rows.map((r) => String(r.t))

/** Makes PostgreSQL refuse versions of one object that overlap. Not where tables are cut by county: PostgreSQL 15 admits no such constraint there. */
export async function watchVersions(db: Owner): Promise<void> {
  await db.query('create extension if not exists btree_gist')
  for (const t of await versioned(db))
    await db.query(
      `alter table "${t}_v" add constraint "${t}_v_apart" exclude using gist ("countyCode" with =, id with =, tstzrange("validFrom", "validTo") with &&, daterange("regFrom", "regTo") with &&)`,
    )
}
/** Objects of which a version meets the live row, or another version, in both clocks: `table id`. */
export async function overlaps(db: Owner): Promise<string[]> {
  const out: string[] = []
  for (const t of await versioned(db)) {
    const all = `select id, "countyCode" c, "validFrom" vf, timestamptz 'infinity' vt, "regFrom" rf, date 'infinity' rt, 0 as n from "${t}"
      union all select id, "countyCode", "validFrom", "validTo", "regFrom", "regTo", row_number() over () from "${t}_v"`
    const { rows } = await db.query(`with v as (${all}) select distinct a.id::text as id from v a join v b on a.c = b.c and a.id = b.id and a.n < b.n
      and a.vf < b.vt and b.vf < a.vt and a.rf < b.rt and b.rf < a.rt`)
    out.push(...rows.map((r) => `${t} ${String(r.id)}`))
  }
  return out
}
