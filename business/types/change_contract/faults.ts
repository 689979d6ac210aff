// Why a change of a contract cannot be made, from the form and what was found. Pure. Source: business-flows.md 4.6, 3.3, 14.
import { invalidField, problems, type Problem } from '../../../kit/model/problem.ts'
import { CBFLX, headIndex } from '../../../land/definitions/household.ts'
import { DYZT, YYZT } from '../../../land/definitions/statuses.ts'
import { areaFault } from '../../cases/area-limits.ts'
import { doubleFaults, SAID } from '../../cases/members.ts'
import { LETTER } from '../../cases/parts.ts'
import { refusal } from '../../cases/problems.ts'
import { bookIn, standingFaults, type ParcelStanding, type Standing, type StandingBook } from '../../cases/standing.ts'
import type { About } from '../../cases/type.ts'
import { changed, linesAfter, membersAfter, type Facts } from './plan.ts'
import { ITEM, ofPeople, type ChangeForm } from './type.ts'

/** Categories (dictionary dklb) that may be contracted. Source: business-flows.md 4.1. */
const CONTRACTABLE = ['10', '22', '23', '99']
const at = (field: string, zh: string, en: string): Problem => invalidField(field, { zh, en })

/** Why this change cannot be made, the weightiest first. */
export function faults(form: ChangeForm, facts: Facts, about: About): Problem[] {
  const book = bookIn(facts.standing, form.cbjyqzbm, form.djbId)
  if (!facts.standing || !book) return [refusal('E1004')]
  const { standing, books } = changed(form, facts, about)
  if (standing.holder.fbfbm !== form.fbfbm) return [at('cbjyqzbm', '登记簿不属于所选发包方', 'The book belongs to another issuer')]
  const blocked = standingFaults(standing, books, { mortgage: !ofPeople(about.item), end: true })
  if (blocked.length) return blocked
  switch (about.item) {
    case ITEM.members:
    case ITEM.head:
      return [...peopleFaults(form, standing, about), ...doubleFaults(membersAfter(form, standing), facts.elsewhere)]
    case ITEM.added:
      return form.dk.flatMap((l, i) => addedFault(form, book, facts.parcels[i], standing, i) ?? [])
    case ITEM.taken:
    case ITEM.returned:
      return leavingFaults(form, book, about)
    case ITEM.area:
      return form.corrected.flatMap((_, i) => decidedFault(form, book, i) ?? [])
    default:
      return []
  }
}

/** Who represents the household changes by an item of its own; there only relations change besides, and the former head may die or leave. */
function peopleFaults(form: ChangeForm, standing: Standing, { item }: About): Problem[] {
  if (standing.holder.cbflx !== CBFLX.household) return [at('cbjyqzbm', '承包方不是农户，没有家庭成员', 'The contractor is no household and has no members')]
  const known = new Map(standing.members.map((m) => [m.id, m]))
  const stranger = form.jtcyList.findIndex((m) => m.id && !known.has(m.id))
  if (stranger >= 0) return [at(`jtcyList.${stranger}.cyxm`, '该成员不在本户', 'This member is not of the household')]
  const members = membersAfter(form, standing)
  const [was, is] = [standing.members[headIndex(standing.members)], members[headIndex(members)]!]
  const place = `jtcyList.${headIndex(members)}`
  const differs = (i: number, names: readonly (typeof SAID)[number][]) => {
    const before = members[i]!.id ? known.get(members[i]!.id!) : undefined
    return names.some((n) => (before?.[n] ?? '') !== (members[i]![n] ?? ''))
  }
  if (item === ITEM.members) {
    if (is.id !== was?.id) return [at(`${place}.yhzgx`, '更换户主请办理承包方代表变更', 'Another head is a change of the representative')]
    if (is.cyxm !== was?.cyxm || is.cyzjlx !== was?.cyzjlx || is.cyzjhm !== was?.cyzjhm)
      return [at(`${place}.cyxm`, '户主姓名或证件有误请办理承包方信息更正', 'Name and number of the head are changed by a correction of the contractor')]
    const same = members.length === standing.members.length && members.every((m, i) => m.id && !differs(i, SAID))
    return same ? [at('jtcyList', '家庭成员没有变更', 'Nothing of the members was changed')] : []
  }
  if (!is.id) return [at(`${place}.yhzgx`, '新的代表须为本户现有成员', 'The new representative is a member already')]
  if (is.id === was?.id) return [at('jtcyList', '请选择新的承包方代表', 'Select the new representative')]
  const others = members.flatMap((m, i): Problem[] => {
    if (!m.id) return [at(`jtcyList.${i}.cyxm`, '代表变更时不能新增成员', 'No member comes in while the representative changes')]
    const names = m.id === was?.id ? SAID.slice(0, 5) : SAID
    return differs(
      i,
      names.filter((n) => n !== 'yhzgx'),
    )
      ? [at(`jtcyList.${i}.cyxm`, '代表变更时只能变更与户主关系', 'Only relations change while the representative changes')]
      : []
  })
  const gone = standing.members.find((m) => m.id !== was?.id && !members.some((x) => x.id === m.id))
  const left = gone ? [at('jtcyList', `代表变更时不能减少成员【${gone.cyxm}】`, `Member ${gone.cyxm} cannot leave while the representative changes`)] : []
  return [...others, ...left]
}
/** Why a parcel may not come into the contract. Source: business-flows.md 4.6 (_3), 4.1. */
function addedFault(form: ChangeForm, book: StandingBook, row: ParcelStanding | undefined, { holder }: Standing, i: number): Problem | undefined {
  const line = form.dk[i]!
  const wrong = (zh: string, en: string) => at(`dk.${i}.dkbm`, zh, en)
  if (!row) return problems.notFound({ zh: `地块【${line.dkbm}】`, en: `Parcel ${line.dkbm}` })
  if (row.fbfbm !== form.fbfbm) return wrong(`地块【${line.dkbm}】不属于所选发包方`, `Parcel ${line.dkbm} belongs to another issuer`)
  if (!CONTRACTABLE.includes(row.dklb)) return wrong(`地块【${line.dkbm}】的类别不能承包`, `A parcel of this category cannot be contracted: ${line.dkbm}`)
  if (row.cbfbm && row.cbfbm !== holder.cbfbm)
    return wrong(`地块【${line.dkbm}】的承包方不是【${holder.cbfmc}】`, `Parcel ${line.dkbm} has another contractor than ${holder.cbfmc}`)
  if (row.dyzt === DYZT.mortgaged) return refusal('E1002', { dkbm: line.dkbm })
  if (row.yyzt === YYZT.objected) return refusal('E1003', { dkbm: line.dkbm })
  if (!book.code.endsWith(LETTER[line.cbjyqqdfs] ?? ' '))
    return at(`dk.${i}.cbjyqqdfs`, '取得方式与合同的承包方式不符', 'The way of acquiring does not fit the contract')
  const clash = row.contracts.find((o) => o.cbhtbm === book.code || o.sfqqqg !== '1' || line.sfqqqg !== '1')
  if (clash) return refusal('E1015', { dkbm: line.dkbm, cbhtbm: clash.cbhtbm })
  return areaFault(line, row.scmj, `dk.${i}`)
}
const notThere = (field: string, dkbm: string) => at(field, `地块【${dkbm}】不在该登记簿中`, `Parcel ${dkbm} is not in this book`)
/** Why parcels may not leave. Source: business-flows.md 4.6 (_4, _5). */
function leavingFaults(form: ChangeForm, book: StandingBook, about: About): Problem[] {
  const each = form.leaving.flatMap((l, i): Problem[] => {
    const line = book.lines.find((b) => b.line.dkbm === l.dkbm)
    if (!line) return [notThere(`leaving.${i}.dkbm`, l.dkbm)]
    return line.others.length && l.fate !== 'reserve' ? [jointParcel(`leaving.${i}.dkbm`, l.dkbm)] : []
  })
  return [...each, ...(linesAfter(form, book, about).length ? [] : [refusal('E1018')])]
}
const jointParcel = (field: string, dkbm: string) =>
  at(field, `地块【${dkbm}】为共有地块，须由全部承包方一并办理`, `Parcel ${dkbm} is held by several contractors, who must all be in the case`)
/** Why an area may not be decided so. Source: business-flows.md 4.6 (_6). */
function decidedFault(form: ChangeForm, book: StandingBook, i: number): Problem | undefined {
  const c = form.corrected[i]!
  const found = book.lines.find((b) => b.line.dkbm === c.dkbm)
  if (!found) return notThere(`corrected.${i}.dkbm`, c.dkbm)
  const { line, parcel, others } = found
  const measured = !!c.scmj && c.scmj !== parcel.scmj
  const confirmed = !!c.qqmjm && c.qqmjm !== parcel.qqmjm
  if (line.htmj === c.htmj && line.htmjm === c.htmjm && !measured && !confirmed)
    return at(`corrected.${i}.htmj`, `地块【${c.dkbm}】的面积没有变更`, `No area of parcel ${c.dkbm} was changed`)
  if ((measured || confirmed) && others.length) return jointParcel(`corrected.${i}.dkbm`, c.dkbm)
  // what is carried over stays as it was registered: only an area that is decided anew is compared
  if (line.htmj === c.htmj && !measured) return undefined
  return areaFault({ ...c, sfqqqg: line.sfqqqg }, c.scmj ?? parcel.scmj, `corrected.${i}`)
}
