// Why a household cannot be split, from the form and what was found. Pure. Source: business-flows.md 4.2, 3.3, 14.
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { CBFLX } from '../../../land/definitions/household.ts'
import { partingFaults } from '../../parts/branch-faults.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { bookIn, standingFaults, type Standing } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { splitTerms, type Facts } from './plan.ts'
import type { SplitForm } from './type.ts'

const at = (field: string, zh: string, en: string): Problem => invalidField(field, { zh, en })

/** Why this split cannot be made, the weightiest first. */
export function faults(form: SplitForm, facts: Facts, about: About): Problem[] {
  const { standing } = facts
  if (!standing || !bookIn(standing, form.cbjyqzbm, form.djbId)) return [refusal('E1004')]
  if (standing.holder.fbfbm !== form.fbfbm) return [at('cbjyqzbm', '登记簿不属于所选发包方', 'The book belongs to another issuer')]
  if (standing.holder.cbflx !== CBFLX.household) return [at('cbjyqzbm', '承包方不是农户，不能分户', 'The contractor is no household')]
  const blocked = standingFaults(standing, standing.books, { mortgage: true, end: true })
  if (blocked.length) return blocked
  return [...partingFaults(form, { ...facts, standing }, standing.books, about), ...termFaults(facts, standing, about)]
}
const termFaults = (facts: Facts, standing: Standing, about: About): Problem[] =>
  standing.books.flatMap((b) =>
    splitTerms(b, facts, about).cbqxq < b.terms.cbqxz
      ? []
      : [
          at(
            'cbjyqzbm',
            `【${b.code}】的承包期限止于${b.terms.cbqxz}，分户后没有剩余期限，请先办理延包`,
            `The term of ${b.code} ends on ${b.terms.cbqxz} and leaves none after the split: renew it first`,
          ),
        ],
  )
