// The parcels that a case concerns, for the map beside it: as they are, and as the case draws them. Source: land-contract.md (map/dk/processing_data).
import { sql } from 'kysely'
import { problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import { visible } from '../../../kit/server/narrow.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import { cbdkxx } from '../../../land/definitions/cbht.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { QSZT, ZT } from '../../../land/definitions/statuses.ts'
import { business, type Form } from '../definitions/business.ts'
import { STATUS } from '../rules/flow.ts'
import { drawnOf, landCodes, landNamed, type TouchedParcel } from '../definitions/touched.ts'

/** Current parcels with these codes, in the order of their codes. */
async function parcelsOf(ctx: Ctx, dkbms: readonly string[]): Promise<TouchedParcel[]> {
  if (dkbms.length === 0) return []
  const rows = await scoped(ctx, dk)
    .select(['dk.id', 'dk.dkbm', 'dk.dkmc', 'dk.cbfmc', 'dk.scmjm', sql<string>`ST_AsText(dk.geom, 10)`.as('geom')])
    .where('dk.dkbm', '=', sql<string>`any(${[...dkbms]}::text[])`)
    .where('dk.zt', '=', ZT.valid)
    .where('dk.geom', 'is not', null)
    .orderBy('dk.dkbm')
    .execute()
  return rows.map((r) => {
    const { dkbm, dkmc, cbfmc, scmjm } = visible(ctx, dk, r)
    return { dkbm: dkbm ?? '', dkmc: dkmc ?? '', cbfmc: cbfmc ?? '', scmjm: String(scmjm ?? ''), geom: r.geom, drawn: 0 }
  })
}
/** Codes of the parcels among these codes, and of those in the current books among them. */
async function parcelCodes(ctx: Ctx, codes: readonly string[]): Promise<string[]> {
  const { parcels, books } = landCodes(codes)
  if (books.length === 0) return parcels
  const lines = await scoped(ctx, cbdkxx)
    .select(['cbdkxx.dkbm'])
    .where('cbdkxx.cbhtbm', '=', sql<string>`any(${books}::text[])`)
    .where('cbdkxx.qszt', '=', QSZT.current)
    .execute()
  return [...parcels, ...lines.map((l) => String(l.dkbm))]
}

/**
 * {businessId} of a case, or {cbhtbm} of the book that an open case holds: the parcels it holds, once it is over those of its books, before it has begun those
 * that its form names; and what it draws. {codes} of parcels and books, joined by commas, of a form that is not saved yet: their parcels.
 */
export async function processing(ctx: Ctx, { businessId, cbhtbm, codes }: TextInput<'businessId' | 'cbhtbm' | 'codes'>): Promise<TouchedParcel[]> {
  if (!businessId && !cbhtbm && codes) return parcelsOf(ctx, await parcelCodes(ctx, codes.split(',')))
  if (!businessId && !cbhtbm) throw problems.badRequest({ zh: '请指定业务或合同编码', en: 'Name a business or a contract' })
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = business."countyCode" and ${sql.ref(`${t}.tenantId`)} = business."tenantId"`
  const found = await (scoped(ctx, business) as AnyQuery)
    .leftJoin('business_draft', (on) =>
      on
        .onRef('business_draft.countyCode', '=', 'business.countyCode')
        .onRef('business_draft.tenantId', '=', 'business.tenantId')
        .onRef('business_draft.businessId', '=', 'business.id'),
    )
    .select([
      'business.status',
      'business_draft.form as form',
      sql<
        string[]
      >`array(select split_part(l."objectCode", ':', 1) from business_lock l where ${mine('l')} and l."businessId" = business.id and l."objectType" in ('dk', 'share')
        union select x.dkbm from business_book k join cbdkxx x on x."countyCode" = k."countyCode" and x."tenantId" = k."tenantId" and x."djbId" in (k."djbId", k."newDjbId")
          where ${mine('k')} and k."businessId" = business.id)`.as('dkbms'),
    ])
    .where('business.removed', 'is', null)
    .where(
      businessId
        ? sql<boolean>`business.id::text = ${businessId}`
        : sql<boolean>`exists (select 1 from business_lock b where ${mine('b')} and b."businessId" = business.id and b."objectType" = 'djb' and b."objectCode" = ${cbhtbm})`,
    )
    .executeTakeFirst()
  if (!found) {
    if (businessId) throw problems.notFound({ zh: business.label, en: business.en })
    return []
  }
  const { form, dkbms, status } = found as { form: Form | null; dkbms: string[]; status: string }
  const drawn = drawnOf(form ?? {})
  const named = status === STATUS.todo ? await parcelCodes(ctx, landNamed(form ?? {})) : []
  const now = await parcelsOf(ctx, [...dkbms, ...named, ...drawn.map((d) => d.dkbm)])
  return [
    ...now,
    ...drawn.map((d) => {
      const of = now.find((n) => n.dkbm === d.dkbm)
      return { ...d, dkmc: of?.dkmc ?? '', cbfmc: of?.cbfmc ?? '', scmjm: '', drawn: 1 }
    }),
  ]
}
