import { both as w, type Text } from '../../kit/model/lang.ts'

export type Figures = Readonly<Record<string, number>>
/** A region below the shown one; `self` is what lies directly in the shown one. Areas in mu. */
export interface ChildFigures {
  regionCode: string
  regionName: string
  self: boolean
  values: Figures
}
export interface HomeFigures {
  asOf: string
  regionCode: string
  unit: string
  total: Figures
  children: ChildFigures[]
}

export const words = {
  welcome: w('欢迎，', 'Welcome, '),
  asOf: w('数据时间', 'As of'),
  fiveMeasures: w('；历史日期只有五项指标', '; only five measures exist for a past day'),
  all: w('全部', 'All'),
  byRegion: w('各区域承包合同面积（亩）', 'Contract area by region (mu)'),
  todo: w('待办业务', 'To do'),
  overdue: w('超期', 'Overdue'),
  ofMine: w('本人', 'Mine'),
  doneThisWeek: w('本周已办', 'Done this week'),
  due: w('期限', 'Due'),
  returned: w('退回补正', 'Returned'),
  awaited: w('等我办理的人', 'Who waits for me'),
  overdueElsewhere: w('我经办、现已超期', 'Mine before, overdue now'),
  passedBy: w('上一环节', 'Passed by'),
  nextPerson: w('当前办理', 'Now with'),
  since: w('等候自', 'Since'),
  nothing: w('没有待办业务', 'Nothing is waiting'),
  notices: w('通知公告', 'Notices'),
  noNotice: w('暂无通知', 'No notices'),
  unread: w('未读', 'Unread'),
  business: w('业务名称', 'Business'),
  task: w('当前环节', 'Step'),
  entries: w('快捷办理', 'Start business'),
  area: w('合同面积', 'Contract area'),
  contracts: w('合同', 'Contracts'),
  mu: w('亩', 'mu'),
  measured: w('承包地块面积', 'Parcel area'),
  chart: w('各区域面积，单击进入下级区域', 'Area by region; press one to go down'),
  tabs: w('统计视图', 'Views of the figures'),
}
/** Roles of those who look at figures: what there is stands before what waits. */
const LEADERS: readonly string[] = ['leader', 'large', 'audit']
/**
 * Whether what waits stands before the figures: for everybody who works on cases. Leaders and a province's deployment ('sx') see the figures first.
 * Source: platform.md 2 (variant by system key); screens.md A3.
 */
export const workFirst = (deployment: string, roles: string): boolean => deployment !== 'sx' && !roles.split(',').some((r) => LEADERS.includes(r.trim()))

/** Whether figures are those of a past day, of which there are five measures. */
export const isOfDay = (f: Pick<HomeFigures, 'asOf'>): boolean => f.asOf.length === 10

interface CardSpec {
  label: Text
  /** a past day has it too */
  past?: true
  value(f: Figures): number
  suffix?: Text
  precision?: number
}
const of =
  (...names: string[]) =>
  (f: Figures) =>
    names.reduce((s, n) => s + (f[n] ?? 0), 0)
/** The cards of the start screen. Formulas: statistics.md 2. */
export const CARDS: readonly CardSpec[] = [
  { label: w('发包方', 'Issuers'), value: of('fbf'), past: true },
  { label: w('承包方', 'Contractors'), value: of('cbf1', 'cbf2', 'cbf3', 'cbf'), past: true },
  { label: w('其中：农户', 'Of which households'), value: of('cbf1') },
  { label: w('家庭成员', 'Members'), value: of('jt') },
  { label: w('承包地块', 'Contracted parcels'), value: of('dkc'), past: true },
  { label: w('承包地块面积', 'Contracted parcels, area'), value: of('dkcArea'), suffix: words.mu, precision: 2 },
  { label: w('其他地块', 'Other parcels'), value: of('dkn') },
  { label: w('基本农田面积', 'Basic farmland, area'), value: of('jbntArea'), suffix: words.mu, precision: 2 },
  { label: w('承包合同', 'Contracts'), value: of('cbht'), past: true },
  { label: w('合同面积', 'Contract area'), value: of('htArea'), suffix: words.mu, precision: 2, past: true },
  { label: w('已发权证', 'Certificates issued'), value: of('cert') },
  { label: w('其中：不动产发证', 'Of which real-estate certificates'), value: of('bdc') },
]
interface Entry {
  label: Text
  to: string
  search?: Readonly<Record<string, string>>
  perm: string
  primary?: boolean
}
/** The ways to begin work; each is shown to those who hold its button. */
export const ENTRIES: readonly Entry[] = [
  { label: w('承包合同签订', 'Sign a contract'), to: '/business/todo', search: { open: 'add' }, perm: 'business_add', primary: true },
  { label: w('承包方', 'Contractors'), to: '/land/cbf', perm: 'cbf_view' },
  { label: w('地块', 'Parcels'), to: '/land/dk', perm: 'dk_view' },
  { label: w('登记簿', 'Register'), to: '/registry/djb', perm: 'djb_view' },
  { label: w('地图', 'Map'), to: '/map/index', perm: 'map_view' },
  { label: w('数据汇交', 'Data delivery'), to: '/hjb/index', perm: 'hjb_view' },
]
