import { both } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import { formerArea } from '../../../land/definitions/contract-area.ts'
import { CBFLX, termEnd } from '../../../land/definitions/household.ts'
import { noTerm } from '../../../land/definitions/terms.ts'
import type { Form } from '../../cases/definitions/business.ts'
import {
  firstEach,
  HOUSEHOLD,
  householdFaults,
  ISSUER,
  LETTER,
  LINE,
  wrongLines,
  LONG_TERM,
  personsOf,
  TERMS,
  type ParcelLine,
  type ContractTerms,
} from '../../cases/definitions/parts.ts'
import { readForm, type FormOf, type Read } from '../../cases/definitions/form.ts'
import type { About, BusinessType } from '../../cases/definitions/type.ts'

/** Contract type (dictionary htlx) by letter. */
export const SIGN_HTLX = { J: '1', Q: '2' } as const
/** Categories (dictionary dklb) that may be contracted; 21 自留地 may not. Source: business-flows.md 4.1. */
export const CONTRACTABLE = ['10', '22', '23', '99'] as const
/** Tender, auction or negotiation; the other items are of households. */
export const OTHER_WAY_ITEM = 'contract_sign_2'

/** The form of 承包合同签订. `cbf` names a contractor of the register by its code, or is a new household as its own form sends it. */
export const shape = { fbfbm: ISSUER, cbf: HOUSEHOLD, dk: { many: LINE, label: both('地块', 'Parcel') }, cbht: { one: TERMS } } as const
/** Its values; the end of the term follows from its begin and length where nobody typed it. */
export type SignForm = Omit<FormOf<typeof shape>, 'cbht'> & { cbht: ContractTerms & { cbqxz: string } }

export const END_OFF = both('承包期限止与承包期限不一致', 'The end does not match the term')
function termsWrong(t: SignForm['cbht'], item: string): Wrong[] {
  const wrong = noTerm(t).map((w) => ({ ...w, field: `cbht.${w.field}` }))
  if (!LETTER[t.cbfs]) wrong.push({ field: 'cbht.cbfs', msg: both('请选择承包方式', 'Please select the method') })
  else if ((LETTER[t.cbfs] === 'Q') !== (item === OTHER_WAY_ITEM))
    wrong.push({ field: 'cbht.cbfs', msg: both('承包方式与业务事项不符', 'The method does not match the item') })
  // an earlier end is that of the issuer's round, or wrong: the register knows
  if (t.cbqxz !== LONG_TERM && t.cbqxz > termEnd(t.cbqxq, t.cbqx)) wrong.push({ field: 'cbht.cbqxz', msg: END_OFF })
  return wrong
}
/** In a first contract every parcel is acquired as the contract is: none by exchange or assignment, which came later. Source: acts.md 3, contract_sign. */
const acquiredWrong = (dk: readonly ParcelLine[], cbfs: string): Wrong[] =>
  dk.flatMap((l, i) =>
    LETTER[cbfs] && l.cbjyqqdfs && LETTER[l.cbjyqqdfs] !== LETTER[cbfs]
      ? [
          {
            field: `dk.${i}.cbjyqqdfs`,
            msg: both('首次签订的合同，地块取得方式应与承包方式一致', 'In a first contract the parcels are acquired in the same way as the contract'),
          },
        ]
      : [],
  )
/** The former total is the sum of the parcels' former areas where all of them have one. */
function formerWrong({ dk, cbht }: Pick<SignForm, 'dk' | 'cbht'>): Wrong[] {
  const sums = formerArea(dk)
  return (['yhtzmjm', 'yhtzmj'] as const).flatMap((name) => {
    const [is, said] = [sums[name], cbht[name]]
    if (!is || !said || Number(is) === Number(said)) return []
    return [
      {
        field: `cbht.${name}`,
        msg: both(`原合同总面积${said}与各地块原合同面积之和${is}不一致`, `The former total ${said} is not the sum of the parcels' former areas, ${is}`),
      },
    ]
  })
}
/** Whether the form names a contractor of the register, not a new one. */
export const isKnownContractor = (form: Pick<SignForm, 'cbf'>): boolean => !!form.cbf.cbfbm

/** Reads the form for an item: every fault at once, areas in m² (htmj) and mu (htmjm). Source: business-flows.md 4.1. */
function read(raw: Form, { item }: About): Read<SignForm> {
  const sent = Array.isArray(raw.dk) ? raw.dk : []
  const cbfs = (raw.cbht as Form | undefined)?.cbfs
  const { form, wrong } = readForm(shape, { ...raw, dk: sent.map((l: Form) => ({ cbjyqqdfs: cbfs, ...l })) })
  const t = form.cbht
  const cbqxz = t.cbqxz ?? (t.cbqxq && t.cbqx ? termEnd(t.cbqxq, t.cbqx) : '')
  const whole: SignForm = { ...form, cbht: { ...t, cbqxz } }
  if (!wrong.some((w) => w.field.startsWith('cbht.'))) wrong.push(...termsWrong(whole.cbht, item))
  if (!wrong.some((w) => /yht/.test(w.field))) wrong.push(...formerWrong(whole))
  wrong.push(...wrongLines(form.dk, 'dk', wrong), ...acquiredWrong(form.dk, whole.cbht.cbfs))
  if (Object.keys(form.cbf).length === 0)
    wrong.push({ field: 'cbf.cbfbm', msg: both('请选择承包方，或录入新增承包方', 'Please select the contractor or enter a new one') })
  else if (!isKnownContractor(form)) {
    const { cbqx, cbqxq } = t
    wrong.push(...householdFaults(form.cbf, 'cbf', { fbfbm: form.fbfbm, cbfs: t.cbfs, cbqx, cbqxq, cbqxz }))
  }
  return firstEach({ form: whole, wrong })
}

/** 承包合同签订: the first contract of a contractor for land so far not contracted. Source: business-flows.md 4.1. */
export const contractSign: BusinessType<SignForm> = {
  code: 'contract_sign',
  effect: both('建立该户的登记簿和承包合同。', 'The household receives its book and its contract.'),
  counter: 'contract_cancel',
  items: ['contract_sign_1', OTHER_WAY_ITEM, 'contract_sign_3'],
  shape,
  // what is contracted here is not registered yet, and has no term
  asks: { unregistered: 'pass', expired: 'pass', incomplete: 'pass', bound: 'refuse' },
  // its household contract is there: what is left is one by another way
  hint: (codes) =>
    codes.some((c) => c.endsWith('J'))
      ? both(
          '已有家庭承包合同，只能签订其他方式承包合同；增加地块请办理“合同变更”中的“地块增加”',
          'has its household contract: only one by another way can be signed; to add parcels, accept the change of the contract that adds them',
        )
      : undefined,
  read,
  surveyed: (before, after) => ({ ...before, dk: after.dk }),
  persons: (form) => (isKnownContractor(form) ? [] : personsOf(form.cbf.jtcyList, 'cbf.jtcyList')),
  gates: (_form, { doSign }) => ({ doSign }),
  papers: (form) => (isKnownContractor(form) || form.cbf.cbflx === CBFLX.household ? {} : { without: ['CBFHKB'] }),
}
