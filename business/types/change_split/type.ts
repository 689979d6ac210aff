import { dict } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import { PARTING, partingWrong, YES } from '../../parts/branches.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn, readForm, type FormOf, type Read } from '../../cases/definitions/form.ts'
import { REASON } from '../../parts/next-version.ts'
import { BOOK, firstEach, ISSUER } from '../../cases/definitions/parts.ts'
import { drawnIn } from '../../cases/land/pieces.ts'
import type { About, BusinessType } from '../../cases/definitions/type.ts'

/** Items (dictionary business_type): whole parcels, or some cut first. */
export const ITEM = { whole: 'change_split_1', cut: 'change_split_2' } as const

/** The form of 分户. */
export const shape = {
  fbfbm: ISSUER,
  ...BOOK,
  ...PARTING,
  sfgs: dict('是否公示', 'yes_no', { en: 'Publicity', required: true, default: '1', values: ['1', '2'] }),
  ...REASON,
} as const
export type SplitForm = FormOf<typeof shape>
/** Reads the form for an item: every fault at once; areas in m² (htmj) and mu (htmjm). Source: business-flows.md 4.2. */
function read(raw: Form, { item }: About): Read<SplitForm> {
  const { form, wrong } = readForm(shape, { ...raw, cuts: item === ITEM.cut ? raw.cuts : [] })
  const own = [
    ...partingWrong(form),
    ...(item === ITEM.cut && form.cuts.length === 0 ? [{ field: 'cuts', msg: both('请选择要分割的地块', 'Select the parcels to be cut') }] : []),
  ]
  return firstEach({ form, wrong: [...wrong, ...own] })
}

/** 分户: a household becomes several, each with its members and land. Source: business-flows.md 4.2. */
export const changeSplit: BusinessType<SplitForm> = {
  code: 'change_split',
  effect: both('原登记簿按分户方案变更，分出的农户另立登记簿。', 'The book is divided: each new household gets a book of its own.'),
  counter: 'change_merge',
  items: Object.values(ITEM),
  shape,
  // one person alone cannot part
  asks: { alone: 'refuse', noHousehold: 'refuse' },
  read,
  surveyed: (before, after) => ({ ...before, cuts: drawnIn(formsIn(before.cuts), formsIn(after.cuts)) }),
  // whoever moves stands in the register alone: the plan names them
  persons: () => [],
  gates: (form, { item, doSign }) => ({ needSurvey: item === ITEM.cut, needPublicity: form.sfgs === YES, doSign }),
  papers: (form, { item }) => ({ with: [...(item === ITEM.cut ? ['DCB'] : []), ...(form.sfgs === YES ? ['GSB'] : [])] }),
}
