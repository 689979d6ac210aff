// Who applies for a case: a party of it, whose number and phone are known, or somebody who acts for one. Pure. Source: business-flows.md 3.1.
import { checkValue } from '../../../kit/model/check.ts'
import { cleaned, cleanName, nameKey } from '../../../kit/model/clean.ts'
import { both } from '../../../kit/model/lang.ts'
import { maskText } from '../../../kit/model/mask.ts'
import { idKey } from '../../../kit/model/id-card.ts'
import { invalidField, type Problem, type Wrong } from '../../../kit/model/problem.ts'
import { HEAD } from '../../../land/definitions/household.ts'
import { business, type Form } from '../definitions/business.ts'
import { cameMasked, formIn } from '../definitions/form.ts'
import type { GonePerson } from '../definitions/meaning.ts'

/** Kind of the letter by which somebody applies for a party (dictionary attach_kind). */
export const LETTER_KIND = 'WTS'
/** So much of a name stands in the field of the applicant. */
const LONGEST = business.fields.obligeName.max ?? 20
/** Somebody by whose name an application is made, as the register or the form knows him; `phone` of no member of a household is known. */
export interface Party {
  name: string
  idType: string | null
  idCard: string | null
  phone?: string | null
}
const text = (v: unknown): string | null => (typeof v === 'string' && v ? v : null)
/** A name as it stands in the field of the applicant. */
export const applicantName = (name: string): string => [...cleanName(name)].slice(0, LONGEST).join('')
/** Whether a name that was typed is this one, however either was written. */
export const isNamed = (typed: unknown, name: unknown): boolean =>
  typeof typed === 'string' && typeof name === 'string' && nameKey(name) !== '' && nameKey(typed) === nameKey(applicantName(name))
/** What was sent of an applicant, as it will be stored: it is judged so. What came masked is nobody's typing. */
export const asStored = <T extends Sent>(sent: T): T =>
  Object.fromEntries(
    Object.entries(sent).map(([n, v]) => [n, isTypedField(n) && typeof v === 'string' && !cameMasked(v) ? cleaned(business.fields[n], v) : v]),
  ) as T
const isTypedField = (n: string): n is 'obligeName' | 'obligeIdCard' | 'obligePhone' => ['obligeName', 'obligeIdCard', 'obligePhone'].includes(n)

/** Codes of the contractors that a form names, by themselves or by their book; and the parties that it describes: households and their members, the principal of an issuer. */
export function partiesIn(form: unknown): { codes: string[]; holders: Party[]; members: Party[]; principals: Party[] } {
  const codes = new Set<string>()
  const holders: Party[] = []
  const members: Party[] = []
  const principals: Party[] = []
  const walk = (v: unknown): void => {
    if (!v || typeof v !== 'object') return
    const row: Form = Array.isArray(v) ? {} : formIn(v)
    if (text(row.cbfmc)) holders.push({ name: String(row.cbfmc), idType: text(row.cbfzjlx), idCard: text(row.cbfzjhm), phone: text(row.lxdh) })
    if (text(row.fbffzrxm)) principals.push({ name: String(row.fbffzrxm), idType: text(row.fzrzjlx), idCard: text(row.fzrzjhm), phone: text(row.lxdh) })
    // who is to head a household represents it already
    const isHead = (HEAD as readonly unknown[]).includes(row.yhzgx)
    if (text(row.cyxm)) (isHead ? holders : members).push({ name: String(row.cyxm), idType: text(row.cyzjlx), idCard: text(row.cyzjhm) })
    for (const [name, x] of Object.entries(v)) {
      const code = /^(cbfbm|cbjyqzbm)/.test(name) && typeof x === 'string' ? /^(\d{18})[A-Z]?$/.exec(x)?.[1] : undefined
      if (code) codes.add(code)
      else walk(x)
    }
  }
  walk(form)
  return { codes: [...codes], holders, members, principals }
}

/** Name, number and phone as they were sent. */
type Sent = Readonly<Record<string, unknown>>
/** One number or another: as a register compares them. */
const differs = (sent: unknown, known: string): boolean => {
  const v = text(sent)
  if (v === null || v.includes('*')) return false
  return (known.includes('*') ? maskText(idKey(v)) : idKey(v)) !== idKey(known)
}
/**
 * What an application by name of a party says of it: number and phone are those that are known, whatever came masked or empty. Of several parties with this
 * name the one whose number was sent. What was typed and is another's is a fault at its field.
 */
export function asParty(sent: Sent, parties: readonly Party[]): { patch: Sent; wrong: Wrong[] } {
  const known = parties.filter((p) => p.idCard)
  const meant = known.find((p) => !differs(sent.obligeIdCard, p.idCard!)) ?? known[0]
  if (!meant) return { patch: {}, wrong: [] }
  const { name, idCard, idType } = meant
  const own = parties.find((p) => p.idCard === idCard && p.phone) ?? meant
  // a number that the field does not take is typed
  const phone = own.phone && (cameMasked(own.phone) || !checkValue(business.fields.obligePhone, own.phone)) ? own.phone : null
  const wrong: Wrong[] = [
    ...(differs(sent.obligeIdCard, idCard!) ? [{ field: 'obligeIdCard', msg: another(name, both('证件号码', 'ID number')) }] : []),
    ...(phone && differs(sent.obligePhone, phone) ? [{ field: 'obligePhone', msg: another(name, both('联系电话', 'phone')) }] : []),
  ]
  const plain = (n: string, v: string | null) => (v && !cameMasked(v) ? { [n]: v } : {})
  return { patch: { ...plain('obligeIdType', idType), ...plain('obligeIdCard', idCard), ...plain('obligePhone', phone) }, wrong }
}
const another = (name: string, what: { zh: string; en: string }) =>
  both(
    `与【${name}】登记的${what.zh}不一致；由他人代为申请的，请填写代理人的姓名和证件，并上传授权委托书`,
    `This is not the ${what.en} registered for this name; an agent applies under his or her own name and number, with a letter of authorisation`,
  )

/** Nobody applies who has died, or of whom the case itself tells that he died or left. */
const goneWords = (name: string) =>
  both(
    `【${name}】已去世或不再是本户成员，不能作为申请人：请由在世的共有人、发包方或代理人申请`,
    `${name} has died or is no member any more and cannot apply: a living co-owner, the issuer or an agent applies`,
  )
/** The applicant is registered as deceased. */
export const deadApplicant = (name: string): Wrong => ({ field: 'obligeName', msg: goneWords(name) })
/** Why the applicant of a case cannot be who he is, by what the case tells of its persons: by number, else by name. */
export function goneApplicant(b: { obligeName?: string | null; obligeIdCard?: string | null }, gone: readonly GonePerson[]): Problem | undefined {
  const isMeant = (p: GonePerson) => isNamed(b.obligeName, p.cyxm) && (!b.obligeIdCard || !p.cyzjhm || idKey(b.obligeIdCard) === idKey(p.cyzjhm))
  return gone.some(isMeant) ? invalidField('obligeName', goneWords(String(b.obligeName))) : undefined
}

/** An applicant's number stands for somebody else in an open case (`businessCode`, empty where it has none yet). */
export function otherName(name: string, businessCode: string): Wrong {
  const zh = `在未办结业务${businessCode ? `【${businessCode}】` : ''}中`
  const en = `In open case ${businessCode}`.trim()
  return { field: 'obligeIdCard', msg: both(`该证件号码${zh}为【${name}】，与填写的姓名不一致`, `${en} this number belongs to ${name}, not to the name given`) }
}
