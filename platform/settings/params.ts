// Every parameter that the product obeys: what it is called, what it changes, what holds without it and what it may be. Places of use take their key,
// default and bounds from here, so that the screen of the parameters tells the truth.
import { both as p, type Lang, type Text } from '../../kit/model/lang.ts'
import { CITIZEN_PARAMS } from './citizen-params.ts'
import { DATUM_PARAMS, datumShift, datumShiftWrong } from './datum-params.ts'
import { MESSAGE_PARAMS } from './message-params.ts'
import { PROGRESS_PARAMS } from './progress-params.ts'
import { LOGIN_PARAMS, type LoginParam } from './login-params.ts'

/** Where on the screen a parameter stands: with those of the same matter. */
export const PARAM_GROUPS = {
  security: p('账号与安全', 'Accounts and security'),
  alerts: p('安全告警', 'Security alerts'),
  backup: p('备份', 'Backups'),
  business: p('业务办理', 'Handling of business'),
  data: p('数据校验', 'Checks of data'),
  print: p('打印', 'Printing'),
  files: p('附件与设备', 'Files and devices'),
  citizens: p('便民服务', 'Citizens'),
  messages: p('消息', 'Messages'),
  login: p('登录页与注册', 'Sign-in page and registration'),
} as const satisfies Readonly<Record<string, Text>>

interface Common {
  key: string
  group: keyof typeof PARAM_GROUPS
  name: Text
  meaning: Text
}
/** A whole number. */
export interface NumberParam extends Common {
  kind: 'number'
  usual: number
  least: number
  most?: number
  unit?: Text
}
/** 1 = on, 0 or nothing = off. */
export interface FlagParam extends Common {
  kind: 'flag'
}
/** One of several numbers, which need not be chosen. */
export interface ChoiceParam extends Common {
  kind: 'choice'
  choices: Readonly<Record<number, Text>>
  /** what holds without it */
  none: Text
}
/** Words; or the address of something that can be downloaded. */
export interface TextParam extends Common {
  kind: 'text'
  isAddress?: true
  /** parameters of a datum (`datum-params.ts`) */
  isShift?: true
  none: Text
}
export type KnownParam = NumberParam | FlagParam | ChoiceParam | TextParam

type Rest<P extends KnownParam> = Omit<P, 'kind' | 'key' | 'group' | 'name' | 'meaning'>
const number = (group: Common['group'], key: string, name: Text, meaning: Text, rest: Rest<NumberParam>): NumberParam => ({
  kind: 'number',
  group,
  key,
  name,
  meaning,
  ...rest,
})
const flag = (group: Common['group'], key: string, name: Text, meaning: Text): FlagParam => ({ kind: 'flag', group, key, name, meaning })
const people = p('人', 'people')
const years = p('年', 'years')
const hour = p('点', "o'clock")
const tenths = p('×0.1毫米', '× 0.1 mm')
const words = p('系统自带文字', "The product's own texts")

/** Parameters by the name that the code has for them. */
export const PARAMS = {
  ...CITIZEN_PARAMS,
  ...MESSAGE_PARAMS,
  // Source: platform.md 5 (Registration)
  register: flag(
    'login',
    'login.register',
    p('开放注册', 'Open registration'),
    p('允许访客在登录页申请账号', 'Anybody may request an account on the sign-in page'),
  ),
  waiting: number(
    'login',
    'register.waiting.max',
    p('待审核注册上限', 'Maximum waiting registrations'),
    p('同时等待审核的注册申请达到此数后，不再接受新的注册', 'When this many registrations are waiting for approval, no more are accepted'),
    { usual: 100, least: 0, unit: people },
  ),
  separation: flag(
    'security',
    'separation.three',
    p('三员分立', 'Three administrators'),
    p(
      '系统管理、安全保密管理、安全审计由不同的人担任，一个角色最多承担其中一项',
      'System, security and audit are administered by different people: a role may have the duties of at most one of them',
    ),
  ),
  // Source: security.md 4.4, K32
  purpose: flag(
    'security',
    'privacy.purpose',
    p('查看完整个人信息须说明用途', 'Personal data in full is seen for a stated purpose'),
    p(
      '登录后证件号码、电话等一律遮盖；说明用途后在本次登录内显示完整内容，用途与每次查看一并记入日志',
      'Numbers of documents and phones are masked after sign-in; who states why sees them in full until signing out, and the log keeps the purpose with each sight',
    ),
  ),
  // Source: security.md K25
  sessions: number(
    'security',
    'session.max',
    p('同一账号会话上限', 'Maximum sessions per person'),
    p('超出时，最久未使用的会话自动退出', 'One more ends the session that has been idle the longest'),
    { usual: 100, least: 1, unit: p('个', 'sessions') },
  ),
  alertAccounts: number(
    'alerts',
    'alert.accounts',
    p('同一地址尝试账号数', 'Accounts tried from one address'),
    p('15分钟内从同一地址尝试登录的账号达到此数时告警', 'Accounts tried from one address within 15 minutes that raise an alert'),
    { usual: 10, least: 1, unit: p('个', 'accounts') },
  ),
  alertAddresses: number(
    'alerts',
    'alert.addresses',
    p('同一账号登录地址数', 'Addresses of one account'),
    p('1小时内同一账号的登录地址达到此数时告警', 'Addresses used by one account within an hour that raise an alert'),
    { usual: 4, least: 1, unit: p('个', 'addresses') },
  ),
  alertReads: number(
    'alerts',
    'alert.reads',
    p('查看数据次数', 'Rows read'),
    p('15分钟内同一账号逐条查看、打印、下载达到此数时告警', 'Single rows, papers and files read by one account within 15 minutes that raise an alert'),
    { usual: 300, least: 1, unit: p('次', 'times') },
  ),
  nightFrom: number(
    'alerts',
    'alert.night.from',
    p('夜间开始', 'Night begins'),
    p('此时起登录视为夜间登录并告警；24表示不以此告警', 'A sign-in from this hour on raises an alert; 24: never'),
    { usual: 23, least: 0, most: 24, unit: hour },
  ),
  nightTo: number(
    'alerts',
    'alert.night.to',
    p('夜间结束', 'Night ends'),
    p('此时之前登录视为夜间登录并告警；0表示不以此告警', 'A sign-in before this hour raises an alert; 0: never'),
    { usual: 5, least: 0, most: 24, unit: hour },
  ),
  backupHour: number(
    'backup',
    'backup.hour',
    p('每日备份时间', 'Hour of the daily backup'),
    p('每日此时起自动备份；24表示不自动备份', 'A backup is made every day from this hour on; 24: never'),
    { usual: 2, least: 0, most: 24, unit: hour },
  ),
  backupDaily: number(
    'backup',
    'backup.daily',
    p('保留每日备份', 'Daily backups kept'),
    p('自动备份中保留最近多少天的', 'For how many days the scheduled backups stay'),
    { usual: 7, least: 1, most: 366, unit: p('份', 'backups') },
  ),
  backupWeekly: number(
    'backup',
    'backup.weekly',
    p('保留每周备份', 'Weekly backups kept'),
    p('更早的自动备份每周保留一份，保留多少周', 'For how many weeks one scheduled backup a week stays'),
    { usual: 4, least: 0, most: 520, unit: p('份', 'backups') },
  ),
  backupAlarm: number(
    'backup',
    'backup.alarm',
    p('备份过期告警', 'Alarm of an old backup'),
    p('最近一份备份早于此小时数时告警；0表示不告警', 'An alert is raised when the last backup is older than this; 0: never'),
    { usual: 36, least: 0, unit: p('小时', 'hours') },
  ),
  renewYears: number(
    'business',
    'renew.years',
    p('可办理延包的年限', 'When contracts may be extended'),
    p('承包期在此年数内到期的合同可以办理延包', 'A contract that ends within this many years may be extended'),
    { usual: 3, least: 0, unit: years },
  ),
  // Source: business-flows.md 4.10
  renewRequirePlan: {
    kind: 'choice',
    group: 'business',
    key: 'renew.requirePlan',
    name: p('延包须有调查和附件', 'Extension asks for survey and papers'),
    meaning: p('办理延包的农户须有调查记录，且必备附件齐全', 'Households that are extended have been surveyed, and their papers are there'),
    choices: { 0: p('不要求', 'Not asked'), 1: p('一律要求', 'Always asked') },
    none: p('发包方延包方案生效后要求', 'Asked once the plan of the issuer is in force'),
  } satisfies ChoiceParam as ChoiceParam,
  ...PROGRESS_PARAMS,
  // Source: 农村土地承包法 第二十一条; arable land has 30 years and no parameter
  termGrass: number(
    'business',
    'term.grass',
    p('草地承包最长年限', 'Longest term of grassland'),
    p('家庭承包的草地，一份合同最长的承包年限', 'Maximum term of a household contract of grassland, in years'),
    { usual: 50, least: 30, most: 50, unit: years },
  ),
  termForest: number(
    'business',
    'term.forest',
    p('林地承包最长年限', 'Longest term of woodland'),
    p('家庭承包的林地，一份合同最长的承包年限', 'Maximum term of a household contract of woodland, in years'),
    { usual: 70, least: 30, most: 70, unit: years },
  ),
  // Source: 国办发〔1999〕102号
  termOther: number(
    'business',
    'term.other',
    p('其他方式承包最长年限', 'Longest term of other ways'),
    p('招标、拍卖、公开协商等方式承包的，一份合同最长的承包年限', 'Maximum term of a contract by tender, auction or negotiation, in years'),
    { usual: 50, least: 1, most: 70, unit: years },
  ),
  termEndless: flag(
    'business',
    'term.other.endless',
    p('其他方式可签长期合同', 'Other ways without end'),
    p('以其他方式承包的，承包期限止可填9999-01-01（长期）', 'A contract by another way may have no end (9999-01-01)'),
  ),
  // Source: business-flows.md 4.5
  exchangeInVillage: flag(
    'business',
    'exchange.village',
    p('同村跨组互换', 'Exchange within a village'),
    p('允许同一村不同发包方的承包方互换地块', 'Households of different issuers of one village may exchange parcels'),
  ),
  lossPosted: flag(
    'business',
    'supplement.loss.publicity',
    p('遗失补证先公示', 'Loss is posted first'),
    p(
      '权证遗失补发前先公示，公示天数按流程配置',
      'The loss of a certificate is posted before another is made, for the number of days in the process configuration',
    ),
  ),
  // Source: business-flows.md 7
  signExamined: {
    kind: 'choice',
    group: 'business',
    key: 'sign.examine',
    name: p('电子签约审核', 'Electronic signing is examined'),
    meaning: p(
      '哪些合同在各方电子签署完成后，须由另一人审核才算签订；手机号码三十日内登记或变更的、委托他人代发包方签署的，总须审核',
      'Which contracts count as signed only after a second person has examined what all have signed electronically; one by a number younger than thirty days, or by an agent whom a letter names for the issuer, always does',
    ),
    choices: { 0: p('现场签署的不审核', 'Signing on site is not examined'), 1: p('全部审核', 'All are examined') },
    none: p('人工录入证件且没有现场照片的须审核', 'Those with a document that was typed and no photo of the act are examined'),
  } satisfies ChoiceParam as ChoiceParam,
  certificatePaper: {
    kind: 'choice',
    group: 'business',
    key: 'certificate.paper',
    name: p('变更后的权证', 'Certificate after a change'),
    meaning: p('变更登记后换发新证，还是在原证上记载', 'Whether a change makes a new certificate or a line on the old one'),
    choices: { 0: p('在原证上记载', 'Line on the old one'), 1: p('换发新证', 'New certificate') },
    none: p('由业务表单选择', 'Chosen in the form of the business'),
  } satisfies ChoiceParam as ChoiceParam,
  // Source: rulings.md 12
  nameMax: number(
    'data',
    'person.name.max',
    p('姓名最大长度', 'Length of names'),
    p('姓名的最多字符数，少数民族姓名较长的地区可调大', "Maximum length of a person's name; longer where minorities have longer names"),
    { usual: 18, least: 18, most: 50, unit: p('字符', 'characters') },
  ),
  parcelDistance: number(
    'data',
    'parcel.distance',
    p('新地块距本村土地的最大距离', 'Distance of a new parcel from its village'),
    p(
      '新增或改动的地块图形，距本村已有地块不得超过此距离；本村没有地块的，距本县已有地块不得超过其3倍',
      'A new or changed outline lies no farther from the land that its village has; where it has none, three times as far from that of the county',
    ),
    { usual: 20, least: 1, most: 500, unit: p('千米', 'km') },
  ),
  pointsMax: number(
    'data',
    'dk.points.max',
    p('地块图形点数上限', 'Maximum points per save'),
    p('一次保存的地块图形合计最多点数', 'Maximum number of points in the shapes of parcels saved together'),
    { usual: 10_000, least: 4, unit: p('个', 'points') },
  ),
  areaDecimals: number(
    'print',
    'print.area.decimals',
    p('打印面积小数位', 'Decimals of printed areas'),
    p('打印文书中以亩为单位的面积保留的小数位数', 'Decimals of areas in mu on printed papers'),
    { usual: 2, least: 2, most: 4, unit: p('位', 'decimals') },
  ),
  // Source: documents.md 8
  paperWidth: number(
    'print',
    'certificate.width',
    p('权证纸张宽', 'Width of the certificate'),
    p('权证空白本的页面宽度', 'Width of a page of the blank booklet'),
    { usual: 2100, least: 1000, unit: tenths },
  ),
  paperHeight: number(
    'print',
    'certificate.height',
    p('权证纸张高', 'Height of the certificate'),
    p('权证空白本的页面高度', 'Height of a page of the blank booklet'),
    { usual: 2850, least: 1000, unit: tenths },
  ),
  paperRight: number(
    'print',
    'certificate.dx',
    p('权证套打右移', 'Certificate: shift right'),
    p('套打内容整体向右移动，负数向左', 'Print on the blank is shifted to the right; negative: to the left'),
    { usual: 0, least: -300, most: 300, unit: tenths },
  ),
  paperDown: number(
    'print',
    'certificate.dy',
    p('权证套打下移', 'Certificate: shift down'),
    p('套打内容整体向下移动，负数向上', 'Print on the blank is shifted down; negative: up'),
    { usual: 0, least: -300, most: 300, unit: tenths },
  ),
  paperFrame: flag(
    'print',
    'certificate.frame',
    p('权证打印表格', 'Certificate on plain paper'),
    p('连同表格线和栏目名称一起打印，用于白纸', 'Labels and lines are printed too, for plain paper'),
  ),
  quota: number('files', 'attach.quota.mb', p('附件空间上限', 'File quota'), p('本租户全部附件合计大小上限', 'Maximum total size of all files of the tenant'), {
    usual: 512 * 1024,
    least: 0,
    unit: p('MB', 'MB'),
  }),
  // Source: platform.md 2, 7, 8 (photo-capture tool)
  cameraPlugin: {
    kind: 'text',
    group: 'files',
    key: 'camera.plugin.url',
    name: p('高拍仪插件下载地址', 'Document camera: download'),
    meaning: p('高拍仪插件安装程序的下载地址', 'Where the program of the document camera can be downloaded'),
    isAddress: true,
    none: p('不提供下载', 'No download'),
  } satisfies TextParam as TextParam,
  ...DATUM_PARAMS,
  cameraPort: number(
    'files',
    'camera.port',
    p('高拍仪端口', 'Document camera: port'),
    p('高拍仪插件在本机监听的端口', 'Port on which the program of the document camera listens'),
    { usual: 38088, least: 1024, most: 65535 },
  ),
} as const satisfies Readonly<Record<string, KnownParam>>

/** The texts of the sign-in page, each with its English one. Source: screens.md A16. */
const loginTexts: readonly TextParam[] = (Object.keys(LOGIN_PARAMS) as LoginParam[]).flatMap((key) => {
  const { zh, en } = LOGIN_PARAMS[key]
  const one = { kind: 'text', group: 'login' } as const
  return [
    { ...one, key, name: p(zh, en), meaning: p(`登录页的${zh}`, `${en} on the sign-in page`), none: words },
    {
      ...one,
      key: `${key}.en`,
      name: p(`${zh}（英文）`, `${en}, English`),
      meaning: p(`英文登录页的${zh}`, `${en} on the English sign-in page`),
      none: p('与中文相同', 'The Chinese words'),
    },
  ]
})
/** All of them, those of the same matter together. */
export const KNOWN_PARAMS: readonly KnownParam[] = (Object.keys(PARAM_GROUPS) as Common['group'][]).flatMap((group) =>
  [...Object.values<KnownParam>(PARAMS), ...loginTexts].filter((x) => x.group === group),
)
export const knownParam = (key: unknown): KnownParam | undefined => KNOWN_PARAMS.find((x) => x.key === key)

/** What the value of a number says, at most its bound; what holds without it where the value is absent, no whole number or too small. */
export function numberOr(value: unknown, { usual, least, most }: NumberParam): number {
  const n = value === null || value === undefined ? Number.NaN : Number(value)
  return Number.isInteger(n) && n >= least ? Math.min(n, most ?? n) : usual
}
/** What a choice says, or undefined where nothing was chosen. */
export function choiceOf(value: unknown, { choices }: ChoiceParam): number | undefined {
  const n = Number(value)
  return value !== null && value !== undefined && value !== '' && Object.hasOwn(choices, n) ? n : undefined
}
export const isOn = (value: unknown): boolean => Number(value) === 1
export const isAddress = (value: string): boolean => /^https?:\/\/\S+$/.test(value)

/** What a number may be. */
export const rangeOf = ({ least, most }: NumberParam): Text =>
  most === undefined ? p(`不小于${least}`, `At least ${least}`) : p(`${least}～${most}`, `${least} to ${most}`)
const ON_OFF: Readonly<Record<number, Text>> = { 0: p('否', 'No'), 1: p('是', 'Yes') }
/** What can be chosen of a flag or a choice, as values are stored. */
export const paramChoices = (x: FlagParam | ChoiceParam): readonly { value: string; label: Text }[] =>
  Object.entries(x.kind === 'flag' ? ON_OFF : x.choices).map(([value, label]) => ({ value, label }))

/** Why a known parameter may not have this value; nothing where it may. Whatever stands under a key that nobody knows is no concern of ours. */
export function paramFault(key: unknown, value: unknown): Text | undefined {
  const x = knownParam(key)
  const v = String(value ?? '')
  if (!x) return undefined
  const about = (zh: string, en: string): Text => p(`${x.name.zh}${zh}`, `${x.name.en}: ${en}`)
  if (x.kind === 'number') {
    const n = Number(v)
    if (!/^-?\d{1,12}$/.test(v)) return about('必须是整数', 'must be a whole number')
    if (n < x.least || (x.most !== undefined && n > x.most))
      return x.most === undefined
        ? about(`不能小于${x.least}`, `must be at least ${x.least}`)
        : about(`必须在${x.least}到${x.most}之间`, `must be between ${x.least} and ${x.most}`)
  }
  if (x.kind === 'flag' || x.kind === 'choice') {
    const all = paramChoices(x)
    if (!all.some((c) => c.value === v)) {
      const [zh, en] = [all.map((c) => `${c.value}（${c.label.zh}）`).join('或'), all.map((c) => `${c.value} (${c.label.en})`).join(' or ')]
      return about(`只能是${zh}`, `must be ${en}`)
    }
  }
  if (x.kind === 'text' && x.isShift && v && !datumShift(v)) return datumShiftWrong(x.name)
  if (x.kind === 'text' && x.isAddress && !isAddress(v))
    return about('必须是http://或https://开头的网址', 'must be an address that begins with http:// or https://')
  return undefined
}

const withUnit = (n: number, { unit }: NumberParam): Text => (unit ? p(`${n}${unit.zh}`, `${n} ${unit.en}`) : p(String(n), String(n)))
/** What holds by this value in words, without one what holds then. */
export function meantBy(x: KnownParam, value: unknown): Text {
  if (x.kind === 'number') return withUnit(numberOr(value, x), x)
  if (x.kind === 'flag') return ON_OFF[isOn(value) ? 1 : 0]!
  if (x.kind === 'choice') {
    const chosen = choiceOf(value, x)
    return chosen === undefined ? x.none : x.choices[chosen]!
  }
  const v = String(value ?? '')
  return v === '' || (x.isAddress && !isAddress(v)) ? x.none : p(v, v)
}
/** Those that have the words of somebody's search in key, name or meaning. */
export function paramsWith(search: string, lang: Lang): readonly KnownParam[] {
  const asked = search.trim().toLowerCase()
  return KNOWN_PARAMS.filter((x) => [x.key, x.name[lang], x.meaning[lang]].some((t) => t.toLowerCase().includes(asked)))
}
