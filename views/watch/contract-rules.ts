import { both, type Text } from '../../kit/model/lang.ts'
import { TAKEN_BACK } from '../../land/register/content/gone.ts'
import type { ObjectKind } from './findings.ts'
import { djb } from '../../land/definitions/cbht.ts'
import { joinSameCounty, book, broken, contract, household, parcel, rule, saying, type Repair, type Rule } from './rule.ts'
import { QSZT, ZT, DYZT, LZZT, YYZT } from '../../land/definitions/statuses.ts'

const certificate = { page: '/registry/cbjyqz', name: 'cbjyqzbm' }
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
/** Columns of a book whose changes make no version, and the day on which what an older package told ended: no column. */
const SILENT = `array[${[...(djb.unversioned ?? []), 'regTo'].map((n) => `'${n}'`).join(', ')}]::text[]`
/**
 * Nothing is missing in djb_v: each change that the audit log knows closed a version, and what is believed now reaches back, without a gap, to the first day that was
 * ever believed. An undo writes no row of the log and may leave fewer days: rows that one has touched are asked the first alone. What was before a book had a
 * content is not asked: former versions of then were kept in another form.
 */
const WHOLE: Rule = rule(
  'H2_djb',
  '历史版本缺失',
  'Former versions are missing',
  'djb',
  book,
  `select o.id, ${saying(
    `concat('变更', c.n, '次，历史版本', v.n, '次', case when v.gap then '；历史期间不连续' end)`,
    `concat('changes ', c.n, ', former versions ', v.n, case when v.gap then '; days are missing' end)`,
  )} as what from djb o
      cross join lateral (select min(d."createTime") as since from djb_content d where d."countyCode" = o."countyCode" and d."tenantId" = o."tenantId" and d."djbId" = o.id) f
      cross join lateral (select count(*) as n from audit_event a where a."tenantId" = o."tenantId" and a.object = 'djb' and a."objectId" = o.id::text
        and a.action = 'djb.update' and a.at > f.since and a.diff - ${SILENT} <> '{}'::jsonb) c
      cross join lateral (select count(distinct h."validTo") filter (where h."validTo" < 'infinity') as n,
        not coalesce(bool_or(h."causeKind" = 'undo'), false) and o."causeKind" <> 'undo' and min(h."regFrom") < o."regFrom" and min(h."validFrom") > f.since - interval '1 day'
          and range_agg(daterange(h."regFrom", h."regTo")) filter (where h."validTo" = 'infinity') + datemultirange(daterange(o."regFrom", null))
            is distinct from datemultirange(daterange(min(h."regFrom"), null)) as gap
        from djb_v h where h."countyCode" = o."countyCode" and h."tenantId" = o."tenantId" and h.id = o.id) v
      where MINE(o) and (v.n < c.n or v.gap)`,
)
/** Rows of a table and of its former versions, as one. */
const pieces = (t: string, x: string) => `(select a.id, a."countyCode", a."tenantId", a."causeKind", a."causeId", a."regFrom" from ${t} a
  union all select b.id, b."countyCode", b."tenantId", b."causeKind", b."causeId", b."regFrom" from ${t}_v b) ${x}`
/** Who wrote a row (x) wrote the row above it (o, of t) as well, and never since the same day. */
const apart = (t: string, x: string) => {
  const same = `p."countyCode" = o."countyCode" and p."tenantId" = o."tenantId" and p.id = o.id and p."causeKind" = ${x}."causeKind" and p."causeId" = ${x}."causeId"`
  return `${x}.rev = 1 and ${x}."regFrom" <> o."regFrom" and exists (select 1 from ${pieces(t, 'p')} where ${same}) and not exists (select 1 from ${pieces(t, 'p')} where ${same} and p."regFrom" = ${x}."regFrom")`
}
const TOLD_CLOCKS = { validFrom: both('记载时间', 'when it was written'), regFrom: both('生效日期', 'since when it is true') }
/**
 * Since when a row is believed lies between the moments at which it was first and last written; since when it is true is the day of those that were written with it, and
 * follows on what was true before. A server whose clock was put back writes what follows on the moment that was believed last, however late that was. `written`: rows that a cause writes together with it, as a table, how it is joined (`via` another) and what it is called; what each says by itself is told here too, unless it is `told` at a rule of its own.
 */
const clocks = (
  t: ObjectKind,
  label: Text,
  repair: Repair,
  written: readonly { of: string; via?: string; on: string; title: string; label: Text; only?: string; told?: true }[],
  more = 'false',
): Rule => {
  const said = (of: Text, what: Text, name = `''`) => `concat('${of.zh}', ${name}, '${what.zh}') as zh, concat('${of.en} ', ${name}, ' ${what.en}') as en`
  const moments = (
    of: string,
    x: string,
  ) => `(${x}."validFrom" < ${x}."createTime" - interval '1 day' or ${x}."validFrom" > ${x}."updateTime" + interval '1 day' and not exists (
        select 1 from ${of}_v v where v."countyCode" = o."countyCode" and v."tenantId" = o."tenantId" and v.id = ${x}.id and v."validTo" = ${x}."validFrom"
        and v."validFrom" > ${x}."updateTime" + interval '1 day'))`
  const follows = (of: string, x: string) => {
    const v = `from ${of}_v v where v."countyCode" = o."countyCode" and v."tenantId" = o."tenantId" and v.id = ${x}.id`
    return `${x}.rev > 1 and ${x}."causeKind" <> 'undo' and not exists (select 1 ${v} and v."causeKind" = 'undo') and (select max(v."regTo") ${v} and v."validTo" = 'infinity') < ${x}."regFrom"`
  }
  const joined = (w: { of: string; via?: string; on: string }) =>
    `${t} o ${w.via ?? ''} join ${w.of} x on x."countyCode" = o."countyCode" and x."tenantId" = o."tenantId" and ${w.on} where MINE(o)`
  return rule(
    `H3_${t}`,
    '记载时间或生效日期与登记不符',
    'Since when a row is believed or true is not what was registered',
    t,
    repair,
    `select t.id, ${saying(`string_agg(distinct t.zh, '、' order by t.zh)`, `string_agg(distinct t.en, ', ' order by t.en)`)} as what from (${[
      `select o.id, ${said(label, TOLD_CLOCKS.validFrom)} from ${t} o where MINE(o) and ${moments(t, 'o')}`,
      `select o.id, ${said(label, TOLD_CLOCKS.regFrom)} from ${t} o where MINE(o) and (${more} or ${follows(t, 'o')})`,
      ...written.flatMap((w) => [
        ...(w.told ? [] : [`select o.id, ${said(w.label, TOLD_CLOCKS.validFrom, w.title)} from ${joined(w)} and ${moments(w.of, 'x')}`]),
        `select o.id, ${said(w.label, TOLD_CLOCKS.regFrom, w.title)} from ${joined(w)} and (${w.told ? 'false' : follows(w.of, 'x')} or ${w.only ?? 'true'} and ${apart(t, 'x')})`,
      ]),
    ].join(' union all ')}) t group by t.id`,
  )
}
/**
 * Points or lines of a parcel: a package writes each since the first of the days since which it belongs to its parcels. Those days are compared with the parcels
 * themselves (dk_jz), so that a parcel that was changed is not told at its neighbours.
 */
const bounded = (of: 'jzd' | 'jzx', kind: 'd' | 'x', title: string, label: Text) => ({
  of,
  via: `join dk_jz l on l."countyCode" = o."countyCode" and l."tenantId" = o."tenantId" and l.dkbm = o.dkbm and l.kind = '${kind}'`,
  on: `x.id = l."jzId"`,
  title,
  label,
  only: `x."causeKind" = 'import' and o.rev = 1 and not exists (select 1 from dk_jz m where m."countyCode" = x."countyCode" and m."tenantId" = x."tenantId" and m."jzId" = x.id and m."regFrom" = x."regFrom")`,
})
/** Rules of the two clocks. */
export const HISTORY: readonly Rule[] = [
  overlap('fbf', { page: '/land/fbf', name: 'fbfbm' }),
  overlap('cbf', household),
  overlap('dk', parcel),
  overlap('djb', book),
  overlap('cbht', contract),
  WHOLE,
  clocks('cbf', both('承包方', 'contractor'), household, [{ of: 'jtcy', on: 'x."cbfId" = o.id', title: 'x.cyxm', label: both('家庭成员', 'member') }]),
  clocks('dk', both('地块', 'parcel'), parcel, [
    { of: 'dk_jz', on: 'x.dkbm = o.dkbm', title: `''`, label: both('界址', 'boundary'), only: `x."causeKind" = 'import' and o.rev = 1` },
    bounded('jzd', 'd', 'x.jzdh', both('界址点', 'boundary point')),
    bounded('jzx', 'x', 'x.jzxh', both('界址线', 'boundary line')),
  ]),
  clocks(
    'djb',
    both('登记簿', 'book'),
    book,
    [
      { of: 'cbdkxx', on: 'x."djbId" = o.id', title: 'x.dkbm', label: both('承包地块', 'line') },
      { of: 'cbht', on: 'x."djbId" = o.id', title: `''`, label: both('承包合同', 'contract'), told: true },
    ],
    // nothing was ever known of it on the day of its registration
    `(select min(p."regFrom") from ${pieces('djb', 'p')} where p."countyCode" = o."countyCode" and p."tenantId" = o."tenantId" and p.id = o.id) > o.djsj`,
  ),
  clocks('cbht', both('承包合同', 'contract'), contract, []),
  clocks('cbjyqz', both('经营权证', 'certificate'), certificate, []),
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
      cross join lateral (values ('dy', '抵押', 'mortgage', o.dyzt = '${DYZT.mortgaged}'), ('yy', '异议', 'objection', o.yyzt = '${YYZT.objected}'), ('lz', '流转', 'circulation', o.lzzt = '${LZZT.circulated}')) as s(kind, zh, en, stands)
      where MINE(o) ${more} and s.stands and not exists (select 1 from ${joinSameCounty('restriction', 'r')} and r.kind = s.kind and r.${code} = o.${code} and r."endDay" is null) group by o.id`,
  )
/** A book's content is kept for ever; its row leaves only where its registration was taken back, which a former version tells. */
const GONE: Rule = rule(
  'B4',
  '登记簿缺失，仅存固化内容',
  'A book is missing, its frozen content alone is left',
  'fbf',
  { page: '/registry/verify', name: '' },
  `select o.id, ${saying(`concat('缺失登记簿：', string_agg(g.code, '、' order by g.code))`, `concat('missing: ', string_agg(g.code, ', ' order by g.code))`)} as what
    from (select distinct substring(c.text from '"cbjyqzbm": ?"([0-9]{18}[JQ])"') as code from djb_content c where IN(c)
      and not exists (select 1 from djb d where d."countyCode" = c."countyCode" and d."tenantId" = c."tenantId" and d.id = c."djbId") and not ${TAKEN_BACK}) g
    join fbf o on o.fbfbm = left(g.code, 14) where MINE(o) group by o.id`,
)
export const TAMPERED: readonly Rule[] = [
  GONE,
  changedPast('fbf', { page: '/land/fbf', name: 'fbfbm' }),
  changedPast('cbf', household),
  changedPast('dk', parcel),
  changedPast('djb', book),
  changedPast('cbht', contract),
  changedPast('cbjyqz', certificate),
  changedPast('business', { case: true }),
  changedPast('register_entry', { page: '/registry/correction', name: '' }),
  rule(
    'A3_cbht',
    '流转合同与其权利限制不一致',
    'A circulation contract and its restriction say different things',
    'cbht',
    contract,
    `select o.id, ${saying(
      `string_agg(concat('流转合同', z.lzhtbm, '：', z.lzqxksrq, '至', z.lzqxjsrq, '；权利限制：', r."fromDay", '至', r."toDay"), '；')`,
      `string_agg(concat('circulation ', z.lzhtbm, ': ', z.lzqxksrq, ' to ', z.lzqxjsrq, '; restriction: ', r."fromDay", ' to ', r."toDay"), '; ')`,
    )} as what from cbht o join lzht z on z."countyCode" = o."countyCode" and z."tenantId" = o."tenantId" and z.cbhtbm = o.cbhtbm
      join restriction r on r."countyCode" = z."countyCode" and r."tenantId" = z."tenantId" and r.ref = z.lzhtbm
        and r."endCauseKind" is distinct from 'undo'
      where MINE(o) and o.qszt = '${QSZT.current}' and ((r."fromDay", r."toDay", r.kind) is distinct from (z.lzqxksrq, z.lzqxjsrq, 'lz')
        or r.cbfbm <> z.cbfbm or r.cbjyqzbm <> z.cbhtbm or r."causeKind" = 'import' and r.words is distinct from '流转合同') group by o.id
    union all select o.id, ${saying(`concat('流转合同', r.ref, '缺失')`, `concat('circulation ', r.ref, ' is missing')`)} as what
      from cbht o join restriction r on r."countyCode" = o."countyCode" and r."tenantId" = o."tenantId" and r.cbjyqzbm = o.cbhtbm and r.kind = 'lz'
        and r."endCauseKind" is distinct from 'undo'
      where MINE(o) and o.qszt = '${QSZT.current}' and not exists (select 1 from ${joinSameCounty('lzht', 'z')} and z.lzhtbm = r.ref)`,
  ),
  rule(
    'A3_dk',
    '随汇交数据写入的确权面积或原合同面积被改动',
    'The confirmed or the former area of a parcel is not what its package said of its lines',
    'dk',
    parcel,
    // of a parcel that a package wrote in bulk with its lines, while nothing has changed these areas and no increment ended a line; of others the log tells each row (A1_dk)
    `select o.id, ${saying(
      `concat('确权面积', o.qqmjm, '亩，合同面积合计', s.m, '亩；原合同面积', o.yhtmjm, '亩，合计', s.y, '亩')`,
      `concat('confirmed ', o.qqmjm, ' mu, contract areas ', s.m, ' mu; former contracts ', o.yhtmjm, ' mu, lines ', s.y, ' mu')`,
    )} as what from dk o cross join lateral (select sum(x.htmjm) as m, sum(x.yhtmjm) as y, bool_and(x."causeKind" = 'import' and x.rev = 1) as own
        from cbdkxx x where x."countyCode" = o."countyCode" and x."tenantId" = o."tenantId" and x.dkbm = o.dkbm and x."dkId" = o.id) s
      where MINE(o) and o."causeKind" <> 'undo' and s.own and (o.qqmjm, o.yhtmjm) is distinct from (s.m, s.y)
        and not exists (select 1 from audit_event a where a."tenantId" = o."tenantId" and a.object = 'dk' and a."objectId" = o.id::text
          and (a.action = 'dk.insert' or a.action = 'dk.update' and (a.diff -> 'qqmjm' is not null or a.diff -> 'yhtmjm' is not null)))`,
  ),
  rule(
    'A4_register_entry',
    '登记事项写入的权利限制或变动登记缺失或被改动',
    'A restriction or a note that an entry wrote is not there, or says something else',
    'register_entry',
    { page: '/registry/restriction', name: '' },
    // the acts of an entry are held by their digest (B3)
    `select o.id, ${saying(
      `string_agg(case a ->> 'act' when 'note' then concat('变动登记【', a ->> 'on', '】') else concat('权利限制【', c.code, '】', a ->> 'ref') end, '、')`,
      `string_agg(case a ->> 'act' when 'note' then concat('note on ', a ->> 'on') else concat('restriction of ', c.code, ': ', a ->> 'ref') end, ', ')`,
    )} as what from register_entry o cross join lateral jsonb_array_elements(o.acts) a
      cross join lateral (select a #>> '{on,dkbm}' as code union select a #>> '{on,cbjyqzbm}' union select a #>> '{on,cbfbm}'
        union select jsonb_array_elements_text(a #> '{on,dkbms}') where jsonb_typeof(a #> '{on,dkbms}') = 'array'
        union select a ->> 'on' where jsonb_typeof(a -> 'on') = 'string') c
      where MINE(o) and c.code is not null and (
      a ->> 'act' = 'restrict' and not exists (select 1 from ${joinSameCounty('restriction', 'r')} and r.ref = a ->> 'ref' and coalesce(r.dkbm, r.cbjyqzbm, r.cbfbm) = c.code
        and r.kind = a ->> 'kind' and r."fromDay"::text = a ->> 'from' and r."toDay"::text is not distinct from a ->> 'to' and r.words is not distinct from a ->> 'text')
      or a ->> 'act' = 'note' and not exists (select 1 from ${joinSameCounty('djb_note', 'n')} and n."causeId" = o."causeId" and n."causeKind" = o."causeKind"
        and n.words is not distinct from a ->> 'text')) group by o.id`,
  ),
  // what has ended keeps the status that it had
  unrestricted('cbf', 'cbfbm', household, `and o.zt = '${ZT.valid}'`),
  unrestricted('dk', 'dkbm', parcel, `and o.zt = '${ZT.valid}'`),
  unrestricted('djb', 'cbjyqzbm', book, `and o.qszt = '${QSZT.current}'`),
]
