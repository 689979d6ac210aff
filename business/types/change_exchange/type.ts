import { date, text } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import type { Form } from '../../cases/business.ts'
import { readForm, type FormOf, type Read } from '../../cases/form.ts'
import { REASON } from '../../cases/next-version.ts'
import { BOOK, chosenWrong, firstEach, ISSUER, LINE } from '../../cases/parts.ts'
import type { BusinessType } from '../../cases/type.ts'

/** Items (dictionary business_type). */
export const ITEM = { whole: 'change_exchange_1', part: 'change_exchange_2' } as const

const CHOSEN = { many: { dkbm: LINE.dkbm } } as const
/** The form of 互换: the book of each party and the parcels that it gives; `djbId`, `djbIdB`: the versions that were chosen. */
export const shape = {
  fbfbm: ISSUER,
  cbjyqzbm: { ...BOOK.cbjyqzbm, label: '甲方登记簿', en: 'Book of party A' },
  djbId: BOOK.djbId,
  dk: CHOSEN,
  cbjyqzbmB: text('乙方登记簿', { ...BOOK.cbjyqzbm, en: 'Book of party B' }),
  djbIdB: BOOK.djbId,
  dkB: CHOSEN,
  xyrq: date('互换协议日期', { en: 'Day of the agreement', required: true }),
  ...REASON,
} as const
export type ExchangeForm = FormOf<typeof shape>

const holderOf = (code: string | null | undefined) => code?.slice(0, -1)
/** Reads the form: every fault at once. Source: business-flows.md 4.5. */
function read(raw: Form): Read<ExchangeForm> {
  const { form, wrong } = readForm(shape, raw)
  const same: Wrong[] =
    form.cbjyqzbm && holderOf(form.cbjyqzbm) === holderOf(form.cbjyqzbmB)
      ? [{ field: 'cbjyqzbmB', msg: both('互换双方不能为同一承包方', 'The parties are different contractors') }]
      : []
  return firstEach({ form, wrong: [...wrong, ...same, ...chosenWrong(form.dk, 'dk'), ...chosenWrong(form.dkB, 'dkB')] })
}

/** 互换: two households of one issuer change parcels; each contract keeps its code and term. Source: business-flows.md 4.5. */
export const changeExchange: BusinessType<ExchangeForm> = {
  code: 'change_exchange',
  items: Object.values(ITEM),
  shape,
  // household contracts only; who uses the land is told
  asks: { otherWay: 'refuse', circulating: { paper: 'QT' } },
  read,
  surveyed: (before) => before,
  persons: () => [],
  gates: (_form, { item }) => ({ needSurvey: item === ITEM.part }),
  papers: (_form, { item }) => (item === ITEM.part ? { with: ['DCB'] } : {}),
}
