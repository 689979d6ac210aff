// A survey that comes as a shapefile of the case: read in a thread, matched with the parcels that the form draws, judged as the form with it would be. Nothing is stored.
import { countyOf } from '../../kit/model/region-code.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { sum, type M2 } from '../../land/definitions/area.ts'
import { json, text } from '../../kit/model/field.ts'
import { entries, isEditable } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { DeferredResponse, route, type Route, type Slice } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { requireInCounty } from '../../land/dk/place.server.ts'
import type { Outlined } from '../../land/dk/upload.server.ts'
import { validShape } from '../../land/geometry/validity.ts'
import { updateCase } from './accept.server.ts'
import { business, type Business, type Form } from './definitions/business.ts'
import { draftOf, openTask, requireAction } from './handling/case.server.ts'
import { attachmentOf } from './handling/files.server.ts'
import { aboutOf, handlingOf, type Registry } from './handling/handling.server.ts'
import { outlineAreas } from './land/outlines.ts'
import { isDrawing } from './land/pieces.ts'
import { cutParcels } from './land/pieces.server.ts'
import { triedCase } from './preflight.server.ts'
import { surveyProblems } from './rules/problems.ts'
import { takenOf, withTaken, type SurveyRecord, type SurveyTaken } from './land/survey-file.ts'
import { datumShifts } from '../../platform/settings/number-param.server.ts'
import { countyProjection } from '../../platform/regions/lookup.server.ts'

/** Records that one survey may have. */
const MOST = 200

/** What a parcel of the file changes. Areas in m²; '' where none is known or the outline is none. */
interface Compared extends SurveyTaken {
  dkmc: string
  before: string
  after: string
  /** the outline that the register has, WKT in degrees */
  was: string | null
}
export interface SurveyAnswer {
  parcels: Compared[]
  /** why the form with these outlines would be refused */
  faults: { field: string; msg: string }[]
}
/** What the application brings: stored bytes by their name in the store, and the reader of shapefiles. `countyLongitude`: middle of the county's zone, degrees. */
export interface Bring {
  file(ossName: string): Promise<Buffer>
  survey(task: {
    files: readonly { name: string; bytes: Uint8Array }[]
    countyLongitude: number
    most: number
    datums: Readonly<Record<string, string>>
  }): Promise<readonly SurveyRecord[]>
}

const listed = (v: unknown): string[] => (Array.isArray(v) ? v.map(String) : v ? String(v).split(',') : [])
/** The case, as far as it may be drawn in by the caller, its form as typed. */
async function drawnIn(of: Registry, ctx: Ctx, businessId: string, sent?: unknown): Promise<{ b: Business; form: Form; codes: Form | null }> {
  const b: Business = await rows.get(ctx, business, businessId)
  const task = await openTask(ctx, b)
  requireAction(ctx, b, 'update', task)
  const draft = await draftOf(ctx, b.id)
  const typed = sent && typeof sent === 'object' ? (sent as Form) : draft.form
  if (!isDrawing({ ...aboutOf(b), task: task?.taskKey ?? null }))
    throw problems.badRequest({ zh: '只能在调查环节导入测量成果', en: 'A survey can only be uploaded in the survey task' })
  return { b, codes: draft.codes, form: task && task.taskKey !== 'register' ? handlingOf(of, b).type.surveyed(draft.form, typed) : typed }
}
async function compared(ctx: Ctx, taken: readonly SurveyTaken[]): Promise<Compared[]> {
  const facts = await cutParcels(
    ctx,
    taken.map(({ dkbm }) => ({ dkbm, pieces: [] })),
    null,
  )
  return taken.map((t, i) => {
    const fact = facts[i]
    const outlines = t.pieces?.map((p) => p.geom) ?? (t.geom ? [t.geom] : [])
    const areas = outlines.flatMap((g) => (fact && validShape(g, fact.zone) ? [outlineAreas(g, fact).scmj] : []))
    return {
      ...t,
      dkmc: fact?.parcel.dkmc ?? '',
      before: fact?.parcel.scmj ?? '',
      was: fact?.wkt ?? null,
      after: areas.length === outlines.length ? sum<M2>(areas) : '',
    }
  })
}
const faultsIn = (found: readonly { key: string; words: { zh: string; en: string }; details?: unknown }[], lang: 'zh' | 'en') =>
  found.flatMap((p) =>
    p.key === 'invalid' && Array.isArray(p.details)
      ? (p.details as Wrong[]).map((w) => ({ field: w.field, msg: w.msg[lang] }))
      : [{ field: '', msg: p.words[lang] }],
  )

/**
 * What outlines of a survey would make of a case: {businessId, attachIds, form?}. Answers each parcel with its areas before and after, and why the form would be
 * refused with them; the screen takes them into its form, and they are stored as any other change of it.
 * @throws surveyProblems, outside-county
 */
export async function surveyFile(
  of: Registry,
  bring: Bring,
  ctx: Ctx,
  input: { businessId: string; attachIds: unknown; form: unknown },
): Promise<DeferredResponse> {
  const { b, form, codes } = await drawnIn(of, ctx, input.businessId, input.form)
  const { check } = handlingOf(of, b)
  const files: Awaited<ReturnType<typeof attachmentOf>>[] = []
  for (const id of listed(input.attachIds)) files.push(await attachmentOf(ctx, b.id, id))
  const county = countyOf(b.regionCode)
  const projection = await countyProjection(ctx, county)
  const datums = await datumShifts(ctx)
  const { lang } = ctx
  return new DeferredResponse(async (again): Promise<SurveyAnswer> => {
    const bytes = await Promise.all(files.map(async (f) => ({ name: f.name ?? '', bytes: new Uint8Array(await bring.file(f.ossName ?? '')) })))
    const records = await bring.survey({ files: bytes, most: MOST, countyLongitude: projection ? 75 + 3 * (Number(projection) - 4534) : 105, datums })
    const taken = takenBy(of, b, form, records)
    return triedCase(again, async (own) => {
      await requireInCounty(own, county, records.map((r) => r.geom).join(' '))
      // the outlines before the form: what it lacks besides is told on its own parts
      const { faults } = await check(own, withTaken(form, taken), aboutOf(b), codes)
      return { parcels: await compared(own, taken), faults: faultsIn(faults, lang) }
    })
  })
}

/** What of the records a form takes. @throws survey-unknown, survey-twice */
function takenBy(of: Registry, b: Business, form: Form, records: readonly SurveyRecord[]): SurveyTaken[] {
  const { taken, unknown, twice } = takenOf(handlingOf(of, b).type.shape, form, records)
  if (unknown.length) throw surveyProblems.unknown({ dkbms: unknown.join('、') })
  if (twice.length) throw surveyProblems.twice({ dkbms: twice.join('、') })
  return taken
}
/**
 * Takes outlines into the form of an open case and stores it with them, as its screen would. Answers the code of each: its parcel's, or that which its piece has
 * in the case. Source: acts.md 4; data-format.md 12 (re-assign).
 * @throws surveyProblems, outside-county, and what the form would be refused for
 */
export async function reassigned(of: Registry, ctx: Ctx, businessId: string, outlines: readonly Outlined[]): Promise<{ no: number; dkbm: string }[]> {
  rows.requirePerm(ctx, business, 'edit')
  const { b, form } = await drawnIn(of, ctx, businessId)
  const taken = takenBy(of, b, form, outlines)
  await requireInCounty(ctx, countyOf(b.regionCode), outlines.map((o) => o.geom).join(' '))
  const said: Readonly<Record<string, unknown>> = b
  const own = Object.fromEntries(entries(business).flatMap(([n, f]) => (isEditable(f) ? [[n, said[n]]] : [])))
  await updateCase(of, ctx, { ...own, id: b.id, rev: b.rev, form: withTaken(form, taken) })
  const pieces = ((await draftOf(ctx, b.id)).codes?.pieces ?? {}) as Readonly<Record<string, readonly string[]>>
  return [...Map.groupBy(outlines, (o) => o.dkbm)].flatMap(([dkbm, same]) => same.map((o, i) => ({ no: o.no, dkbm: pieces[dkbm]?.[i] ?? dkbm })))
}

const word = (label: string) => text(label, { max: 254 })
/** Reading the survey of a case from its files. */
export const surveySlice = (of: Registry, bring: Bring): Slice => ({ name: 'survey-file', resources: [], routes: surveyRoutes(of, bring) })
export const surveyRoutes = (of: Registry, bring: Bring): Route[] => [
  route({
    method: 'POST',
    path: '/yw-accept/business/survey-file',
    perm: 'business_edit',
    scope: 'land',
    audit: 'business.survey',
    summary: '读取测量成果',
    body: { businessId: word('业务'), attachIds: json('文件'), form: json('业务表单') },
    run: (ctx, { businessId = '', attachIds, form }) => surveyFile(of, bring, ctx, { businessId, attachIds, form }),
  }),
]
