import { both } from '../../../kit/model/lang.ts'
import { cbdkxx, cbht } from '../../../land/definitions/cbht.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn, readItem, type FieldsByItem, type FormOf, type Read } from '../../cases/definitions/form.ts'
import { CONTRACT_KIND } from '../../cases/definitions/materials.ts'
import { REASON } from '../../parts/next-version.ts'
import { BOOK, firstEach, ISSUER, LINE } from '../../cases/definitions/parts.ts'
import type { About, BusinessType, Papers } from '../../cases/definitions/type.ts'

/** Items (dictionary business_type): a contract never signed, one signed on paper that is not in the system, a certificate lost, one damaged. */
export const ITEM = { sign: 'contract_supplement_1', scan: 'contract_supplement_2', lost: 'contract_supplement_3', damaged: 'contract_supplement_4' } as const

const { qdsj, htzmjm } = cbht.fields
const { htmjm } = cbdkxx.fields
const onPaper = (zh: string, en: string) => ({ requiredMessage: both(`请输入合同记载的${zh}`, `Please enter the ${en} that the contract says`) })
/** What a contract on paper says, in mu. */
export const SUPPLEMENT_FIELDS: FieldsByItem = {
  [ITEM.scan]: {
    qdsj: { ...qdsj, required: true, ...onPaper('签订时间', 'day of signing') },
    htzmjm: { ...htzmjm, form: 'edit', required: true, ...onPaper('总面积', 'total area') },
  },
}
/** The form of 合同补签、补录、补发、换发. `dk`: the parcels as the contract on paper has them. */
export const shape = {
  fbfbm: ISSUER,
  ...BOOK,
  bgyy: { ...REASON.bgyy, label: '补办原因', requiredMessage: both('请输入补办原因', 'Please enter the reason') },
  qdsj,
  htzmjm: { ...htzmjm, form: 'edit' },
  dk: { many: { dkbm: LINE.dkbm, htmjm: { ...htmjm, ...onPaper('面积（亩）', 'area (mu)') } }, label: both('地块', 'Parcel') },
} as const
export type SupplementForm = FormOf<typeof shape>

/** Reads the form for an item: every fault at once. Source: business-flows.md 4.11. */
function read(raw: Form, { item }: About): Read<SupplementForm> {
  const dk = item === ITEM.scan ? formsIn(raw.dk) : []
  const { form, wrong } = readItem(shape, { ...raw, dk }, SUPPLEMENT_FIELDS, item)
  const twice = new Set(form.dk.map((d) => d.dkbm)).size < form.dk.length ? [{ field: 'dk', msg: both('地块重复', 'A parcel is listed twice') }] : []
  return firstEach({ form, wrong: [...wrong, ...twice] })
}

/** Proofs by item: the scan, the statement of the loss and its posting, the old certificate that is taken in. Source: business-flows.md 4.11, 4.12. */
const PROOFS: Readonly<Record<string, Papers>> = {
  [ITEM.scan]: { with: [CONTRACT_KIND] },
  [ITEM.lost]: { with: ['QT', 'GSB'] },
  [ITEM.damaged]: { with: ['CBJYQZ'] },
}
/** 合同补签（补发）: papers that a book lacks; the book itself stays as it is. Source: business-flows.md 4.11. */
export const contractSupplement: BusinessType<SupplementForm> = {
  code: 'contract_supplement',
  effect: both(
    '补签、补录的合同或补发、换发的权证记入登记簿，其他内容不变。',
    'The contract or certificate that was missing is noted in the book; nothing else changes.',
  ),
  counter: 'contract_supplement',
  items: Object.values(ITEM),
  shape,
  asks: { supplied: 'refuse' },
  hint: (_codes, bits) => (bits.includes('unsigned') ? undefined : both('合同已签订，不需要补签', 'the contract is already signed')),
  read,
  surveyed: (before) => before,
  persons: () => [],
  gates: (_form, { item }) => ({ item1: item === ITEM.sign, needPublicity: false }),
  papers: (_form, { item }) => PROOFS[item] ?? {},
}
