// Why a household cannot be split, from the form and what was found. Pure. Source: business-flows.md 4.2, 3.3, 14.
import { m2, mu, sum, within } from '../../../kit/model/area.ts'
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { CBFLX, headIndex } from '../../../land/definitions/household.ts'
import { isOwner } from '../../../land/register/people.ts'
import { cutFaults, lateUndrawn } from '../../cases/pieces.ts'
import { refusal, refusalAt } from '../../cases/problems.ts'
import { bookIn, standingFaults, type Standing } from '../../cases/standing.ts'
import type { About } from '../../cases/type.ts'
import { branches, termsOf, type Facts } from './plan.ts'
import type { SplitForm } from './type.ts'

const SHARED = '1'
const at = (field: string, zh: string, en: string): Problem => invalidField(field, { zh, en })

/** Why this split cannot be made, the weightiest first. */
export function faults(form: SplitForm, facts: Facts, about: About): Problem[] {
  const { standing } = facts
  if (!standing || !bookIn(standing, form.cbjyqzbm, form.djbId)) return [refusal('E1004')]
  if (standing.holder.fbfbm !== form.fbfbm) return [at('cbjyqzbm', '登记簿不属于所选发包方', 'The book belongs to another issuer')]
  if (standing.holder.cbflx !== CBFLX.household) return [at('cbjyqzbm', '承包方不是农户，不能分户', 'The contractor is no household')]
  const blocked = standingFaults(standing, standing.books, { mortgage: true, end: true })
  if (blocked.length) return blocked
  return [
    ...peopleFaults(form, facts, standing),
    ...landFaults(form, standing),
    ...pieceFaults(form, facts, standing, about),
    ...termFaults(facts, standing, about),
  ]
}
/** Everybody goes to one household (E1009), each with a head who lives and is a co-owner; the old code stays with the old head. */
function peopleFaults(form: SplitForm, facts: Facts, standing: Standing): Problem[] {
  const known = new Map(standing.members.map((m) => [m.id, m]))
  const strange = form.households.flatMap((h, i) =>
    h.jtcyList.flatMap((m, j) => {
      const row = known.get(m.id)
      if (!row) return [at(`households.${i}.jtcyList.${j}.yhzgx`, '该成员不在本户', 'This member is not of the household')]
      return m.cyxm && m.cyxm !== row.cyxm
        ? [at(`households.${i}.jtcyList.${j}.yhzgx`, `成员信息已变更为【${row.cyxm}】，请刷新`, `The member is now ${row.cyxm}: reload`)]
        : []
    }),
  )
  if (strange.length) return strange
  const placed = new Set(form.households.flatMap((h) => h.jtcyList.map((m) => m.id)))
  const left = standing.members.filter((m) => !placed.has(m.id)).map((m) => m.cyxm)
  const missing = left.length
    ? [refusalAt('households', 'E1009', { zh: `【${left.join('、')}】未分配`, en: `not given to any household: ${left.join(', ')}` })]
    : []
  const was = standing.members[headIndex(standing.members)]
  const headed = branches(form, facts).flatMap((b): Problem[] => {
    const place = `households.${b.place}.jtcyList.${headIndex(b.members)}.yhzgx`
    if (!isOwner(b.head)) return [at(place, '户主必须在世且为共有人', 'The head must be alive and a co-owner')]
    if (!b.head.cyzjhm) return [at(place, `户主【${b.head.cyxm}】缺少证件号码`, `The head ${b.head.cyxm} has no ID number`)]
    return b.isKept && was && b.head.id !== was.id
      ? [at(place, `保留原编码的一户应由原户主【${was.cyxm}】任户主`, `The household that keeps the code is headed by ${was.cyxm}, as before`)]
      : []
  })
  return [...missing, ...headed]
}
/** Every parcel goes to one household or is cut; a share may be divided, and then its parts are the whole (E1010). */
function landFaults(form: SplitForm, standing: Standing): Problem[] {
  const lines = standing.books.flatMap((b) => b.lines)
  const given = form.households.flatMap((h, i) => h.dk.map((d, j) => ({ ...d, at: `households.${i}.dk.${j}` })))
  const cut = new Set(form.cuts.map((c) => c.dkbm))
  const strange = given.flatMap((g) =>
    lines.some((l) => l.line.dkbm === g.dkbm) ? [] : [at(`${g.at}.dkbm`, `地块【${g.dkbm}】不在该登记簿中`, `Parcel ${g.dkbm} is not in this book`)],
  )
  const each = lines.flatMap(({ line }): Problem[] => {
    const parts = given.filter((g) => g.dkbm === line.dkbm)
    if (cut.has(line.dkbm)) return []
    if (parts.length === 0) return [at('households', `地块【${line.dkbm}】未分配`, `Parcel ${line.dkbm} is given to no household`)]
    if (parts.length === 1) return []
    if (line.sfqqqg !== SHARED)
      return [at(`${parts[1]!.at}.dkbm`, `地块【${line.dkbm}】已分给另一户`, `Parcel ${line.dkbm} is given to another household already`)]
    const open = parts.find((p) => !p.htmj || !p.htmjm)
    if (open) return [at(`${open.at}.htmj`, '请填写该户所得份额的面积', 'Enter the area of the share that this household gets')]
    const apart = Number(sum(parts.map((p) => mu(p.htmjm!)))) - Number(line.htmjm)
    const fits = within(sum(parts.map((p) => m2(p.htmj!))), m2(line.htmj), 1) && within(sum(parts.map((p) => mu(p.htmjm!))), mu(line.htmjm), 1)
    return fits ? [] : [refusalAt(`${parts.at(-1)!.at}.htmj`, 'E1010', undefined, { n: Math.abs(apart).toFixed(2) })]
  })
  return [...strange, ...each]
}
/** What is cut is a parcel of this household alone, and its pieces are the parcel. */
function pieceFaults(form: SplitForm, facts: Facts, standing: Standing, about: About): Problem[] {
  const lines = new Map(standing.books.flatMap((b) => b.lines.map((l) => [l.line.dkbm, l] as const)))
  const each = form.cuts.flatMap((c, i): Problem[] => {
    const found = lines.get(c.dkbm)
    if (!found) return [at(`cuts.${i}.dkbm`, `地块【${c.dkbm}】不在该登记簿中`, `Parcel ${c.dkbm} is not in this book`)]
    if (found.others.some((code) => !standing.books.some((b) => b.code === code)))
      return [
        at(
          `cuts.${i}.dkbm`,
          `地块【${c.dkbm}】为共有地块，须由全部承包方一并办理`,
          `Parcel ${c.dkbm} is held by several contractors, who must all be in the case`,
        ),
      ]
    return cutFaults(c, facts.cuts[i], `cuts.${i}`)
  })
  return [...each, ...lateUndrawn(form.cuts, 'cuts', about)]
}
const termFaults = (facts: Facts, standing: Standing, about: About): Problem[] =>
  standing.books.flatMap((b) =>
    termsOf(b, facts, about).cbqxq < b.terms.cbqxz
      ? []
      : [
          at(
            'cbjyqzbm',
            `【${b.code}】的承包期限止于${b.terms.cbqxz}，分户后没有剩余期限，请先办理延包`,
            `The term of ${b.code} ends on ${b.terms.cbqxz} and leaves none after the split: renew it first`,
          ),
        ],
  )
