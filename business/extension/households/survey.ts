// The survey of a household as a form: its shape, and what of it does not fit the household of the register. Pure. Source: documents.md 11.1; business-flows.md 9.3.
import { area, date, dict, note, text } from '../../../kit/model/field.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import { YB, type FoundMember, type SurveyFindings } from '../../../land/definitions/extension.ts'
import { formDays, readForm } from '../../cases/definitions/form.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { whyStopped } from './stops.ts'
import { ZT } from '../../../land/definitions/statuses.ts'

/** A member as he was found; no number: it is asked for with its paper when the case is accepted. */
export const SURVEY_MEMBER = {
  is: text('成员', { en: 'Member', max: 19 }),
  cyxm: text('姓名', { name: true, format: 'name', en: 'Name', required: true, max: 50 }),
  cyxb: dict('性别', 'sex', { en: 'Sex', values: ['1', '2'] }),
  yhzgx: dict('与户主关系', 'yhzgx', { en: 'Relation to head' }),
  kind: dict('类别', 'cybz', { en: 'Category' }),
  belongs: dict('是否本集体成员', 'yes_no', { en: 'Of this collective', values: ['1', '2'] }),
  note: text('备注', { en: 'Remark', max: 100 }),
} as const
/** What became of a parcel since it was contracted. */
export const PARCEL = {
  dkbm: text('地块编码', { en: 'Parcel', required: true, length: 19 }),
  change: dict('变化情况', 'yb_land_change', { en: 'Change', required: true }),
  area: area('面积（亩）', { en: 'Area (mu)' }),
  note: text('备注', { en: 'Remark', max: 100 }),
} as const
/** To whom the household has given land to farm, and until when. */
export const CIRCULATION = {
  dkbm: text('地块编码', { en: 'Parcel', length: 19 }),
  to: text('受让方', { name: true, format: 'name', en: 'To', required: true, max: 50 }),
  until: date('流转至', { en: 'Until' }),
  area: area('面积（亩）', { en: 'Area (mu)' }),
} as const
const shape = {
  members: { many: SURVEY_MEMBER, label: both('成员', 'Member') },
  parcels: { many: PARCEL, label: both('地块', 'Parcel') },
  circulation: { many: CIRCULATION, label: both('流转', 'Circulation') },
  landNote: note('土地情况说明', { en: 'Remarks on the land', max: 254 }),
} as const

/** The household of the register that a survey is about, as far as the survey names it. */
export interface SurveyedHousehold {
  members: readonly { id: string; cyxm: string | null }[]
  dkbms: readonly string[]
}
/** A member as the register has him beside the survey; no number of his is told. */
export interface RegisterMember {
  id: string
  cyxm: string | null
  cyxb: string | null
  yhzgx: string | null
  cybz: string | null
}
/** What was found of the members, with a row for each member of the register of whom nothing was found: as he stands there. Then those who came. */
export const listedMembers = (members: readonly RegisterMember[], found: readonly FoundMember[]): FoundMember[] => [
  ...members.map((m): FoundMember => found.find((f) => f.is === m.id) ?? { is: m.id, cyxm: m.cyxm ?? '', cyxb: m.cyxb, yhzgx: m.yhzgx, kind: m.cybz }),
  ...found.filter((f) => !f.is),
]
const MOST_ROWS = 60
/** Reads what was found of a household: every fault with its path below `survey`. `today`: yyyy-MM-dd, for the days in it. */
export function readFindings(sent: unknown, of: SurveyedHousehold, today: string): { survey: SurveyFindings; wrong: Wrong[] } {
  const { form, wrong } = readForm(shape, (sent ?? {}) as Form)
  const own: Wrong[] = []
  const twice = (list: readonly (string | null | undefined)[], name: string, field: string, msg: Text) =>
    list.forEach((v, i) => v && list.indexOf(v) < i && own.push({ field: `${name}.${i}.${field}`, msg }))
  for (const name of ['members', 'parcels', 'circulation'] as const)
    if (form[name].length > MOST_ROWS) own.push({ field: name, msg: both(`最多${MOST_ROWS}行`, `At most ${MOST_ROWS} rows`) })
  form.members.forEach(({ is }, i) => {
    if (is && !of.members.some((m) => m.id === is)) own.push({ field: `members.${i}.is`, msg: both('该成员不在本户中', 'This member is not of the household') })
  })
  for (const name of ['parcels', 'circulation'] as const)
    form[name].forEach(({ dkbm }, i) => {
      if (dkbm && !of.dkbms.includes(dkbm))
        own.push({ field: `${name}.${i}.dkbm`, msg: both(`地块【${dkbm}】不是本户的承包地块`, `Parcel ${dkbm} is not in a contract of the household`) })
    })
  const once = both('重复填写', 'Given twice')
  twice(
    form.members.map((m) => m.is),
    'members',
    'is',
    once,
  )
  twice(
    form.parcels.map((p) => p.dkbm),
    'parcels',
    'dkbm',
    once,
  )
  return { survey: form as SurveyFindings, wrong: [...wrong, ...formDays(shape, form, today), ...own].map((w) => ({ ...w, field: `survey.${w.field}` })) }
}

/** Where a household stands, as the list says it. */
export interface HouseholdStanding {
  ybStatus: string
  zt: string
  isInCase: boolean
  isRenewed: boolean
  businessCode: string | null
  ybddlx: string | null
}
/** Why nothing may be said of a household any more: it has ended, or its extension has gone on beyond the survey. */
export function closed(s: HouseholdStanding): Text | undefined {
  if (s.isRenewed) return whyStopped.registered
  if (s.zt !== ZT.valid) return whyStopped.ended
  if (s.ybStatus === YB.signed) return whyStopped.signed
  return s.isInCase ? whyStopped.inCase(s.businessCode ?? '') : undefined
}
const held = (s: HouseholdStanding): Text | undefined =>
  s.ybStatus === YB.left ? whyStopped.left : s.ybStatus === YB.postponed ? whyStopped.postponed : undefined
/** Why it cannot be surveyed. */
export const notSurveyed = (s: HouseholdStanding): Text | undefined => closed(s) ?? held(s)
/** Why it cannot be left out or postponed: from a survey that began, until its case is begun. Source: business-flows.md 9.3. */
export const notLeft = (s: HouseholdStanding): Text | undefined => closed(s) ?? held(s) ?? (s.ybStatus === YB.none ? whyStopped.notBegun : undefined)
/** Why it cannot be taken back: only what a person said is, while the household is there. Source: rulings.md 9. */
export const notBack = (s: HouseholdStanding): Text | undefined => closed(s) ?? (held(s) ? undefined : whyStopped.notHeld)
/** Way of a household that is not extended (dictionary busi_ybddlx). */
export const NOT_EXTENDED = '9'
/** Why its extension cannot be begun. */
export const notExtendable = (s: HouseholdStanding): Text | undefined =>
  notLeft(s) ?? (s.ybStatus === YB.survey ? whyStopped.notFinished : s.ybddlx === NOT_EXTENDED ? whyStopped.wayNone : undefined)

/** What a person may do with a household, and why he may not as it stands; the screen is told it and the calls ask it. `aside`: not extended, or postponed. */
export const householdRefusal = { survey: notSurveyed, start: notExtendable, aside: notLeft, back: notBack } as const
/** Of each of them null, or why not, in the reader's language. */
export type HouseholdActs = Readonly<Record<keyof typeof householdRefusal, string | null>>
