import { readDraft } from '../../../kit/model/check.ts'
import type { Lang } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import { termEnd } from '../../land/cbf/rules.ts'
import { cbdkxx, cbht } from '../../registry/cbht.ts'
import { parcelAreaFits } from '../../registry/contract-area.ts'

/** Last character of the contract code by method (dictionary cbjyqqdfs). Source: code-rules.json, codes.cbhtbm.letter. */
export const LETTER: Readonly<Record<string, 'J' | 'Q'>> = { '110': 'J', '121': 'Q', '122': 'Q', '123': 'Q', '129': 'Q' }
/** Contract type (dictionary htlx) by letter. */
export const HTLX = { J: '1', Q: '2' } as const
/** End of a term without end. Source: code-rules.json, longTermEnd. */
export const LONG_TERM = '9999-01-01'
/** Categories (dictionary dklb) that may be contracted; 21 自留地 may not. Source: business-flows.md 4.1. */
export const CONTRACTABLE = ['10', '22', '23', '99'] as const
const OTHER_WAY_ITEM = 'contract_sign_2'

export interface ParcelLine {
  dkbm: string
  cbjyqqdfs: string
  htmjm: string
  htmj: string
  yhtmjm: string | null
  yhtmj: string | null
  sfqqqg: string
}
export interface Terms {
  cbfs: string
  cbqx: number
  cbqxq: string
  cbqxz: string
  qdsj: string | null
  ycbhtbm: string | null
  yhtzmjm: string | null
  yhtzmj: string | null
}
export interface SignForm {
  fbfbm: string
  cbf: Record<string, any>
  dk: ParcelLine[]
  cbht: Terms
}

const say = (lang: Lang, zh: string, en: string) => (lang === 'en' ? en : zh)
const listOf = (v: unknown): Record<string, any>[] => (Array.isArray(v) ? v.filter((x) => x && typeof x === 'object') : [])
const objectOf = (v: unknown): Record<string, any> => (v && typeof v === 'object' && !Array.isArray(v) ? (v as Record<string, any>) : {})

/** One parcel line checked by the fields of cbdkxx; unknown names of the picker (dkmc …) are left out. */
function line(raw: Record<string, any>, i: number, cbfs: string, lang: Lang): { line: ParcelLine; wrong: Wrong[] } {
  const { draft, wrong } = readDraft(cbdkxx.fields, { cbjyqqdfs: cbfs, ...raw }, lang)
  const out = { ...draft, dkbm: String(raw.dkbm ?? '') } as unknown as ParcelLine
  const at = (field: string) => `dk.${i}.${field}`
  const faults = wrong.map((w) => ({ ...w, field: at(w.field) }))
  if (!/^\d{19}$/.test(out.dkbm)) faults.push({ field: at('dkbm'), msg: say(lang, '请选择地块', 'Please select the parcel') })
  if (wrong.length === 0 && !parcelAreaFits(out))
    faults.push({ field: at('htmj'), msg: say(lang, '合同面积应大于0，且亩与平方米一致', 'The contract area is above 0 and mu fits m²') })
  return { line: out, wrong: faults }
}

function termsWrong(t: Terms, item: string, lang: Lang): Wrong[] {
  const wrong: Wrong[] = []
  if (!(t.cbqx > 0)) wrong.push({ field: 'cbht.cbqx', msg: say(lang, '承包期限必须大于0', 'The term is longer than 0') })
  if (!LETTER[t.cbfs]) wrong.push({ field: 'cbht.cbfs', msg: say(lang, '请选择承包方式', 'Please select the method') })
  else if ((LETTER[t.cbfs] === 'Q') !== (item === OTHER_WAY_ITEM))
    wrong.push({ field: 'cbht.cbfs', msg: say(lang, '承包方式与业务事项不符', 'The method does not fit the item') })
  if (t.cbqxz !== LONG_TERM && t.cbqxz !== termEnd(t.cbqxq, t.cbqx))
    wrong.push({ field: 'cbht.cbqxz', msg: say(lang, '承包期限止与承包期限不一致', 'The end does not fit the term') })
  return wrong
}

/**
 * Reads the form of 承包合同签订 for an item: issuer, contractor, parcels, terms. Areas in m² (htmj) and mu (htmjm), decimal text.
 * Answers every fault at once; the contractor's own fields are checked by checkedHousehold on the server. Source: business-flows.md 4.1.
 */
export function readSignForm(raw: Record<string, any>, item: string, lang: Lang): { form: SignForm; wrong: Wrong[] } {
  const terms = readDraft(cbht.fields, objectOf(raw.cbht), lang)
  const t = terms.draft as unknown as Terms
  const wrong: Wrong[] = terms.wrong.map((w) => ({ ...w, field: `cbht.${w.field}` }))
  if (t.cbqxq && t.cbqx) t.cbqxz = t.cbqxz ?? termEnd(t.cbqxq, t.cbqx)
  if (terms.wrong.length === 0) wrong.push(...termsWrong(t, item, lang))
  if (!/^\d{14}$/.test(String(raw.fbfbm ?? ''))) wrong.push({ field: 'fbfbm', msg: say(lang, '请选择发包方', 'Please select the issuer') })
  const lines = listOf(raw.dk).map((d, i) => line(d, i, t.cbfs, lang))
  wrong.push(...lines.flatMap((l) => l.wrong))
  const codes = lines.map((l) => l.line.dkbm)
  if (codes.length === 0) wrong.push({ field: 'dk', msg: say(lang, '请至少选择一个地块', 'Select at least one parcel') })
  if (new Set(codes).size !== codes.length) wrong.push({ field: 'dk', msg: say(lang, '地块重复', 'A parcel stands twice') })
  return { form: { fbfbm: String(raw.fbfbm ?? ''), cbf: objectOf(raw.cbf), dk: lines.map((l) => l.line), cbht: t }, wrong }
}
