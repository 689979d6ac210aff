// Registers that nobody thought of: random packages, and land after random businesses of every type. What goes out comes in again and goes out the same; the checks find no error in it. SEED repeats a run.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { registryOf } from '../../apps/server/handlings.server.ts'
import type { Business, ContractFile } from '../../business/cases/definitions/business.ts'
import { planFor } from '../../business/cases/eligible/eligibility.server.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { Problem } from '../../kit/model/problem.ts'
import type { Entry } from '../../land/register/acts/acts.ts'
import { write } from '../../land/register/write.server.ts'
import { unzipped } from '../../services/files/testing.server.ts'
import { bench, VILLAGE, type Bench } from '../../tests/case-bench.ts'
import { beginPeople, choices, GENERATORS } from '../../tests/cases/generate.ts'
import { bodyOf, settle, villageOf } from '../../tests/cases/walk.ts'
import { otherPackage } from '../../tests/national-random.ts'
import { findingsOf, packageContent, packageRegister, withoutAdded } from '../../tests/national.ts'
import { seeded } from '../../tests/seeded.ts'
import { SEED, volume } from '../../tests/volume.ts'
import { unpack } from '../package/archive.server.ts'
import { readLayer } from '../package/layer.server.ts'
import { openPackage } from '../package/open.server.ts'

const open: { end(): Promise<unknown> }[] = []
afterAll(async () => {
  for (const one of open.toReversed()) await one.end()
})
type Register = Awaited<ReturnType<typeof packageRegister>>
const registerFor = async (county: string, of?: Bench): Promise<Register> => {
  const made = await packageRegister(county, of?.db)
  open.push(made)
  return made
}
const errors = (found: readonly string[]) => found.filter((f) => f.startsWith('E '))

test('random packages come in, go out, come in and go out the same, without an error', async () => {
  const register = await registerFor('512021')
  const { files } = await unpack(join(import.meta.dirname, '../../tests/packages/B-variants.zip'), join(register.dataDir, 'variants'))
  const small = files.find((file) => file.path.endsWith('v00-clean.zip'))!.abs
  for (let n = 0; n < volume(30, 1); n++) {
    const folder = await mkdtemp(join(tmpdir(), 'other-'))
    const why = `SEED=${SEED}, package ${n}`
    const path = join(folder, 'other.zip')
    await otherPackage(choices(seeded(SEED * 1000 + n)), small, path, folder)
    const original = await packageContent(await openPackage(path, join(folder, 'open')))
    // a tenant each: a register that is empty
    const [a, b] = [String(200_000 + 2 * n), String(200_001 + 2 * n)]
    await register.imported(a, path)
    const first = await register.exported(a, `first-${n}.zip`)
    const out = await packageContent(first.pkg)
    const { content: is } = withoutAdded(out, original)
    for (const name of Object.keys(original.tables)) expect([name, is.tables[name]], why).toEqual([name, original.tables[name]])
    for (const name of Object.keys(original.layers)) expect([name, is.layers[name]], why).toEqual([name, original.layers[name]])
    expect(errors(await findingsOf(first.pkg, register.dataDir)), why).toEqual([])
    await register.imported(b, first.path)
    expect(await packageContent((await register.exported(b, `second-${n}.zip`)).pkg), why).toEqual(out)
    await rm(folder, { recursive: true, force: true })
  }
})

test('the open format has the same records, in the same places', async () => {
  const register = open[0] as Register
  const { pkg, path } = await register.exported('200000', 'open.zip')
  const name = '开放格式/5120212016.gpkg'
  expect(pkg.outside).toContain(name)
  const file = join(register.dataDir, 'open.gpkg')
  await writeFile(file, (await unzipped(await readFile(path))).get(name)!)
  const db = new DatabaseSync(file)
  const [{ application_id }, contents] = [db.prepare('pragma application_id').get() as any, db.prepare('select * from gpkg_contents').all() as any[]]
  expect([application_id, contents.length]).toEqual([0x47504b47, pkg.layers.length + pkg.tables.length])
  const countIn = (table: string) => (db.prepare(`select count(*) n from "${table}"`).get() as any).n
  for (const t of pkg.tables) expect([t.name, countIn(t.name)]).toEqual([t.name, t.count])
  for (const layer of pkg.layers) {
    expect([layer.name, countIn(layer.name)]).toEqual([layer.name, layer.counts.dbf])
    const box: number[] = [Infinity, Infinity, -Infinity, -Infinity]
    for await (const { geometry } of readLayer(pkg, layer))
      for (const [x, y] of JSON.stringify(geometry)
        .match(/\[-?[\d.]+,-?[\d.]+\]/g)!
        .map((p) => JSON.parse(p) as [number, number]))
        [box[0], box[1], box[2], box[3]] = [Math.min(box[0]!, x), Math.min(box[1]!, y), Math.max(box[2]!, x), Math.max(box[3]!, y)]
    const told = contents.find((c) => c.table_name === layer.name)
    expect([layer.name, told.min_x, told.min_y, told.max_x, told.max_y, told.srs_id]).toEqual([layer.name, ...box, 4544])
  }
  db.close()
})

const registry = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
/** What a random case plans for the register as it stands, every contract of it signed; nothing where the register refuses it. */
async function entriesOf(b: Bench, n: number, day: string, drawn: readonly string[]): Promise<Entry[]> {
  const types = Object.keys(GENERATORS)
  const made = GENERATORS[types[n % types.length]!]!(await villageOf(b, day, drawn), choices(seeded(SEED * 10_000 + n)))
  if (!made) return []
  const { form, doSign, businessTypeCode, businessItemCode } = bodyOf(made, day)
  const business = { id: String(900_000 + n), regionCode: VILLAGE, businessTypeCode, businessItemCode, doSign, currentActive: 'sign' } as Business
  const signed = (cbhtbm: string, i: number) =>
    ({ id: `${i + 1}`, cbhtbm, qdsj: day, signWay: '3', signStatus: SIGN.signed, attachId: `${i + 1}`, fileHash: 'a'.repeat(64) }) as ContractFile
  return b
    .as('admin', async (ctx) => {
      const plan = await planFor(registry, ctx, business, { ...form, ...(made.pieces ? { cuts: made.pieces } : {}) }, null)
      const entries = plan.entries(plan.contracts.map((k, i) => signed(k.cbhtbm, i)))
      return entries.map(({ group = '', acts }) => ({
        cause: { kind: 'business' as const, id: business.id },
        unit: `export ${n} ${group}`,
        regionCode: VILLAGE,
        day,
        registrar: '县经办',
        acts,
      }))
    })
    .catch((e: unknown) => {
      if (e instanceof Problem && e.status < 500) return []
      throw e
    })
}

test('after random businesses of all types the register goes out, comes into an empty tenant and goes out the same', async () => {
  const b = await bench()
  open.push(b)
  beginPeople()
  const day = '2026-03-02'
  b.setDay(day)
  const drawn = await settle(b, 14)
  let written = 0
  for (let n = 0; n < volume(110, Object.keys(GENERATORS).length); n++)
    for (const entry of await entriesOf(b, n, day, drawn)) {
      await b.as('admin', (ctx) => write(ctx, entry))
      written++
    }
  expect(written).toBeGreaterThan(4)
  // a package has no parcel without an outline
  await sql`with bare as (select "countyCode", id, row_number() over (order by id) n from dk where geom is null and zt = '1')
    update dk set geom = ST_MakeEnvelope(104.5 + n / 1000.0, 30.5, 104.5003 + n / 1000.0, 30.5003, 4326) from bare where bare."countyCode" = dk."countyCode" and bare.id = dk.id`.execute(
    b.db.owner,
  )
  const register = await registerFor('510112', b)
  const first = await register.exported('000000', 'after.zip')
  await register.written('100001', first.path)
  const second = await register.exported('100001', 'again.zip')
  const is = await packageContent(first.pkg)
  const { content: again } = withoutAdded(await packageContent(second.pkg), is)
  for (const name of Object.keys(is.tables)) expect([name, again.tables[name]], `SEED=${SEED}`).toEqual([name, is.tables[name]])
  for (const name of Object.keys(is.layers)) expect([name, again.layers[name]], `SEED=${SEED}`).toEqual([name, is.layers[name]])
  expect(again.summary).toEqual(is.summary)
})
