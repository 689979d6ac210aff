// Gathers what a case posts: its households as they will stand, from the register and, of what is not there yet, from the contracts that it is to have signed.
import { maskText } from '../../kit/model/mask.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import { readParcels } from '../../land/paper/read.server.ts'
import { areaOf, textOf, type MemberRow, type ParcelRow } from '../../land/paper/rows.ts'
import type { Business, Posted } from '../cases/business.ts'
import { draftOf, type StoredForm } from '../cases/case.server.ts'
import { contractsOf } from '../cases/contracts.server.ts'
import { draftContractOf } from '../cases/draft-contract.server.ts'
import type { Registry } from '../cases/handling.server.ts'
import type { PostedHousehold, PostedMember, PostedParcel } from './posted.ts'
import type { Snapshot } from './publicity.ts'

export type Types = Pick<Registry, 'handlings'>
const memberOf = (m: MemberRow): PostedMember => ({ cyxm: textOf(m.cyxm), cyzjhm: maskText(textOf(m.cyzjhm)), yhzgx: textOf(m.yhzgx) })
const parcelOf = (dkbm: string, p: ParcelRow | undefined, line: Posted['dk'][number]): PostedParcel => ({
  ...{ dkbm, dkmc: textOf(p?.dkmc) || (line.dkmc ?? ''), scmjm: textOf(p?.scmjm), htmjm: line.htmjm ?? (p ? areaOf(p) : ''), geom: p?.geom ?? null },
  ...{ dkdz: textOf(p?.dkdz), dknz: textOf(p?.dknz), dkxz: textOf(p?.dkxz), dkbz: textOf(p?.dkbz) },
})

/** A household that the case founds and whose contract is not signed in it: nothing but its type's form names it yet. */
const NEW = '新立户'
/** The households of what a case posts. Three statements, and those of the contracts of households and parcels that the register does not know yet. */
export async function householdsOf(of: Types, ctx: Ctx, b: Business, draft: StoredForm, { dk, cbfbm }: Posted): Promise<PostedHousehold[]> {
  const lines = dk.map((d) => ({ ...d, cbfbm: d.cbfbm ?? cbfbm }))
  const codes = [...new Set([...(cbfbm ? [cbfbm] : []), ...lines.map((l) => l.cbfbm)])].filter(Boolean)
  if (codes.length === 0) return []
  const county = countyOf(b.regionCode)
  const holders = await flatRows(joinable(ctx, cbf), cbf)
    .where('cbf.countyCode', '=', county)
    .where('cbf.cbfbm', 'in', codes)
    .where('cbf.zt', '=', ZT.valid)
    .execute()
  const members = await flatRows(joinable(ctx, jtcy), jtcy)
    .where('jtcy.countyCode', '=', county)
    .where('jtcy.cbfbm', 'in', codes)
    .orderBy('jtcy.sort')
    .execute()
  const parcels = new Map<string, ParcelRow>((await readParcels(ctx, { dkbm: lines.map((l) => l.dkbm) })).map((p) => [p.dkbm, p]))
  const isNew = (code: string) => !holders.some((h) => h.cbfbm === code)
  const drafts = new Map<string, { cbfmc: string; members: readonly MemberRow[] }>()
  for (const c of await contractsOf(ctx, b)) {
    const isKnown = lines.filter((l) => l.cbfbm === c.cbfbm).every((l) => parcels.has(l.dkbm))
    if (!isNew(c.cbfbm ?? '') && isKnown) continue
    const { holder, members, parcels: own } = await draftContractOf(of, ctx, c, b, draft)
    drafts.set(holder.cbfbm, { cbfmc: holder.cbfmc, members })
    for (const p of own) if (!parcels.has(p.dkbm)) parcels.set(p.dkbm, p as ParcelRow)
  }
  return codes.map((code) => {
    const known = holders.find((h) => h.cbfbm === code)
    const draft = drafts.get(code)
    return {
      cbfbm: code,
      cbfmc: draft?.cbfmc ?? known?.cbfmc ?? (code === cbfbm ? (b.obligeName ?? '') : NEW),
      members: (draft?.members ?? members.filter((m) => m.cbfbm === code)).map(memberOf),
      parcels: lines.filter((l) => l.cbfbm === code).map((l) => parcelOf(l.dkbm, parcels.get(l.dkbm), l)),
    }
  })
}

/** What is posted of a case as it stands now: contractors (numbers masked), their parcels, and what an objection may be about. `draft`: its stored form, where it was read already. */
export async function snapshotOf(of: Types, ctx: Ctx, b: Business, draft?: StoredForm): Promise<Snapshot> {
  const stored = draft ?? (await draftOf(ctx, b.id))
  const { posted } = stored
  const names = { businessName: b.businessName, obligeName: b.obligeName }
  return posted ? { ...posted, ...names, households: await householdsOf(of, ctx, b, stored, posted) } : names
}
