// What a correction of an issuer means for the register, from the form and what was found: its faults and its acts. Pure.
import { both } from '../../../kit/model/lang.ts'
import { invalidField, problems, type Problem, type Wrong } from '../../../kit/model/problem.ts'
import type { Draft } from '../../../kit/model/resource.ts'
import { fbf, type Fbf } from '../../../land/definitions/fbf.ts'
import { residentLike } from '../../../land/definitions/person.ts'
import { changedNamesWrong } from '../../../land/definitions/stored-names.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import { unmasked } from '../../cases/definitions/form.ts'
import { NOT_POSTED, type Meaning, type Planned } from '../../cases/definitions/meaning.ts'
import { refusal } from '../../cases/rules/problems.ts'
import type { About } from '../../cases/definitions/type.ts'
import { ITEM, type IssuerForm } from './type.ts'

/** What the plan needs to know of the register. */
export interface Facts {
  issuer: Fbf
  /** what is wrong with the corrected name beside the others of the village, and with who is the principal from now on */
  wrong: readonly Wrong[]
  /** the current books that get a line, by code, with the name of the issuer that they keep */
  books: readonly { code: string; fbfmc: string | null }[]
}
/** 更正登记 (dictionaries djlx, djxl). */
const ENTRY = { djlx: '8', djxl: '13' } as const

/** What of the issuer is corrected: the item's fields that differ from what is registered. */
function correction(form: IssuerForm, { issuer }: Facts, { item }: About): Draft<typeof fbf> {
  const { fbffzrxm, fzrzjlx, fbfmc, tyshxydm, fbfdz, yzbm, fbfdcy, fbfdcrq, fbfdcjs } = form
  const after: Draft<typeof fbf> =
    item === ITEM.principal
      ? { fbffzrxm, fzrzjlx, fzrzjhm: unmasked(form.fzrzjhm, issuer.fzrzjhm), lxdh: unmasked(form.lxdh, issuer.lxdh) }
      : { fbfmc, tyshxydm, fbfdz, yzbm, fbfdcy, fbfdcrq, fbfdcjs }
  const before: Readonly<Record<string, unknown>> = issuer
  return Object.fromEntries(Object.entries(after).filter(([n, v]) => (v ?? '') !== (before[n] ?? '')))
}

/** Why this correction cannot be made. Source: business-flows.md 4.8. */
export function faults(form: IssuerForm, facts: Facts, about: About): Problem[] {
  // a line in one book comes after the issuer itself was corrected
  if (form.cbjyqzbm) return facts.books.some((b) => b.code === form.cbjyqzbm) ? [] : [refusal('E1004')]
  const said = correction(form, facts, about)
  const names = changedNamesWrong(fbf, said)
  if (names.length) return [problems.invalid(names)]
  if (facts.wrong.length) return [problems.invalid(facts.wrong)]
  const isOther = said.fzrzjhm !== undefined || said.fzrzjlx !== undefined
  const like = isOther ? residentLike(said.fzrzjlx ?? facts.issuer.fzrzjlx, said.fzrzjhm ?? facts.issuer.fzrzjhm) : undefined
  if (like) return [invalidField('fzrzjhm', like)]
  if (Object.keys(said).length) return []
  const at = about.item === ITEM.principal ? 'fbffzrxm' : 'fbfmc'
  return [invalidField(at, both('发包方信息没有更正', 'Nothing about the issuer was corrected'))]
}

/** What the running page of a book says: the book itself keeps the former name. */
function line({ fbfmc: now, bgyy }: IssuerForm, { fbfmc: was }: Facts['books'][number]): string {
  return was && now && was !== now ? `发包方名称由“${was}”更正为“${now}”：${bgyy}` : `发包方信息更正：${bgyy}`
}
/** What the register is told: the issuer with the last pass, then each book by itself. Source: acts.md 1 and 3, correct_fbf. */
export function entries(form: IssuerForm, facts: Facts, _contracts: readonly ContractFile[], about: About): Planned[] {
  const issuer: Planned = { acts: [{ act: 'setIssuer', fbfbm: form.fbfbm, fields: correction(form, facts, about) }] }
  const lines = facts.books.map((b): Planned => ({ group: b.code, acts: [{ act: 'note', on: b.code, ...ENTRY, text: line(form, b) }] }))
  return form.cbjyqzbm ? lines : [issuer, ...lines]
}

/** What the case holds: the issuer alone, so that its running cases go on; and the books that get a line, whatever version is current then. */
export const consequences = (form: IssuerForm, { books }: Facts): Meaning => ({
  codes: { fbfbm: form.fbfbm },
  locks: [{ objectType: 'fbf', objectCode: form.fbfbm }],
  contracts: [],
  posted: NOT_POSTED,
  books: books.map(({ code }) => ({ code, role: 'source', group: code })),
})
