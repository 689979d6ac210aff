import { readDraft } from '../../../kit/model/check.ts'
import { both } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import type { Row } from '../../../kit/model/resource.ts'
import { termEnd } from '../../../land/definitions/household.ts'
import { cbdkxx, cbht } from '../../../land/definitions/cbht.ts'
import { parcelAreaFits } from '../../../land/definitions/contract-area.ts'
import type { Form } from '../../cases/business.ts'

/** Last character of the contract code by method (dictionary cbjyqqdfs). Source: code-rules.json, codes.cbhtbm.letter. */
export const LETTER: Readonly<Record<string, 'J' | 'Q'>> = { '110': 'J', '121': 'Q', '122': 'Q', '123': 'Q', '129': 'Q' }
/** Contract type (dictionary htlx) by letter. */
export const HTLX = { J: '1', Q: '2' } as const
/** End of a term without end. Source: code-rules.json, longTermEnd. */
export const LONG_TERM = '9999-01-01'
/** Categories (dictionary dklb) that may be contracted; 21 自留地 may not. Source: business-flows.md 4.1. */
export const CONTRACTABLE = ['10', '22', '23', '99'] as const
const OTHER_WAY_ITEM = 'contract_sign_2'

/** A parcel of the form: its code, and what a contract says of it. */
export type ParcelLine = { dkbm: string } & Pick<Row<typeof cbdkxx>, 'cbjyqqdfs' | 'htmjm' | 'htmj' | 'yhtmjm' | 'yhtmj' | 'sfqqqg'>
/** Terms of the form; the end of the term follows from its begin and length where nobody typed it. */
export type Terms = { cbqxz: string } & Pick<Row<typeof cbht>, 'cbfs' | 'cbqx' | 'cbqxq' | 'qdsj' | 'ycbhtbm' | 'yhtzmjm' | 'yhtzmj'>
/** The form of 承包合同签订. `cbf` names a contractor of the register by its code, or is a new household as its own form sends it. */
export type SignForm = {
  fbfbm: string
  cbf: Form
  dk: ParcelLine[]
  cbht: Terms
  /** the item of the business, which decides the methods of contracting */
  businessItemCode?: unknown
}
/** Codes taken for a contract to be signed; `isNew`: the contractor is not in the register yet. */
export type SignCodes = { cbfbm: string; cbflx: string; isNew: boolean; cbhtbm: string }

const listOf = (v: unknown): Form[] => (Array.isArray(v) ? v.filter((x) => x && typeof x === 'object') : [])
const objectOf = (v: unknown): Form => (v && typeof v === 'object' && !Array.isArray(v) ? (v as Form) : {})

/** One parcel line checked by the fields of cbdkxx; unknown names of the picker (dkmc …) are left out. */
function line(raw: Form, i: number, cbfs: string): { line: ParcelLine; wrong: Wrong[] } {
  const { draft, wrong } = readDraft(cbdkxx.fields, { cbjyqqdfs: cbfs, ...raw })
  const out = { ...draft, dkbm: String(raw.dkbm ?? '') } as ParcelLine
  const at = (field: string) => `dk.${i}.${field}`
  const faults = wrong.map((w) => ({ ...w, field: at(w.field) }))
  if (!/^\d{19}$/.test(out.dkbm)) faults.push({ field: at('dkbm'), msg: both('请选择地块', 'Please select the parcel') })
  if (wrong.length === 0 && !parcelAreaFits(out))
    faults.push({ field: at('htmj'), msg: both('合同面积应大于0，且亩与平方米一致', 'The contract area is above 0 and mu fits m²') })
  return { line: out, wrong: faults }
}

function termsWrong(t: Terms, item: string): Wrong[] {
  const wrong: Wrong[] = []
  if (!(t.cbqx > 0)) wrong.push({ field: 'cbht.cbqx', msg: both('承包期限必须大于0', 'The term is longer than 0') })
  if (!LETTER[t.cbfs]) wrong.push({ field: 'cbht.cbfs', msg: both('请选择承包方式', 'Please select the method') })
  else if ((LETTER[t.cbfs] === 'Q') !== (item === OTHER_WAY_ITEM))
    wrong.push({ field: 'cbht.cbfs', msg: both('承包方式与业务事项不符', 'The method does not fit the item') })
  if (t.cbqxz !== LONG_TERM && t.cbqxz !== termEnd(t.cbqxq, t.cbqx))
    wrong.push({ field: 'cbht.cbqxz', msg: both('承包期限止与承包期限不一致', 'The end does not fit the term') })
  return wrong
}

/**
 * Reads the form of 承包合同签订 for an item: issuer, contractor, parcels, terms. Areas in m² (htmj) and mu (htmjm), decimal text.
 * Answers every fault at once, and the form, which is whole when there is none; the contractor's own fields are checked by checkedHousehold on the server. Source: business-flows.md 4.1.
 */
export function readSignForm(raw: Form, item: string): { form: SignForm; wrong: Wrong[] } {
  const terms = readDraft(cbht.fields, objectOf(raw.cbht))
  const t = terms.draft as Terms
  const wrong: Wrong[] = terms.wrong.map((w) => ({ ...w, field: `cbht.${w.field}` }))
  if (t.cbqxq && t.cbqx) t.cbqxz = t.cbqxz ?? termEnd(t.cbqxq, t.cbqx)
  if (terms.wrong.length === 0) wrong.push(...termsWrong(t, item))
  if (!/^\d{14}$/.test(String(raw.fbfbm ?? ''))) wrong.push({ field: 'fbfbm', msg: both('请选择发包方', 'Please select the issuer') })
  const lines = listOf(raw.dk).map((d, i) => line(d, i, t.cbfs))
  wrong.push(...lines.flatMap((l) => l.wrong))
  const codes = lines.map((l) => l.line.dkbm)
  if (codes.length === 0) wrong.push({ field: 'dk', msg: both('请至少选择一个地块', 'Select at least one parcel') })
  if (new Set(codes).size !== codes.length) wrong.push({ field: 'dk', msg: both('地块重复', 'A parcel stands twice') })
  return { form: { fbfbm: String(raw.fbfbm ?? ''), cbf: objectOf(raw.cbf), dk: lines.map((l) => l.line), cbht: t }, wrong }
}
