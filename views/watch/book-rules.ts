import { joinSameCounty, book, broken, rule, saying, type Rule } from './rule.ts'
import { QSZT } from '../../land/definitions/statuses.ts'

/** Rules of books: versions, sums, lineage, terms, frozen content. */
export const BOOKS: readonly Rule[] = [
  rule(
    'I1',
    '同一登记簿编码有多个现行版本',
    'A book has more than one current version',
    'djb',
    book,
    broken(
      'djb',
      `o.qszt = '${QSZT.current}' and exists (select 1 from ${joinSameCounty('djb', 'p')} and p.cbjyqzbm = o.cbjyqzbm and p.qszt = '${QSZT.current}' and p.id <> o.id)`,
      `'v' || o.version`,
    ),
  ),
  rule(
    'I2',
    '登记簿版本不连续，或现行版本不是最新版本',
    'Versions of a book have a gap, or the current one is not the last',
    'djb',
    book,
    broken(
      'djb',
      `(o.version < 1 or o.version > 1 and not exists (select 1 from ${joinSameCounty('djb', 'p')} and p.cbjyqzbm = o.cbjyqzbm and p.version = o.version - 1)
      or o.qszt = '${QSZT.current}' and exists (select 1 from ${joinSameCounty('djb', 'p')} and p.cbjyqzbm = o.cbjyqzbm and p.version > o.version))`,
      `'v' || o.version`,
    ),
  ),
  rule(
    'I3',
    '现行登记簿缺少合同、地块或承包方信息',
    'A current book lacks its contract, its parcels or its contractor',
    'djb',
    { business: 'change_contract' },
    broken(
      'djb',
      `o.qszt = '${QSZT.current}' and ((select count(*) from ${joinSameCounty('cbht', 'h')} and h."djbId" = o.id and h.qszt = '${QSZT.current}' and h.cbhtbm = o.cbjyqzbm) <> 1
      or not exists (select 1 from ${joinSameCounty('cbdkxx', 'x')} and x."djbId" = o.id) or not exists (select 1 from ${joinSameCounty('djb_cbf', 's')} and s."djbId" = o.id))`,
    ),
  ),
  rule(
    'I6',
    '登记簿或合同的面积、地块数与地块合计不一致',
    'Areas or number of parcels of a book or contract are not those of its lines',
    'djb',
    { business: 'change_contract' },
    `select o.id, ${saying(
      `concat('合同总面积', o.htzmjm, '亩，地块合计', s.m, '亩；地块', o.cbdkzs, '块，实有', s.n, '块')`,
      `concat('contract area ', o.htzmjm, ' mu, its parcels together ', s.m, ' mu; parcels stated ', o.cbdkzs, ', there are ', s.n)`,
    )} as what from djb o
      left join cbht h on h."countyCode" = o."countyCode" and h."tenantId" = o."tenantId" and h."djbId" = o.id
      left join (select x."djbId", sum(x.htmj) as a, sum(x.htmjm) as m, count(*) as n from cbdkxx x where IN(x) and x."djbId" = any(:ids) group by 1) s on s."djbId" = o.id
      where MINE(o) and ((o.htzmj, o.htzmjm, o.cbdkzs) is distinct from (s.a, s.m, s.n) or h.id is not null and (h.htzmj, h.htzmjm, h.cbdkzs) is distinct from (s.a, s.m, s.n))`,
  ),
  rule(
    'I12',
    '登记簿沿革缺失、成环，或登记时间、版本倒退',
    'The lineage of a book is missing, runs in a circle, or its days or versions go back',
    'djb',
    book,
    `with recursive up as (select l."djbId" as id, l."prevDjbId" as prev from djb_lineage l where IN(l) and l."djbId" = any(:ids)
        union select up.id, l."prevDjbId" from up join djb_lineage l on l."countyCode" = :c and l."djbId" = up.prev)
      select id, 'circle' as what from up where id = prev
      union all ${broken('djb', `o.version > 1 and not exists (select 1 from ${joinSameCounty('djb_lineage', 'l')} and l."djbId" = o.id)`, `'v' || o.version`)}
      union all select o.id, p.cbjyqzbm || ' v' || p.version from djb o join djb_lineage l on l."countyCode" = o."countyCode" and l."djbId" = o.id
        join djb p on p."countyCode" = l."countyCode" and p.id = l."prevDjbId"
        where MINE(o) and (o.djsj < p.djsj or p.cbjyqzbm = o.cbjyqzbm and o.version <> p.version + 1)`,
  ),
  rule(
    'I16',
    '变更后的承包期限超过原承包期限',
    'A change made the term longer than it was',
    'djb',
    { business: 'change_contract' },
    `select o.id, ${saying(`concat('承包期限止', o.cbqxz, '，原为', s.z)`, `concat('term ends ', o.cbqxz, ', before ', s.z)`)} as what from djb o join (select l."djbId", max(p.cbqxz) as z, bool_or(p.cbqxz is null) as unknown from djb_lineage l
        join djb p on p."countyCode" = l."countyCode" and p.id = l."prevDjbId" where IN(l) and l."djbId" = any(:ids) group by 1) s on s."djbId" = o.id
      where MINE(o) and o.djlx = '1' and o.djxl <> '9' and o.cbqxz > s.z and not s.unknown`,
  ),
  rule(
    'C1',
    '合同或地块信息的状态与登记簿不一致',
    'A contract or line has not the status of its book',
    'djb',
    book,
    broken(
      'djb',
      `(exists (select 1 from ${joinSameCounty('cbht', 'h')} and h."djbId" = o.id and h.qszt <> o.qszt)
      or exists (select 1 from ${joinSameCounty('cbdkxx', 'x')} and x."djbId" = o.id and x.qszt <> o.qszt))`,
    ),
  ),
  rule(
    'C2',
    '登记簿的成员数与成员名单不一致',
    'A current book does not have as many members as it says',
    'djb',
    { business: 'correct_cbf' },
    broken(
      'djb',
      `o.qszt = '${QSZT.current}' and o.cbfcysl is distinct from case when exists (select 1 from ${joinSameCounty('djb_cbf', 's')} and s."djbId" = o.id and s.cbflx <> '1') then o.cbfcysl
      else (select count(*) from ${joinSameCounty('djb_jtcy', 'j')} and j."djbId" = o.id) end`,
      saying(`concat('登记簿载', o.cbfcysl, '人')`, `concat('members stated in the book: ', o.cbfcysl)`),
    ),
  ),
  rule(
    'C3',
    '同一登记簿有多本有效权证',
    'A current book has more than one certificate that stands',
    'djb',
    { page: '/registry/cbjyqz', name: 'cbjyqzbm' },
    broken('djb', `o.qszt = '${QSZT.current}' and (select count(*) from ${joinSameCounty('cbjyqz', 'z')} and z.cbjyqzbm = o.cbjyqzbm and z.sfzx = 0) > 1`),
  ),
  {
    ...rule('B1', '登记簿固化内容与其摘要或审计日志不符', 'The frozen content of a book is not that of its digest or of the audit log', 'djb', {
      page: '/registry/verify',
      name: '',
    }),
    by: 'digests',
  },
  {
    ...rule('B2', '登记数据与登记簿固化内容不一致', 'The rows are not what the frozen content of the book says', 'djb', { page: '/registry/verify', name: '' }),
    by: 'rows',
  },
  {
    ...rule('B3', '入库记录的事项与其摘要或审计日志不符', 'The acts of a register entry are not those of its digest or of the audit log', 'register_entry', {
      page: '/registry/verify',
      name: '',
    }),
    by: 'acts',
  },
]
