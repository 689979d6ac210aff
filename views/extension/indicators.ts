// What is told of the extension campaign: indicators over counters of the households, the list behind each, and the overall progress. Source: statistics.md 6, 9.
import { both as w, type Text } from '../../kit/model/lang.ts'
import { YB } from '../../land/definitions/extension.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import type { Analysis, Counters, Indicator, Rows } from '../figures/indicators.ts'
import { percent } from '../home/views.ts'
import { sumFigures } from '../../land/definitions/area.ts'

/** How much each share counts in the overall progress, and from which share of signed contracts on a group is complete; percent. */
export interface ProgressRules {
  survey: number
  posted: number
  signed: number
  issued: number
  complete: number
}
export const USUAL_RULES: ProgressRules = {
  survey: PARAMS.progressSurvey.usual,
  posted: PARAMS.progressPosted.usual,
  signed: PARAMS.progressSigned.usual,
  issued: PARAMS.progressIssued.usual,
  complete: PARAMS.progressComplete.usual,
}

const ALL_STATES: readonly string[] = Object.values(YB)
const SURVEYED = [YB.surveyed, YB.publicity, YB.toSign, YB.signed, YB.certified, YB.left, YB.postponed]
const POSTED = [YB.toSign, YB.signed, YB.certified]
/** States of a household whose extension contract is signed. */
export const SIGNED: readonly string[] = [YB.signed, YB.certified]
/** A household without a value, as a key of counters. */
export const NO_VALUE = ''

const of =
  (...names: string[]) =>
  (c: Counters): number =>
    names.reduce((n, name) => sumFigures(n, c[name] ?? 0), 0)
const inStates = (...states: string[]) => of(...states.map((s) => `state.${s}`))
const rate = (part: (c: Counters) => number, whole: (c: Counters) => number) => (c: Counters) => percent(part(c), whole(c))
const households = (filter: Rows['filter'] = {}): Rows => ({ list: 'household', filter })
const states = (list: readonly string[]): Rows => households({ ybStatus: list.join(',') })

const all = inStates(...ALL_STATES)
const due = of('due')
const surveyed = inStates(...SURVEYED)
const posted = inStates(...POSTED)
const signed = inStates(...SIGNED)
const issued = inStates(YB.certified)
const DUE = { label: w('应延户', 'To be extended'), unit: 'households', value: due, rows: households({ due: '1' }) } as const satisfies Indicator
const SIGNED_ONES = { label: w('已签合同', 'Signed'), unit: 'households', value: signed, rows: states(SIGNED) } as const satisfies Indicator
const SIGN_RATE = { label: w('签订率', 'Signed, share'), unit: 'percent', value: rate(signed, due) } as const satisfies Indicator
const EXTENDED_AREA = { label: w('延包面积', 'Extended area'), unit: 'mu', value: of('new:mu') } as const satisfies Indicator

/** The overall progress: its shares by their weights, in proportion to the sum of the weights; null where nothing is due. Source: statistics.md 6. */
export function overall(c: Counters, r: ProgressRules): number | null {
  const parts = [
    [rate(surveyed, all)(c), r.survey],
    [rate(posted, due)(c), r.posted],
    [rate(signed, due)(c), r.signed],
    [rate(issued, due)(c), r.issued],
  ] as const
  const weights = parts.reduce((n, [, weight]) => n + weight, 0)
  if (weights === 0 || parts.some(([value]) => value === null)) return null
  return Math.round((parts.reduce((n, [value, weight]) => n + value! * weight, 0) / weights) * 100) / 100
}
const progressSet = (rules: ProgressRules): Record<string, Indicator> => ({
  households: { label: w('总户', 'Households'), unit: 'households', value: all, rows: households() },
  due: DUE,
  surveyed: { label: w('已摸底', 'Surveyed'), unit: 'households', value: surveyed, rows: states(SURVEYED) },
  posted: { label: w('已公示', 'Posted'), unit: 'households', value: posted, rows: states(POSTED) },
  signed: SIGNED_ONES,
  issued: { label: w('已换证', 'Certificate updated'), unit: 'households', value: issued, rows: states([YB.certified]) },
  left: { label: w('不延包', 'Not extended'), unit: 'households', value: inStates(YB.left), rows: states([YB.left]) },
  postponed: { label: w('暂缓', 'Postponed'), unit: 'households', value: inStates(YB.postponed), rows: states([YB.postponed]) },
  surveyRate: { label: w('摸底率', 'Surveyed, share'), unit: 'percent', value: rate(surveyed, all) },
  postedRate: { label: w('公示率', 'Posted, share'), unit: 'percent', value: rate(posted, due) },
  signRate: SIGN_RATE,
  issuedRate: { label: w('换证率', 'Certificates, share'), unit: 'percent', value: rate(issued, due) },
  progress: { label: w('总进度', 'Overall progress'), unit: 'percent', value: (c) => overall(c, rules) },
  extendedArea: EXTENDED_AREA,
  formerArea: { label: w('原面积', 'Area before'), unit: 'mu', value: of('old:mu') },
  areaChange: { label: w('面积变化', 'Change of area'), unit: 'mu', value: (c) => sumFigures(c['new:mu'] ?? 0, -(c['old:mu'] ?? 0)) },
  ...Object.fromEntries(
    (
      [
        ['3', '小调整', 'Small adjustment'],
        ['4', '分户', 'Split'],
        ['5', '合户', 'Merge'],
        ['6', '交回或收回', 'Given or taken back'],
      ] as const
    ).flatMap(([key, zh, en]): [string, Indicator][] => [
      [`change${key}`, { label: w(`${zh}户`, en), unit: 'households', value: of(`change.${key}`), rows: households({ ybddlx: key }) }],
      [`change${key}Area`, { label: w(`${zh}面积`, `${en}, area`), unit: 'mu', value: of(`change.${key}:mu`) }],
    ]),
  ),
  // of postings of plans and of extensions; the list of objections tells them apart by nothing
  objections: { label: w('异议', 'Objections'), unit: 'objections', value: of('objections') },
  objectionsSettled: { label: w('已处理异议', 'Objections settled'), unit: 'objections', value: of('objectionsSettled') },
  groups: { label: w('村组', 'Groups'), unit: 'groups', value: of('groups') },
  completeGroups: { label: w('完成村组', 'Groups complete'), unit: 'groups', value: of('completeGroups') },
  completeVillages: { label: w('完成村', 'Villages complete'), unit: 'villages', value: (c) => c.completeVillages ?? null },
})

const signedBy = (key: string): Rows => households({ ybStatus: SIGNED.join(','), signWay: key })
const flow = (key: string, zh: string, en: string): Indicator => ({
  label: w(zh, en),
  unit: 'households',
  value: of(`flow.${key}`),
  rows: households({ signStatus: key }),
})
const signingSet = (): Record<string, Indicator> => ({
  due: { ...DUE, label: w('应签合同', 'To be signed') },
  signed: SIGNED_ONES,
  unsigned: {
    label: w('未签合同', 'Not signed'),
    unit: 'households',
    value: (c) => due(c) - signed(c),
    rows: households({ due: '1', ybStatus: ALL_STATES.filter((s) => !SIGNED.includes(s)).join(',') }),
  },
  signRate: SIGN_RATE,
  online: { label: w('线上签署', 'Signed remotely'), unit: 'households', value: of('way.1'), rows: signedBy('1') },
  onSite: { label: w('现场签署', 'Signed on site'), unit: 'households', value: of('way.2'), rows: signedBy('2') },
  onPaper: { label: w('线下签署', 'Signed on paper'), unit: 'households', value: of('way.3'), rows: signedBy('3') },
  ...Object.fromEntries(
    (
      [
        ['1', '直接延包', 'Unchanged'],
        ['2', '信息变更后延包', 'After changes of members'],
        ['3', '小调整后延包', 'After a small adjustment'],
        ['4', '分户后延包', 'After a split'],
        ['5', '合户后延包', 'After a merge'],
        ['6', '交回或收回后延包', 'After land went back'],
        ['7', '新增承包方', 'New contractor'],
        ['8', '确权确股延包', 'Shares'],
      ] as const
    ).map(([key, zh, en]): [string, Indicator] => [
      `kind${key}`,
      { label: w(zh, en), unit: 'households', value: of(`signedChange.${key}`), rows: households({ ybStatus: SIGNED.join(','), ybddlx: key }) },
    ]),
  ),
  meanDays: { label: w('平均签订天数', 'Mean days to signature'), unit: 'days', value: (c) => (c.timed ? Math.round((c.days! / c.timed) * 100) / 100 : null) },
  expired: flow('5', '已过期', 'Expired'),
  refused: flow('7', '已拒签', 'Refused'),
  extendedArea: EXTENDED_AREA,
})
/** What the stacked bar of the regions is made of: households by state. */
export const STATE_FIGURES: readonly (readonly [key: string, state: string])[] = ALL_STATES.map((s) => [`state${s}`, s])

export const PROGRESS_SETS = ['progress', 'renew'] as const
export type ProgressSet = (typeof PROGRESS_SETS)[number]
export const isProgressSet = (v: unknown): v is ProgressSet => (PROGRESS_SETS as readonly unknown[]).includes(v)
export const progressIndicators = (set: ProgressSet, rules = USUAL_RULES): [string, Indicator][] =>
  Object.entries(set === 'progress' ? progressSet(rules) : signingSet())

/** What households are divided by: the dictionary of its values, and the rows of one value. */
export interface CampaignSplit {
  key: string
  label: Text
  dict?: string
  rows?(value: string): Rows
  of: readonly ProgressSet[]
}
export const SPLITS: readonly CampaignSplit[] = [
  {
    key: 'reason',
    label: w('不延包原因', 'Reasons of not extended'),
    dict: 'household_tag',
    rows: (v) => households({ ybStatus: YB.left, reasonTag: v }),
    of: ['progress'],
  },
  { key: 'change', label: w('延包方式', 'Ways of extension'), dict: 'busi_ybddlx', rows: (v) => households({ ybddlx: v }), of: ['progress'] },
  // issuers, which the list of households does not show
  { key: 'plan', label: w('方案进度（发包方）', 'Plans (issuers)'), dict: 'plan_status', of: ['progress'] },
  {
    key: 'year',
    label: w('原承包期到期年份', 'Year the former term ends'),
    rows: (v) => households({ oldEndStart: `${v}-01-01`, oldEndEnd: `${v}-12-31` }),
    of: ['progress'],
  },
  { key: 'way', label: w('签署方式', 'Ways of signing'), dict: 'sign_way', rows: signedBy, of: ['renew'] },
]
/** Contracts signed on a day. */
export const DAY_SERIES = 'day'
export const ofDay = (day: string): Rows => households({ ybStatus: SIGNED.join(','), signedDayStart: day, signedDayEnd: day })

/** How many households (of `plan`: issuers) have a value; '' = none. */
export type SplitPoint = readonly [key: string, n: number]
export interface CampaignFigures extends Omit<Analysis, 'series'> {
  series: readonly { name: string; points: readonly SplitPoint[] }[]
}
