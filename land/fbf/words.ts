import { both as w } from '../../kit/model/lang.ts'

/** Words of the screens of issuers. */
export const words = {
  own: w('发包方', 'Issuers'),
  registered: w('登记发包方', 'Registered issuers'),
  contractors: w('承包方（户）', 'Contractors'),
  parcels: w('地块（块）', 'Parcels'),
  contracts: w('合同（份）', 'Contracts'),
  lacks: w('信息完整性', 'Completeness'),
  complete: w('完整', 'Complete'),
  missing: w('缺少', 'Missing'),
  sealedName: w('登记簿所载名称', 'Sealed name'),
  differs: w('与现名称不同', 'differs from today’s'),
  running: w('在办业务', 'Running cases'),
  survey: w('调查表', 'Survey form'),
  surveys: w('下载调查表', 'Survey forms'),
  noRegion: w('请先在左侧选择行政区划', 'Choose a region at the left first'),
  toContractors: w('承包方', 'Contractors'),
  toParcels: w('地块', 'Parcels'),
  toContracts: w('合同', 'Contracts'),
  shapes: w('下载图形', 'Shapefile'),
  files: w('附件（印章图样、证书等）', 'Files (seal, certificate)'),
  toMap: w('地图', 'Map'),
} as const
