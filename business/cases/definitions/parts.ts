// Parts that forms of several types have: a household, lines of a contract, its terms. Pure.
import { readDraft } from '../../../kit/model/check.ts'
import { note, text } from '../../../kit/model/field.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { cbdkxx, cbht } from '../../../land/definitions/cbht.ts'
import { parcelAreaWrong } from '../../../land/definitions/contract-area.ts'
import { headWrong, householdWrong, organisationWrong, surveyWrong } from '../../../land/definitions/household.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { AREA_REASON } from '../rules/area-limits.ts'
import type { Form } from './business.ts'
import { formsIn, optional, type FormOf, type Read } from './form.ts'
import { OF_POSTING } from './new-household.ts'
import type { CasePerson } from './type.ts'

/** Last character of a contract code by method (dictionary cbjyqqdfs). Source: codes.md 5.2. */
export const LETTER: Readonly<Record<string, 'J' | 'Q'>> = { '110': 'J', '121': 'Q', '122': 'Q', '123': 'Q', '129': 'Q' }
/** End of a term without end. Source: codes.md 5.4. */
export { LONG_TERM } from '../../../land/definitions/terms.ts'

/** A text in which a code stands; `en` names it. */
const pleaseSelect = (zh: string, en: string) => ({ requiredMessage: { zh: `请选择${zh}`, en: `Please select the ${en}` } })
/** The issuer of a case. */
export const ISSUER = text('发包方', { en: 'Issuer', required: true, length: 14, ...pleaseSelect('发包方', 'issuer') })
/** A current book that a case changes, and the version that was chosen, so that a later one is not changed unseen. */
export const BOOK = {
  cbjyqzbm: text('登记簿', { en: 'Book', required: true, length: 19, ...pleaseSelect('登记簿', 'book') }),
  djbId: text('登记簿版本', {
    en: 'Version of the book',
    required: true,
    max: 19,
    requiredMessage: both('请重新选择登记簿（缺少所见版本）', 'Select the book again: the version that you viewed is missing'),
  }),
} as const
/** A member of the register who stays or moves, with the relation to the head that is to be; `cyxm` is only shown. */
export const MOVED = {
  id: text('成员', { en: 'Member', required: true, max: 19, ...pleaseSelect('成员', 'member') }),
  cyxm: { ...jtcy.fields.cyxm, required: false },
  yhzgx: jtcy.fields.yhzgx,
} as const
/** A contractor of the register by its code (cbfbm), or a new household as its own form sends it, with `jtcyList`. */
export const HOUSEHOLD = {
  one: { ...cbf.fields, cbfbm: text('承包方编码', { max: 18 }), jtcyList: { many: jtcy.fields, label: both('成员', 'Member') } },
  own: true,
  label: both('承包方', 'Contractor'),
} as const
const { cbjyqqdfs, htmj, htmjm, yhtmj, yhtmjm, sfqqqg } = cbdkxx.fields
/** A parcel and what a contract says of it. */
export const LINE = {
  dkbm: text('地块', { en: 'Parcel', required: true, ...pleaseSelect('地块', 'parcel') }),
  cbjyqqdfs,
  htmj,
  htmjm,
  yhtmj,
  yhtmjm,
  sfqqqg,
  areaReason: AREA_REASON,
} as const
export type ParcelLine = FormOf<typeof LINE>
const { cbfs, cbqx, cbqxq, cbqxz, qdsj, ycbhtbm, yhtzmj, yhtzmjm } = cbht.fields
/** Why somebody heads a household who is asked for. */
export const HEAD_NOTE = note('户主说明', { en: 'Reason for this head', max: 200 })
/** Terms of a contract. */
export const TERMS = { cbfs, cbqx, cbqxq, cbqxz, qdsj, ycbhtbm, yhtzmj, yhtzmjm } as const
export type ContractTerms = FormOf<typeof TERMS>

/** A fault at a field, where there is one. */
export const wrongAt = (field: string, msg: Text | undefined): Wrong[] => (msg ? [{ field, msg }] : [])
/** What is wrong with lines beyond their fields: codes, areas that do not agree, a parcel twice. Paths begin at `at`. */
export function wrongLines(lines: readonly ParcelLine[], at: string, known: readonly Wrong[]): Wrong[] {
  const bad = (i: number) => known.some((w) => w.field.startsWith(`${at}.${i}.`))
  const each = lines.flatMap((l, i): Wrong[] => [
    ...(l.dkbm && !/^\d{19}$/.test(l.dkbm) ? [{ field: `${at}.${i}.dkbm`, msg: both('请选择地块', 'Please select the parcel') }] : []),
    ...(bad(i) ? [] : wrongAt(`${at}.${i}.htmj`, parcelAreaWrong(l))),
  ])
  const none = lines.length === 0 ? [{ field: at, msg: both('请至少选择一个地块', 'Select at least one parcel') }] : []
  const twice = new Set(lines.map((l) => l.dkbm)).size === lines.length ? [] : [{ field: at, msg: both('地块重复', 'A parcel is listed twice') }]
  return [...each, ...none, ...twice]
}

/** What is wrong with a choice of parcels: no code, none chosen, one twice. Paths begin at `at`. */
export const chosenWrong = (rows: readonly { dkbm: string }[], at: string): Wrong[] => [
  ...rows.flatMap((r, i) => (/^\d{19}$/.test(r.dkbm ?? '') ? [] : [{ field: `${at}.${i}.dkbm`, msg: both('请选择地块', 'Please select the parcel') }])),
  ...(rows.length ? [] : [{ field: at, msg: both('请至少选择一个地块', 'Select at least one parcel') }]),
  ...(new Set(rows.map((r) => r.dkbm)).size === rows.length ? [] : [{ field: at, msg: both('地块重复', 'A parcel is listed twice') }]),
]

const FIELDS = { ...cbf.fields, ...Object.fromEntries(OF_POSTING.map((n) => [n, optional(cbf.fields[n])])) } as typeof cbf.fields
/** The form of a new household, `at` its place, with what it gets from elsewhere (issuer, terms): its own fields, its members, the head. */
export function householdFaults(raw: Form, at: string, given: Form): Wrong[] {
  const own = readDraft(FIELDS, { ...raw, ...given })
  const members = formsIn(raw.jtcyList).map((m) => readDraft(jtcy.fields, m))
  const drafts = members.map((m) => m.draft)
  const wrong = [
    ...own.wrong.filter((w) => !Object.hasOwn(given, w.field)),
    ...members.flatMap((m, i) => m.wrong.map((w) => ({ ...w, field: `jtcyList.${i}.${w.field}` }))),
    ...householdWrong(own.draft, drafts),
    ...organisationWrong(own.draft),
    ...surveyWrong(own.draft),
    ...headWrong({ cbf: own.draft, members: drafts }),
  ]
  return wrong.map((w) => ({ ...w, field: `${at}.${w.field}` }))
}
/** The members of a household as persons to hold. */
export const personsOf = (members: unknown, at: string): CasePerson[] =>
  formsIn(members).flatMap((m, i) => (m.cyzjlx && m.cyzjhm ? [{ at: `${at}.${i}`, cyzjlx: String(m.cyzjlx), cyzjhm: String(m.cyzjhm) }] : []))
/** Faults in the order of their places, each place once. */
export const firstEach = <F>({ form, wrong }: Read<F>): Read<F> => ({ form, wrong: wrong.filter((w, i) => wrong.findIndex((o) => o.field === w.field) === i) })
