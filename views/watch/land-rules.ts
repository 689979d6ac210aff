import { joinSameCounty, broken, parcel, rule, saying, type Rule } from './rule.ts'
import { DJZT, QSZT, ZT } from '../../land/definitions/statuses.ts'

/** Rules of parcels. */
export const PARCELS: readonly Rule[] = [
  rule(
    'I4',
    '未确股的地块出现在多本现行登记簿中',
    'A parcel without shares stands in more than one current book',
    'dk',
    { business: 'change_contract' },
    `select o.id, s.books as what from dk o join (select x.dkbm, string_agg(x.cbhtbm, ' ' order by x.cbhtbm) as books from cbdkxx x
        where IN(x) and x.qszt = '${QSZT.current}' and x.dkbm in (select d.dkbm from dk d where IN(d) and d.id = any(:ids))
        group by 1 having count(distinct x."djbId") > 1 and bool_or(x.sfqqqg is distinct from '1')) s on s.dkbm = o.dkbm where MINE(o)`,
  ),
  rule(
    'I5',
    '现行登记簿中的地块不是有效的已登记承包地块',
    'A parcel of a current book is not a valid, registered, contracted one',
    'dk',
    parcel,
    broken(
      'dk',
      `(o.zt, o.dklb, o.djzt) is distinct from ('1', '10', '2') and exists (select 1 from ${joinSameCounty('cbdkxx', 'x')} and x.dkbm = o.dkbm and x.qszt = '${QSZT.current}' and x."dkId" = o.id)`,
      saying(`concat('状态', o.zt, '，类别', o.dklb, '，登记状态', o.djzt)`, `concat('status ', o.zt, ', kind ', o.dklb, ', registration ', o.djzt)`),
    ),
  ),
  rule(
    'I17',
    '已失效的地块仍在现行登记簿中',
    'A parcel that has ended stands in a current book',
    'dk',
    { business: 'change_contract' },
    broken(
      'dk',
      `o.zt <> '${ZT.valid}' and exists (select 1 from ${joinSameCounty('cbdkxx', 'x')} and x.dkbm = o.dkbm and x.qszt = '${QSZT.current}')`,
      `(select min(x.cbhtbm) from ${joinSameCounty('cbdkxx', 'x')} and x.dkbm = o.dkbm and x.qszt = '${QSZT.current}')`,
    ),
  ),
  rule(
    'I19D',
    '地块编码被重复使用',
    'A parcel code was given twice',
    'dk',
    parcel,
    broken('dk', `exists (select 1 from ${joinSameCounty('dk', 'p')} and p.dkbm = o.dkbm and p.id <> o.id)`),
  ),
  rule(
    'C5',
    '地块的登记状态或承包方与现行登记簿不一致',
    'Status or holder of a parcel is not that of the current books',
    'dk',
    parcel,
    `select o.id, ${saying(
      `concat('登记状态', o.djzt, '，承包方', o.cbfbm, '，登记簿为', s.holder)`,
      `concat('registration ', o.djzt, ', contractor ', o.cbfbm, ', in the books ', s.holder)`,
    )} as what from dk o left join (select x.dkbm, count(distinct x.cbfbm) as n, min(x.cbfbm) as holder from cbdkxx x
        where IN(x) and x.qszt = '${QSZT.current}' and x.dkbm in (select d.dkbm from dk d where IN(d) and d.id = any(:ids)) group by 1) s on s.dkbm = o.dkbm
      where MINE(o) and o.zt = '${ZT.valid}' and ((o.djzt = '${DJZT.registered}') is distinct from (s.n is not null) or s.n = 1 and o.cbfbm is distinct from s.holder)`,
  ),
  { ...rule('L1', '地块与其他有效地块重叠', 'A parcel overlaps another valid parcel', 'dk', parcel), by: 'ground', graded: true, atOnce: 500 },
  rule(
    'S1',
    '确权确股地块的份额合计小于1',
    'The shares of a parcel make up less than 1',
    'dk',
    parcel,
    // a hundredth of a m² for each share is rounding, as where more than 1 is refused (contract-area.ts); what a case took from a holder lies free
    `select o.id, ${saying(`concat('份额合计', s.area, '平方米，实测', o.scmj, '平方米')`, `concat('shares together ', s.area, ' m², measured ', o.scmj, ' m²')`)} as what
      from dk o join (select h.dkbm, sum(h.area) as area, sum(h.n) as n, sum(greatest(h.former - h.area, 0)) as freed from (
        select x.dkbm, x.cbfbm, count(*) filter (where x.qszt = '${QSZT.current}') as n, coalesce(sum(x.htmj) filter (where x.qszt = '${QSZT.current}'), 0) as area,
          coalesce(max(x.htmj) filter (where x.qszt <> '${QSZT.current}' and x."causeKind" = 'business'), 0) as former
        from cbdkxx x where IN(x) and x.sfqqqg = '1' and x.dkbm in (select d.dkbm from dk d where IN(d) and d.id = any(:ids)) group by 1, 2) h group by 1) s on s.dkbm = o.dkbm
      where MINE(o) and o.zt = '${ZT.valid}' and s.n > 0 and s.area + s.freed + 0.01 * s.n < o.scmj`,
    'warn',
  ),
]
