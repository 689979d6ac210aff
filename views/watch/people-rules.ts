import { CHECK_SIGNS, WEIGHTS } from '../../kit/model/id-card.ts'
import { joinSameCounty, broken, household, rule, saying, type Rule } from './rule.ts'
import type { PERSON_KINDS } from '../../land/definitions/corrections.ts'
import { REQUEST } from '../../land/restriction/request.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'

/**
 * Rules of persons over the register as it stands. "A person is co-owner of one household of a county" (register.md 5) stands at three gates, which agree:
 * - business/cases/people/members.ts (`doubleFaults`) while a case is filled in, with `doubles.ts` beside it for who is taken with reason, proof and second person;
 * - land/register/acts/people.ts (`elsewhere`) when anything is written to the register, and land/register/persons.server.ts for forms, workbooks and corrections;
 * - here (P2, P3), for what was registered before the rule or came in a package.
 */
const person = (x: string) => `${x}.sfgyr = '1' and ${x}.cybz is distinct from '7'`
/** The ways in which a number may be written (raised or not, 18 or 15 digits) as rows `v(n)`, each once: each is found by its index. */
const written = (n: string) =>
  `cross join lateral unnest(array_remove(array[${n}, nullif(upper(${n}), ${n}), nullif(lower(${n}), ${n}), case when length(${n}) = 18 then left(${n}, 6) || substr(${n}, 9, 9) end], null)) as v(n)`
const [LONG, SHORT] = [
  `'^[1-9]\\d{5}(19|20)\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])\\d{3}[\\dXx]$'`,
  `'^[1-9]\\d{7}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])\\d{3}$'`,
]
/** That a number is a resident's: 18 with their check character, or an old one of 15. It is one person's, whatever document is named (land/definitions/person.ts). */
const resident = (n: string) => `case when ${n} ~ ${LONG}
    then substr('${CHECK_SIGNS}', (${WEIGHTS.map((w, i) => `${w} * substr(${n}, ${i + 1}, 1)::int`).join(' + ')}) % 11 + 1, 1) = upper(substr(${n}, 18, 1))
    else ${n} ~ ${SHORT} end`
const sameDocument = (a: string, b: string, n: string) => `(${a} = ${b} or ${resident(n)})`
/**
 * Households whose members are looked for in the whole county by one statement: each member is several look-ups. The other household is looked up too (`offset 0`):
 * joined, all households of the county were read for the few that are found.
 */
const AT_ONCE = 500
const twoHouseholds = (other: string) => `select o.id, string_agg(distinct k.cbfbm, ' ') as what from cbf o
    join jtcy j on IN(j) and j."cbfId" = o.id and ${person('j')} ${written('j.cyzjhm')}
    join jtcy k on IN(k) and k.cyzjhm = v.n and ${sameDocument('k.cyzjlx', 'j.cyzjlx', 'j.cyzjhm')} and k."cbfId" <> o.id and ${other}
    where MINE(o) and o.zt = '${ZT.valid}'
      and exists (select 1 from cbf c where IN(c) and c.id = k."cbfId" and c.zt = '${ZT.valid}' offset 0) group by 1`
/** Persons of an object whom two persons have corrected (勘误), told with who asked, who confirmed and by which document. Source: rulings.md 49. */
const corrected = (table: string, kind: (typeof PERSON_KINDS)[number], code: string) => {
  const day = `to_char(c."checkTime" at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  const zh = `string_agg(concat(${day}, '更正人员，', c.proposer, '申请，', c.checker, '复核，依据文件【', c."paperNo", '】'), '；' order by c.id)`
  const en = `string_agg(concat(${day}, ': requested by ', c.proposer, ', checked by ', c.checker, ', document ', c."paperNo"), '; ' order by c.id)`
  return `select o.id, ${saying(zh, en)} as what from ${table} o join ${joinSameCounty('correction', 'c').replace(' where ', ' on ')} and c."objectCode" = o.${code}
    and c."objectKind" = '${kind}' and c.status = '${REQUEST.confirmed}' where MINE(o) and o.zt = '${ZT.valid}' group by o.id`
}
const ASKED = { page: '/registry/correction', name: 'objectCode' }
const few = (...of: Parameters<typeof rule>): Rule => ({ ...rule(...of), atOnce: AT_ONCE })
/** Rules of issuers, households and persons. */
export const HOUSEHOLDS: readonly Rule[] = [
  // forms, cases and corrections refuse it; a package brings it with a warning (F22)
  {
    ...rule('N1', '同村有同名的发包方', 'Another issuer of the village has the same name', 'fbf', { page: '/land/fbf', name: 'fbfbm' }, undefined, 'warn'),
    by: 'names',
  },
  rule(
    'I7',
    '农户的成员数与成员名单不一致',
    'A household does not have as many members as it says',
    'cbf',
    { business: 'correct_cbf' },
    broken(
      'cbf',
      `o.zt = '${ZT.valid}' and o.cbflx = '1' and o.cbfcysl is distinct from (select count(*) from ${joinSameCounty('jtcy', 'j')} and j."cbfId" = o.id)`,
      'o.cbfcysl::text',
    ),
  ),
  rule(
    'I8',
    '农户没有唯一的、在世的共有人户主',
    'A household has not exactly one head who lives and is a co-owner',
    'cbf',
    { business: 'correct_cbf' },
    `select o.id, ${saying(
      `concat('农户', o.cbfmc, '：名单中的户主', h.n, '人', case when h.n > 0 then concat('（', h.names, '）') end, '，其中在世、共有且与承包方代表一致的', h.ok, '人')`,
      `concat('household ', o.cbfmc, ': heads in the list ', h.n, case when h.n > 0 then concat(' (', h.names, ')') end, '; alive, co-owner and the representative: ', h.ok)`,
    )} as what from cbf o cross join lateral (select count(*) as n, string_agg(j.cyxm, '、' order by j.sort) as names,
        count(*) filter (where j.cybz is distinct from '7' and j.sfgyr is distinct from '2' and j.cyxm = o.cbfmc and j.cyzjhm = o.cbfzjhm) as ok
        from ${joinSameCounty('jtcy', 'j')} and j."cbfId" = o.id and j.yhzgx in ('01', '02')) h
      where MINE(o) and o.zt = '${ZT.valid}' and o.cbflx = '1' and h.ok <> 1`,
  ),
  rule(
    'I17C',
    '已失效的承包方仍有现行登记簿',
    'A contractor who has ended has a current book',
    'cbf',
    { business: 'contract_cancel' },
    broken('cbf', `o.zt <> '${ZT.valid}' and exists (select 1 from ${joinSameCounty('djb', 'd')} and d.cbfbm = o.cbfbm and d.qszt = '${QSZT.current}')`),
  ),
  rule(
    'I19C',
    '承包方编码被重复使用',
    'A contractor code was given twice',
    'cbf',
    household,
    broken('cbf', `exists (select 1 from ${joinSameCounty('cbf', 'p')} and p.cbfbm = o.cbfbm and p.id <> o.id)`),
  ),
  rule(
    'C4',
    '承包方的面积、地块数或登记状态与现行登记簿不一致',
    'Area, parcels or status of a contractor are not those of the current books',
    'cbf',
    household,
    `select o.id, ${saying(
      `concat('承包方', o.htzmjm, '亩', o.cbdkzs, '块，登记状态', o.djzt, '；登记簿合计', s.m, '亩', s.k, '块')`,
      `concat('contractor: ', o.htzmjm, ' mu, parcels ', o.cbdkzs, ', registration ', o.djzt, '; books together: ', s.m, ' mu, parcels ', s.k)`,
    )} as what from cbf o left join (select d.cbfbm, count(*) as n, sum(d.htzmjm) as m, sum(d.cbdkzs) as k from djb d
        where IN(d) and d.qszt = '${QSZT.current}' and d.cbfbm in (select b.cbfbm from cbf b where IN(b) and b.id = any(:ids)) group by 1) s on s.cbfbm = o.cbfbm
      where MINE(o) and o.zt = '${ZT.valid}' and (coalesce(o.htzmjm, 0), coalesce(o.cbdkzs, 0), o.djzt) is distinct from (coalesce(s.m, 0), coalesce(s.k, 0), case when s.n > 0 then '2' else '0' end)`,
  ),
  rule(
    'C6',
    '承包方的承包期限与现行登记簿不一致',
    'The term of a contractor is not that of one of its current books',
    'cbf',
    household,
    `select o.id, ${saying(
      `concat('承包期限', o.cbqxq, '至', o.cbqxz, '，登记簿为', s.terms)`,
      `concat('term ', o.cbqxq, ' to ', o.cbqxz, ', in the books ', s.terms)`,
    )} as what from cbf o join (select d.cbfbm, array_agg(d.cbqxq) as q, array_agg(d.cbqxz) as z, string_agg(concat(d.cbqxq, '–', d.cbqxz), ' ' order by d.cbjyqzbm) as terms from djb d
        where IN(d) and d.qszt = '${QSZT.current}' and d.cbfbm in (select b.cbfbm from cbf b where IN(b) and b.id = any(:ids)) group by 1) s on s.cbfbm = o.cbfbm
      where MINE(o) and o.zt = '${ZT.valid}' and (o.cbqxq is not null and o.cbqxq <> all(s.q) or o.cbqxz is not null and o.cbqxz <> all(s.z))`,
  ),
  rule(
    'P1',
    '户主同时是另一农户的户主',
    'The head of a household heads another one too',
    'cbf',
    { business: 'correct_cbf' },
    `select o.id, string_agg(distinct p.cbfbm, ' ') as what from cbf o ${written('o.cbfzjhm')} join cbf p on p."countyCode" = o."countyCode" and p."tenantId" = o."tenantId" and p.cbfzjhm = v.n
        and ${sameDocument('p.cbfzjlx', 'o.cbfzjlx', 'o.cbfzjhm')} and p.id <> o.id and p.zt = '${ZT.valid}' and p.cbflx = '1' where MINE(o) and o.zt = '${ZT.valid}' and o.cbflx = '1' group by 1`,
    'warn',
  ),
  few(
    'P2',
    '共有人同时是另一农户的共有人',
    'A co-owner of a household is one of another too',
    'cbf',
    { business: 'correct_cbf' },
    twoHouseholds(person('k')),
    'warn',
  ),
  few(
    'P3',
    '共有人在另一农户中登记为非共有人',
    'A co-owner is listed in another household without a share',
    'cbf',
    household,
    twoHouseholds(`k.sfgyr = '2' and k.cybz is distinct from '7'`),
    'hint',
  ),
  rule('K1', '家庭成员经勘误更正为另一人员', 'A member was corrected to be another person', 'cbf', ASKED, corrected('cbf', 'person', 'cbfbm'), 'notice'),
  rule(
    'K2',
    '发包方负责人经勘误更正为另一人员',
    'The principal of an issuer was corrected to be another person',
    'fbf',
    ASKED,
    corrected('fbf', 'principal', 'fbfbm'),
    'notice',
  ),
]
