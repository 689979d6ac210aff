import type { ObjectKind } from './findings.ts'
import { joinSameCounty, book, broken, contract, household, parcel, rule, saying, type Repair, type Rule } from './rule.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'

/** Rules of contracts. */
export const CONTRACTS: readonly Rule[] = [
  rule(
    'I9',
    '合同编码的末位字母与承包方式不符',
    'The letter of a contract code does not fit its way of contracting',
    'cbht',
    contract,
    broken('cbht', `right(o.cbhtbm, 1) <> case when o.cbfs = '110' then 'J' else 'Q' end`, 'o.cbfs'),
  ),
  rule(
    'I10',
    '承包期限不正确',
    'The term of a contract is wrong',
    'cbht',
    { business: 'change_contract' },
    `select o.id, ${saying(`concat('承包期限', o.cbqxq, '至', o.cbqxz, '，', o.cbqx, '年')`, `concat('term ', o.cbqxq, ' to ', o.cbqxz, ', years: ', o.cbqx)`)} as what from cbht o left join djb d on d."countyCode" = o."countyCode" and d.id = o."djbId"
      where MINE(o) and (o.cbqxq >= o.cbqxz or o.cbqxz <> '9999-01-01' and case when coalesce(d.djxl, '0') in ('0', '9')
        then o.cbqxz <> (o.cbqxq + make_interval(years => o.cbqx) - interval '1 day')::date
          and not (to_char(o.cbqxz + 1, 'MMDD') <> to_char(o.cbqxq, 'MMDD') and (
            exists (select 1 from ${joinSameCounty('fbf_round', 'r')} and r.fbfbm = o.fbfbm and (r."toDay" = o.cbqxz or r."fromDay" = o.cbqxz + 1))
            or o.cbfs = '110' and exists (select 1 from ${joinSameCounty('djb', 's')} and s.fbfbm = o.fbfbm and s.cbfs = '110' and s.cbqxz = o.cbqxz and s.cbqxq < o.cbqxq)))
        else exists (select 1 from djb p where p."countyCode" = d."countyCode" and p."tenantId" = d."tenantId" and p.cbjyqzbm = d.cbjyqzbm and p.version = d.version - 1 and p.qszt = '${QSZT.historic}' and p.cbqxz < d.cbqxz
          and p."endBusinessId" is not distinct from d."businessId") end)`,
  ),
  rule(
    'I11',
    '承包方有多份同类现行合同',
    'A contractor has more than one current contract of a kind',
    'cbht',
    { business: 'contract_cancel' },
    broken(
      'cbht',
      `o.qszt = '${QSZT.current}' and exists (select 1 from ${joinSameCounty('cbht', 'h')} and h.cbfbm = o.cbfbm and h.qszt = '${QSZT.current}' and right(h.cbhtbm, 1) = right(o.cbhtbm, 1) and h.id <> o.id)`,
      'o.cbfbm',
    ),
  ),
  rule(
    'I27',
    '合同文件与签订时的摘要不符',
    'The file of a contract is not the one whose digest was kept',
    'cbht',
    contract,
    broken('cbht', `exists (select 1 from ${joinSameCounty('attach', 'a')} and a.id = o."attachId" and a.sha256 <> o."fileHash")`),
  ),
  rule(
    'F1',
    '已签订合同的文件缺失',
    'The file of a signed contract is missing',
    'cbht',
    contract,
    broken('cbht', `o."fileHash" is not null and not exists (select 1 from ${joinSameCounty('attach', 'a')} and a.id = o."attachId")`),
    'warn',
  ),
  {
    ...rule('F2', '已签订合同文件的内容与签订时的摘要不符', 'The bytes of the file of a signed contract are not those that were signed', 'cbht', contract),
    by: 'bytes',
  },
  rule(
    'R1',
    '家庭承包合同的期限超过本轮承包期',
    'The term of a household contract passes the end of its round',
    'cbht',
    contract,
    `select o.id, ${saying(`concat('承包期限止', o.cbqxz, '，本轮止', r."toDay")`, `concat('term ends ', o.cbqxz, ', the round ends ', r."toDay")`)} as what from cbht o join fbf_round r on r."countyCode" = o."countyCode" and r."tenantId" = o."tenantId" and r.fbfbm = o.fbfbm
      and r."fromDay" <= o.cbqxq and r."toDay" >= o.cbqxq where MINE(o) and o.qszt = '${QSZT.current}' and o.cbfs = '110' and o.cbqxz > r."toDay"`,
    'hint',
  ),
]
/** In a row of <t>_v nothing overlaps the live row in both clocks. */
const overlap = (t: ObjectKind, repair: Repair): Rule =>
  rule(
    `H1_${t}`,
    '历史版本与现行记录在两个时钟上重叠',
    'A former version overlaps the live row in both clocks',
    t,
    repair,
    `select distinct o.id, to_char(v."validFrom", 'YYYY-MM-DD') as what from ${t} o join ${t}_v v on v."countyCode" = o."countyCode" and v."tenantId" = o."tenantId" and v.id = o.id
      and v."validTo" > o."validFrom" and v."regTo" > o."regFrom" where MINE(o)`,
  )
/** Rules of the two clocks. */
export const HISTORY: readonly Rule[] = [
  overlap('fbf', { page: '/land/fbf', name: 'fbfbm' }),
  overlap('cbf', household),
  overlap('dk', parcel),
  overlap('djb', book),
  overlap('cbht', contract),
]
/** Rows that were changed past the product: what the audit log says was written is not what stands. */
const changedPast = (t: ObjectKind, repair: Repair): Rule => ({
  ...rule(`A1_${t}`, '登记数据与审计日志不符，被绕过系统改动', 'A row is not what the audit log says was written: it was changed past the product', t, repair),
  by: 'audit',
})
/** A status that a restriction brings stands, and no restriction does. */
const unrestricted = (t: ObjectKind, code: string, repair: Repair, more = ''): Rule =>
  rule(
    `A2_${t}`,
    '抵押、异议或流转状态没有相应的权利限制',
    'A status of mortgage, objection or circulation has no restriction behind it',
    t,
    repair,
    `select o.id, ${saying(`string_agg(s.zh, '、' order by s.kind)`, `string_agg(s.en, ', ' order by s.kind)`)} as what from ${t} o
      cross join lateral (values ('dy', '抵押', 'mortgage', o.dyzt), ('yy', '异议', 'objection', o.yyzt), ('lz', '流转', 'circulation', o.lzzt)) as s(kind, zh, en, status)
      where MINE(o) ${more} and s.status = '1' and not exists (select 1 from ${joinSameCounty('restriction', 'r')} and r.kind = s.kind and r.${code} = o.${code} and r."endDay" is null) group by o.id`,
  )
export const TAMPERED: readonly Rule[] = [
  changedPast('fbf', { page: '/land/fbf', name: 'fbfbm' }),
  changedPast('cbht', contract),
  changedPast('cbjyqz', { page: '/registry/cbjyqz', name: 'cbjyqzbm' }),
  changedPast('business', { case: true }),
  changedPast('register_entry', { page: '/registry/correction', name: '' }),
  // what has ended keeps the status that it had
  unrestricted('cbf', 'cbfbm', household, `and o.zt = '${ZT.valid}'`),
  unrestricted('dk', 'dkbm', parcel, `and o.zt = '${ZT.valid}'`),
  unrestricted('djb', 'cbjyqzbm', book, `and o.qszt = '${QSZT.current}'`),
]
