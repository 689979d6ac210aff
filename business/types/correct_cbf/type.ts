import { both } from '../../../kit/model/lang.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { idWrong } from '../../../land/definitions/household.ts'
import { ofAnyFormat } from '../../../land/definitions/stored-names.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { cameMasked, formsIn, optional, readItem, type FieldsByItem, type FormOf, type Read } from '../../cases/definitions/form.ts'
import { DEAD } from '../../../land/definitions/person.ts'
import { isMasked, MEMBER, membersWrong } from '../../cases/people/members.ts'
import { REASON } from '../../parts/next-version.ts'
import { BOOK, firstEach, HEAD_NOTE, ISSUER, personsOf } from '../../cases/definitions/parts.ts'
import type { About, BusinessType, Papers } from '../../cases/definitions/type.ts'

/** Items (dictionary business_type). */
export const ITEM = { name: 'correct_cbf_1', members: 'correct_cbf_2', contact: 'correct_cbf_3' } as const

const { cbfmc, dwmc, cbfzjlx, cbfzjhm, lxdh, cbfdz, yzbm } = cbf.fields
/** The form of 承包方信息更正. What an item does not correct is not in its form. A name is asked whether it is one where it is corrected, beside the contractor (faults.ts). */
export const shape = {
  fbfbm: ISSUER,
  ...BOOK,
  bgyy: { ...REASON.bgyy, label: '更正原因', requiredMessage: both('请输入更正原因', 'Please enter the reason') },
  hfqz: REASON.hfqz,
  hzsm: HEAD_NOTE,
  cbfmc: optional(cbfmc),
  dwmc: ofAnyFormat(dwmc),
  cbfzjlx: optional(cbfzjlx),
  cbfzjhm: optional(cbfzjhm),
  lxdh,
  cbfdz: optional(cbfdz),
  yzbm: optional(yzbm),
  jtcyList: { many: MEMBER, label: both('成员', 'Member') },
} as const
export type CorrectForm = FormOf<typeof shape>

/** The fields of the contractor that an item corrects. */
export const CBF_CORRECTION_FIELDS: FieldsByItem = { [ITEM.name]: { cbfmc, dwmc, cbfzjlx, cbfzjhm }, [ITEM.contact]: { lxdh, cbfdz, yzbm } }

/** Reads the form for an item: every fault at once. Source: business-flows.md 4.9. */
function read(raw: Form, { item }: About): Read<CorrectForm> {
  const { form, wrong } = readItem(shape, { ...raw, jtcyList: item === ITEM.members ? formsIn(raw.jtcyList) : [] }, CBF_CORRECTION_FIELDS, item)
  const number = item === ITEM.name && !cameMasked(form.cbfzjhm) ? idWrong(form.cbfzjlx, form.cbfzjhm) : undefined
  const more = item === ITEM.members ? membersWrong(form.jtcyList) : number ? [{ field: 'cbfzjhm', msg: number }] : []
  return firstEach({ form, wrong: [...wrong, ...more] })
}

/** Proofs by item. Source: business-flows.md 4.9, 4.12. */
const PROOFS: Readonly<Record<string, Papers>> = { [ITEM.name]: { with: ['CBFHKB'] }, [ITEM.members]: { with: ['CBFHKB'] } }
/** 承包方信息更正: what was written wrong of a contractor or its members is put right; nothing happened to them. Source: business-flows.md 4.9. */
export const correctCbf: BusinessType<CorrectForm> = {
  code: 'correct_cbf',
  effect: both('承包方及其登记簿按更正内容登记。', 'The household and its book are registered as corrected.'),
  counter: 'correct_cbf',
  items: Object.values(ITEM),
  shape,
  // nothing of substance changes, and what is incomplete is what is corrected
  asks: { mortgaged: 'warn', expired: 'pass', incomplete: 'pass' },
  read,
  surveyed: (before) => before,
  persons: (form) => [
    ...(form.cbfzjlx && form.cbfzjhm && !cameMasked(form.cbfzjhm) ? [{ at: 'cbfzjhm', cyzjlx: form.cbfzjlx, cyzjhm: form.cbfzjhm }] : []),
    ...personsOf(form.jtcyList, 'jtcyList').filter((p) => {
      const m = form.jtcyList[Number(p.at.split('.')[1])]!
      return !isMasked(m) && m.sfgyr !== '2' && m.cybz !== DEAD
    }),
  ],
  gates: (_form, { item, doSign }) => ({ doSign: doSign && item !== ITEM.contact }),
  papers: (_form, { item }) => PROOFS[item] ?? {},
}
