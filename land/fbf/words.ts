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
  differs: w('与现名称不同', "differs from today's"),
  running: w('在办业务', 'Running cases'),
  survey: w('调查表', 'Survey form'),
  surveys: w('下载调查表', 'Survey forms'),
  noRegion: w('请先在左侧选择行政区划', 'Select a region on the left first'),
  toContractors: w('承包方', 'Contractors'),
  toParcels: w('地块', 'Parcels'),
  toContracts: w('合同', 'Contracts'),
  shapes: w('下载图形', 'Shapefile'),
  files: w('附件（印章图样、证书等）', 'Files (seal, certificate)'),
  toMap: w('地图', 'Map'),
  rounds: w('承包轮次', 'Rounds'),
  toRounds: w('承包轮次登记', 'Recording of rounds'),
  nextRound: w('登记下一轮承包期', 'Record the next round'),
  noRound: w('尚未登记承包轮次', 'No round is recorded'),
  sharedTerm: w('未登记，各户登记簿共同的承包期', 'Not recorded: the term that the household books share'),
  plan: w('延包方案', 'Plan'),
  cause: w('来源', 'Source'),
  recorded: w('登记日期', 'Recorded'),
  planHint: w(
    '延包方案经乡镇批准后在此登记下一轮承包期：一人录入并上传方案文件，另一位有复核权限的人员（通常为县级）复核后生效；生效后该发包方的农户可以办理延包。',
    'The next round is recorded here once the township has approved the extension plan: one person enters it with the plan as a file, and another who may confirm rounds, usually at the county, confirms it; from then on households of the issuer can be extended.',
  ),
  firstRound: w(
    '该发包方尚未登记承包轮次：请按方案填写轮次和起止日期，新一轮自原承包期届满次日起。',
    'No round of this issuer is recorded: fill in number and days as the plan says; the next begins the day after the former ended.',
  ),
  firstAfterShared: w(
    '该发包方尚未登记承包轮次：下列轮次和起止日期由各户登记簿共同的承包期推算，请与方案核对。',
    'No round of this issuer is recorded: number and days below follow from the term that the household books share; compare them with the plan.',
  ),
  earlierRound: (no: number) =>
    w(
      `第${no}轮承包期尚未登记：如补登，请将轮次改为${no}；补登的轮次只约束承包期限，不作为延包方案。`,
      `Round ${no} is not recorded: to record it, enter ${no} as the round. It bounds the terms of contracts and is no plan of extension.`,
    ),
  renew: w('办理延包', 'Extend contracts'),
  undo: w('撤销登记', 'Take back'),
  undoReason: w('撤销原因', 'Reason'),
  undoTitle: w('撤销承包轮次登记', 'Take the round back'),
} as const
