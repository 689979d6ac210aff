import { beside, broken, parcel, rule, type Rule } from './rule.ts'

/** Rules of parcels. */
export const PARCELS: readonly Rule[] = [
  rule(
    'I4',
    '未确股的地块出现在多本现行登记簿中',
    'A parcel without shares stands in more than one current book',
    'dk',
    { business: 'change_contract' },
    `select o.id, s.books as what from dk o join (select x.dkbm, string_agg(x.cbhtbm, ' ' order by x.cbhtbm) as books from cbdkxx x
        where IN(x) and x.qszt = '1' and x.dkbm in (select d.dkbm from dk d where IN(d) and d.id = any(:ids))
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
      `(o.zt, o.dklb, o.djzt) is distinct from ('1', '10', '2') and exists (select 1 from ${beside('cbdkxx', 'x')} and x.dkbm = o.dkbm and x.qszt = '1' and x."dkId" = o.id)`,
      `concat(o.zt, ' ', o.dklb, ' ', o.djzt)`,
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
      `o.zt <> '1' and exists (select 1 from ${beside('cbdkxx', 'x')} and x.dkbm = o.dkbm and x.qszt = '1')`,
      `(select min(x.cbhtbm) from ${beside('cbdkxx', 'x')} and x.dkbm = o.dkbm and x.qszt = '1')`,
    ),
  ),
  rule(
    'I19D',
    '地块编码被重复使用',
    'A parcel code was given twice',
    'dk',
    parcel,
    broken('dk', `exists (select 1 from ${beside('dk', 'p')} and p.dkbm = o.dkbm and p.id <> o.id)`),
  ),
  rule(
    'C5',
    '地块的登记状态或承包方与现行登记簿不一致',
    'Status or holder of a parcel is not that of the current books',
    'dk',
    parcel,
    `select o.id, concat(o.djzt, ' ', o.cbfbm, ' / ', s.holder) as what from dk o left join (select x.dkbm, count(distinct x.cbfbm) as n, min(x.cbfbm) as holder from cbdkxx x
        where IN(x) and x.qszt = '1' and x.dkbm in (select d.dkbm from dk d where IN(d) and d.id = any(:ids)) group by 1) s on s.dkbm = o.dkbm
      where MINE(o) and o.zt = '1' and ((o.djzt = '2') is distinct from (s.n is not null) or s.n = 1 and o.cbfbm is distinct from s.holder)`,
  ),
]
