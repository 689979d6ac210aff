import { dict, geom, note, text } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { parcelAreaWrong } from '../../../land/definitions/contract-area.ts'
import { dk } from '../../../land/definitions/dk.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn, optional, readForm, type FormOf, type Read } from '../../cases/definitions/form.ts'
import { MEMBER, membersWrong } from '../../cases/people/members.ts'
import { REASON } from '../../parts/next-version.ts'
import { AREA_REASON } from '../../cases/rules/area-limits.ts'
import { BOOK, chosenWrong, firstEach, ISSUER, LINE, wrongLines, personsOf, wrongAt } from '../../cases/definitions/parts.ts'
import { CUTS, cutChosenWrong, PIECE_STAYS } from '../../cases/land/pieces.ts'
import type { About, BusinessType, Papers } from '../../cases/definitions/type.ts'

/** Items (dictionary business_type). */
export const ITEM = {
  members: 'change_contract_1',
  head: 'change_contract_2',
  added: 'change_contract_3',
  taken: 'change_contract_4',
  returned: 'change_contract_5',
  area: 'change_contract_6',
  other: 'change_contract_9',
} as const
/** Items that change the household, not its land. */
export const ofPeople = (item: string): boolean => item === ITEM.members || item === ITEM.head
/** Items that leave lines and terms as they are: their contract may go on unsigned. Source: acts.md 3. */
export const keepsLand = (item: string): boolean => ofPeople(item) || item === ITEM.other

/** A parcel that leaves the contract whole. `fate`: lost for good, taken by the state, back to the reserve. */
const FATES = { [ITEM.taken]: ['lost', 'state'], [ITEM.returned]: ['reserve'] } as const
const LEAVING = {
  dkbm: LINE.dkbm,
  fate: text('去向', {
    en: 'Outcome',
    required: true,
    values: ['lost', 'state', 'reserve'],
    requiredMessage: both('请选择地块去向', 'Select what happens to the parcel'),
  }),
} as const
const { htmj, htmjm } = cbdkxx.fields
const { qqmjm } = dk.fields
const OUTLINE = geom('新图形', { en: 'New outline' })
export const YES = '1'
/**
 * A line whose contract area is decided anew; the measured and the confirmed area only where they were corrected. `cxch`: the survey draws its outline anew
 * (`geom`, WKT in degrees), and then the measured area is that of the outline.
 */
const CORRECTED = {
  dkbm: LINE.dkbm,
  htmj,
  htmjm,
  scmj: { ...dk.fields.scmj, required: false },
  qqmjm,
  areaReason: AREA_REASON,
  cxch: dict('重新测绘', 'yes_no', { en: 'Outline redrawn', values: ['1', '2'] }),
  geom: OUTLINE,
} as const
/** A neighbour that follows a boundary: its new outline, and its book with the contract area by decision. Of one that is in no book the outline alone. */
const BESIDE = {
  dkbm: LINE.dkbm,
  cbjyqzbm: text('相邻地块登记簿', { en: 'Book of the neighbour', length: 19 }),
  djbId: optional(BOOK.djbId),
  htmj: optional(htmj),
  htmjm: optional(htmjm),
  areaReason: AREA_REASON,
  geom: { ...OUTLINE, required: true },
} as const

/** The form of 合同变更. `djbId`: the version that was chosen, so that a later one is not changed unseen. What an item does not change is not in its form. */
export const shape = {
  fbfbm: ISSUER,
  ...BOOK,
  ...REASON,
  lxdh: cbf.fields.lxdh,
  jtcyList: { many: MEMBER, label: both('成员', 'Member') },
  dk: { many: LINE, label: both('地块', 'Parcel') },
  leaving: { many: LEAVING, label: both('减少地块', 'Parcel that leaves') },
  cuts: CUTS,
  corrected: { many: CORRECTED, label: both('更正地块', 'Corrected parcel') },
  beside: { many: BESIDE, label: both('相邻地块', 'Neighbour') },
  djbfj: note('约定事项', { en: 'Agreed matters', max: 254 }),
} as const
export type ChangeForm = FormOf<typeof shape>

/** Neighbours stand once, beside a parcel that is drawn anew, and those in a book with their contract area. */
function besideWrong({ cbjyqzbm, corrected, beside }: ChangeForm, free: (at: string) => boolean): Wrong[] {
  const drawn = corrected.some((c) => c.geom)
  return beside.flatMap((b, i): Wrong[] => {
    const at = `beside.${i}`
    const twice = corrected.some((c) => c.dkbm === b.dkbm) || beside.findIndex((o) => o.dkbm === b.dkbm) < i
    return [
      ...(/^\d{19}$/.test(b.dkbm ?? '') ? [] : [{ field: `${at}.dkbm`, msg: both('请选择地块', 'Please select the parcel') }]),
      ...(twice ? [{ field: `${at}.dkbm`, msg: both('地块重复', 'A parcel is listed twice') }] : []),
      ...(b.cbjyqzbm && b.cbjyqzbm === cbjyqzbm
        ? [{ field: `${at}.cbjyqzbm`, msg: both('该地块在本登记簿中，请直接重新测绘', 'This parcel is in the same book: draw it there') }]
        : []),
      ...(drawn ? [] : [{ field: `${at}.dkbm`, msg: both('没有重新测绘的地块，不能纳入相邻地块', 'No outline is redrawn that a neighbour could follow') }]),
      ...(!b.cbjyqzbm || !free(at) ? [] : wrongAt(`${at}.htmj`, parcelAreaWrong(b))),
    ]
  })
}

/** What is wrong with the part of the form that an item fills. */
function itemWrong(form: ChangeForm, item: string, known: readonly Wrong[]): Wrong[] {
  const free = (at: string) => !known.some((w) => w.field.startsWith(`${at}.`))
  switch (item) {
    case ITEM.members:
    case ITEM.head:
      return membersWrong(form.jtcyList)
    case ITEM.added:
      return wrongLines(form.dk, 'dk', known)
    case ITEM.taken:
    case ITEM.returned:
      return [
        // a parcel leaves whole, or a part of it
        ...(form.cuts.length && !form.leaving.length ? [] : chosenWrong(form.leaving, 'leaving')),
        ...(form.cuts.length ? cutChosenWrong(form.cuts, form.leaving, [PIECE_STAYS, ...FATES[item]]) : []),
        ...form.leaving.flatMap((l, i) =>
          (FATES[item] as readonly string[]).includes(l.fate)
            ? []
            : [{ field: `leaving.${i}.fate`, msg: both('地块去向与业务事项不符', 'The outcome does not match the item') }],
        ),
      ]
    case ITEM.area:
      return [
        ...chosenWrong(form.corrected, 'corrected'),
        ...form.corrected.flatMap((l, i) => (free(`corrected.${i}`) ? wrongAt(`corrected.${i}.htmj`, parcelAreaWrong(l)) : [])),
        ...besideWrong(form, free),
      ]
    case ITEM.other:
      return form.djbfj ? [] : [{ field: 'djbfj', msg: both('请输入约定事项', 'Please enter the agreed matters') }]
    default:
      return []
  }
}
/** The lists that an item fills; the others are left out whatever came. */
const LISTS: Readonly<Record<string, readonly (keyof ChangeForm)[]>> = {
  [ITEM.members]: ['jtcyList'],
  [ITEM.head]: ['jtcyList'],
  [ITEM.added]: ['dk'],
  [ITEM.taken]: ['leaving', 'cuts'],
  [ITEM.returned]: ['leaving', 'cuts'],
  [ITEM.area]: ['corrected', 'beside'],
}
/** Reads the form for an item: every fault at once, areas in m² (htmj, scmj) and mu (htmjm, qqmjm). Source: business-flows.md 4.6. */
function read(raw: Form, { item }: About): Read<ChangeForm> {
  const lists = Object.fromEntries(
    ['jtcyList', 'dk', 'leaving', 'cuts', 'corrected', 'beside'].map((n) => [n, LISTS[item]?.includes(n as keyof ChangeForm) ? formsIn(raw[n]) : []]),
  )
  const leaving = item === ITEM.returned ? { leaving: formsIn(raw.leaving).map((l) => ({ ...l, fate: 'reserve' })) } : {}
  // an outline measures itself
  const corrected = (lists.corrected ?? []).map((c) => (c.geom ? { ...c, cxch: YES, scmj: null } : c))
  const { form, wrong } = readForm(shape, { ...raw, ...lists, ...leaving, corrected, djbfj: item === ITEM.other ? raw.djbfj : null })
  return firstEach({ form, wrong: [...wrong, ...itemWrong(form, item, wrong)] })
}

/** Proofs by item. Source: business-flows.md 4.6 (Materials), 4.12. */
const PROOFS: Readonly<Record<string, Papers>> = {
  [ITEM.members]: { with: ['HJZM'] },
  [ITEM.head]: { with: ['CBFHKB'] },
  [ITEM.added]: { with: ['HYJL', 'DCB'] },
  [ITEM.taken]: { with: ['QT', 'DCB'] },
  [ITEM.returned]: { with: ['QT', 'XY', 'DCB'] },
  [ITEM.area]: { with: ['DCB'] },
}

/** 合同变更: what a contract says of household or land is changed, its term goes on. Source: business-flows.md 4.6. */
export const changeContract: BusinessType<ChangeForm> = {
  code: 'change_contract',
  effect: both('登记簿和承包合同按本业务的内容变更。', 'Book and contract are changed as stated in this case.'),
  counter: 'change_contract',
  items: Object.values(ITEM),
  shape,
  // members and representative may change while the land is mortgaged; the plan refuses it of the other items
  asks: { mortgaged: 'warn' },
  read,
  surveyed: (before, { dk: lines, leaving, cuts, corrected, beside }) => ({ ...before, dk: lines, leaving, cuts, corrected, beside }),
  persons: (form) => personsOf(form.jtcyList, 'jtcyList').filter((p) => !form.jtcyList[Number(p.at.split('.')[1])]?.id),
  gates: (_form, { item, doSign }) => ({ needSurvey: !keepsLand(item), needPublicity: item !== ITEM.members && item !== ITEM.other, doSign }),
  papers: (_form, { item }) => PROOFS[item] ?? {},
}
