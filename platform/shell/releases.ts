import type { Text } from '../../kit/model/lang.ts'

/** A version of the product: the day on which it was released (yyyy-MM-dd), and what came with it. */
export interface Release {
  version: string
  day: string
  notes: readonly Text[]
}
/** Every release, the newest first. The first one is the version of package.json. Source: platform.md 2 (Update-log drawer). */
export const RELEASES: readonly [Release, ...Release[]] = [
  {
    version: '0.2.0',
    day: '2026-11-28',
    notes: [
      {
        zh: '列表在百万地块的县里翻页、查询、排序同样迅速；首页合同、延包、月度统计按村汇总。',
        en: 'Lists page, search and sort a county of a million parcels as fast as a village; figures of contracts, extension and months are totalled by village.',
      },
      {
        zh: '签订日期、成员信息、更正登记按同一套规则检查；导入的汇交包与相邻村地块比对。',
        en: 'Signing days, members and corrections are checked by one set of rules; packages are compared with the land of neighbouring villages.',
      },
      {
        zh: '升级前自动备份数据库，升级失败时旧版本仍可打开。',
        en: 'The database is copied before an upgrade; where one fails the old version still opens it.',
      },
    ],
  },
  {
    version: '0.1.0',
    day: '2026-11-01',
    notes: [
      { zh: '变更地块导入：导入后返回变更信息，其中包括地块编码。', en: 'Import of changed parcels: the answer tells what changed, with the parcel codes.' },
      { zh: '新增数据校验，目前为非强制校验。', en: 'Data validation was added; at present it is not mandatory.' },
    ],
  },
]
