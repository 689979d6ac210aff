import { problems, type Wrong } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { textIn, crud, type Input, type Route } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { cbf } from '../../definitions/cbf.ts'
import { dk } from '../../definitions/dk.ts'
import { zoneOf } from '../../geometry/crs.ts'
import { outlineOf } from '../../geometry/validity.ts'
import { nhdkxx } from './plot.ts'

/** What a plot says of the register must stand there, and its outline must be one. */
async function faultsOf(ctx: Ctx, draft: Input): Promise<Wrong[]> {
  const out: Wrong[] = []
  const nobody = async (field: string, label: { zh: string; en: string }, found: Promise<unknown>) => {
    if (!(await found)) out.push({ field, msg: problems.notFound(label).words })
  }
  if (draft.cbfbm) await nobody('cbfbm', { zh: cbf.label, en: cbf.en }, rows.find(ctx, cbf, { cbfbm: textIn(draft, 'cbfbm') }))
  if (draft.dkbm) await nobody('dkbm', { zh: dk.label, en: dk.en }, rows.find(ctx, dk, { dkbm: textIn(draft, 'dkbm') }))
  const lon = draft.geom ? Number(/-?\d+(\.\d+)?/.exec(textIn(draft, 'geom'))?.[0]) : undefined
  const read = lon === undefined ? undefined : outlineOf(textIn(draft, 'geom'), zoneOf(lon))
  if (read && 'wrong' in read) out.push({ field: 'geom', msg: read.wrong })
  return out
}
async function save(ctx: Ctx, b: Input): Promise<string> {
  const draft = (await rows.checkedDraft(ctx, nhdkxx, b)) as Input
  const wrong = await faultsOf(ctx, draft)
  if (wrong.length) throw problems.invalid(wrong)
  return rows.save(ctx, nhdkxx, b)
}

const plain = crud(nhdkxx)
/** Plots of households: list, detail, submit, remove. Source: land-contract.md 7. */
export const plotRoutes: Route[] = [plain.list, plain.detail, { ...plain.submit, run: save }, plain.remove]
