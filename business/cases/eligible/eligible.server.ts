// What may stop a case, for the rows at hand: one statement over books, contractors and parcels. Nothing of it is stored. Source: register.md 7; business-flows.md 3.3.
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { BIT_NAMES, type Bit } from '../rules/asks.ts'
import { CERT, DJZT, DYZT, LZZT, QSZT, YYZT, ZT, SIGN } from '../../../land/definitions/statuses.ts'

/** Rows of the register, all of one county: books by id, contractors and parcels by code. */
export interface Subjects {
  countyCode: string
  books?: readonly string[]
  contractors?: readonly string[]
  parcels?: readonly string[]
}
/** The raw bits of one row, by its id or code; `dkbm`: a parcel that is mortgaged or objected to, `heldBy`: the business that holds it; `code`, `name`: of a book, its own and its holder's. */
export interface EligibleBook {
  kind: 'book' | 'contractor' | 'parcel'
  key: string
  bits: Bit[]
  dkbm: string | null
  heldBy: string | null
  code: string | null
  name: string | null
  /** since when a book is registered so, yyyy-MM-dd */
  djsj: string | null
}

type Bits = Partial<Record<Bit, RawBuilder<boolean>>>
const no = sql<boolean>`false`
/** A row of the answer: a bit that a kind of row has nothing to say of is false. */
const columns = (
  kind: EligibleBook['kind'],
  key: RawBuilder<string>,
  bits: Bits,
  more: {
    dkbm?: RawBuilder<string | null>
    heldBy: RawBuilder<string | null>
    code?: RawBuilder<string | null>
    name?: RawBuilder<string | null>
    djsj?: RawBuilder<string | null>
  },
) =>
  sql`${kind} as kind, ${key} as key, ${more.dkbm ?? sql`null`}::text as dkbm, ${more.heldBy}::text as "heldBy", ${more.code ?? sql`null`}::text as code, ${more.name ?? sql`null`}::text as name, ${more.djsj ?? sql`null`}::text as djsj, ${sql.join(
    BIT_NAMES.map((b) => sql`${bits[b] ?? no} as ${sql.ref(b)}`),
  )}`

/** The raw bits of these rows; `own`: a business whose own locks count for nothing. Rows that are not there are not answered. */
export async function bitsOf(ctx: Ctx, of: Subjects, own?: string | null): Promise<EligibleBook[]> {
  const county = of.countyCode,
    tenant = ctx.who.tenantId,
    today = ctx.now.slice(0, 10)
  const at = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${tenant}`
  /** The code of a business that holds one of these, `what` a condition on the lock l. */
  const held = (what: RawBuilder<unknown>) =>
    sql<string | null>`(select min(l."businessCode") from business_lock l where ${at('l')} and l."businessId" <> ${own ?? '0'} and ${what})`
  const seized = (what: RawBuilder<unknown>) =>
    sql<boolean>`exists (select 1 from restriction r where ${at('r')} and r.kind = 'cf' and r."endDay" is null and r."fromDay" <= ${today} and (r."toDay" is null or r."toDay" >= ${today}) and ${what})`
  const inactive = (fbfbm: RawBuilder<unknown>) =>
    sql<boolean>`not exists (select 1 from fbf f where ${at('f')} and f.fbfbm = ${fbfbm} and f.zt = ${sql.lit(ZT.valid)})`

  const books = () => sql`select ${columns(
    'book',
    sql`b.id::text`,
    {
      ended: sql`b.qszt <> ${sql.lit(QSZT.current)}`,
      locked: sql`h.code is not null`,
      mortgaged: sql`b.dyzt = ${sql.lit(DYZT.mortgaged)} or p.mortgaged is not null`,
      objected: sql`b.yyzt = ${sql.lit(YYZT.objected)} or c.yyzt = ${sql.lit(YYZT.objected)} or p.objected is not null`,
      seized: sql`s.seized`,
      unregistered: sql`c.djzt is distinct from ${sql.lit(DJZT.registered)}`,
      expired: sql`b.cbqxz < ${today}`,
      circulating: sql`b.lzzt = ${sql.lit(LZZT.circulated)} or coalesce(p.circulating, false)`,
      issuerEnded: sql`i.inactive`,
      incomplete: sql`c.id is null or c.cbfmc is null or c.cbfzjhm is null or p.n = 0 or (c.cbflx = '1' and m.heads = 0)`,
      otherWay: sql`right(b.cbjyqzbm, 1) <> 'J'`,
      noHousehold: sql`c.cbflx <> '1'`,
      alone: sql`c.cbflx = '1' and m.living < 2`,
      issued: sql`coalesce(z.zt, ${sql.lit(CERT.unprinted)}) <> ${sql.lit(CERT.unprinted)}`,
      unsigned: sql`t."signStatus" is distinct from ${sql.lit(SIGN.signed)}`,
      supplied: sql`t."signStatus" = ${sql.lit(SIGN.signed)} and t."attachId" is not null and (z.fzrq is null or z.sfbdcfz = '1')`,
      realEstate: sql`z.sfbdcfz = '1'`,
    },
    { dkbm: sql`coalesce(p.mortgaged, p.objected)`, heldBy: sql`h.code`, code: sql`b.cbjyqzbm`, name: sql`b.cbfmc`, djsj: sql`b.djsj` },
  )} from djb b
    left join cbf c on ${at('c')} and c.cbfbm = b.cbfbm and c.zt = ${sql.lit(ZT.valid)}
    left join cbjyqz z on ${at('z')} and z."djbId" = b.id and z.sfzx = 0
    left join cbht t on ${at('t')} and t."djbId" = b.id
    cross join lateral (select count(*) as n, array_agg(k.dkbm) as codes, min(k.dkbm) filter (where k.dyzt = ${sql.lit(DYZT.mortgaged)}) as mortgaged, min(k.dkbm) filter (where k.yyzt = ${sql.lit(YYZT.objected)}) as objected, bool_or(k.lzzt = ${sql.lit(LZZT.circulated)}) as circulating
      from cbdkxx x join dk k on ${at('k')} and k.id = x."dkId" where ${at('x')} and x."djbId" = b.id) p
    cross join lateral (select count(*) filter (where j.cybz is distinct from '7') as living, count(*) filter (where j.yhzgx in ('01', '02') and j.cybz is distinct from '7') as heads
      from jtcy j where ${at('j')} and j."cbfId" = c.id) m
    cross join lateral (select ${held(sql`((l."objectType" = 'djb' and l."objectCode" = b.cbjyqzbm) or (l."objectType" = 'cbf' and l."objectCode" = b.cbfbm)
      or (l."objectType" = 'dk' and l."objectCode" = any(p.codes)) or (l."objectType" = 'share' and l."objectCode" = any(select k || ':' || b.cbfbm from unnest(p.codes) k)))`)} as code) h
    cross join lateral (select ${seized(sql`(r.cbjyqzbm = b.cbjyqzbm or r.cbfbm = b.cbfbm or r.dkbm = any(p.codes))`)} as seized) s
    cross join lateral (select ${inactive(sql`b.fbfbm`)} as inactive) i
    where ${at('b')} and b.id in (${sql.join(of.books ?? [])})`

  const contractors = () => sql`select ${columns(
    'contractor',
    sql`c.cbfbm`,
    {
      ended: sql`c.zt <> ${sql.lit(ZT.valid)}`,
      locked: sql`h.code is not null`,
      objected: sql`c.yyzt = ${sql.lit(YYZT.objected)}`,
      seized: seized(sql`r.cbfbm = c.cbfbm`),
      unregistered: sql`c.djzt is distinct from ${sql.lit(DJZT.registered)}`,
      issuerEnded: inactive(sql`c.fbfbm`),
      // a household may have one contract of each letter, others one of the other ways
      bound: sql`(select count(distinct right(b.cbjyqzbm, 1)) from djb b where ${at('b')} and b.cbfbm = c.cbfbm and b.qszt = ${sql.lit(QSZT.current)}) >= case when c.cbflx = '1' then 2 else 1 end`,
    },
    { heldBy: sql`h.code` },
  )} from cbf c cross join lateral (select ${held(sql`l."objectType" = 'cbf' and l."objectCode" = c.cbfbm`)} as code) h
    where ${at('c')} and c.cbfbm in (${sql.join(of.contractors ?? [])}) and c.zt = ${sql.lit(ZT.valid)}`

  const parcels = () => sql`select ${columns(
    'parcel',
    sql`k.dkbm`,
    {
      locked: sql`h.code is not null`,
      mortgaged: sql`k.dyzt = ${sql.lit(DYZT.mortgaged)}`,
      objected: sql`k.yyzt = ${sql.lit(YYZT.objected)}`,
      seized: seized(sql`r.dkbm = k.dkbm`),
      unregistered: sql`k.djzt is distinct from ${sql.lit(DJZT.registered)}`,
      circulating: sql`k.lzzt = ${sql.lit(LZZT.circulated)}`,
      issuerEnded: inactive(sql`k.fbfbm`),
    },
    { dkbm: sql`k.dkbm`, heldBy: sql`h.code` },
  )} from dk k cross join lateral (select ${held(sql`l."objectType" = 'dk' and l."objectCode" = k.dkbm`)} as code) h
    where ${at('k')} and k.dkbm in (${sql.join(of.parcels ?? [])}) and k.zt = ${sql.lit(ZT.valid)}`

  const asked = [...(of.books?.length ? [books()] : []), ...(of.contractors?.length ? [contractors()] : []), ...(of.parcels?.length ? [parcels()] : [])]
  if (asked.length === 0) return []
  type Answer = Omit<EligibleBook, 'bits'> & Record<Bit, boolean | null>
  const { rows } = await sql<Answer>`${sql.join(asked, sql` union all `)}`.execute(ctx.db)
  return rows.map((r) => ({
    kind: r.kind,
    key: r.key,
    dkbm: r.dkbm,
    heldBy: r.heldBy,
    code: r.code,
    name: r.name,
    djsj: r.djsj,
    bits: BIT_NAMES.filter((b) => r[b]),
  }))
}
