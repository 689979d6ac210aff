import { dict, text } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { idWrong } from '../../../land/definitions/household.ts'
import { ofAnyFormat } from '../../../land/definitions/stored-names.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { cameMasked, optional, readItem, type FieldsByItem, type FormOf, type Read } from '../../cases/definitions/form.ts'
import { REASON } from '../../parts/next-version.ts'
import { firstEach, ISSUER } from '../../cases/definitions/parts.ts'
import type { About, BusinessType } from '../../cases/definitions/type.ts'

/** Items (dictionary business_type). */
export const ITEM = { principal: 'correct_fbf_1', name: 'correct_fbf_2' } as const

const { fbffzrxm, fzrzjlx, fzrzjhm, lxdh, fbfmc, tyshxydm, fbfdz, yzbm, fbfdcy, fbfdcrq, fbfdcjs } = fbf.fields
/** The fields of the issuer that an item corrects; its code stays. Source: business-flows.md 4.8. */
export const FBF_CORRECTION_FIELDS: FieldsByItem = {
  [ITEM.principal]: { fbffzrxm, fzrzjlx, fzrzjhm, lxdh },
  [ITEM.name]: { fbfmc, tyshxydm, fbfdz, yzbm, fbfdcy, fbfdcrq, fbfdcjs },
}
/** The form of 发包方信息更正. A name is asked whether it is one where it is corrected, beside the issuer (plan.ts). `zbdj`: every current book gets a line of the correction; `cbjyqzbm`: of one such line alone, its book. */
export const shape = {
  fbfbm: ISSUER,
  bgyy: { ...REASON.bgyy, label: '更正原因', requiredMessage: both('请输入更正原因', 'Please enter the reason') },
  fbffzrxm: ofAnyFormat(optional(fbffzrxm)),
  fzrzjlx: optional(fzrzjlx),
  fzrzjhm: optional(fzrzjhm),
  lxdh: optional(lxdh),
  fbfmc: ofAnyFormat(optional(fbfmc)),
  tyshxydm,
  fbfdz: optional(fbfdz),
  yzbm,
  fbfdcy: ofAnyFormat(optional(fbfdcy)),
  fbfdcrq: optional(fbfdcrq),
  fbfdcjs,
  zbdj: dict('是否在现有登记簿加注更正', 'yes_no', { en: 'A note in every current book', required: true, default: '2', values: ['1', '2'] }),
  cbjyqzbm: text('登记簿', { en: 'Book', length: 19 }),
} as const
export type IssuerForm = FormOf<typeof shape>

/** Reads the form for an item: every fault at once. Source: business-flows.md 4.8. */
function read(raw: Form, { item }: About): Read<IssuerForm> {
  const { form, wrong } = readItem(shape, item === ITEM.name ? raw : { ...raw, zbdj: '2' }, FBF_CORRECTION_FIELDS, item)
  const number = item === ITEM.principal && !cameMasked(form.fzrzjhm) ? idWrong(form.fzrzjlx, form.fzrzjhm) : undefined
  return firstEach({ form, wrong: [...wrong, ...(number ? [{ field: 'fzrzjhm', msg: number }] : [])] })
}

/** 发包方信息更正: what is registered of an issuer is put right; books keep what they said. Source: business-flows.md 4.8. */
export const correctFbf: BusinessType<IssuerForm> = {
  code: 'correct_fbf',
  effect: both('发包方信息按更正内容登记。', 'The issuer is registered as corrected.'),
  counter: 'correct_fbf',
  items: Object.values(ITEM),
  shape,
  ofIssuer: true,
  // nothing of substance changes
  asks: { mortgaged: 'warn', expired: 'pass' },
  read,
  surveyed: (before) => before,
  part: (form, group) => ({ ...form, cbjyqzbm: group }),
  persons: () => [],
  // a name stands in what is registered from then on, and in books: somebody looks at it a second time
  gates: (_form, { item }) => ({ option: item === ITEM.name }),
  papers: (_form, { item }) => (item === ITEM.principal ? { with: ['HYJL'] } : {}),
}
