/**
 * The rules of the register and of businesses as set-based SQL, and for each number of the list what asks it where it is no query. Pure.
 * Source: business-flows.md 13 (I1-I36); register.md 3 (H1), 4 (B1, B2), 5 (P1-P3), 6 (R1).
 */
import { both as w, type Text } from '../../kit/model/lang.ts'
import type { ObjectKind, Severity } from './findings.ts'

/** What mends a finding. `business`: a type begun on the contractor; `page`: where the object is changed by hand; `case`: the business itself. */
export type Repair = { readonly business: string } | { readonly page: string; readonly name: string } | { readonly case: true }
export interface Rule {
  readonly id: string
  readonly words: Text
  readonly severity: Severity
  readonly of: ObjectKind
  readonly repair: Repair
  /**
   * ids of rows that break it, with `what` (codes and figures). IN(x) holds table x to tenant and county, MINE(o) to the slice too; :c is the county,
   * :ids the slice. Without it a job finds it (B1).
   */
  readonly sql?: string
}
const broken = (table: string, where: string, what = `''`) => `select o.id, ${what} as what from ${table} o where MINE(o) and ${where}`
/** A subquery's table beside the object, held to its county and tenant. */
const beside = (t: string, x: string) => `${t} ${x} where ${x}."countyCode" = o."countyCode" and ${x}."tenantId" = o."tenantId"`
const book = { page: '/registry/djb', name: 'cbjyqzbm' }
const household = { page: '/land/cbf', name: 'cbfbm' }
const parcel = { page: '/land/dk', name: 'dkbm' }
const contract = { page: '/registry/cbht', name: 'cbhtbm' }
const rule = (id: string, zh: string, en: string, of: ObjectKind, repair: Repair, sql?: string, severity: Severity = 'error'): Rule => ({
  ...{ id, words: w(zh, en), severity, of, repair },
  ...(sql ? { sql } : {}),
})

const BOOKS: readonly Rule[] = [
  rule('I1', '同一登记簿编码有多个现行版本', 'A book has more than one current version', 'djb', book,
    broken('djb', `o.qszt = '1' and exists (select 1 from ${beside('djb', 'p')} and p.cbjyqzbm = o.cbjyqzbm and p.qszt = '1' and p.id <> o.id)`, `'v' || o.version`)),
  rule('I2', '登记簿版本不连续，或现行版本不是最新版本', 'Versions of a book have a gap, or the current one is not the last', 'djb', book,
    broken('djb', `(o.version < 1 or o.version > 1 and not exists (select 1 from ${beside('djb', 'p')} and p.cbjyqzbm = o.cbjyqzbm and p.version = o.version - 1)
      or o.qszt = '1' and exists (select 1 from ${beside('djb', 'p')} and p.cbjyqzbm = o.cbjyqzbm and p.version > o.version))`, `'v' || o.version`)),
  rule('I3', '现行登记簿缺少合同、地块或承包方信息', 'A current book lacks its contract, its parcels or its contractor', 'djb', { business: 'change_contract' },
    broken('djb', `o.qszt = '1' and ((select count(*) from ${beside('cbht', 'h')} and h."djbId" = o.id and h.qszt = '1' and h.cbhtbm = o.cbjyqzbm) <> 1
      or not exists (select 1 from ${beside('cbdkxx', 'x')} and x."djbId" = o.id) or not exists (select 1 from ${beside('djb_cbf', 's')} and s."djbId" = o.id))`)),
  rule('I6', '登记簿或合同的面积、地块数与地块合计不一致', 'Areas or number of parcels of a book or contract are not those of its lines', 'djb', { business: 'change_contract' },
    `select o.id, concat(o.htzmjm, ' ≠ ', s.m, '; ', o.cbdkzs, ' ≠ ', s.n) as what from djb o
      left join cbht h on h."countyCode" = o."countyCode" and h."tenantId" = o."tenantId" and h."djbId" = o.id
      left join (select x."djbId", sum(x.htmj) as a, sum(x.htmjm) as m, count(*) as n from cbdkxx x where IN(x) and x."djbId" = any(:ids) group by 1) s on s."djbId" = o.id
      where MINE(o) and ((o.htzmj, o.htzmjm, o.cbdkzs) is distinct from (s.a, s.m, s.n) or h.id is not null and (h.htzmj, h.htzmjm, h.cbdkzs) is distinct from (s.a, s.m, s.n))`),
  rule('I12', '登记簿沿革缺失、成环，或登记时间、版本倒退', 'The lineage of a book is missing, runs in a circle, or its days or versions go back', 'djb', book,
    `with recursive up as (select l."djbId" as id, l."prevDjbId" as prev from djb_lineage l where IN(l) and l."djbId" = any(:ids)
        union select up.id, l."prevDjbId" from up join djb_lineage l on l."countyCode" = :c and l."djbId" = up.prev)
      select id, 'circle' as what from up where id = prev
      union all ${broken('djb', `o.version > 1 and not exists (select 1 from ${beside('djb_lineage', 'l')} and l."djbId" = o.id)`, `'v' || o.version`)}
      union all select o.id, p.cbjyqzbm || ' v' || p.version from djb o join djb_lineage l on l."countyCode" = o."countyCode" and l."djbId" = o.id
        join djb p on p."countyCode" = l."countyCode" and p.id = l."prevDjbId"
        where MINE(o) and (o.djsj < p.djsj or p.cbjyqzbm = o.cbjyqzbm and o.version <> p.version + 1)`),
  rule('I16', '变更后的承包期限超过原承包期限', 'A change made the term longer than it was', 'djb', { business: 'change_contract' },
    `select o.id, concat(o.cbqxz, ' > ', s.z) as what from djb o join (select l."djbId", max(p.cbqxz) as z, bool_or(p.cbqxz is null) as unknown from djb_lineage l
        join djb p on p."countyCode" = l."countyCode" and p.id = l."prevDjbId" where IN(l) and l."djbId" = any(:ids) group by 1) s on s."djbId" = o.id
      where MINE(o) and o.djlx = '1' and o.djxl <> '9' and o.cbqxz > s.z and not s.unknown`),
  rule('C1', '合同或地块信息的状态与登记簿不一致', 'A contract or line has not the status of its book', 'djb', book,
    broken('djb', `(exists (select 1 from ${beside('cbht', 'h')} and h."djbId" = o.id and h.qszt <> o.qszt)
      or exists (select 1 from ${beside('cbdkxx', 'x')} and x."djbId" = o.id and x.qszt <> o.qszt))`)),
  rule('C2', '登记簿的成员数与成员名单不一致', 'A current book does not have as many members as it says', 'djb', { business: 'correct_cbf' },
    broken('djb', `o.qszt = '1' and o.cbfcysl is distinct from case when exists (select 1 from ${beside('djb_cbf', 's')} and s."djbId" = o.id and s.cbflx <> '1') then o.cbfcysl
      else (select count(*) from ${beside('djb_jtcy', 'j')} and j."djbId" = o.id) end`, 'o.cbfcysl::text')),
  rule('C3', '同一登记簿有多本有效权证', 'A current book has more than one certificate that stands', 'djb', { page: '/registry/cbjyqz', name: 'cbjyqzbm' },
    broken('djb', `o.qszt = '1' and (select count(*) from ${beside('cbjyqz', 'z')} and z.cbjyqzbm = o.cbjyqzbm and z.sfzx = 0) > 1`)),
  rule('B1', '登记簿固化内容与其摘要或审计日志不符', 'The frozen content of a book is not that of its digest or of the audit log', 'djb', { page: '/registry/verify', name: '' }),
  rule('B2', '登记簿数据与其固化内容不一致', 'The rows of a book are not what its frozen content says', 'djb', { page: '/registry/verify', name: '' },
    `select o.id, concat(c.b ->> 'htzmjm', ' ', o.htzmjm, '; ', c.b ->> 'cbfmc', ' ', o.cbfmc) as what from djb o
      join (select f."djbId", f.sha256, f.text::jsonb -> 'book' as b, jsonb_array_length(f.text::jsonb -> 'lines') as n from djb_content f where IN(f) and f."djbId" = any(:ids)) c
        on c."djbId" = o.id and c.sha256 = o."contentHash"
      where MINE(o) and ((c.b ->> 'cbjyqzbm', c.b ->> 'cbfbm', c.b ->> 'cbfmc', c.b ->> 'htzmjm', c.b ->> 'cbqxz') is distinct from (o.cbjyqzbm, o.cbfbm, o.cbfmc, o.htzmjm::text, o.cbqxz::text)
        or c.n <> (select count(*) from ${beside('cbdkxx', 'x')} and x."djbId" = o.id))`),
]
const PARCELS: readonly Rule[] = [
  rule('I4', '未确股的地块出现在多本现行登记簿中', 'A parcel without shares stands in more than one current book', 'dk', { business: 'change_contract' },
    `select o.id, s.books as what from dk o join (select x.dkbm, string_agg(x.cbhtbm, ' ' order by x.cbhtbm) as books from dk d
        join cbdkxx x on x."countyCode" = d."countyCode" and x."tenantId" = d."tenantId" and x.dkbm = d.dkbm and x.qszt = '1' where IN(d) and d.id = any(:ids)
        group by 1 having count(distinct x."djbId") > 1 and bool_or(x.sfqqqg is distinct from '1')) s on s.dkbm = o.dkbm where MINE(o)`),
  rule('I5', '现行登记簿中的地块不是有效的已登记承包地块', 'A parcel of a current book is not a valid, registered, contracted one', 'dk', parcel,
    broken('dk', `(o.zt, o.dklb, o.djzt) is distinct from ('1', '10', '2') and exists (select 1 from ${beside('cbdkxx', 'x')} and x.dkbm = o.dkbm and x.qszt = '1' and x."dkId" = o.id)`,
      `concat(o.zt, ' ', o.dklb, ' ', o.djzt)`)),
  rule('I17', '已失效的地块仍在现行登记簿中', 'A parcel that has ended stands in a current book', 'dk', { business: 'change_contract' },
    broken('dk', `o.zt <> '1' and exists (select 1 from ${beside('cbdkxx', 'x')} and x.dkbm = o.dkbm and x.qszt = '1')`)),
  rule('I19D', '地块编码被重复使用', 'A parcel code was given twice', 'dk', parcel,
    broken('dk', `exists (select 1 from ${beside('dk', 'p')} and p.dkbm = o.dkbm and p.id <> o.id)`)),
  rule('C5', '地块的登记状态或承包方与现行登记簿不一致', 'Status or holder of a parcel is not that of the current books', 'dk', parcel,
    `select o.id, concat(o.djzt, ' ', o.cbfbm, ' / ', s.holder) as what from dk o left join (select x.dkbm, count(distinct x.cbfbm) as n, min(x.cbfbm) as holder from dk d
        join cbdkxx x on x."countyCode" = d."countyCode" and x."tenantId" = d."tenantId" and x.dkbm = d.dkbm and x.qszt = '1' where IN(d) and d.id = any(:ids) group by 1) s on s.dkbm = o.dkbm
      where MINE(o) and o.zt = '1' and ((o.djzt = '2') is distinct from (s.n is not null) or s.n = 1 and o.cbfbm is distinct from s.holder)`),
]
const person = (x: string) => `${x}.sfgyr = '1' and ${x}.cybz is distinct from '7'`
/** The ways in which a number may be written: raised or not, 18 or 15 digits. */
const written = (n: string) => `(${n}, upper(${n}), lower(${n}), case when length(${n}) = 18 then left(${n}, 6) || substr(${n}, 9, 9) end)`
const twoHouseholds = (other: string) => `select o.id, string_agg(distinct k.cbfbm, ' ') as what from cbf o
    join jtcy j on j."countyCode" = o."countyCode" and j."cbfId" = o.id and ${person('j')}
    join jtcy k on k."countyCode" = j."countyCode" and k."tenantId" = j."tenantId" and k.cyzjlx = j.cyzjlx and k.cyzjhm in ${written('j.cyzjhm')} and k."cbfId" <> o.id and ${other}
    join cbf c on c."countyCode" = k."countyCode" and c.id = k."cbfId" and c.zt = '1'
    where MINE(o) and o.zt = '1' group by 1`
const HOUSEHOLDS: readonly Rule[] = [
  rule('I7', '农户的成员数与成员名单不一致', 'A household does not have as many members as it says', 'cbf', { business: 'correct_cbf' },
    broken('cbf', `o.zt = '1' and o.cbflx = '1' and o.cbfcysl is distinct from (select count(*) from ${beside('jtcy', 'j')} and j."cbfId" = o.id)`, 'o.cbfcysl::text')),
  rule('I8', '农户没有唯一的、在世的共有人户主', 'A household has not exactly one head who lives and is a co-owner', 'cbf', { business: 'correct_cbf' },
    broken('cbf', `o.zt = '1' and o.cbflx = '1' and (select count(*) from ${beside('jtcy', 'j')} and j."cbfId" = o.id and j.yhzgx in ('01', '02')
      and j.cybz is distinct from '7' and j.sfgyr is distinct from '2' and j.cyxm = o.cbfmc and j.cyzjhm = o.cbfzjhm) <> 1`)),
  rule('I17C', '已失效的承包方仍有现行登记簿', 'A contractor who has ended has a current book', 'cbf', { business: 'contract_cancel' },
    broken('cbf', `o.zt <> '1' and exists (select 1 from ${beside('djb', 'd')} and d.cbfbm = o.cbfbm and d.qszt = '1')`)),
  rule('I19C', '承包方编码被重复使用', 'A contractor code was given twice', 'cbf', household,
    broken('cbf', `exists (select 1 from ${beside('cbf', 'p')} and p.cbfbm = o.cbfbm and p.id <> o.id)`)),
  rule('C4', '承包方的面积、地块数或登记状态与现行登记簿不一致', 'Area, parcels or status of a contractor are not those of the current books', 'cbf', household,
    `select o.id, concat(o.htzmjm, ' ', o.cbdkzs, ' ', o.djzt, ' / ', s.m, ' ', s.k) as what from cbf o left join (select d.cbfbm, count(*) as n, sum(d.htzmjm) as m, sum(d.cbdkzs) as k from cbf b
        join djb d on d."countyCode" = b."countyCode" and d."tenantId" = b."tenantId" and d.cbfbm = b.cbfbm and d.qszt = '1' where IN(b) and b.id = any(:ids) group by 1) s on s.cbfbm = o.cbfbm
      where MINE(o) and o.zt = '1' and (coalesce(o.htzmjm, 0), coalesce(o.cbdkzs, 0), o.djzt) is distinct from (coalesce(s.m, 0), coalesce(s.k, 0), case when s.n > 0 then '2' else '0' end)`),
  rule('P1', '户主同时是另一农户的户主', 'The head of a household heads another one too', 'cbf', { business: 'correct_cbf' },
    `select o.id, string_agg(distinct p.cbfbm, ' ') as what from cbf o join cbf p on p."countyCode" = o."countyCode" and p."tenantId" = o."tenantId" and p.cbfzjlx = o.cbfzjlx
        and p.cbfzjhm in ${written('o.cbfzjhm')} and p.id <> o.id and p.zt = '1' and p.cbflx = '1' where MINE(o) and o.zt = '1' and o.cbflx = '1' group by 1`, 'warn'),
  rule('P2', '共有人同时是另一农户的共有人', 'A co-owner of a household is one of another too', 'cbf', { business: 'correct_cbf' }, twoHouseholds(person('k')), 'warn'),
  rule('P3', '共有人在另一农户中登记为非共有人', 'A co-owner is listed in another household without a share', 'cbf', household, twoHouseholds(`k.sfgyr = '2' and k.cybz is distinct from '7'`), 'hint'),
]
const CONTRACTS: readonly Rule[] = [
  rule('I9', '合同编码的末位字母与承包方式不符', 'The letter of a contract code does not fit its way of contracting', 'cbht', contract,
    broken('cbht', `right(o.cbhtbm, 1) <> case when o.cbfs = '110' then 'J' else 'Q' end`, 'o.cbfs')),
  rule('I10', '承包期限不正确', 'The term of a contract is wrong', 'cbht', { business: 'change_contract' },
    `select o.id, concat(o.cbqxq, ' - ', o.cbqxz, ' (', o.cbqx, ')') as what from cbht o left join djb d on d."countyCode" = o."countyCode" and d.id = o."djbId"
      where MINE(o) and (o.cbqxq >= o.cbqxz or o.cbqxz <> '9999-01-01' and case when coalesce(d.djxl, '0') in ('0', '9')
        then o.cbqxz <> (o.cbqxq + make_interval(years => o.cbqx) - interval '1 day')::date
          and not exists (select 1 from ${beside('fbf_round', 'r')} and r.fbfbm = o.fbfbm and r."toDay" = o.cbqxz)
        else exists (select 1 from djb p where p."countyCode" = d."countyCode" and p."tenantId" = d."tenantId" and p.cbjyqzbm = d.cbjyqzbm and p.version = d.version - 1 and p.qszt = '2' and p.cbqxz < d.cbqxz
          and p."endBusinessId" is not distinct from d."businessId") end)`),
  rule('I11', '承包方有多份同类现行合同', 'A contractor has more than one current contract of a kind', 'cbht', { business: 'contract_cancel' },
    broken('cbht', `o.qszt = '1' and exists (select 1 from ${beside('cbht', 'h')} and h.cbfbm = o.cbfbm and h.qszt = '1' and right(h.cbhtbm, 1) = right(o.cbhtbm, 1) and h.id <> o.id)`, 'o.cbfbm')),
  rule('I27', '合同文件与签订时的摘要不符', 'The file of a contract is not the one whose digest was kept', 'cbht', contract,
    broken('cbht', `exists (select 1 from ${beside('attach', 'a')} and a.id = o."attachId" and a.sha256 <> o."fileHash")`)),
  rule('F1', '已签订合同的文件缺失', 'The file of a signed contract is missing', 'cbht', contract,
    broken('cbht', `o."fileHash" is not null and not exists (select 1 from ${beside('attach', 'a')} and a.id = o."attachId")`), 'warn'),
  rule('R1', '家庭承包合同的期限超过本轮承包期', 'The term of a household contract passes the end of its round', 'cbht', contract,
    `select o.id, concat(o.cbqxz, ' > ', r."toDay") as what from cbht o join fbf_round r on r."countyCode" = o."countyCode" and r."tenantId" = o."tenantId" and r.fbfbm = o.fbfbm
      and r."fromDay" <= o.cbqxq and r."toDay" >= o.cbqxq where MINE(o) and o.qszt = '1' and o.cbfs = '110' and o.cbqxz > r."toDay"`, 'hint'),
]
const of = (t: string, x: string) => `${beside(t, x)} and ${x}."businessId" = o.id`
const FIXED_DAYS = `o."businessTypeCode" in ('contract_sign', 'contract_renew')`
const CASES: readonly Rule[] = [
  rule('I20', '业务锁定的对象没有正在办理的业务，或被多次锁定', 'An object is locked twice, or by a business that does not run', 'business_lock', { page: '/business/all', name: 'businessCode' },
    `select o.id, o."businessCode" as what from business_lock o left join business b on b."countyCode" = o."countyCode" and b.id = o."businessId" where MINE(o)
      and (b.status is distinct from '2' or exists (select 1 from ${beside('business_lock', 'l')} and l."objectType" = o."objectType" and l."objectCode" = o."objectCode" and l.id <> o.id))`),
  rule('I21', '已结束的业务仍有锁定、任务、签署或公示', 'A business that has ended still has locks, tasks, signings or publicities', 'business', { case: true },
    broken('business', `o.status in ('3', '4') and (exists (select 1 from ${of('business_lock', 'l')}) or exists (select 1 from ${of('process_task', 't')} and t.status = 'open')
      or exists (select 1 from ${of('contract_file', 'f')} and f."signStatus" in ('0', '1')) or exists (select 1 from ${of('publicity', 'p')} and p.status in ('0', '1')))`, 'o.status')),
  rule('I22', '办结的业务没有唯一的办结记录', 'A business that is done has not exactly one record of it', 'business', { case: true },
    broken('business', `(o.status = '3')::int <> (select count(*) filter (where h.action = 'finish') - count(*) filter (where h.action = 'undo') from ${beside('process_history', 'h')}
      and h."instanceId" = o."processInstanceId" and h."businessId" = o.id and h.action in ('finish', 'undo'))`, 'o.status')),
  rule('I23', '公示或签订未完成而任务已通过', 'A task was passed though its publicity or its contract was not complete', 'business', { case: true },
    broken('business', `(exists (select 1 from ${of('process_task', 't')} and t."taskKey" = 'publicity' and t.outcome = 'pass'
        and not exists (select 1 from publicity p where p."countyCode" = t."countyCode" and p."taskId" = t.id and p.status = '2'))
      or exists (select 1 from ${of('process_task', 't')} and t."taskKey" = 'sign' and t.outcome = 'pass'
        and exists (select 1 from contract_file f where f."countyCode" = t."countyCode" and f."businessId" = t."businessId" and f."signStatus" <> '2')))`)),
  rule('I24', '初审与复核由同一人办理', 'One person checked and rechecked a business', 'business', { case: true },
    broken('business', `o.status = '3' and exists (select 1 from process_task t join process_task u on u."countyCode" = t."countyCode" and u."businessId" = t."businessId" and u."instanceId" = t."instanceId"
      and u."taskKey" = 'recheck' and u.outcome = 'pass' and u.assignee = t.assignee where t."countyCode" = o."countyCode" and t."businessId" = o.id and t."taskKey" = 'check' and t.outcome = 'pass'
      and not exists (select 1 from process_task v where v."countyCode" = t."countyCode" and v."businessId" = t."businessId" and v."taskKey" = 'check' and v.outcome = 'pass' and v.id > t.id))`)),
  rule('I26', '同一合同在多个业务中签署', 'A contract is being signed in more than one business', 'business', { case: true },
    broken('business', `o.status = '2' and exists (select 1 from contract_file f join contract_file g on g."countyCode" = f."countyCode" and g."tenantId" = f."tenantId" and g.cbhtbm = f.cbhtbm
      and g."businessId" <> f."businessId" and g."signStatus" in ('0', '1') where f."countyCode" = o."countyCode" and f."businessId" = o.id and f."signStatus" in ('0', '1'))`)),
  rule('I29', '已签署的合同没有签订日期或文件', 'A signed contract has no day or no file', 'business', { case: true },
    broken('business', `exists (select 1 from ${of('contract_file', 'f')} and f."signStatus" = '2' and (f.qdsj is null or f."attachId" is null))`)),
  rule('I30', '公示期未满或有未处理异议而公示已完成', 'A publicity was completed before its last day or with an open objection', 'business', { case: true },
    broken('business', `exists (select 1 from ${of('publicity', 'p')} and p.status = '2' and (p."endDate" >= (p."updateTime" at time zone 'Asia/Shanghai')::date
      or exists (select 1 from objection b where b."countyCode" = p."countyCode" and b."publicityId" = p.id and b.status in ('0', '1'))))`)),
  rule('I31', '公示天数不足', 'A publicity had fewer days than it must', 'business', { case: true },
    broken('business', `exists (select 1 from ${of('publicity', 'p')} and p.status in ('1', '2') and (p.days < case when ${FIXED_DAYS} then 15 else 1 end or p."endDate" <> p."startDate" + p.days - 1))`)),
]
/** In a row of <t>_v nothing overlaps the live row in both clocks. */
const overlap = (t: ObjectKind, repair: Repair): Rule =>
  rule(`H1_${t}`, '历史版本与现行记录在两个时钟上重叠', 'A former version overlaps the live row in both clocks', t, repair,
    `select distinct o.id, to_char(v."validFrom", 'YYYY-MM-DD') as what from ${t} o join ${t}_v v on v."countyCode" = o."countyCode" and v."tenantId" = o."tenantId" and v.id = o.id
      and v."validTo" > o."validFrom" and v."regTo" > o."regFrom" where MINE(o)`)
const HISTORY: readonly Rule[] = [
  overlap('fbf', { page: '/land/fbf', name: 'fbfbm' }),
  overlap('cbf', household),
  overlap('dk', parcel),
  overlap('djb', book),
  overlap('cbht', contract),
]

/** Every rule that the watch asks. */
export const RULES: readonly Rule[] = [...BOOKS, ...PARCELS, ...HOUSEHOLDS, ...CONTRACTS, ...CASES, ...HISTORY]

/** Numbers of the list that are no query, and what asks them. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  I13: 'entry check: land/register/balance.ts and people.ts',
  I14: 'entry check: land/register/balance.ts',
  I15: 'entry check: the plans of change_exchange and change_transfer',
  I18: 'entry check: business/cases/eligibility.server.ts, and the finish asks again',
  I25: 'test: tests/cases/random.test.ts compares the register before and after',
  I28: 'nothing yet: there is no account of signatures',
  I32: 'test: tests/contract/isolation.test.ts',
  I33: 'test: views/home/figures.test.ts',
  I34: 'outbox: the finish writes it in its own transaction (outside/push)',
  I35: 'nothing yet: there is no archive',
  I36: 'test: land/register/replay.server.ts tells the books again (tests/cases/random.test.ts)',
}
