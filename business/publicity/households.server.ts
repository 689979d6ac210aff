// Gathers what a case posts: its households as they will stand, from the register and, of what is not there yet, from the contracts that it is to have signed.
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { maskText } from '../../kit/model/mask.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, pick } from '../../kit/server/query.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbdkxx } from '../../land/definitions/cbht.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import { readParcels } from '../../land/paper/read.server.ts'
import { printedArea, textOf, type PrintedMember, type PrintedParcel } from '../../land/paper/rows.ts'
import type { Business, Posted } from '../cases/definitions/business.ts'
import { draftOf, type StoredForm } from '../cases/handling/case.server.ts'
import { contractsOf } from '../cases/handling/contracts.server.ts'
import { draftContractOf } from '../cases/handling/draft-contract.server.ts'
import type { Registry } from '../cases/handling/handling.server.ts'
import { formsIn } from '../cases/definitions/form.ts'
import type { PostedHousehold, PostedMember, PostedParcel } from './posted.ts'
import { remarked, type LineBefore } from './remarks.ts'
import type { Snapshot } from './publicity.ts'

export type PostedTypes = Pick<Registry, 'handlings'>
const memberOf = (m: PrintedMember): PostedMember => ({ cyxm: textOf(m.cyxm), cyzjhm: maskText(textOf(m.cyzjhm)), yhzgx: textOf(m.yhzgx) })
const parcelOf = (dkbm: string, p: PrintedParcel | undefined, line: Posted['dk'][number]): PostedParcel => ({
  dkbm,
  dkmc: textOf(p?.dkmc) || (line.dkmc ?? ''),
  scmjm: textOf(p?.scmjm),
  htmjm: line.htmjm ?? (p ? printedArea(p) : ''),
  geom: p?.geom ?? null,
  dkdz: textOf(p?.dkdz),
  dknz: textOf(p?.dknz),
  dkxz: textOf(p?.dkxz),
  dkbz: textOf(p?.dkbz),
})

/** A household that the case founds and whose contract is not signed in it: nothing but its type's form names it yet. */
const NEW = '新立户'
type Member = Pick<PrintedMember, 'cyxm' | 'cyzjhm' | 'yhzgx'> & { cbfbm: string }
/** The current lines over these parcels, and the members of these contractors. One statement. */
async function standing(ctx: Ctx, county: string, dkbms: readonly string[], cbfbms: readonly string[]): Promise<{ had: LineBefore[]; members: Member[] }> {
  const had = joinable(ctx, cbdkxx)
    .select([...pick(cbdkxx, 'dkbm', 'dkmc', 'cbfbm'), sql<string>`cbdkxx.htmjm::text`.as('htmjm')])
    .where('cbdkxx.countyCode', '=', county)
    .where('cbdkxx.dkbm', 'in', dkbms.length ? dkbms : [''])
    .where('cbdkxx.qszt', '=', QSZT.current)
    .orderBy('cbdkxx.dkbm')
  const members = joinable(ctx, jtcy)
    .select(pick(jtcy, 'cbfbm', 'cyxm', 'cyzjhm', 'yhzgx'))
    .where('jtcy.countyCode', '=', county)
    .where('jtcy.cbfbm', 'in', cbfbms)
    .orderBy('jtcy.sort')
  return ctx.db
    .selectNoFrom([jsonArrayFrom(had).$castTo<LineBefore[]>().as('had'), jsonArrayFrom(members).$castTo<Member[]>().as('members')])
    .executeTakeFirstOrThrow()
}
/** The parcels that a case cuts, wherever its form says so; one without a form cuts none. */
const cutsOf = (form: StoredForm['form'] | null): string[] =>
  [form ?? {}, ...formsIn(form?.nh)].flatMap((f) => formsIn(f.cuts).flatMap((c) => (typeof c.dkbm === 'string' ? [c.dkbm] : [])))
/** The households of what a case posts, with what changes of them. Three statements, and those of the contracts of households and parcels that the register does not know yet. */
export async function householdsOf(
  of: PostedTypes,
  ctx: Ctx,
  b: Business,
  draft: StoredForm,
  { dk, cbfbm, people = [], targets, terms = {} }: Posted,
): Promise<PostedHousehold[]> {
  const lines = dk.map((d) => ({ ...d, cbfbm: d.cbfbm ?? cbfbm }))
  const landed = [...lines.map((l) => l.cbfbm), ...people.map((p) => p.cbfbm)]
  // who is left without land and members is no household any more, where the case says whose members are whose
  const isOver = people.length > 0 && !landed.includes(cbfbm)
  const codes = [...new Set([...(cbfbm && !isOver ? [cbfbm] : []), ...landed])].filter(Boolean)
  if (codes.length === 0) return []
  const county = countyOf(b.regionCode)
  const concerned = [...new Set([...lines.map((l) => l.dkbm), ...targets.filter((t) => /^\d{19}$/.test(t))])]
  const { had, members } = await standing(ctx, county, concerned, codes)
  const holders = await flatRows(joinable(ctx, cbf), cbf)
    .where('cbf.countyCode', '=', county)
    .where('cbf.cbfbm', 'in', [...new Set([...codes, ...had.map((l) => l.cbfbm)])])
    .where('cbf.zt', '=', ZT.valid)
    .execute()
  const parcels = new Map<string, PrintedParcel>((await readParcels(ctx, { dkbm: lines.map((l) => l.dkbm) })).map((p) => [p.dkbm, p]))
  const registered = new Set(parcels.keys())
  const isNew = (code: string) => !holders.some((h) => h.cbfbm === code)
  const drafts = new Map<string, { cbfmc: string; members: readonly PrintedMember[] }>()
  for (const c of await contractsOf(ctx, b)) {
    const isKnown = lines.filter((l) => l.cbfbm === c.cbfbm).every((l) => parcels.has(l.dkbm))
    const isNamed = !isNew(c.cbfbm ?? '') || people.some((p) => p.cbfbm === c.cbfbm)
    if (isNamed && isKnown) continue
    const { holder, members, parcels: own } = await draftContractOf(of, ctx, c, b, draft)
    drafts.set(holder.cbfbm, { cbfmc: holder.cbfmc, members })
    for (const p of own) if (!parcels.has(p.dkbm)) parcels.set(p.dkbm, p as PrintedParcel)
  }
  const households = codes.map((code) => {
    const changed = people.find((p) => p.cbfbm === code)
    const known = holders.find((h) => h.cbfbm === code)
    const draft = drafts.get(code)
    const term = terms[code]
    return {
      cbfbm: code,
      cbfmc: draft?.cbfmc ?? changed?.cbfmc ?? known?.cbfmc ?? (code === cbfbm ? (b.obligeName ?? '') : NEW),
      members: changed?.members ?? (draft?.members ?? members.filter((m) => m.cbfbm === code)).map(memberOf),
      parcels: lines.filter((l) => l.cbfbm === code).map((l) => parcelOf(l.dkbm, parcels.get(l.dkbm), l)),
      ...(term ? { term } : {}),
    }
  })
  return remarked(households, {
    typeCode: b.businessTypeCode,
    lines: had,
    known: registered,
    cut: new Set(cutsOf(draft.form)),
    names: new Map(holders.map((h) => [h.cbfbm ?? '', h.cbfmc])),
    fates: new Map(dk.flatMap((d) => (d.fate ? [[d.dkbm, d.fate] as const] : []))),
  })
}

/** What is posted of a case as it stands now: contractors (numbers masked), their parcels, and what an objection may be about. `draft`: its stored form, where it was read already. */
export async function snapshotOf(of: PostedTypes, ctx: Ctx, b: Business, draft?: StoredForm): Promise<Snapshot> {
  const stored = draft ?? (await draftOf(ctx, b.id))
  const { posted } = stored
  const names = { businessName: b.businessName, obligeName: b.obligeName }
  return posted ? { ...posted, ...names, households: await householdsOf(of, ctx, b, stored, posted) } : names
}
