// The parcels that a case concerns, for the map beside it: as they are, and as the case draws them. Source: land-contract.md (map/dk/processing_data).
import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Input } from '../../kit/server/route.server.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import { visible } from '../../kit/server/narrow.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { dk } from '../../land/definitions/dk.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import { business, type Form } from './business.ts'
import { formIn, formsIn } from './form.ts'

/** A parcel, or a piece or new outline of one (`drawn` 1: not registered yet); `geom` as WKT in degrees. */
export interface Touched {
  dkbm: string
  dkmc: string
  cbfmc: string
  geom: string
  drawn: number
}
type Outline = Pick<Touched, 'dkbm' | 'geom'>
/** Whatever a form draws, wherever it stands: pieces of a parcel, or its new outline. */
export function drawnOf(form: Form): Outline[] {
  const dkbm = typeof form.dkbm === 'string' ? form.dkbm : undefined
  const shaped = (f: Form): Outline[] => (dkbm && typeof f.geom === 'string' && f.geom ? [{ dkbm, geom: f.geom }] : [])
  return [
    ...shaped(form),
    ...formsIn(form.pieces).flatMap(shaped),
    ...Object.entries(form).flatMap(([name, v]) => (name === 'pieces' ? [] : Array.isArray(v) ? formsIn(v).flatMap(drawnOf) : drawnOf(formIn(v)))),
  ]
}

/** {businessId} of a case, or {cbhtbm} of the book that an open case holds. Answers the parcels it holds or, once it is over, those of its books; and what it draws. */
export async function processing(ctx: Ctx, { businessId, cbhtbm }: Input): Promise<Touched[]> {
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
        ? sql<boolean>`business.id::text = ${String(businessId)}`
        : sql<boolean>`exists (select 1 from business_lock b where ${mine('b')} and b."businessId" = business.id and b."objectType" = 'djb' and b."objectCode" = ${String(cbhtbm)})`,
    )
    .executeTakeFirst()
  if (!found) {
    if (businessId) throw problems.notFound({ zh: business.label, en: business.en })
    return []
  }
  const { form, dkbms } = found as unknown as { form: Form | null; dkbms: string[] }
  const drawn = drawnOf(form ?? {})
  const rows = await scoped(ctx, dk)
    .select(['dk.id', 'dk.dkbm', 'dk.dkmc', 'dk.cbfmc', sql<string>`ST_AsText(dk.geom, 10)`.as('geom')])
    .where('dk.dkbm', '=', sql<string>`any(${[...dkbms, ...drawn.map((d) => d.dkbm)]}::text[])`)
    .where('dk.zt', '=', ZT.valid)
    .where('dk.geom', 'is not', null)
    .orderBy('dk.dkbm')
    .execute()
  const now = rows.map((r) => {
    const { dkbm, dkmc, cbfmc } = visible(ctx, dk, r) as unknown as Touched
    return { dkbm, dkmc: dkmc ?? '', cbfmc: cbfmc ?? '', geom: r.geom, drawn: 0 }
  })
  return [
    ...now,
    ...drawn.map((d) => {
      const of = now.find((n) => n.dkbm === d.dkbm)
      return { ...d, dkmc: of?.dkmc ?? '', cbfmc: of?.cbfmc ?? '', drawn: 1 }
    }),
  ]
}
