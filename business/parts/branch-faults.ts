// Why a household cannot part as its form says. Pure. Source: business-flows.md 4.2, 14.
import { m2, minus, mu, sum, within } from '../../land/definitions/area.ts'
import { invalidField, type Problem } from '../../kit/model/problem.ts'
import { headIndex } from '../../land/definitions/household.ts'
import { isOwner } from '../../land/definitions/person.ts'
import { branches, type Parting, type PartingFacts } from './branches.ts'
import { cutFaults, lateUndrawn } from '../cases/land/pieces.ts'
import { refusalAt } from '../cases/rules/problems.ts'
import type { Standing, StandingBook } from '../cases/definitions/standing.ts'
import type { About } from '../cases/definitions/type.ts'

const SHARED = '1'
const at = (field: string, zh: string, en: string): Problem => invalidField(field, { zh, en })

/** Why these books of a household cannot be shared out so. `path`: where its row stands in the form, with its dot at the end. */
export function partingFaults(form: Parting, facts: PartingFacts & { standing: Standing }, books: readonly StandingBook[], about: About, path = ''): Problem[] {
  return [...memberFaults(form, facts, path), ...landFaults(form, books, path), ...pieceFaults(form, facts, books, about, path)]
}
/** Everybody goes to one household (E1009), each with a head who lives and is a co-owner; the old code stays with the old head. */
function memberFaults(form: Parting, facts: PartingFacts & { standing: Standing }, path: string): Problem[] {
  const { standing } = facts
  const known = new Map(standing.members.map((m) => [m.id, m]))
  const strange = form.households.flatMap((h, i) =>
    h.jtcyList.flatMap((m, j) => {
      const row = known.get(m.id)
      if (!row) return [at(`${path}households.${i}.jtcyList.${j}.yhzgx`, '该成员不在本户', 'This member is not of the household')]
      return m.cyxm && m.cyxm !== row.cyxm
        ? [at(`${path}households.${i}.jtcyList.${j}.yhzgx`, `成员信息已变更为【${row.cyxm}】，请刷新`, `The member is now ${row.cyxm}: reload`)]
        : []
    }),
  )
  if (strange.length) return strange
  const placed = new Set(form.households.flatMap((h) => h.jtcyList.map((m) => m.id)))
  const left = standing.members.filter((m) => !placed.has(m.id)).map((m) => m.cyxm)
  const missing = left.length
    ? [refusalAt(`${path}households`, 'E1009', { zh: `【${left.join('、')}】未分配`, en: `not given to any household: ${left.join(', ')}` })]
    : []
  const was = standing.members[headIndex(standing.members)]
  const headed = branches(form, facts).flatMap((b): Problem[] => {
    const place = `${path}households.${b.place}.jtcyList.${headIndex(b.members)}.yhzgx`
    if (!isOwner(b.head)) return [at(place, '户主必须在世且为共有人', 'The head must be alive and a co-owner')]
    if (!b.head.cyzjhm) return [at(place, `户主【${b.head.cyxm}】缺少证件号码`, `The head ${b.head.cyxm} has no ID number`)]
    return b.isKept && was && b.head.id !== was.id
      ? [at(place, `保留原编码的一户应由原户主【${was.cyxm}】任户主`, `The household that keeps the code is headed by ${was.cyxm}, as before`)]
      : []
  })
  return [...missing, ...headed]
}
/** Every parcel goes to one household or is cut; a share may be divided, and then its parts are the whole (E1010). */
function landFaults(form: Parting, books: readonly StandingBook[], path: string): Problem[] {
  const lines = books.flatMap((b) => b.lines)
  const given = form.households.flatMap((h, i) => h.dk.map((d, j) => ({ ...d, at: `${path}households.${i}.dk.${j}` })))
  const cut = new Set(form.cuts.map((c) => c.dkbm))
  const strange = given.flatMap((g) =>
    lines.some((l) => l.line.dkbm === g.dkbm) ? [] : [at(`${g.at}.dkbm`, `地块【${g.dkbm}】不在该登记簿中`, `Parcel ${g.dkbm} is not in this book`)],
  )
  const each = lines.flatMap(({ line }): Problem[] => {
    const parts = given.filter((g) => g.dkbm === line.dkbm)
    if (cut.has(line.dkbm)) return []
    if (parts.length === 0) return [at(`${path}households`, `地块【${line.dkbm}】未分配`, `Parcel ${line.dkbm} is given to no household`)]
    if (parts.length === 1) return []
    if (line.sfqqqg !== SHARED)
      return [at(`${parts[1]!.at}.dkbm`, `地块【${line.dkbm}】已分给另一户`, `Parcel ${line.dkbm} is given to another household already`)]
    const open = parts.find((p) => !p.htmj || !p.htmjm)
    if (open) return [at(`${open.at}.htmj`, '请填写该户所得份额的面积', 'Enter the area of the share that this household gets')]
    const apart = minus(sum(parts.map((p) => mu(p.htmjm!))), mu(line.htmjm))
    const fits = within(sum(parts.map((p) => m2(p.htmj!))), m2(line.htmj), 1) && within(sum(parts.map((p) => mu(p.htmjm!))), mu(line.htmjm), 1)
    return fits ? [] : [refusalAt(`${parts.at(-1)!.at}.htmj`, 'E1010', undefined, { n: apart.replace('-', '') })]
  })
  return [...strange, ...each]
}
/** What is cut is a parcel of this household alone, and its pieces are the parcel. */
function pieceFaults(form: Parting, facts: PartingFacts, books: readonly StandingBook[], about: About, path: string): Problem[] {
  const lines = new Map(books.flatMap((b) => b.lines.map((l) => [l.line.dkbm, l] as const)))
  const each = form.cuts.flatMap((c, i): Problem[] => {
    const found = lines.get(c.dkbm)
    if (!found) return [at(`${path}cuts.${i}.dkbm`, `地块【${c.dkbm}】不在该登记簿中`, `Parcel ${c.dkbm} is not in this book`)]
    if (found.others.some((code) => !books.some((b) => b.code === code)))
      return [
        at(
          `${path}cuts.${i}.dkbm`,
          `地块【${c.dkbm}】为共有地块，须由全部承包方一并办理`,
          `Parcel ${c.dkbm} is held by several contractors, who must all be in the case`,
        ),
      ]
    return cutFaults(c, facts.cuts[i], `${path}cuts.${i}`)
  })
  return [...each, ...lateUndrawn(form.cuts, `${path}cuts`, about)]
}
