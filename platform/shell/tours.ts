import { both as p, type Text } from '../../kit/model/lang.ts'

/** One step of a guided tour. */
export interface TourStep {
  /** selector of what it points at; a step whose part the reader does not have is left out */
  at: string
  title: Text
  text: Text
}
export type TourName = 'home' | 'accept' | 'map' | 'extension' | 'wall'
interface GuidedTour {
  title: Text
  /** where it is: path, and what the address holds */
  path: string
  open?: string
  /** button that the page needs */
  perm?: string
  steps: readonly TourStep[]
}
/** Guided tours for who opens a page for the first time, three to five steps each. */
export const TOURS: Readonly<Record<TourName, GuidedTour>> = {
  home: {
    title: p('首页', 'Home'),
    path: '/wel/index',
    steps: [
      {
        at: '.home-scroll, .home-none',
        title: p('待办业务', 'What waits for you'),
        text: p('按办理期限排列，被退回的注明原因；点击业务即可办理。', 'In the order of their days; what came back says why. Press a case to work on it.'),
      },
      {
        at: '.home-tabs',
        title: p('统计与进度', 'Figures and progress'),
        text: p('切换查看业务、合同、月报、各地区和延包进度。', 'Switch between cases, contracts, months, regions and the extension.'),
      },
      {
        at: '.shell-side',
        title: p('菜单', 'The menu'),
        text: p('只显示您有权使用的功能；左上角按钮可收起菜单。', 'It shows what you may use; the button at the upper left folds it.'),
      },
      {
        at: '.shell-tools',
        title: p('消息与搜索', 'Messages and search'),
        text: p(
          '铃铛提醒新任务、退回和到期事项；按 Ctrl+K 可按名称或编码直接查找承包方、地块、合同和业务。',
          'The bell tells of tasks, returns and days; Ctrl+K finds a household, parcel, contract or case by name or code.',
        ),
      },
    ],
  },
  accept: {
    title: p('业务受理', 'Accepting a case'),
    path: '/business/all',
    open: 'add.contract_sign',
    perm: 'business_add',
    steps: [
      {
        at: '[data-tour=case-parts]',
        title: p('填写进度', 'How far it is'),
        text: p(
          '绿色对勾为已填完，红叉为有误并注明处数，时钟为尚未填写；点击可直接跳转。',
          'A green tick is complete, a red cross is wrong and says how often, a clock is still open; press one to go there.',
        ),
      },
      {
        at: '[data-tour=case-body] section',
        title: p('先选发包方、承包方', 'Issuer and household first'),
        text: p(
          '选定后自动带出已登记的信息；证件号码填写后自动识别性别和出生日期，校验位不符当场提示。',
          'What is registered comes by itself; a number fills in sex and birthday, and a wrong check digit is told at once.',
        ),
      },
      {
        at: '[data-tour=case-aside]',
        title: p('未填项与办理前检查', 'What is missing, what is in the way'),
        text: p('逐条列出还缺什么，点击即到该处；下方为涉及地块的地图。', 'Lists what is missing, each line leads there; below it the parcels on a map.'),
      },
      {
        at: '[data-tour=case-acts]',
        title: p('保存与提交', 'Saving and submitting'),
        text: p(
          '填写内容自动保存为草稿，关闭页面或断网后可继续；提交按钮注明下一环节的办理人。',
          'What you type is kept as a draft, over a closed page or a lost line too; the button names who gets the case next.',
        ),
      },
    ],
  },
  map: {
    title: p('一张图', 'The map'),
    path: '/map/index',
    steps: [
      {
        at: '[data-tour=map-search]',
        title: p('查找', 'Find'),
        text: p('输入承包方名称、地块编码或坐标，地图随即定位。', 'Type a household, the code of a parcel or coordinates; the map goes there.'),
      },
      {
        at: '[data-tour=map-side] .ant-tabs-nav',
        title: p('地区、图层、专题与工具', 'Regions, layers, themes and tools'),
        text: p(
          '选择地区，开关图层并调整透明度，按专题着色；工具中有量算、打印、导入导出。',
          'Choose a region, switch layers and how clear they are, colour by a theme; the tools measure, print and exchange files.',
        ),
      },
      {
        at: '.ol-viewport',
        title: p('地块', 'Parcels'),
        text: p('点击地块查看承包方、面积和状态，并可转到登记信息。', 'Press a parcel to see its household, area and state, and to go on to its record.'),
      },
      {
        at: '.map-days',
        title: p('时间轴', 'The days'),
        text: p('查看登记簿在任一登记日的样子，并比较两日之间的变化。', 'See the register as of any day, and what differs between two days.'),
      },
    ],
  },
  extension: {
    title: p('延包进度', 'Progress of the extension'),
    path: '/extension/progress',
    steps: [
      { at: '.figures-large', title: p('总体进度', 'How far it is'), text: p('点击数字即可查看对应的农户清单。', 'Press a number to see its households.') },
      {
        at: '.ant-card canvas, .ant-card svg',
        title: p('各环节完成情况', 'The stages'),
        text: p(
          '从摸底调查、公示、签订到发证，逐级显示完成户数。',
          'From the survey over posting and signing to the certificate: how many households are through.',
        ),
      },
      {
        at: '.ant-table-wrapper',
        title: p('各地区对比', 'Regions side by side'),
        text: p('点击地区名称进入下一级，查看到村、组。', 'Press the name of a region to go down into it.'),
      },
    ],
  },
  wall: {
    title: p('大屏', 'The wall'),
    path: '/large',
    steps: [
      {
        at: '.large-map',
        title: p('区域分布', 'By region'),
        text: p('点击地区进入下一级；上方切换指标。', 'Press a region to go down into it; the row above it changes the figure.'),
      },
      { at: '.large header nav', title: p('返回上级', 'The way back'), text: p('点击上级地区名称返回。', 'Press the name of a region above to go back.') },
      {
        at: '.large-clock',
        title: p('数据时间', 'How old the figures are'),
        text: p(
          '数据每分钟更新；断网时保留最近数据，并以红色注明。',
          'They are renewed every minute; while the line is away the last ones stay, marked in red.',
        ),
      },
      {
        at: '.large-tools',
        title: p('轮播与全屏', 'Going round, and the whole screen'),
        text: p('自动轮播各地区；全屏显示；返回系统首页。', 'Goes through the regions by itself; fills the screen; back to the start.'),
      },
    ],
  },
}
/** The tour of a page, by its path and the row or form that is open in it. */
export function tourAt(path: string, open = ''): TourName | undefined {
  const names = Object.keys(TOURS) as TourName[]
  return names.find((n) => TOURS[n].path === path && (!TOURS[n].open || /^add\./.test(open)))
}
export const tourWords = {
  offer: (title: Text): Text => p(`首次使用“${title.zh}”？`, `New to “${title.en}”?`),
  begin: p('查看引导', 'Show me around'),
  never: p('不再提示', 'No, thank you'),
  choose: p('选择要了解的页面', 'Choose a page to be shown around'),
  next: p('下一步', 'Next'),
  before: p('上一步', 'Back'),
  finish: p('完成', 'Done'),
  skip: p('跳过', 'Skip'),
  nothing: p('本页正在加载或没有可引导的内容', 'This page is still loading, or has nothing to show'),
}
