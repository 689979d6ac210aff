/** A change package as the source of an increment: what its units become, as rows of the national tables and outlines; rights that its units held and hold no more. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { CHANGES_FILE, CHANGES_HEAD, changeIn, headIn, type ChangesHead, type UnitChange } from '../package/changes.ts'
import { parseWkt } from '../../kit/model/wkt.ts'
import { hjbProblems } from '../package/problems.ts'
import type { MdbRow, ReadTable, StagedPackage } from '../package/staged.ts'
import type { IntakeParcel } from './village.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'

/** What an increment is read from: the tables, and outlines where the package has no layer of them. */
export interface IntakeSource {
  pkg: StagedPackage
  table: ReadTable
  parcels?: (() => AsyncIterable<IntakeParcel>) | undefined
}
/** A change package that is open. */
export interface OpenChanges extends IntakeSource {
  head: ChangesHead
  units: () => AsyncIterable<UnitChange>
}
const ENDED = '变更包注销'
/** Signs of one line at most: a household with all its land has a thousandth of it. */
const MOST_SIGNS = 2 ** 24

/** The lines of a file, none longer than a change can be. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of createReadStream(path, 'utf8')) {
    const lines = (rest + String(piece)).split('\n')
    rest = lines.pop()!
    yield* lines
    if (rest.length > MOST_SIGNS) throw hjbProblems.unreadable({ zh: `${CHANGES_FILE}的一行过长`, en: 'a line of its changes is too long' })
  }
  if (rest) yield rest
}
/** The outline of a parcel, if it is one polygon. */
function outlineOf(dkbm: string, geom: string | null): string {
  try {
    if (geom && parseWkt(geom).type === 'POLYGON') return geom
  } catch {
    // refused below, by its parcel
  }
  throw hjbProblems.refusedByBase({ table: 'DK', rule: `${dkbm}: POLYGON` })
}

/** The change package that was uploaded; undefined where the archive is none. @throws unreadable, at the line that is no change */
export async function openedChanges(pkg: StagedPackage): Promise<OpenChanges | undefined> {
  const file = (name: string) => pkg.files.find((f) => f.path === name)?.abs
  const [headFile, linesFile] = [file(CHANGES_HEAD), file(CHANGES_FILE)]
  if (!headFile || !linesFile) return undefined
  const head = headIn(await readFile(headFile, 'utf8'))
  if (!head) throw hjbProblems.unreadable({ zh: `${CHANGES_HEAD}不是变更包的说明`, en: 'its head is not that of a change package' })
  async function* units(): AsyncGenerator<UnitChange> {
    let n = 0
    for await (const line of linesOf(linesFile!)) {
      n++
      const change = changeIn(line)
      if (!change || change.no !== n) throw hjbProblems.unreadable({ zh: `${CHANGES_FILE}第${n}行不是变更`, en: `line ${n} of its changes is not a change` })
      yield change
    }
    if (n !== head!.changes)
      throw hjbProblems.unreadable({ zh: `${CHANGES_FILE}有${n}条变更，应为${head!.changes}条`, en: `it has ${n} changes instead of ${head!.changes}` })
  }
  async function* table(name: StagedTable): AsyncGenerator<MdbRow> {
    for await (const { was, becomes, at } of units()) {
      if (name !== 'CBJYQZ_QZZX') {
        yield* becomes?.tables[name] ?? []
        continue
      }
      const held = new Set((becomes?.tables.CBJYQZDJB ?? []).map((b) => b.CBJYQZBM))
      for (const { CBJYQZBM } of was?.tables.CBJYQZDJB ?? [])
        if (!held.has(CBJYQZBM ?? null)) yield { CBJYQZBM: CBJYQZBM ?? null, ZXYY: ENDED, ZXRQ: at.slice(0, 10) }
    }
  }
  async function* parcels(): AsyncGenerator<IntakeParcel> {
    const seen = new Set<string>()
    for await (const { becomes } of units())
      for (const { attrs, geom } of becomes?.parcels ?? []) {
        const dkbm = String(attrs.DKBM)
        // a shared parcel comes with each of its households
        if (seen.has(dkbm)) continue
        seen.add(dkbm)
        yield { attrs, geom: outlineOf(dkbm, geom) }
      }
  }
  return { head, units, pkg: { ...pkg, county: head.regionCode.slice(0, 6) }, table, parcels }
}

/** The households of a source that a person chose (codes of 18 digits), with the issuers and the parcels that their books name; all of it where nothing is chosen. */
export async function chosenOf(source: IntakeSource, outlines: () => AsyncIterable<IntakeParcel>, chosen: readonly string[]): Promise<IntakeSource> {
  if (chosen.length === 0) return source
  const wanted = new Set(chosen)
  const holderOf = (row: MdbRow): string => String(row.CBFBM ?? String(row.CBJYQZBM ?? '').slice(0, 18))
  const held = new Set<string>()
  for await (const row of source.table('CBDKXX')) if (wanted.has(holderOf(row))) held.add(String(row.DKBM))
  return {
    pkg: source.pkg,
    async *table(name) {
      for await (const row of source.table(name)) if (name === 'FBF' || wanted.has(holderOf(row))) yield row
    },
    async *parcels() {
      for await (const parcel of outlines()) if (held.has(String(parcel.attrs.DKBM))) yield parcel
    },
  }
}
