import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'

/**
 * Each rule as a query for rows that break it, with one column `what`; MINE(t) narrows a table to the county and tenant, $1 is the county.
 * Source: business-flows.md 13. Pure SQL, so that a nightly job can run it over a county.
 */
const RULES: Readonly<Record<string, string>> = {
  I1: `select cbjyqzbm as what from djb where MINE(djb) and qszt = '1' group by cbjyqzbm having count(*) > 1`,
  I2: `select cbjyqzbm as what from djb where MINE(djb) and qszt <> '0' group by cbjyqzbm
    having min(version) <> 1 or max(version) <> count(*) or coalesce(max(version) filter (where qszt = '1'), max(version)) <> max(version)`,
  I3: `select d.cbjyqzbm as what from djb d where MINE(d) and d.qszt = '1' and (
    (select count(*) from cbht h where h."countyCode" = d."countyCode" and h."djbId" = d.id and h.qszt = '1' and h.cbhtbm = d.cbjyqzbm) <> 1
    or not exists (select 1 from cbdkxx x where x."countyCode" = d."countyCode" and x."djbId" = d.id)
    or not exists (select 1 from djb_cbf s where s."countyCode" = d."countyCode" and s."djbId" = d.id))`,
  I4: `select dkbm as what from cbdkxx x where MINE(x) and qszt = '1' group by dkbm having count(*) > 1 and bool_or(sfqqqg is distinct from '1')`,
  I5: `select x.dkbm as what from cbdkxx x join dk p on p."countyCode" = x."countyCode" and p.id = x."dkId" where MINE(x) and x.qszt = '1' and (p.zt, p.dklb, p.djzt) is distinct from ('1', '10', '2')`,
  I6: `select d.cbjyqzbm as what from djb d left join cbht h on h."countyCode" = d."countyCode" and h."djbId" = d.id
    cross join lateral (select sum(htmj) a, sum(htmjm) m, count(*) n from cbdkxx x where x."countyCode" = d."countyCode" and x."djbId" = d.id) s
    where MINE(d) and ((d.htzmj, d.htzmjm, d.cbdkzs) is distinct from (s.a, s.m, s.n) or (h.id is not null and (h.htzmj, h.htzmjm, h.cbdkzs) is distinct from (s.a, s.m, s.n)))`,
  I7: `select c.cbfbm as what from cbf c where MINE(c) and c.zt = '1' and c.cbflx = '1' and c.cbfcysl <> (select count(*) from jtcy j where j."countyCode" = c."countyCode" and j."cbfId" = c.id)`,
  I8: `select c.cbfbm as what from cbf c where MINE(c) and c.zt = '1' and c.cbflx = '1'
    and (select count(*) from jtcy j where j."countyCode" = c."countyCode" and j."cbfId" = c.id and j.yhzgx in ('01', '02') and j.cybz is distinct from '7' and j.sfgyr is distinct from '2'
      and j.cyxm = c.cbfmc and j.cyzjhm = c.cbfzjhm) <> 1`,
  I9: `select cbhtbm as what from cbht h where MINE(h) and right(cbhtbm, 1) <> case when cbfs = '110' then 'J' else 'Q' end`,
  I10: `select h.cbhtbm as what from cbht h left join djb d on d."countyCode" = h."countyCode" and d.id = h."djbId"
    where MINE(h) and (h.cbqxq >= h.cbqxz or (h.cbqxz <> '9999-01-01' and case when coalesce(d.djxl, '0') in ('0', '9')
      then h.cbqxz <> (h.cbqxq + make_interval(years => h.cbqx) - interval '1 day')::date
        and not exists (select 1 from fbf_round r where r."countyCode" = h."countyCode" and r."tenantId" = h."tenantId" and r.fbfbm = h.fbfbm and r."toDay" = h.cbqxz)
      else exists (select 1 from djb p where p."countyCode" = d."countyCode" and p."tenantId" = d."tenantId" and p.cbjyqzbm = d.cbjyqzbm and p.version = d.version - 1 and p.qszt = '2' and p.cbqxz < d.cbqxz
          and p."endBusinessId" is not distinct from d."businessId") end))`,
  I11: `select cbfbm as what from cbht h where MINE(h) and qszt = '1' group by cbfbm, right(cbhtbm, 1) having count(*) > 1`,
  I12: `with recursive up as (select l."djbId" as id, l."prevDjbId" as prev, 1 as n from djb_lineage l where MINE(l)
      union all select up.id, l."prevDjbId", up.n + 1 from up join djb_lineage l on l."countyCode" = $1 and l."djbId" = up.prev where up.n < 100)
    select d.cbjyqzbm as what from djb d where MINE(d) and d.version > 1 and not exists (select 1 from djb_lineage l where l."countyCode" = d."countyCode" and l."djbId" = d.id)
    union all select id::text from up where id = prev
    union all select d.cbjyqzbm from djb_lineage l join djb d on d."countyCode" = l."countyCode" and d.id = l."djbId" join djb p on p."countyCode" = l."countyCode" and p.id = l."prevDjbId" where MINE(l) and d.djsj < p.djsj`,
  I20: `select "objectCode" as what from business_lock l where MINE(l) group by "objectType", "objectCode" having count(*) > 1
    union all select l."objectCode" from business_lock l left join business b on b."countyCode" = l."countyCode" and b.id = l."businessId" where MINE(l) and b.status is distinct from '2'`,
  I21: `select b.id::text as what from business b where MINE(b) and b.status in ('3', '4') and (
    exists (select 1 from business_lock l where l."countyCode" = b."countyCode" and l."businessId" = b.id)
    or exists (select 1 from process_task t where t."countyCode" = b."countyCode" and t."businessId" = b.id and t.status = 'open')
    or exists (select 1 from contract_file c where c."countyCode" = b."countyCode" and c."businessId" = b.id and c."signStatus" in ('0', '1'))
    or exists (select 1 from publicity p where p."countyCode" = b."countyCode" and p."businessId" = b.id and p.status in ('0', '1')))`,
  I22: `select b.id::text as what from business b where MINE(b) and (b.status = '3')::int <>
    (select count(*) filter (where h.action = 'finish') - count(*) filter (where h.action = 'undo') from process_history h
      where h."countyCode" = b."countyCode" and h."businessId" = b.id and h.action in ('finish', 'undo'))`,
  I23: `select t.id::text as what from process_task t where MINE(t) and t."taskKey" = 'publicity' and t.outcome = 'pass'
      and not exists (select 1 from publicity p where p."countyCode" = t."countyCode" and p."taskId" = t.id and p.status = '2')
    union all select t.id::text from process_task t join contract_file c on c."countyCode" = t."countyCode" and c."businessId" = t."businessId"
      where MINE(t) and t."taskKey" = 'sign' and t.outcome = 'pass' and c."signStatus" <> '2'`,
}

/** A rule with the county and tenant as parameters: MINE(t) narrows table t to them. */
function queryOf(rule: string, countyCode: string, tenantId: string) {
  const parts = rule.split(/(MINE\(\w+\)|\$1)/).map((p) => {
    const t = /^MINE\((\w+)\)$/.exec(p)?.[1]
    if (t) return sql`${sql.ref(`${t}.countyCode`)} = ${countyCode} and ${sql.ref(`${t}.tenantId`)} = ${tenantId}`
    return p === '$1' ? sql`${countyCode}` : sql.raw(p)
  })
  return sql<{ what: string }>`select what from (${sql.join(parts, sql``)}) broken limit 5`
}

/** What breaks the rules of the register and of running businesses in one county: 'I6: 5101…J', at most five of each rule. */
export async function invariantsBroken(ctx: Ctx, countyCode: string): Promise<string[]> {
  const out: string[] = []
  for (const [id, rule] of Object.entries(RULES)) {
    const { rows } = await queryOf(rule, countyCode, ctx.who.tenantId).execute(ctx.db)
    out.push(...rows.map((r) => `${id}: ${r.what}`))
  }
  return out
}
