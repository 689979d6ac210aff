// Books for which a business may be begun, with the reasons against those for which it may not; and the same asked of a case under way. Source: register.md 7.
import { sql } from 'kysely'
import { both } from '../../../kit/model/lang.ts'
import { problems, type Problem, type Wrong } from '../../../kit/model/problem.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Listed } from '../../../kit/model/resource.ts'
import type { Page } from '../../../kit/model/page.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { listNames, page, scoped } from '../../../kit/server/query.server.ts'
import { reading, type Route, type TextInput } from '../../../kit/server/route.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { djb } from '../../../land/definitions/cbht.ts'
import { QSZT, ZT } from '../../../land/definitions/statuses.ts'
import { typeName, type TypeCode } from '../../../services/process/engine/definitions.ts'
import { BITS, judge, type Asks, type Bit, type Startable } from '../rules/asks.ts'
import type { Business, Form } from '../definitions/business.ts'
import { goneApplicant } from '../people/applicant.ts'
import { isTypeCode } from '../definitions/config.server.ts'
import { goneBy } from '../definitions/meaning.ts'
import type { BusinessType } from '../definitions/type.ts'
import { bitsOf, type EligibleBook } from './eligible.server.ts'
import { aboutOf, asksOf, handlingOf, type Plan, type Registry } from '../handling/handling.server.ts'
import { pathOf } from '../definitions/findings.ts'
import { heldAt } from '../handling/locks.server.ts'
import { receivedBeforeBook } from '../rules/received.ts'
import { bookHeld, notEligible, parcelSeized, refusal, withFields } from '../rules/problems.ts'

/** A book as these lists show it. `bits`: what is known of it; `papers`: kinds that the type asks for because of it. */
type Shown = Listed<typeof djb> & { eligible: boolean; reasons: string[]; warnings: string[]; papers: string[]; bits: Bit[] }
/** How many books of one issuer or village are judged when the others are left out, by pages of this size. */
const MOST = 3000,
  PAGE = 500

/** Books with what a type says of each. */
export async function judged(ctx: Ctx, asks: Asks | undefined, list: readonly Listed<typeof djb>[]): Promise<Shown[]> {
  const bits = new Map<string, Bit[]>()
  const counties = new Set(list.map((b) => countyOf(b.regionCode)))
  for (const countyCode of counties)
    for (const f of await bitsOf(ctx, { countyCode, books: list.filter((b) => countyOf(b.regionCode) === countyCode).map((b) => b.id) }))
      bits.set(f.key, f.bits)
  return list.map((b) => {
    const own = bits.get(String(b.id)) ?? []
    const { eligible, reasons, warnings, papers } = judge(asks, own)
    const said = (list: readonly Bit[]) => list.map((bit) => BITS[bit][ctx.lang])
    return { ...b, eligible, reasons: said(reasons), warnings: said(warnings), papers, bits: own }
  })
}
/** Current books in the order of their codes with what the type says of each; `onlyEligible=1` for one issuer or village. */
async function books(of: Registry, ctx: Ctx, typeCode: TypeCode, q: TextInput): Promise<Page<Shown>> {
  const { onlyEligible, businessTypeCode: _, ...filter } = q
  const asks = asksOf(of, typeCode)
  const told = async (list: readonly Listed<typeof djb>[]): Promise<Shown[]> => {
    const waits = await of.handlings[typeCode]?.waits?.(ctx, list)
    return (await judged(ctx, asks, list)).map((b, i) => (waits?.[i] ? { ...b, eligible: false, reasons: [...b.reasons, waits[i][ctx.lang]] } : b))
  }
  const from = scoped(ctx, djb).where('djb.qszt', '=', QSZT.current)
  const inOrder = { ascs: 'cbjyqzbm', ...filter }
  if (onlyEligible !== '1') {
    const p = await page(ctx, djb, inOrder, from)
    return { ...p, records: await told(p.records) }
  }
  if ((q.fbfbm ?? '').length < 12 && (q.regionCode ?? '').length < 12)
    throw problems.badRequest(
      both('仅显示可办理的登记簿时，请缩小到一个村或一个发包方', 'To see eligible books only, narrow the region to a village or an issuer'),
    )
  const fit: Shown[] = []
  for (let at = 1, seen = PAGE; seen === PAGE; at++) {
    if (at * PAGE > MOST) throw problems.badRequest(both('登记簿过多，请选择一个发包方', 'Too many books: choose one issuer'))
    const { records } = await page(ctx, djb, { ...inOrder, current: at, size: PAGE }, from)
    fit.push(...(await told(records)).filter((b) => b.eligible))
    seen = records.length
  }
  const [current, size] = [Number(q.current ?? 1), Number(q.size ?? 10)]
  return { records: fit.slice((current - 1) * size, current * size), total: fit.length, current, size, pages: Math.ceil(fit.length / size) }
}

/** A book that another case holds, at the place where the form names it or its holder. */
function bookHeldAt(form: Form, { code, name, heldBy }: EligibleBook & { code: string }): Problem {
  const field = pathOf(form, code) ?? pathOf(form, code.slice(0, -1))
  const told = { businessCode: heldBy ?? '', book: code, name: name ?? '' }
  return withFields(refusal('E1001', told), field ? [{ field, msg: bookHeld(told) }] : [])
}
/** Why a row stops a case, in the catalogue's words where it has some. */
function refusalOf(bit: Bit, f: EligibleBook, form: Form): Problem {
  if (bit === 'ended') return refusal('E1004')
  if (bit === 'locked' && f.code) return bookHeldAt(form, { ...f, code: f.code })
  if (bit === 'locked') return heldAt({ objectCode: f.key, businessCode: f.heldBy ?? '' }, form)
  if (bit === 'mortgaged' && f.dkbm) return refusal('E1002', { dkbm: f.dkbm })
  if (bit === 'objected' && f.dkbm) return refusal('E1003', { dkbm: f.dkbm })
  if (bit === 'seized' && f.kind === 'parcel') return parcelSeized({ dkbm: f.key })
  if (bit === 'expired') return refusal('E1005')
  // people know a book by its code
  return notEligible({ what: f.code ?? f.key, why: BITS[bit] })
}
/** What a plan rests on in the register: the books it takes, the contractors and parcels it holds. */
export function subjectsOf(b: Pick<Business, 'regionCode'>, plan: Plan): RestsOn {
  const held = (type: string) => plan.locks.filter((l) => l.objectType === type).map((l) => l.objectCode)
  const shares = held('share').map((s) => s.split(':')[0]!)
  const taken = (plan.books ?? []).flatMap((k) => (k.leftOut === undefined && k.djbId ? [k.djbId] : []))
  // a case with books is judged by them: their contractors and parcels are in their bits; of books that it makes alone the type's plan judges the land
  const beside = (plan.books ?? []).flatMap((k) => (k.beside && k.djbId ? [k.djbId] : []))
  const judgedBy = plan.judgedBy ?? []
  if (plan.books?.length || judgedBy.length) return { countyCode: countyOf(b.regionCode), books: [...taken, ...judgedBy], beside }
  return { countyCode: countyOf(b.regionCode), contractors: held('cbf'), parcels: [...held('dk'), ...shares] }
}
/** What a plan, or a form of which there is none yet, rests on in the register. */
type RestsOn = Parameters<typeof bitsOf>[1] & { beside?: readonly string[] }
/** What stands against a case, the weightiest first of each row; what only warns, with the row it is of; the kinds of papers that are asked for. */
interface Standing {
  refusals: Problem[]
  warnings: { bit: Bit; of: EligibleBook }[]
  papers: string[]
}
/** What of a case is judged beside its form; `currentActive`: a case that has begun came in before whatever it is about now. */
type Judged = Pick<Business, 'id' | 'businessTypeCode' | 'businessReceiveTime' | 'currentActive'>
/** Judges what a case rests on as the lists judge their rows; its own locks count for nothing. */
export async function standingOfCase(of: Registry, ctx: Ctx, b: Judged, on: RestsOn, form: Form): Promise<Standing> {
  const { asks } = handlingOf(of, b).type
  // as the case names its books: the first party first
  const placeOf = (f: EligibleBook) => on.books?.indexOf(f.key) ?? -1
  // a book that only goes on beside the one of the case is of whatever way
  const bitsFor = (f: EligibleBook) => (on.beside?.includes(f.key) ? f.bits.filter((bit) => bit !== 'otherWay') : f.bits)
  const found = (await bitsOf(ctx, on, b.id)).toSorted((x, y) => placeOf(x) - placeOf(y)).map((f) => ({ f, ...judge(asks, bitsFor(f)) }))
  const early = found.flatMap(({ f }) => receivedBeforeBook(b.businessReceiveTime, f.code ?? '', f.djsj, ctx.now.slice(0, 10)) ?? [])
  return {
    refusals: [...found.flatMap(({ f, reasons }) => reasons.map((bit) => refusalOf(bit, f, form))), ...(b.currentActive ? [] : early.slice(0, 1))],
    warnings: found.flatMap(({ f, warnings }) => warnings.map((bit) => ({ bit, of: f }))),
    papers: found.flatMap(({ papers }) => papers),
  }
}
/** The first refusal, with the places of all that are of its kind: of two parties that other cases hold each is told at its own. */
function together(first: Problem, all: readonly Problem[]): Problem {
  const fieldsOf = ({ details }: Problem): readonly Wrong[] => (details as { fields?: readonly Wrong[] } | undefined)?.fields ?? []
  const fields = all.filter((p) => p.key === first.key).flatMap(fieldsOf)
  return fields.length > fieldsOf(first).length ? withFields(first, fields) : first
}
/** Asks of a plan what the lists ask of their rows: when the case is saved to start or changed, and before the finish. Answers the kinds of papers that they ask for. @throws the first reason */
export async function requireEligible(of: Registry, ctx: Ctx, b: Judged & Pick<Business, 'regionCode'>, plan: Plan): Promise<string[]> {
  const { refusals, papers } = await standingOfCase(of, ctx, b, subjectsOf(b, plan), plan.form)
  if (refusals[0]) throw together(refusals[0], refusals)
  return papers
}
/** A form checked against its type and then against what the register and other cases say of what it rests on, which may ask for papers of its own. */
export async function planFor(of: Registry, ctx: Ctx, b: Business, form: Plan['form'], codes: Plan['codes'] | null): Promise<Plan> {
  const plan = await handlingOf(of, b).plan(ctx, form, aboutOf(b), codes)
  const gone = goneApplicant(b, goneBy(plan))
  if (gone) throw gone
  return askingFor(plan, await requireEligible(of, ctx, b, plan))
}
/** A plan that asks for these kinds of papers as well. */
export const askingFor = (plan: Plan, kinds: readonly string[]): Plan =>
  kinds.length ? { ...plan, papers: { ...plan.papers, with: [...(plan.papers.with ?? []), ...kinds] } } : plan

/**
 * Every built type for one contractor, in the order of the registry. A type that needs no registered contractor, or is about the issuer, is judged by the
 * contractor; the others by its current books, of which one that fits is enough, and what a type waits for is a reason here: nothing is begun in vain. Two
 * statements and the one over the bits, whatever the number of types, and those of a type that waits.
 * @throws not-found for a contractor whom the caller does not see
 */
async function startable(of: Registry, ctx: Ctx, cbfbm: string): Promise<Startable[]> {
  const known = await scoped(ctx, cbf).select('cbf.countyCode').where('cbf.cbfbm', '=', cbfbm).where('cbf.zt', '=', ZT.valid).executeTakeFirst()
  if (!known) throw problems.notFound({ zh: '承包方', en: 'The contractor' })
  const current = await scoped(ctx, djb)
    .select(['djb.id', 'djb.cbjyqzbm', 'djb.fbfbm', sql<string | null>`djb.cbqxz::text`.as('cbqxz')])
    .where('djb.cbfbm', '=', cbfbm)
    .where('djb.qszt', '=', QSZT.current)
    .orderBy('djb.cbjyqzbm')
    .execute()
  const found = await bitsOf(ctx, { countyCode: known.countyCode, contractors: [cbfbm], books: current.map((b) => b.id) })
  const own = found.find((f) => f.kind === 'contractor')!
  const books = current.flatMap((b) => found.filter((f) => f.kind === 'book' && f.key === String(b.id)))
  const said = (bits: readonly Bit[]) => bits.map((bit) => BITS[bit][ctx.lang])
  const codes = current.map((x) => x.cbjyqzbm!)
  const hintsOf = (type: BusinessType, bits: readonly Bit[]) => [type.hint?.(codes, bits)].flatMap((hint) => (hint ? [hint[ctx.lang]] : []))
  const heldBy = (f: EligibleBook, reasons: readonly Bit[]) => (reasons.includes('locked') ? (f.heldBy ?? '') : '')
  const each: Startable[] = []
  for (const { type, waits } of Object.values(of.handlings)) {
    const typeCode = type.code
    if (type.ofIssuer || type.asks?.unregistered === 'pass' || books.length === 0) {
      // of a household the correction of its issuer asks nothing
      const { eligible, reasons } = judge(type.asks, type.ofIssuer ? own.bits.filter((bit) => bit === 'issuerEnded') : own.bits)
      // who is registered and has no book of his own has nothing that most types could change
      const isBookless = eligible && !type.ofIssuer && type.asks?.unregistered !== 'pass'
      const more = { hints: eligible ? hintsOf(type, own.bits) : [], heldBy: heldBy(own, reasons) }
      each.push({ typeCode, start: cbfbm, eligible: eligible && !isBookless, reasons: isBookless ? [NO_BOOK[ctx.lang]] : said(reasons), ...more })
      continue
    }
    const waiting = (await waits?.(ctx, current)) ?? []
    const verdicts = books.map((f, i): Startable => {
      const { eligible, reasons } = judge(type.asks, f.bits)
      const wait = eligible ? waiting[i] : undefined
      const more = { hints: eligible && !wait ? hintsOf(type, f.bits) : [], heldBy: heldBy(f, reasons) }
      return { typeCode, start: current[i]!.cbjyqzbm!, eligible: eligible && !wait, reasons: wait ? [wait[ctx.lang]] : said(reasons), ...more }
    })
    each.push(verdicts.find((v) => v.eligible) ?? verdicts[0]!)
  }
  return each
}
const NO_BOOK = both('没有现势登记簿', 'no current book')

const look = reading('land', 'business_view')
const names = [...listNames(djb), 'onlyEligible']
/** The lists of books by type; `of.lists` says where the specification has each. */
export const eligibilityRoutes = (of: Registry): Route[] => [
  look('/base-qssj/djb/listEligibleForBusiness', '可办理业务的登记簿', [...names, 'businessTypeCode'], async (ctx, q) => {
    if (!isTypeCode(q.businessTypeCode)) throw problems.badRequest({ zh: '请选择业务类型', en: 'Name a business type' })
    return books(of, ctx, q.businessTypeCode, q)
  }),
  look('/yw-accept/business/possible-types', '承包方可办理的业务', ['cbfbm'], async (ctx, q) => {
    if (!q.cbfbm) throw problems.badRequest({ zh: '请选择承包方', en: 'Name a contractor' })
    return startable(of, ctx, q.cbfbm ?? '')
  }),
  ...Object.entries(of.lists).flatMap(([type, path]) =>
    isTypeCode(type) ? [look(`${path}/page`, `可办理业务的登记簿：${typeName(type)}`, names, (ctx, q) => books(of, ctx, type, q))] : [],
  ),
]
