// Why a change of a contract cannot be made, from the form and what was found. Pure. Source: business-flows.md 4.6, 3.3, 14.
import { compare, m2, toMu } from '../../../land/definitions/area.ts'
import { invalidField, problems, type Problem } from '../../../kit/model/problem.ts'
import { sharesBeyond } from '../../../land/definitions/contract-area.ts'
import { areaWrong } from '../../../land/definitions/parcel-size.ts'
import { DJZT } from '../../../land/definitions/statuses.ts'
import { registerProblems } from '../../../land/register/acts/problems.ts'
import { areaText } from '../../../land/geometry/area.ts'
import { shapeFromWkt } from '../../../land/geometry/crs.ts'
import { validShape } from '../../../land/geometry/validity.ts'
import { areaFault, confirmedFault } from '../../cases/rules/area-limits.ts'
import { doubleFaults } from '../../cases/people/members.ts'
import { cutOffFaults } from '../../parts/moves.ts'
import { newcomerFault } from '../../parts/newcomers.ts'
import { outlineAreas, outlineFaults } from '../../cases/land/outlines.ts'
import { peopleFaults } from '../../parts/people-change.ts'
import { cutFaults, isDrawing, lateUndrawn, PIECE_STAYS, type CutParcel } from '../../cases/land/pieces.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { bookIn, standingFaults, type Standing, type StandingBook, type StandingLine } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { changed, followers, linesAfter, membersAfter, type Facts } from './plan.ts'
import { ITEM, ofPeople, YES, type ChangeForm } from './type.ts'

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
      return [...peopleFaults(form.jtcyList, standing, about.item === ITEM.head), ...doubleFaults(membersAfter(form, standing), facts.elsewhere)]
    case ITEM.added:
      return form.dk.flatMap((l, i) => newcomerFault(l, facts.parcels[i], into(form, book, standing), `dk.${i}`) ?? [])
    case ITEM.taken:
    case ITEM.returned:
      return leavingFaults(form, book, facts, about)
    case ITEM.area:
      return [...form.corrected.flatMap((_, i) => decidedFault(form, book, facts, about, i) ?? []), ...besideFaults(form, facts), ...drawnFaults(form, facts)]
    case ITEM.other:
      return book.remark !== null && form.djbfj === book.remark ? [at('djbfj', '约定事项没有变更', 'Nothing of the agreed matters was changed')] : []
    default:
      return []
  }
}
/** Whose contract the parcels come into. */
const into = ({ fbfbm }: ChangeForm, { code }: StandingBook, { holder }: Standing) => ({ code, fbfbm, cbfbm: holder.cbfbm!, cbfmc: holder.cbfmc })
const notThere = (field: string, dkbm: string) => at(field, `地块【${dkbm}】不在该登记簿中`, `Parcel ${dkbm} is not in this book`)
/** Why parcels may not leave. Source: business-flows.md 4.6 (_4, _5). */
function leavingFaults(form: ChangeForm, book: StandingBook, facts: Facts, about: About): Problem[] {
  const each = form.leaving.flatMap((l, i): Problem[] => {
    const line = book.lines.find((b) => b.line.dkbm === l.dkbm)
    if (!line) return [notThere(`leaving.${i}.dkbm`, l.dkbm)]
    return line.others.length && l.fate !== 'reserve' ? [jointParcel(`leaving.${i}.dkbm`, l.dkbm)] : []
  })
  const cut = form.cuts.flatMap((c, i): Problem[] => {
    const line = book.lines.find((b) => b.line.dkbm === c.dkbm)
    if (!line) return [notThere(`cuts.${i}.dkbm`, c.dkbm)]
    if (line.others.length) return [jointParcel(`cuts.${i}.dkbm`, c.dkbm)]
    return [...cutOffFaults(line, c, PIECE_STAYS, `cuts.${i}`), ...cutFaults(c, facts.cuts[i], `cuts.${i}`)]
  })
  // lines of what is wrongly drawn cannot be told
  if (each.length || cut.length) return [...each, ...cut]
  return [...lateUndrawn(form.cuts, 'cuts', about), ...(linesAfter(form, book, facts, about).length ? [] : [refusal('E1018')])]
}
const jointParcel = (field: string, dkbm: string) =>
  at(field, `地块【${dkbm}】为共有地块，须由全部承包方一并办理`, `Parcel ${dkbm} is held by several contractors, who must all be in the case`)
/** Why an area may not be decided so. Source: business-flows.md 4.6 (_6). */
function decidedFault(form: ChangeForm, book: StandingBook, facts: Facts, about: About, i: number): Problem | undefined {
  const c = form.corrected[i]!
  const found = book.lines.find((b) => b.line.dkbm === c.dkbm)
  if (!found) return notThere(`corrected.${i}.dkbm`, c.dkbm)
  const { line, parcel, others } = found
  const measured = !!c.scmj && c.scmj !== parcel.scmj
  const confirmed = !!c.qqmjm && c.qqmjm !== parcel.qqmjm
  if (c.cxch === YES && others.length) return jointParcel(`corrected.${i}.dkbm`, c.dkbm)
  if (c.cxch === YES && !c.geom && !isDrawing(about))
    return at(`corrected.${i}.geom`, `地块【${c.dkbm}】的图形尚未绘制`, `The outline of parcel ${c.dkbm} is not drawn yet`)
  if (c.cxch !== YES && line.htmj === c.htmj && line.htmjm === c.htmjm && !measured && !confirmed)
    return at(`corrected.${i}.htmj`, `地块【${c.dkbm}】的面积没有变更`, `No area of parcel ${c.dkbm} was changed`)
  if ((measured || confirmed) && others.length) return jointParcel(`corrected.${i}.dkbm`, c.dkbm)
  const fact = facts.drawn.get(c.dkbm)
  // an outline that is not valid has no area: it is refused as such
  const outline = c.geom && fact ? areaIn(c.geom, fact) : undefined
  // a parcel measures what its outline has: another area needs another outline
  const drawn = measured && !c.geom && c.cxch !== YES && fact?.wkt ? areaText(shapeFromWkt(fact.wkt, fact.zone)) : undefined
  if (drawn && areaWrong(c.scmj!, drawn))
    return at(
      `corrected.${i}.scmj`,
      `地块【${c.dkbm}】的实测面积${c.scmj}平方米与图形面积${drawn}平方米不符：面积重新测量的，请选择重新测绘并绘制新图形`,
      `Parcel ${c.dkbm}: the measured area of ${c.scmj} m² is not that of its outline, ${drawn} m². If it was measured anew, have its outline redrawn`,
    )
  // what is drawn anew is measured by its outline alone
  const isRedrawn = c.cxch === YES || !!c.geom
  const is = isRedrawn ? outline : c.scmj
  const off =
    confirmed && (outline || !isRedrawn)
      ? confirmedFault({ ...c, qqmjm: c.qqmjm! }, is ? toMu(m2(is)) : parcel.scmjm, `corrected.${i}`, isDrawing(about))
      : undefined
  // what is carried over stays as it was registered: only an area that is decided anew is compared
  if (line.htmj === c.htmj && !measured && !outline) return off
  return sharesFault(c, found, i) ?? areaFault({ ...c, sfqqqg: line.sfqqqg }, outline ?? c.scmj ?? parcel.scmj, `corrected.${i}`) ?? off
}
/** A share that grows beyond what the others leave of the parcel: the register would refuse it in the end. What was more already may become less. */
function sharesFault({ dkbm, htmj }: ChangeForm['corrected'][number], { line, parcel: { scmj }, othersM2 = [] }: StandingLine, i: number): Problem | undefined {
  if (line.sfqqqg !== YES || compare(m2(htmj), m2(line.htmj)) <= 0) return undefined
  return sharesBeyond([{ htmj }, ...othersM2.map((m) => ({ htmj: m }))], scmj) > 0n
    ? invalidField(`corrected.${i}.htmj`, registerProblems.shares({ dkbm, scmj: scmj ?? '' }).words)
    : undefined
}
const areaIn = (geom: string, fact: CutParcel): string | undefined => (validShape(geom, fact.zone) ? outlineAreas(geom, fact).scmj : undefined)
/** Why a neighbour cannot follow: it and its book are as the form says, held by nobody else, and nothing stands against them. */
function besideFaults(form: ChangeForm, facts: Facts): Problem[] {
  const each = form.beside.flatMap((b, i): Problem[] => {
    const place = `beside.${i}.dkbm`
    const found = facts.drawn.get(b.dkbm)
    if (!found) return [problems.notFound({ zh: `地块【${b.dkbm}】`, en: `Parcel ${b.dkbm}` })]
    if (!b.cbjyqzbm)
      return found.parcel.djzt === DJZT.registered
        ? [at(place, `地块【${b.dkbm}】已登记，请一并选择其登记簿`, `Parcel ${b.dkbm} is registered: its book is to be taken in with it`)]
        : []
    const book = bookIn(facts.neighbours.get(b.cbjyqzbm), b.cbjyqzbm, b.djbId)
    if (!b.djbId)
      return [
        at(`beside.${i}.djbId`, `缺少相邻地块登记簿【${b.cbjyqzbm}】的版本（djbId）`, `The version of the neighbour's book ${b.cbjyqzbm} (djbId) is missing`),
      ]
    if (!book) return [refusal('E1004')]
    const line = book.lines.find((l) => l.line.dkbm === b.dkbm)
    if (!line) return [notThere(place, b.dkbm)]
    if (line.others.some((code) => code !== form.cbjyqzbm)) return [jointParcel(place, b.dkbm)]
    const off = areaFault({ dkbm: b.dkbm, htmj: b.htmj!, sfqqqg: line.line.sfqqqg, areaReason: b.areaReason }, areaIn(b.geom, found), `beside.${i}`)
    return off ? [off] : []
  })
  return [...each, ...followers(form, facts).flatMap(({ standing, book }) => standingFaults(standing, [book], { mortgage: true, end: true }))]
}
/** Why the drawn outlines cannot be. */
function drawnFaults(form: ChangeForm, facts: Facts): Problem[] {
  const of = (rows: readonly { dkbm: string; geom: string | null }[], name: string) =>
    rows.flatMap(({ dkbm, geom }, i) => (geom ? [{ at: `${name}.${i}`, dkbm, geom }] : []))
  const outlines = [...of(form.corrected, 'corrected'), ...of(form.beside, 'beside')]
  return outlineFaults(
    outlines,
    outlines.map((o) => facts.drawn.get(o.dkbm)),
    facts.near,
  )
}
