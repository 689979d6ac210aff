import { randomUUID } from 'node:crypto'
import { problems, type Wrong } from '../../kit/model/problem.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { page } from '../../kit/server/query.server.ts'
import { crud, reading, type Input, type Route } from '../../kit/server/route.server.ts'
import { gis_layer, gis_service, LAYER_SOURCE } from './gis.ts'
import { image_log } from './image.ts'
import { judgedSubmit, ofRegions, seen, seenRow } from './seen.server.ts'
import { layerFaults } from './texts.ts'

/** What a layer names must be seen by who names it. */
async function judge(ctx: Ctx, draft: Input): Promise<Wrong[]> {
  const own = layerFaults(draft)
  const named = async (field: 'serviceId' | 'imageId', r: typeof gis_service | typeof image_log): Promise<Wrong[]> => {
    if (!draft[field]) return []
    const row = await seenRow(ctx, r, draft[field]).catch(() => undefined)
    return row ? [] : [{ field, msg: problems.notFound({ zh: r.label, en: r.en }).words }]
  }
  return [...own, ...(await named('serviceId', gis_service)), ...(await named('imageId', image_log))]
}

/** Rows of a list with the service that each is of. */
async function withService(ctx: Ctx, p: { records: readonly { serviceId: string | null }[] }) {
  const wanted = [...new Set(p.records.flatMap((l) => (l.serviceId ? [l.serviceId] : [])))]
  const found = wanted.length
    ? await seen(ctx, gis_service).select(['gis_service.id', 'gis_service.name', 'gis_service.type']).where('gis_service.id', 'in', wanted).execute()
    : []
  const by = new Map(found.map((s) => [String(s.id), s]))
  return {
    ...p,
    records: p.records.map((l) => ({ ...l, serviceName: by.get(l.serviceId ?? '')?.name ?? null, serviceType: by.get(l.serviceId ?? '')?.type ?? null })),
  }
}
/** Layers that can be shown: enabled, of a service that is, too, and seen by the caller. */
export const shownLayers = (ctx: Ctx): AnyQuery =>
  seen(ctx, gis_layer)
    .where('gis_layer.isEnabled', '=', 1)
    .where((e) =>
      e.or([
        e('gis_layer.source', '<>', LAYER_SOURCE.service),
        e('gis_layer.serviceId', 'in', seen(ctx, gis_service).select('gis_service.id').where('gis_service.isEnabled', '=', 1)),
      ]),
    )

const SHAPE = { as: 'page', of: gis_layer, also: ['serviceName', 'serviceType'] } as const
/** Layers: page, chosePage, detail, submit, remove, search-by-uuid. Source: land-contract.md 7. */
export function layerRoutes(): Route[] {
  const own = crud(gis_layer)
  const plain = ofRegions(gis_layer, own)
  const list = async (ctx: Ctx, q: Input, of: AnyQuery) => withService(ctx, await page(ctx, gis_layer, q, of))
  const chose: Route = {
    ...plain.page,
    path: `${gis_layer.path}/chosePage`,
    summary: '可选图层分页',
    answer: SHAPE,
    run: (ctx, q) => list(ctx, q, shownLayers(ctx)),
  }
  const byUuid = reading('tenant', ['gis_layer_view', 'map_view'])(`${gis_layer.path}/search-by-uuid`, '按标识查图层', ['uuid'], async (ctx, q) => {
    const row = q.uuid ? await shownLayers(ctx).selectAll('gis_layer').where('gis_layer.uuid', '=', q.uuid).executeTakeFirst() : undefined
    if (!row) throw problems.notFound({ zh: gis_layer.label, en: gis_layer.en })
    return row
  })
  return [
    { ...plain.page, answer: SHAPE, run: (ctx, q) => list(ctx, q, seen(ctx, gis_layer)) },
    chose,
    plain.detail,
    judgedSubmit(gis_layer, plain.submit, { judge, given: (b) => ({ uuid: b.uuid || randomUUID() }) }),
    plain.remove,
    { ...byUuid, answer: { as: 'row', of: gis_layer } },
  ]
}
