// An atlas: sheets of one scale over the parcels of an issuer, a group or a village as one PDF, the first page of it shows how they lie.
import { sql } from 'kysely'
import { both, type Text } from '../../../kit/model/lang.ts'
import { problem, problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { regionAsked, scoped, underRegion } from '../../../kit/server/query.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import { pdfLater } from '../../../services/typeset/pdf.server.ts'
import { dk } from '../../definitions/dk.ts'
import { ZT } from '../../definitions/statuses.ts'
import { toDegrees, toMetres, zoneOf } from '../../geometry/crs.ts'
import { atlasIndex, atlasSheets, MOST_SHEETS } from './atlas.ts'
import { formAsked, imprintOf, mapSheetProblems, renderSheet, renderShown, sheetOfPlace, sheetWords } from './sheet.server.ts'
import { sheetShown, type SheetParts } from './sheet-layers.server.ts'
import type { SheetDoc } from './sheet.ts'
import { themeProblems } from '../layers/themes.server.ts'

export const atlasProblems = {
  atlasLarge: problem<{ most: number }>(400, 'atlas-large', (d) => ({
    zh: `图册超过${d.most}幅图，请选择更小的比例尺或更大的纸张`,
    en: `The atlas would have more than ${d.most} sheets; choose a smaller scale or a larger paper`,
  })),
}
/** Digits of a village; parcels of one atlas at most. */
const VILLAGE = 12,
  MOST_PARCELS = 20_000
const CELL = { key: 'cell', color: '#b42318', width: 0.8 } as const

/** The boxes of the parcels that an atlas is about, in degrees. @throws narrow-map, not-found */
async function boxesOf(ctx: Ctx, q: TextInput): Promise<number[][]> {
  const valid = scoped(ctx, dk)
    .select(sql<number[] | null>`array[ST_XMin(dk.geom), ST_YMin(dk.geom), ST_XMax(dk.geom), ST_YMax(dk.geom)]`.as('box'))
    .where('dk.zt', '=', ZT.valid)
  const of = () => {
    if (q.fbfbm) return valid.where('dk.countyCode', '=', countyOf(q.fbfbm)).where('dk.fbfbm', '=', q.fbfbm)
    const region = regionAsked(ctx, q.regionCode)
    if (region.length < VILLAGE) throw themeProblems.narrowMap({ zh: '村、组或发包方', en: 'a village, a group or an issuer' })
    return underRegion(valid, 'dk', region)
  }
  const found = await of()
    .limit(MOST_PARCELS + 1)
    .execute()
  if (found.length > MOST_PARCELS) throw mapSheetProblems.tooManyOnSheet({ most: MOST_PARCELS })
  const boxes = found.flatMap((r) => (r.box?.[0] == null ? [] : [r.box.map(Number)]))
  if (boxes.length === 0) throw problems.notFound({ zh: dk.label, en: dk.en })
  return boxes
}
/** The atlas of an issuer (`fbfbm`) or of a region of a village or smaller. Source: screens.md G1. @throws atlas-large */
export async function atlas(ctx: Ctx, p: SheetParts, q: TextInput) {
  const form = formAsked(q)
  const boxes = await boxesOf(ctx, q)
  const zone = zoneOf(boxes[0]![0]!)
  const inMetres = boxes.map(([w, s, e, n]) => [...toMetres([w!, s!], zone), ...toMetres([e!, n!], zone)] as [number, number, number, number])
  const middles = atlasSheets(form, inMetres)
  if (middles.length > MOST_SHEETS) throw atlasProblems.atlasLarge({ most: MOST_SHEETS })
  const shown = await sheetShown(ctx, p, q)
  const say = (text: Text) => text[ctx.lang]
  const title = (q.title ?? '').trim() || say(both('承包地块图册', 'Atlas of contracted parcels'))
  const note = q.note ?? ''
  const sheets: Awaited<ReturnType<typeof sheetOfPlace>>[] = []
  for (const [i, middle] of middles.entries()) {
    const [lon, lat] = toDegrees(middle, zone)
    sheets.push(
      await sheetOfPlace(
        ctx,
        { ...form, lon, lat },
        { title: `${title}（${i + 1}）`, note, number: say(both(`第${i + 1}幅，共${middles.length}幅`, `sheet ${i + 1} of ${middles.length}`)) },
        shown,
      ),
    )
  }
  const index = atlasIndex(form, middles, CELL.key)
  const first: SheetDoc[] = index
    ? [
        {
          ...index,
          title,
          note,
          imprint: imprintOf(ctx, zone, say(both(`共${middles.length}幅`, `${middles.length} sheets`))),
          styles: [CELL],
          legend: [{ label: say(both('图幅', 'Sheet')), color: CELL.color }],
          words: sheetWords(ctx.lang),
        },
      ]
    : []
  return pdfLater(`${say(both('图册', 'Atlas '))}1-${form.scale}`, ctx.now, [
    ...first.map((doc) => (timestamp: string) => renderSheet(doc, timestamp)),
    ...sheets.map((doc) => (timestamp: string) => renderShown(p, shown, doc, timestamp)),
  ])
}
