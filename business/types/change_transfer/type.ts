import { date, note, text } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { parcelAreaFits } from '../../../land/definitions/contract-area.ts'
import { CBFLX } from '../../../land/definitions/household.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { optional, readForm, type FormOf, type Read } from '../../cases/definitions/form.ts'
import { REASON } from '../../parts/next-version.ts'
import { BOOK, chosenWrong, firstEach, HOUSEHOLD, householdFaults, ISSUER, LINE, personsOf } from '../../cases/definitions/parts.ts'
import { CUTS, cutChosenWrong, drawnIn } from '../../cases/land/pieces.ts'
import type { About, BusinessType } from '../../cases/definitions/type.ts'

/** Items (dictionary business_type). */
export const ITEM = { all: 'change_transfer_1', some: 'change_transfer_2', part: 'change_transfer_3', shares: 'change_transfer_4' } as const

const { htmj, htmjm } = cbdkxx.fields
/** A parcel that is given; of a share the area that goes, m² and mu. */
const GIVEN = { dkbm: LINE.dkbm, htmj: { ...htmj, required: false }, htmjm: { ...htmjm, required: false } } as const

/** Whose a piece of a cut parcel becomes: the transferor keeps it, or the receiver gets it. */
export const PARTY = { source: 'zc', receiver: 'zr' } as const
/** The form of 转让: the book that land leaves, who receives it (受让方, of the register or new) and which parcels go; `djbIdZr`: the version of the receiver's book, where it has one. */
export const shape = {
  fbfbm: ISSUER,
  cbjyqzbm: text('转出方登记簿', { ...BOOK.cbjyqzbm, en: 'Book of the transferor' }),
  djbId: BOOK.djbId,
  cbfZr: { ...HOUSEHOLD, label: both('受让方', 'Receiver') },
  djbIdZr: optional(BOOK.djbId),
  dk: { many: GIVEN, label: both('地块', 'Parcel') },
  cuts: CUTS,
  xyrq: date('转让协议日期', { past: true, en: 'Day of the agreement', required: true }),
  zrjk: note('转让价款约定', { en: 'Price', max: 254 }),
  ...REASON,
} as const
export type TransferForm = FormOf<typeof shape>
/** Whether the receiver is of the register, not new. */
export const isKnown = (form: Pick<TransferForm, 'cbfZr'>): boolean => !!form.cbfZr.cbfbm

/** What is wrong with the receiver: nobody, who transfers, or what a new household lacks. Its terms come from the book. */
function receiverWrong({ cbfZr, cbjyqzbm, fbfbm }: TransferForm): Wrong[] {
  if (Object.keys(cbfZr).length === 0) return [{ field: 'cbfZr.cbfbm', msg: both('请选择受让方', 'Please select the receiver') }]
  if (cbfZr.cbfbm)
    return cbfZr.cbfbm === cbjyqzbm?.slice(0, -1)
      ? [{ field: 'cbfZr.cbfbm', msg: both('受让方不能为转出方本人', 'The receiver must be another contractor') }]
      : []
  const given = { fbfbm, cbfs: null, cbqx: null, cbqxq: null, cbqxz: null }
  const other =
    cbfZr.cbflx && cbfZr.cbflx !== CBFLX.household ? [{ field: 'cbfZr.cbflx', msg: both('受让方应为农户', 'The receiver must be a household') }] : []
  return [...other, ...householdFaults(cbfZr, 'cbfZr', given)]
}
/** Of a share the area that goes must be said, in both units. */
const areasWrong = (dk: TransferForm['dk'], known: readonly Wrong[]): Wrong[] =>
  dk.flatMap(({ htmj: m2, htmjm: mu }, i) => {
    if (known.some((w) => w.field.startsWith(`dk.${i}.`)) || (m2 && mu && parcelAreaFits({ htmj: m2, htmjm: mu }))) return []
    return [{ field: `dk.${i}.htmj`, msg: both('转让面积应大于0，且亩与平方米一致', 'The area must be above 0, and mu must match m²') }]
  })

/** What of the chosen parcels is wrong for an item. */
function parcelsWrong({ dk, cuts }: TransferForm, item: string, known: readonly Wrong[]): Wrong[] {
  switch (item) {
    case ITEM.all:
      return []
    case ITEM.part:
      return [...(dk.length ? chosenWrong(dk, 'dk') : []), ...cutChosenWrong(cuts, dk, Object.values(PARTY))]
    case ITEM.shares:
      return [...chosenWrong(dk, 'dk'), ...areasWrong(dk, known)]
    default:
      return chosenWrong(dk, 'dk')
  }
}
/** Reads the form for an item: every fault at once, areas in m² (htmj) and mu (htmjm). Source: business-flows.md 4.4. */
function read(raw: Form, { item }: About): Read<TransferForm> {
  const own = { ...(item === ITEM.all ? { dk: [] } : {}), ...(item === ITEM.part ? {} : { cuts: [] }) }
  const { form, wrong } = readForm(shape, { ...raw, ...own })
  return firstEach({ form, wrong: [...wrong, ...receiverWrong(form), ...parcelsWrong(form, item, wrong)] })
}

/** 转让: a household gives land for good to another of the collective, with the issuer's consent. Source: business-flows.md 4.4. */
export const changeTransfer: BusinessType<TransferForm> = {
  code: 'change_transfer',
  effect: both(
    '转让的地块从转出方登记簿转入受让方登记簿；全部转出的，转出方登记簿注销。',
    'The parcels move to the book of the receiver; a transferor who gives all of them no longer has a book.',
  ),
  counter: 'change_transfer',
  counterFrom: 'target',
  items: Object.values(ITEM),
  shape,
  // household contracts only; who uses the land is told
  asks: { otherWay: 'refuse', circulating: { paper: 'QT' } },
  read,
  surveyed: (before, after) => ({ ...before, cuts: drawnIn(readForm(shape, before).form.cuts, readForm(shape, after).form.cuts) }),
  persons: (form) => (isKnown(form) ? [] : personsOf(form.cbfZr.jtcyList, 'cbfZr.jtcyList')),
  gates: (_form, { item }) => ({ needSurvey: item === ITEM.part }),
  papers: (form, { item }) => ({ with: [...(isKnown(form) ? [] : ['CBFHKB']), ...(item === ITEM.part ? ['DCB'] : [])] }),
}
