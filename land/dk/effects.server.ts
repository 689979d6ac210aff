import { ofHundredths, hundredths } from '../../kit/model/decimal.ts'
import { m2, mu, toMu } from '../definitions/area.ts'
import { geom, listOf, ref, text } from '../../kit/model/field.ts'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { rowIdOf, textIn, type Route, type SentDraft } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbdkxx } from '../definitions/cbht.ts'
import { dk, type Dk } from '../definitions/dk.ts'
import { QSZT } from '../definitions/statuses.ts'
import { getFbf } from '../fbf/fbf.server.ts'
import { boundariesFor, getDk, type Coded } from './boundaries.server.ts'
import { withMeasures, otherParcels, requireFewPoints } from './dk.server.ts'

type What = 'own' | 'moved' | 'vertex' | 'added' | 'removed'
interface Effect {
  what: What
  dkbm: string | null
  dkmc: string | null
  cbfbm: string | null
  cbfmc: string | null
  /** measured areas in mu, and the difference with its sign; of a neighbour that only gets a vertex they stay */
  before: string | null
  after: string | null
  difference: string | null
  /** contracts in force over it, with the contract area in mu, which a drawing does not change */
  contracts: { cbhtbm: string; htmjm: string }[]
}
const differenceOf = (before: string | null, after: string | null): string | null => {
  if (before === null || after === null) return null
  const n = hundredths(after) - hundredths(before)
  return n < 0n ? `-${ofHundredths(-n)}` : n > 0n ? `+${ofHundredths(n)}` : '0.00'
}

/**
 * What a drawing would change, before it is stored: the parcel itself, parcels drawn along, neighbours that get a vertex; with their households, contracts and
 * areas. Writes nothing.
 */
async function effects(ctx: Ctx, input: SentDraft<typeof BODY>): Promise<Effect[]> {
  const own = input.id ? await rows.get(ctx, dk, rowIdOf(input)) : undefined
  const wkt = textIn(input, 'geom')
  const f = await getFbf(ctx, own?.fbfbm ?? textIn(input, 'fbfbm'))
  const county = countyOf(f.fbfbm!)
  const others = otherParcels(input.others)
  await requireFewPoints(ctx, [wkt, ...others.flatMap((o) => o.wkt ?? [])])
  const area = async (shape: string) => toMu(m2((await withMeasures(ctx, county, shape)).m2))
  const effect = (what: What, row: Dk | undefined, after: string | null): Effect => {
    const before = row?.scmjm ? mu(row.scmjm) : null
    return {
      what,
      dkbm: row?.dkbm ?? null,
      dkmc: row?.dkmc ?? null,
      cbfbm: row?.cbfbm ?? null,
      cbfmc: row?.cbfmc ?? null,
      before,
      after,
      difference: differenceOf(before, after),
      contracts: [],
    }
  }
  const list: Effect[] = [effect('own', own, await area(wkt))]
  for (const o of others) {
    if (o.kind === 'added') list.push(effect('added', undefined, await area(o.wkt!)))
    else list.push(effect(o.kind === 'removed' ? 'removed' : 'moved', await getDk(ctx, o.id), o.kind === 'removed' ? '0.00' : await area(o.wkt!)))
  }
  // a parcel that is drawn for the first time has no code yet; any that nobody has stands for it
  const coded = others.filter((o) => o.kind !== 'added').map((o): Coded => ({ ...o, dkbm: o.id }))
  const at = own?.dkbm ?? `${f.fbfbm!}99999`
  const { neighbours } = await boundariesFor(ctx, f, { dkbm: at, wkt }, coded)
  for (const { row, values } of neighbours) if (values.geom) list.push(effect('vertex', row as Dk, row.scmjm ? mu(row.scmjm) : null))
  const codes = list.flatMap((e) => e.dkbm ?? [])
  const lines = codes.length
    ? await joinable(ctx, cbdkxx)
        .select(['cbdkxx.dkbm', 'cbdkxx.cbhtbm', 'cbdkxx.htmjm'])
        .where('cbdkxx.countyCode', '=', county)
        .where('cbdkxx.dkbm', 'in', codes)
        .where('cbdkxx.qszt', '=', QSZT.current)
        .execute()
    : []
  return list.map((e) => ({ ...e, contracts: lines.filter((l) => l.dkbm === e.dkbm).map((l) => ({ cbhtbm: String(l.cbhtbm), htmjm: String(l.htmjm) })) }))
}
const otherFields = {
  kind: text('改动', { en: 'Change', required: true, values: ['changed', 'added', 'removed'] }),
  id: ref('地块', 'dk', { en: 'Parcel' }),
  wkt: geom('图形', { en: 'Shape' }),
}
const BODY = {
  id: ref('地块', 'dk', { en: 'Parcel' }),
  fbfbm: text('发包方', { en: 'Issuer', max: 14 }),
  geom: geom('空间范围', { en: 'Polygon', required: true }),
  others: listOf('联动地块', 'Parcels changed along', otherFields),
}
export const effectRoutes: Route[] = [
  {
    method: 'POST',
    path: '/base-dlxx/dk/effects',
    perm: ['dk_add', 'dk_edit'],
    scope: 'land',
    audit: 'dk.effects',
    summary: '图形改动的影响',
    body: BODY,
    run: (ctx, input) => {
      if (!input.geom) throw problems.badRequest({ zh: '请绘制地块', en: 'Please draw the parcel' })
      return effects(ctx, input)
    },
  },
]
