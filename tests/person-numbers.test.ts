// One text of a person's number or name means the same at every door: what is stored of it, and whether it is refused. A number of a package is refused where it is not
// written so already.
import { expect, test } from 'vitest'
import { handlings } from '../apps/server/handlings.server.ts'
import { readDraft } from '../kit/model/check.ts'
import { nameKey } from '../kit/model/clean.ts'
import { idCardCheck } from '../kit/model/id-card.ts'
import { Problem, type Wrong } from '../kit/model/problem.ts'
import type { Fields } from '../kit/model/resource.ts'
import { business } from '../business/cases/definitions/business.ts'
import { householdFaults } from '../business/cases/definitions/parts.ts'
import { objection } from '../business/publicity/publicity.ts'
import { sign_letter } from '../signing/signers/letter.ts'
import { signer_auth } from '../signing/signers/agents.ts'
import { cbf } from '../land/definitions/cbf.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { idWrong, typedIdWrong } from '../land/definitions/household.ts'
import { jtcy } from '../land/definitions/jtcy.ts'
import { readHousehold } from '../land/cbf/cbf.server.ts'
import { identityFault } from '../packages/checks/identity.ts'
import { takeCell } from '../services/exchange/imports/cells.ts'
import { sample } from './samples.ts'
import { seeded } from './seeded.ts'

const random = seeded(Number(process.env.SEED ?? 11))
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!
const digits = (n: number) => Array.from({ length: n }, () => Math.floor(random() * 10)).join('')
const day = () =>
  `${1930 + Math.floor(random() * 90)}${String(1 + Math.floor(random() * 12)).padStart(2, '0')}${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`
/** A resident's number; every tenth ends with X. */
function resident(): string {
  for (;;) {
    const first = `512021${day()}${digits(3)}`
    const all = first + idCardCheck(first)
    if (all.endsWith('X') || random() < 0.6) return all
  }
}
const wide = (v: string) => v.replace(/[0-9A-Za-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))
const old = (v: string) => v.slice(0, 6) + v.slice(8, 17)
/** As people type and paste: sound, old, wide, with blanks, small, with a sheet's apostrophe, broken, of another document. */
const WAYS: readonly ((v: string) => string)[] = [
  (v) => v,
  (v) => v.toLowerCase(),
  wide,
  (v) => ` ${v.slice(0, 6)} ${v.slice(6, 14)}\u3000${v.slice(14)} `,
  (v) => `'${v}`,
  (v) => (v.slice(6, 8) === '19' ? old(v) : v),
  (v) => (v.slice(6, 8) === '19' ? wide(old(v)) : v),
  (v) => v.slice(0, 17) + (v.endsWith('1') ? '2' : '1'),
  (v) => v.slice(0, 16),
  (v) => `${v.slice(0, 10)}1345${v.slice(14)}`,
  () => `E${digits(8)}`,
  () => `军字第${digits(6)}号`,
  () => `h${digits(8)}`,
]
const TYPES = ['1', '2', '3', '5', '9'] as const

/** What a door makes of it: what would be stored, or that it is refused. */
type Door = (type: string, typed: string) => string
const REFUSED = 'refused'
const byFields =
  (fields: Fields, type: string, number: string, wrongOf = typedIdWrong): Door =>
  (t, typed) => {
    const { draft, wrong } = readDraft({ [type]: fields[type]!, [number]: fields[number]! }, { [type]: t, [number]: typed })
    const of = draft as Record<string, unknown>
    return wrong.length || wrongOf(of[type], of[number]) ? REFUSED : String(of[number])
  }
const at = (wrong: readonly { field: string }[], field: string) => wrong.some((w) => w.field === field || w.field.endsWith(`.${field}`))
/** A contractor without members. */
const ALONE = { ...sample(cbf, { cbflx: '2', fbfbm: '51202111920301' }), jtcyList: [] }
const DOORS: Readonly<Record<string, Door>> = {
  issuer: byFields(fbf.fields, 'fzrzjlx', 'fzrzjhm'),
  // who holds land is served under the number that the register has of him, whatever it reads like
  applicant: byFields(business.fields, 'obligeIdType', 'obligeIdCard', idWrong),
  legal: byFields(business.fields, 'legalIdType', 'legalIdCode'),
  objector: byFields(objection.fields, 'objectorIdType', 'objectorIdCard'),
  letter: byFields(sign_letter.fields, 'agentIdType', 'agentIdCard'),
  signer: byFields(signer_auth.fields, 'signerIdType', 'signerIdCard'),
  // a cell of a workbook goes through the form of its table
  workbook: (t, typed) => {
    const taken = takeCell(jtcy.fields.cyzjhm, typed, 'A1', undefined)
    return 'value' in taken ? byFields(jtcy.fields, 'cyzjlx', 'cyzjhm')(t, String(taken.value)) : REFUSED
  },
  household: (t, typed) => {
    try {
      const { draft } = readHousehold({ ...ALONE, cbfzjlx: t, cbfzjhm: typed })
      return String((draft as Record<string, unknown>).cbfzjhm)
    } catch (e) {
      if (e instanceof Problem && e.key === 'invalid' && at(e.details as Wrong[], 'cbfzjhm')) return REFUSED
      throw e
    }
  },
  case: (t, typed) => {
    const wrong = householdFaults({ cbflx: '2', cbfmc: '王五', cbfzjlx: t, cbfzjhm: typed }, 'cbf', {})
    return at(wrong, 'cbfzjhm') ? REFUSED : byFields(cbf.fields, 'cbfzjlx', 'cbfzjhm')(t, typed)
  },
  correctedHolder: (t, typed) => {
    const { form, wrong } = handlings.correct_cbf!.type.read({ cbfzjlx: t, cbfzjhm: typed }, { item: 'correct_cbf_1', doSign: false })
    // what the number reads like is asked beside what stands (business/types/correct_cbf/type.test.ts)
    return at(wrong, 'cbfzjhm') || typedIdWrong(t, form.cbfzjhm) ? REFUSED : String(form.cbfzjhm)
  },
  correctedIssuer: (t, typed) => {
    const { form, wrong } = handlings.correct_fbf!.type.read({ fzrzjlx: t, fzrzjhm: typed }, { item: 'correct_fbf_1', doSign: false })
    return at(wrong, 'fzrzjhm') || typedIdWrong(t, form.fzrzjhm) ? REFUSED : String(form.fzrzjhm)
  },
  // a correction says a number alone: its document stands in the row
  correction: (t, typed) => {
    const { draft, wrong } = readDraft({ cyzjhm: jtcy.fields.cyzjhm }, { cyzjlx: t, cyzjhm: typed })
    const { cyzjhm } = draft as Record<string, unknown>
    return wrong.length || typedIdWrong(t, cyzjhm) ? REFUSED : String(cyzjhm)
  },
}

test('the same text of a number is stored alike at every door, or refused at every door', () => {
  let [stored, refused] = [0, 0]
  for (let i = 0; i < 500; i++) {
    const [type, typed] = [pick(TYPES), pick(WAYS)(resident())]
    const is = Object.fromEntries(Object.entries(DOORS).map(([name, door]) => [name, door(type, typed)]))
    const first = is.household!
    const { applicant, ...others } = is
    expect([type, typed, others]).toEqual([type, typed, Object.fromEntries(Object.keys(others).map((n) => [n, first]))])
    if (first !== REFUSED || type === '1') expect([type, typed, applicant]).toEqual([type, typed, first])
    if (first === REFUSED) refused++
    else stored++
    if (type !== '1') continue
    // what a package may bring is what would be stored of it, and nothing that would be refused
    expect([typed, identityFault(typed, '2026-12-01') === '']).toEqual([typed, first !== REFUSED && typed.toUpperCase() === first])
  }
  expect(Math.min(stored, refused)).toBeGreaterThan(100)
})

test('an old number is its eighteen digits of a resident only; letters are raised, blanks and signs of sheets go', () => {
  const number = '512021197108309874'
  for (const [name, door] of Object.entries(DOORS)) {
    expect([name, door('1', old(number)), door('1', wide(number)), door('1', ` '${number.slice(0, 6)} ${number.slice(6)} `)]).toEqual([
      name,
      number,
      number,
      number,
    ])
    expect([name, door('2', old(number)), door('3', 'e12345678')]).toEqual([name, name === 'applicant' ? old(number) : REFUSED, 'E12345678'])
    expect([name, door('1', number.replace(/4$/, '5'))]).toEqual([name, REFUSED])
  }
})

/** Characters of names as people type and paste them: ordinary and rare ones, radicals of a PDF, points of several kinds, blanks of several widths. */
const SIGNS = ['高', '立', '方', '⾼', '⽴', '⽅', '䶮', '𬭎', '买', '提', '·', '•', '・', '．', ' ', '\u00a0', '\u3000', 'Ａ', 'li', '３', '组']
const HIDDEN = ['\ufffd', '\ue863', '\t', '\n', '\u200b']
const nameOf = (fields: Fields, name: string): Door => {
  const one = { ...fields[name]!, required: false } as Fields[string]
  return (_t, typed) => {
    const { draft, wrong } = readDraft({ [name]: one }, { [name]: typed })
    return wrong.length ? REFUSED : String((draft as Record<string, unknown>)[name] ?? '')
  }
}
const NAME_DOORS: Readonly<Record<string, Door>> = {
  issuer: nameOf(fbf.fields, 'fbffzrxm'),
  contractor: nameOf(cbf.fields, 'cbfmc'),
  member: nameOf(jtcy.fields, 'cyxm'),
  applicant: nameOf(business.fields, 'obligeName'),
  objector: nameOf(objection.fields, 'objector'),
  letter: nameOf(sign_letter.fields, 'agentName'),
  signer: nameOf(signer_auth.fields, 'signerName'),
  workbook: (t, typed) => {
    const taken = takeCell(jtcy.fields.cyxm, typed, 'A1', undefined)
    return 'value' in taken ? nameOf(jtcy.fields, 'cyxm')(t, String(taken.value ?? '')) : REFUSED
  },
  household: (t, typed) => {
    try {
      const { draft } = readHousehold({ ...ALONE, cbfzjlx: '3', cbfzjhm: 'E12345678', cbfmc: typed })
      return String((draft as Record<string, unknown>).cbfmc)
    } catch (e) {
      if (e instanceof Problem && e.key === 'invalid') return at(e.details as Wrong[], 'cbfmc') ? REFUSED : nameOf(cbf.fields, 'cbfmc')(t, typed)
      throw e
    }
  },
  correctedHolder: (_t, typed) => {
    const { form, wrong } = handlings.correct_cbf!.type.read({ cbfmc: typed }, { item: 'correct_cbf_1', doSign: false })
    return at(wrong, 'cbfmc') ? REFUSED : String(form.cbfmc)
  },
  correctedIssuer: (_t, typed) => {
    const { form, wrong } = handlings.correct_fbf!.type.read({ fbffzrxm: typed }, { item: 'correct_fbf_1', doSign: false })
    return at(wrong, 'fbffzrxm') ? REFUSED : String(form.fbffzrxm)
  },
}

test('the same text of a name is stored alike at every door, or refused at every door', () => {
  let [stored, changed, refused] = [0, 0, 0]
  for (let i = 0; i < 500; i++) {
    const signs = Array.from({ length: 2 + Math.floor(random() * 5) }, () => pick(SIGNS))
    const typed = random() < 0.25 ? [signs[0], pick(HIDDEN), ...signs.slice(1)].join('') : signs.join('')
    // nobody is called by a point or by digits
    if (!/\p{L}/u.test(typed)) continue
    const is = Object.fromEntries(Object.entries(NAME_DOORS).map(([name, door]) => [name, door('1', typed)]))
    const first = is.member!
    expect([JSON.stringify(typed), is]).toEqual([JSON.stringify(typed), Object.fromEntries(Object.keys(is).map((n) => [n, first]))])
    if (first === REFUSED) refused++
    else stored++
    if (first !== REFUSED && first !== typed) changed++
    if (first !== REFUSED) expect([typed, nameKey(first)]).toEqual([typed, nameKey(typed)])
  }
  expect(Math.min(stored, changed, refused)).toBeGreaterThan(80)
})
