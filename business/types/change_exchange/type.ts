import { date, text } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { readForm, type FormOf, type Read } from '../../cases/definitions/form.ts'
import { REASON } from '../../parts/next-version.ts'
import { BOOK, chosenWrong, firstEach, ISSUER, LINE } from '../../cases/definitions/parts.ts'
import { CUTS, cutChosenWrong, drawnIn } from '../../cases/land/pieces.ts'
import type { About, BusinessType } from '../../cases/definitions/type.ts'

/** Items (dictionary business_type). */
export const ITEM = { whole: 'change_exchange_1', part: 'change_exchange_2' } as const

const CHOSEN = { many: { dkbm: LINE.dkbm } } as const
/** Whose a piece becomes. */
export const EXCHANGE_PARTY = { a: 'a', b: 'b' } as const
/** The form of 互换: the book of each party and the parcels that it gives, whole or cut; `djbId`, `djbIdB`: the versions that were chosen. */
export const shape = {
  fbfbm: ISSUER,
  cbjyqzbm: { ...BOOK.cbjyqzbm, label: '甲方登记簿', en: 'Book of party A', requiredMessage: both('请选择甲方登记簿', 'Please select the book of party A') },
  djbId: BOOK.djbId,
  dk: { ...CHOSEN, label: both('甲方地块', 'Parcel of party A') },
  cbjyqzbmB: text('乙方登记簿', { ...BOOK.cbjyqzbm, en: 'Book of party B', requiredMessage: both('请选择乙方登记簿', 'Please select the book of party B') }),
  djbIdB: BOOK.djbId,
  dkB: { ...CHOSEN, label: both('乙方地块', 'Parcel of party B') },
  cuts: CUTS,
  xyrq: date('互换协议日期', { past: true, en: 'Day of the agreement', required: true }),
  ...REASON,
} as const
export type ExchangeForm = FormOf<typeof shape>

const holderOf = (code: string | null | undefined) => code?.slice(0, -1)
/** That a party gives nothing, in words that say which. */
export const NOTHING = {
  dk: both('甲方请至少选择一个地块', 'Select at least one parcel of party A'),
  dkB: both('乙方请至少选择一个地块', 'Select at least one parcel of party B'),
} as const
/** What a party gives whole; where parcels are cut it need give none so. */
const givesWrong = (dk: ExchangeForm['dk'], at: 'dk' | 'dkB', item: string): Wrong[] =>
  dk.length > 0 ? chosenWrong(dk, at) : item === ITEM.part ? [] : [{ field: at, msg: NOTHING[at] }]
/** Reads the form for an item: every fault at once. Source: business-flows.md 4.5. */
function read(raw: Form, { item }: About): Read<ExchangeForm> {
  const { form, wrong } = readForm(shape, item === ITEM.part ? raw : { ...raw, cuts: [] })
  const same: Wrong[] =
    form.cbjyqzbm && holderOf(form.cbjyqzbm) === holderOf(form.cbjyqzbmB)
      ? [{ field: 'cbjyqzbmB', msg: both('互换双方不能为同一承包方', 'The parties must be different contractors') }]
      : []
  const cut = item === ITEM.part ? cutChosenWrong(form.cuts, [...form.dk, ...form.dkB], Object.values(EXCHANGE_PARTY)) : []
  return firstEach({ form, wrong: [...wrong, ...same, ...givesWrong(form.dk, 'dk', item), ...givesWrong(form.dkB, 'dkB', item), ...cut] })
}

/** 互换: two households of one issuer change parcels; each contract keeps its code and term. Source: business-flows.md 4.5. */
export const changeExchange: BusinessType<ExchangeForm> = {
  code: 'change_exchange',
  effect: both('双方互换的地块转入对方的登记簿。', 'The exchanged parcels move to the other book.'),
  counter: 'change_exchange',
  items: Object.values(ITEM),
  shape,
  // household contracts only; who uses the land is told
  asks: { otherWay: 'refuse', circulating: { paper: 'QT' } },
  read,
  surveyed: (before, after) => ({ ...before, cuts: drawnIn(readForm(shape, before).form.cuts, readForm(shape, after).form.cuts) }),
  persons: () => [],
  gates: (_form, { item }) => ({ needSurvey: item === ITEM.part }),
  papers: (_form, { item }) => (item === ITEM.part ? { with: ['DCB'] } : {}),
}
