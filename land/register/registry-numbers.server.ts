// What the real-estate registry gives a parcel (bdcdyh) or a book (bdcqzh), before anybody writes it: asked by forms, corrections, answers to pushes and notices.
import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { inRegion } from '../../kit/model/region-code.ts'
import { nextNumbers } from '../../kit/server/counters.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { mineIn } from '../../kit/server/history.server.ts'
import { bdcdyhWrong, bdcqzhWrong, registryPlaceIn, spellings } from './registry-numbers.ts'
import { ZT } from '../definitions/statuses.ts'

/** Numbers of the registry: of parcels by their codes (none: one that has no code yet), of certificates by the codes of their books. */
export interface RegistryNumbers {
  parcels?: ReadonlyMap<string, string>
  certificates?: ReadonlyMap<string, string>
}
const NONE: ReadonlyMap<string, string> = new Map()
/** Codes by their number, however it is written. */
const byNumber = (given: ReadonlyMap<string, string>) => Map.groupBy(given.keys(), (code) => spellings(given.get(code)!)[0]!)

/** Who has these unit numbers in the county, and who these certificates: living rows alone. */
async function holdersOf(ctx: Ctx, county: string, units: readonly string[], certificates: readonly string[]): Promise<{ code: string; number: string }[]> {
  const mine = mineIn(ctx, county)
  const { rows: found } = await sql<{ code: string; number: string }>`
    select p.dkbm as code, p.bdcdyh as number from dk p where ${mine('p')} and p.bdcdyh = any(${units}::text[]) and p.zt = ${ZT.valid}
    union all select z.cbjyqzbm, z.bdcqzh from cbjyqz z where ${mine('z')} and z.bdcqzh = any(${certificates}::text[]) and z.sfzx = 0`.execute(ctx.db)
  return found.map((r) => ({ code: r.code, number: spellings(r.number)[0]! }))
}
/** Places of the province that are counties other than this one, among those that numbers name: with or without the last sign of their names. */
async function elsewhere(ctx: Ctx, county: string, places: readonly string[]): Promise<ReadonlySet<string>> {
  if (places.length === 0) return new Set()
  const counties = await ctx.db
    .selectFrom('region')
    .select(['code', 'name'])
    .where('code', '>=', county.slice(0, 2))
    .where('code', '<', `${county.slice(0, 2)}~`)
    .where('level', 'in', [2, 3])
    .execute()
  const says = (name: unknown, place: string) => name === place || String(name).slice(0, -1) === place
  const own = counties.filter((r) => county.startsWith(String(r.code)))
  return new Set(places.filter((p) => counties.some((r) => says(r.name, p)) && !own.some((r) => says(r.name, p))))
}

/**
 * What is wrong with numbers of the registry, by the code that they were given to: a unit number has its form, begins with the county's code and belongs to one
 * living parcel; the number of a certificate has its form, is of this province, names no other county, and belongs to one living book. Few statements,
 * whatever the number of codes. Numbers of one county are compared one transaction after another, so that no two take the same.
 */
export async function registryNumbersWrong(ctx: Ctx, county: string, { parcels = NONE, certificates = NONE }: RegistryNumbers): Promise<Map<string, Text>> {
  const wrong = new Map<string, Text>()
  const today = ctx.now.slice(0, 10)
  const note = (code: string, text: Text | undefined) => void (text && !wrong.has(code) && wrong.set(code, text))
  for (const [code, v] of parcels) note(code, bdcdyhWrong(v, county))
  for (const [code, v] of certificates) note(code, bdcqzhWrong(v, county, today))
  const formed = (given: ReadonlyMap<string, string>) => new Map([...given].filter(([code, v]) => v !== '' && !wrong.has(code)))
  const [units, papers] = [formed(parcels), formed(certificates)]
  if (units.size + papers.size === 0) return wrong
  await nextNumbers(ctx, 'registry', county, 1)
  const others = await elsewhere(ctx, county, [...new Set([...papers.values()].map(registryPlaceIn))])
  for (const [code, v] of papers)
    if (others.has(registryPlaceIn(v)))
      note(code, both(`不动产权证号是${registryPlaceIn(v)}的，不是本县的`, `The real-estate certificate is one of ${registryPlaceIn(v)}, another county`))
  const held = await holdersOf(ctx, county, [...units.values()], [...papers.values()].flatMap(spellings))
  const isTaken = (given: ReadonlyMap<string, string>, zh: string, en: string, of: Text) => {
    for (const [number, codes] of byNumber(given))
      for (const code of codes) {
        const other = held.find((h) => h.number === number && h.code !== code)?.code ?? codes.find((c) => c !== code)
        // where the other lies is told to whom it may be told
        const named = other && inRegion(other, ctx.who.regionCode) ? `【${other}】` : ''
        if (other !== undefined) note(code, both(`${zh}已属于另一${of.zh}${named}`, `${en} belongs to another ${of.en}${named && ` (${other})`}`))
      }
  }
  isTaken(units, '不动产单元号', 'The real-estate unit number', both('地块', 'parcel'))
  isTaken(papers, '不动产权证号', 'The number of the real-estate certificate', both('登记簿', 'book'))
  return wrong
}
