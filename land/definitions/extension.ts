import { date, datetime, dict, int, json, note, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { FIRST_CONTRACTS } from './household.ts'

const none = { form: 'none' } as const

/** The round of contracting that a household is asked about now: extensions of the second begin the third. */
export const NEXT_ROUND = 3
/**
 * Where a household of the extension stands (dictionary yb_status). What a person says is 0 to 2, 7 and 8; from publicity to the certificate the case and the
 * register say it. Source: business-flows.md 9.3.
 */
export const YB = { none: '0', survey: '1', surveyed: '2', publicity: '3', toSign: '4', signed: '5', certified: '6', left: '7', postponed: '8' } as const
/** The states that a row may hold. */
const SAID = [YB.survey, YB.surveyed, YB.left, YB.postponed]

/** A member as the survey found it; `is`: the member of the register, none of one who came. */
export interface FoundMember {
  is?: string | null
  cyxm: string
  cyxb?: string | null
  yhzgx?: string | null
  kind?: string | null
  belongs?: string | null
  note?: string | null
}
/** What the survey found beside wish and tags; nothing of it is in the register. Source: documents.md 11.1. */
export interface SurveyFindings {
  members: readonly FoundMember[]
  parcels: readonly { dkbm: string; change: string; area?: string | null; note?: string | null }[]
  circulation: readonly { dkbm?: string | null; to: string; until?: string | null; area?: string | null }[]
  landNote?: string | null
}

/**
 * 延包农户: what the extension campaign knows of a household beside the register: where it stands, what the survey found, what it wishes. The list of the
 * campaign is the register's, with these rows beside it: one of which nothing is known yet has none. Source: business-flows.md 9.3.
 */
export const extension_household = defineResource({
  name: 'extension_household',
  label: '延包农户',
  en: 'Household of the extension',
  path: '/ybProcess/cbfBusiness',
  scope: 'land',
  unique: [['fbfbm', 'round', 'cbfbm']],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none, search: 'prefix', column: false }),
    fbfbm: text('发包方编码', { fixed: true, en: 'Issuer code', length: 14, ...none, search: 'prefix' }),
    round: int('轮次', { en: 'Round', ...none, min: 1, max: 9 }),
    cbfbm: text('承包方编码', { fixed: true, en: 'Contractor code', length: 18, required: true, search: 'prefix' }),
    ybStatus: dict('办理状态', 'yb_status', { en: 'State', ...none, values: SAID }),
    ybddlx: dict('延包方式', 'busi_ybddlx', { en: 'Way of extension' }),
    wish: dict('延包意愿', 'yb_wish', { help: { zh: '农户在入户调查时表示的意愿', en: 'What the household said it wishes when it was visited' }, en: 'Wish' }),
    reasonTag: dict('原因类别', 'household_tag', { en: 'Kind of reason', ...none }),
    reason: note('原因', { en: 'Reason', max: 254, ...none }),
    decider: text('争议处理机构', { en: 'Dispute before', max: 100, ...none }),
    surveyDay: date('摸底日期', { help: { zh: '入户调查之日', en: 'The day of the visit' }, past: true, since: FIRST_CONTRACTS, en: 'Surveyed on' }),
    surveyor: text('调查员', { help: { zh: '入户调查的人员', en: 'Who visited the household' }, name: true, format: 'name', en: 'Surveyor', max: 50 }),
    landNote: note('土地情况说明', {
      help: { zh: '记载地块灭失、被征收、互换等与登记不一致的情况', en: 'What differs from the register, such as land that is lost, taken or exchanged' },
      en: 'Remarks on the land',
      max: 254,
    }),
    survey: json<SurveyFindings>('摸底结果', none),
    finishTime: datetime('摸底完成时间', { en: 'Survey finished', ...none }),
  },
})
export type ExtensionHousehold = Row<typeof extension_household>
