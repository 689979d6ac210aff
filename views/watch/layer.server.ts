import { sql } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { OwnFeature, OwnLayer } from '../../land/map/layers/own-layers.server.ts'
import { dk } from '../../land/definitions/dk.ts'
import { ZT } from '../../land/definitions/statuses.ts'
import { heard } from '../../runtime/said.ts'
import { watch_finding } from './findings.ts'

/** Open findings of parcels, with the outlines of those. `where`: a condition on the parcel. */
async function findings(ctx: Ctx, where: ReturnType<typeof sql<boolean>>, most: number): Promise<OwnFeature[]> {
  const near = scoped(ctx, dk).select(['dk.countyCode', 'dk.tenantId', 'dk.dkbm', 'dk.geom']).where('dk.zt', '=', ZT.valid).where(where)
  const open = scoped(ctx, watch_finding)
    .select([
      'watch_finding.countyCode',
      'watch_finding.tenantId',
      'watch_finding.objectCode',
      'watch_finding.rule',
      'watch_finding.severity',
      'watch_finding.detail',
    ])
    .where('watch_finding.isOpen', '=', 1)
    .where('watch_finding.kind', '=', 'dk')
  const { rows } = await sql<{ dkbm: string; rule: string; severity: string; detail: string | null; shape: string }>`
    select d.dkbm, f.rule, f.severity, f.detail, ST_AsGeoJSON(d.geom, 8) as shape from (${near}) d
    join (${open}) f on f."countyCode" = d."countyCode" and f."tenantId" = d."tenantId" and f."objectCode" = d.dkbm
    order by d.dkbm, f.rule limit ${most}`.execute(ctx.db)
  return rows.map(({ shape, dkbm, rule, severity, detail }) => ({
    title: dkbm,
    dkbm,
    properties: { dkbm, rule, severity, detail: heard(detail, ctx.lang) },
    geometry: JSON.parse(shape) as OwnFeature['geometry'],
  }))
}
/** Findings of the watch as a layer of the map. */
export const findingLayer: OwnLayer = {
  key: 'finding',
  label: both('登记监测发现', 'Findings of the watch'),
  group: both('检查', 'Checks'),
  perm: 'watch_finding_view',
  kind: 'shapes',
  minZoom: 12,
  isDefault: false,
  style: { color: '#d64545', fill: '#d6454540', width: 2 },
  fields: [
    { name: 'dkbm', label: both('地块编码', 'Parcel code') },
    { name: 'rule', label: both('规则', 'Rule'), dict: 'watch_rule' },
    { name: 'severity', label: both('程度', 'Severity'), dict: 'watch_severity' },
    { name: 'detail', label: both('涉及内容', 'Detail') },
  ],
  features: (ctx, [w, s, e, n], most) => findings(ctx, sql<boolean>`dk.geom && ST_MakeEnvelope(${w}, ${s}, ${e}, ${n}, 4326)`, most),
  at: (ctx, [x, y], _, most) => findings(ctx, sql<boolean>`ST_Intersects(dk.geom, ST_SetSRID(ST_MakePoint(${x}::float8, ${y}::float8), 4326))`, most),
}
