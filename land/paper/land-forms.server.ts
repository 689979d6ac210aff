/** Reads households and issuers for the forms beside the registration, and the call that answers them. */

import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dayName, regionAsked, scoped, underRegion } from '../../kit/server/query.server.ts'
import { asFile, reading, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { clockMark } from '../../services/exchange/exports/clock-mark.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { dk } from '../definitions/dk.ts'
import { CBFLX } from '../definitions/household.ts'
import { ZT } from '../definitions/statuses.ts'
import { isLandForm, LAND_FORMS, type LandFormKey } from '../parts/land-form-names.ts'
import { isEstateSize, type EstateSize } from './documents/estate.ts'
import { surveyPostings } from './household.server.ts'
import { checkDoc, declarationsDoc, locationDoc, membersDoc, postedMapDoc, signingDoc, type MapParcel } from './land-forms.ts'
import { printProblems } from './problems.ts'
import { printedZone, printing, readParcels, readSketchRows, readWords } from './read.server.ts'
import { readFormHolders } from './register-forms.server.ts'
import { estateDoc, type FormHolder } from './register-forms.ts'
import { render } from './render.server.ts'
import { codesOf, readIssuers } from './survey.server.ts'

type Typeset = (timestamp: string) => Promise<Buffer>
/** Parcels of one posted map at most. */
const MOST_PARCELS = 2000

/** One document an issuer, of the households that were asked for. */
const byIssuer = (holders: readonly FormHolder[], make: (issuer: FormHolder['issuer'], own: readonly FormHolder[]) => Typeset): Typeset[] =>
  [...Map.groupBy(holders, (h) => h.issuer.fbfbm)].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, own]) => make(own[0]!.issuer, own))

async function postedMap(ctx: Ctx, issuer: FormHolder['issuer']): Promise<Typeset> {
  const county = countyOf(issuer.fbfbm)
  const parcels = await typedRows<MapParcel>(
    scoped(ctx, dk)
      .select(['dk.dkbm', 'dk.cbfmc', 'dk.scmjm', 'dk.scmj'])
      .select(sql<string | null>`ST_AsText(dk.geom, 10)`.as('geom'))
      .where('dk.countyCode', '=', county)
      .where('dk.fbfbm', '=', issuer.fbfbm)
      .where('dk.zt', '=', ZT.valid)
      .orderBy('dk.dkbm')
      .limit(MOST_PARCELS + 1),
  )
  if (parcels.length === 0) throw printProblems.nothing()
  if (parcels.length > MOST_PARCELS) throw printProblems.tooMany({ max: MOST_PARCELS })
  const zone = await printedZone(ctx, county, parcels)
  const words = await printing(ctx)
  return (t) => render('land-map', () => postedMapDoc(issuer, parcels, zone, words), t)
}
/** The map of each issuer of a region, or of the households that are named. */
async function postedMaps(ctx: Ctx, q: TextInput): Promise<Typeset[]> {
  const codes = codesOf(q.cbfbms).map((c) => c.slice(0, 14))
  const maps: Typeset[] = []
  for (const f of await readIssuers(ctx, codes.length ? { fbfbms: [...new Set(codes)].join(',') } : q)) maps.push(await postedMap(ctx, f))
  return maps
}
async function location(ctx: Ctx, h: FormHolder): Promise<Typeset> {
  const { cbfbm, cbfmc } = h.holder
  const parcels = await readParcels(ctx, { cbfbm })
  if (parcels.length === 0) throw printProblems.nothing()
  const { others, zone, words } = await readSketchRows(ctx, { cbfbm, cbfmc }, parcels)
  return (t) => render('land-map', () => locationDoc(h, parcels, others, zone, words ?? {}), t)
}

/** Households of one sample at most, and signs of what it is drawn by. */
const [MOST_SAMPLED, LONGEST_SEED] = [200, 20]
/** What a sample was drawn from. */
interface Sampled {
  seed: string
  of: number
}
/**
 * Draws households of a region by chance, the same ones for the same seed whoever draws and when, as long as the same households are there.
 * @throws bad-request, print-nothing
 */
async function drawSample(ctx: Ctx, q: TextInput<'regionCode' | 'sample' | 'seed'>): Promise<Sampled & { cbfbms: string }> {
  const [n, seed] = [Number(q.sample), (q.seed ?? '').trim()]
  if (!/^\d{1,3}$/.test(q.sample ?? '') || n < 1 || n > MOST_SAMPLED)
    throw problems.badRequest(both(`抽样户数应为1至${MOST_SAMPLED}`, `A sample has 1 to ${MOST_SAMPLED} households`))
  if (!seed || seed.length > LONGEST_SEED)
    throw problems.badRequest(both(`请填写抽样号，最多${LONGEST_SEED}字`, `Give the number of the draw, ${LONGEST_SEED} signs at most`))
  const region = regionAsked(ctx, q.regionCode)
  const all = underRegion(scoped(ctx, cbf), 'cbf', region).where('cbf.zt', '=', ZT.valid).where('cbf.cbflx', '=', CBFLX.household)
  const [{ of } = { of: '0' }] = await typedRows<{ of: string }>(all.select(sql<string>`count(*)`.as('of')))
  const drawn = await typedRows<{ cbfbm: string }>(
    all
      .select('cbf.cbfbm')
      .orderBy(sql`sha256(convert_to(${seed}::text || ' ' || cbf.cbfbm, 'UTF8'))`)
      .orderBy('cbf.cbfbm')
      .limit(n),
  )
  if (drawn.length === 0) throw printProblems.nothing()
  return { seed, of: Number(of), cbfbms: drawn.map((d) => d.cbfbm).join(',') }
}

/** The documents of a form, in the order of their codes. `size`: the paper of the real-estate application. @throws print-nothing, print-too-many */
export async function landForm(ctx: Ctx, form: LandFormKey, q: TextInput, size: EstateSize = 'own'): Promise<Typeset[]> {
  if (form === 'signing') return surveyPostings(ctx, q, undefined, signingDoc)
  if (form === 'posted-map') return postedMaps(ctx, q)
  const sampled = form === 'check' && q.sample ? await drawSample(ctx, { regionCode: q.regionCode, sample: q.sample, seed: q.seed }) : undefined
  const holders = await readFormHolders(ctx, sampled ? { ...q, cbfbms: sampled.cbfbms } : q)
  const words = await readWords(ctx)
  switch (form) {
    case 'members':
      return byIssuer(holders, (f, own) => (t) => render('table', () => membersDoc(f.fbfmc, own, words), t))
    case 'check':
      return byIssuer(holders, (f, own) => (t) => render('table', () => checkDoc(f.fbfmc, own, words, sampled && { ...sampled, drawn: holders.length }), t))
    case 'location': {
      const maps: Typeset[] = []
      for (const h of holders) maps.push(await location(ctx, h))
      return maps
    }
    case 'real-estate':
      return [(t) => render('estate', () => estateDoc(holders, words, size), t)]
    default:
      return [(t) => render('letter', () => declarationsDoc(form, holders, words), t)]
  }
}
const sizeOf = (v: string | undefined): EstateSize => {
  if (v && !isEstateSize(v)) throw problems.badRequest(both('纸张规格应为：原幅（own）、A3（a3）或A4（a4）', 'The paper is own, a3 or a4'))
  return v ? (v as EstateSize) : 'own'
}

/** Forms of households and issuers by name: of `cbfbms`, or of all households of a region; of the sample check `sample` of them, drawn by `seed`. */
export const landFormRoutes: readonly Route[] = [
  asFile(
    reading('land', 'print_view')(
      '/dzzw/land-form',
      '打印农户和发包方表单',
      ['form', 'paper', 'cbfbms', 'regionCode', 'sample', 'seed', ...dayName(dk)],
      async (ctx, q) => {
        if (!isLandForm(q.form)) throw printProblems.noForm({ form: q.form ?? '' })
        return pdfLater(`${LAND_FORMS[q.form].title.zh}${clockMark(ctx)}`, ctx.now, await landForm(ctx, q.form, q, sizeOf(q.paper)))
      },
    ),
  ),
]
