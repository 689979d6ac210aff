import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { JobRun } from '../../runtime/jobs.server.ts'
import { namesakesOf, villageOfIssuer } from '../../land/definitions/issuer-name.ts'
import { issuersBeside } from '../../land/register/issuer-names.server.ts'
import { bulk, type ColumnValues } from '../intake/bulk.server.ts'
import { checkInWorker } from '../checks/apart.server.ts'
import { FOLLOWINGS } from '../checks/causes.ts'
import { draft } from '../checks/finding.ts'
import { finding } from '../checks/rules.ts'
import { ownLimits, weighed } from '../checks/settings.ts'
import type { PackageFinding } from '../checks/checks.server.ts'
import type { ChangedCell } from '../intake/cells.ts'
import type { OpenChanges } from '../intake/changes-source.server.ts'
import type { NewDiskMap } from '../package/disk-map.ts'
import { withDiskMaps } from '../package/disk-map.server.ts'
import { hjb_cell, hjb_issue, INCREMENT, type HjbInfo } from '../package/hjb.ts'
import { groundCrs, toLonLat } from '../package/crs.ts'
import { textOf } from '../package/mapping.ts'
import type { Crs, ReadTable, StagedPackage } from '../package/staged.ts'
import { SEVERITY } from '../intake/increment.ts'
import type { IssuerRound } from '../package/rounds.ts'
import { refusals } from '../intake/increment.server.ts'
import { overlapsWithBase, systemOf } from '../intake/overlaps.server.ts'
import { datumShifts } from '../../platform/settings/number-param.server.ts'
import { proposalOf } from '../intake/proposal.server.ts'
import { issuersWithRounds } from '../intake/rounds.server.ts'
import type { Tell } from '../intake/write-run.server.ts'
import { RESULT, resultOfErrors } from './flow.ts'
import { countyRules } from './rules.server.ts'
import { heldBy, type Locks } from './withdraw.server.ts'

const BATCH = 1000
export interface Analysed {
  E: number
  W: number
  T: number
  counts: Record<string, number>
  /** the result code: a check that found errors ends too */
  code: number
  /** what the auditor is asked to confirm */
  proposal: { packageDay?: string; rounds?: IssuerRound[] }
}

/** Place of a finding in degrees with ten decimals, or nothing where it has none or the system is unknown. */
function placeOf(crs: Crs | undefined, f: PackageFinding): ColumnValues {
  if (f.x === undefined || f.y === undefined || !crs) return {}
  const [lon, lat] = toLonLat(crs, [f.x, f.y])
  // a swapped or foreign coordinate can lie outside the earth
  return Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? { lon: lon.toFixed(10), lat: lat.toFixed(10) } : {}
}

/** Checks of ours that compare the package with what the person said. Rule J01 of data-format.md 9. */
function* own(pkg: StagedPackage, info: HjbInfo): Generator<PackageFinding> {
  if (pkg.county === info.regionCode.slice(0, 6)) return
  yield {
    rule: 'J01',
    severity: 'E',
    layer: 'package',
    object: pkg.root,
    field: '',
    value: pkg.county,
    message: `汇交包属于县（市、区）${pkg.county}，与所选区划${info.regionCode}不一致`,
  }
}

/** What a check is of. */
export interface AnalysedPackage {
  pkg: StagedPackage
  table: ReadTable
  /** ends the thread of the tables: the rules have a thread and a bound of their own */
  close(): Promise<void>
  info: HjbInfo
  job: JobRun
  tell: Tell
  workDir: string
  locks: Locks
  /** where the upload is a change package */
  changes: OpenChanges | undefined
}
async function* all(checked: AnalysedPackage, today: string): AsyncGenerator<PackageFinding> {
  const { pkg, info, job, tell, workDir } = checked
  yield* own(pkg, info)
  let unread = ''
  // a change package has no file that the standard judges
  if (!checked.changes) {
    const settings = await job.tx((ctx) => countyRules(ctx, pkg.county))
    for await (const f of checkInWorker(
      { pkg, options: { today, workDir, of: ownLimits(settings) } },
      { signal: job.signal, onProgress: (step, percent) => tell(20 + percent * 0.75, step) },
    )) {
      // a hint of the rule tells how the layer was read
      if (f.severity === 'E' && UNREADABLE.includes(f.rule)) unread ||= f.rule
      const asSet = weighed(settings, f)
      if (asSet) yield asSet
    }
    // of an increment its own comparison tells what is left out
    if (info.packageKind !== INCREMENT)
      for (const f of await namesBesideBase(checked)) {
        const asSet = weighed(settings, f)
        if (asSet) yield asSet
      }
  }
  if (pkg.county !== info.regionCode.slice(0, 6)) return
  yield* overBase(checked, unread)
  if (info.packageKind === INCREMENT) yield* againstBase(checked)
}
/** Issuers of the package that are called as a valid one of the register in their village. Rule F22 of data-format.md 9. */
async function namesBesideBase({ pkg, table, job }: AnalysedPackage): Promise<PackageFinding[]> {
  const issuers: { fbfbm: string; fbfmc: string }[] = []
  for await (const r of table('FBF')) issuers.push({ fbfbm: textOf(r.FBFBM), fbfmc: textOf(r.FBFMC) })
  const codes = issuers.map((i) => i.fbfbm)
  const beside = Map.groupBy(await job.tx((ctx) => issuersBeside(ctx, pkg.county, codes)), (o) => villageOfIssuer(o.fbfbm))
  return issuers.flatMap(({ fbfbm, fbfmc }) =>
    namesakesOf({ fbfbm, fbfmc }, beside.get(villageOfIssuer(fbfbm)) ?? []).map((other) =>
      finding('F22', draft('FBF', [fbfbm, other].toSorted().join('|'), 'FBFMC', fbfmc, `发包方${fbfbm}与库中同村发包方${other}名称相同（${fbfmc}）`)),
    ),
  )
}
/** A layer that cannot be read, or whose features lie elsewhere, has been told of: its land is not compared. */
const UNREADABLE: readonly string[] = ['B02', 'B07', 'B10']
/**
 * Land of the package on land of the base, whatever village and county; where it is not compared, that and why. `unread`: the rule by which its layers cannot be
 * compared, or ''. Rule J07 of data-format.md 9.
 */
async function* overBase({ pkg, job, changes }: AnalysedPackage, unread: string): AsyncGenerator<PackageFinding> {
  const system = changes ? undefined : systemOf(pkg, await job.tx(datumShifts))
  const why = unread ? `图层无法读取或图形位置有误（${unread}）` : system && 'why' in system ? system.why : ''
  if (why) {
    yield { rule: 'J07', severity: 'W', layer: 'DK', object: 'DK', field: '', value: '', message: `地块未与库中地块比较：${why}，请更正后重新检查` }
    return
  }
  for (const { dkbm, other, area, isError, place } of await overlapsWithBase(pkg, (work) => job.tx(work), job.signal, changes?.parcels))
    yield {
      rule: 'J07',
      severity: isError ? 'E' : 'W',
      layer: 'DK',
      object: [dkbm, other].toSorted().join('|'),
      field: '',
      value: area.toFixed(3),
      message: `地块${dkbm}与库中地块${other}重叠${area.toFixed(3)}平方米`,
      ...(changes ? {} : { x: place[0], y: place[1] }),
    }
}
/** What the register refuses of an increment as things stand. Rules J02 to J06 of data-format.md 9. */
async function* againstBase({ pkg, table, job, locks, info, changes }: AnalysedPackage): AsyncGenerator<PackageFinding> {
  const held = heldBy(await job.tx((ctx) => locks(ctx, pkg.county)))
  let sort = 0
  const cells = (of: readonly ChangedCell[]) =>
    job.tx(async (ctx) => {
      const b = bulk(ctx, hjb_cell, job.signal)
      for (const cell of of) await b.add({ regionCode: info.regionCode, infoId: info.id, sort: ++sort, ...cell, object: cell.object.slice(0, 100) })
      await b.end()
    })
  for (const r of await refusals({ pkg, table, parcels: changes?.parcels, signal: job.signal }, (work) => job.tx(work), held, cells))
    yield { ...r, severity: SEVERITY[r.rule], field: '', value: '' }
}

/** Who surveyed what a finding is about: its household, else its issuer; of a parcel the household that holds it. Empty where nobody is named. */
async function surveyorsOf({ table, changes }: AnalysedPackage, newMap: NewDiskMap): Promise<(object: string) => string | null> {
  if (changes) return () => null
  const [issuers, households, holders] = [newMap<string>(), newMap<string>(), newMap<string>()]
  for await (const r of table('FBF')) issuers.set(textOf(r.FBFBM), textOf(r.FBFDCY))
  for await (const r of table('CBF')) households.set(textOf(r.CBFBM), textOf(r.CBFDCY))
  for await (const r of table('CBDKXX')) holders.set(textOf(r.DKBM), textOf(r.CBFBM))
  return (object) => {
    const code = /^\d{14,19}/.exec(object)?.[0] ?? ''
    // nineteen figures are a parcel: a contract ends in a letter
    const household = (code.length === 19 ? holders.get(code) : undefined) ?? code.slice(0, 18)
    return (households.get(household) || issuers.get(code.slice(0, 14)) || '').slice(0, 50) || null
  }
}

/** Runs every check, on the day that its first transaction has, and stores the findings in batches, each its own short transaction, after the findings of an earlier run are gone. */
export async function analysePackage(checked: AnalysedPackage): Promise<Analysed> {
  const { pkg, info, job } = checked
  const ground = groundCrs(pkg.crs, await job.tx(datumShifts))
  const today = await job.tx(async (ctx) => {
    const former = { countyCode: info.countyCode, tenantId: info.tenantId, infoId: info.id }
    for (const r of [hjb_issue, hjb_cell])
      await ctx.db
        .deleteFrom(r.name)
        .where((e) => e.and(former))
        .execute()
    return ctx.now.slice(0, 10)
  })
  const found = { E: 0, W: 0, T: 0 }
  const failed = new Set<string>()
  let waiting: ColumnValues[] = []
  let sort = 0
  const flush = async () => {
    const rows = waiting
    waiting = []
    await job.tx(async (ctx) => {
      const b = bulk(ctx, hjb_issue, job.signal)
      for (const row of rows) await b.add(row)
      await b.end()
    })
  }
  await withDiskMaps(checked.workDir, async (newMap) => {
    const surveyorOf = await surveyorsOf(checked, newMap)
    await checked.close()
    for await (const f of all(checked, today)) {
      found[f.severity]++
      if (f.severity === 'E') failed.add(f.rule)
      waiting.push({
        regionCode: info.regionCode,
        infoId: info.id,
        sort: ++sort,
        rule: f.rule,
        severity: f.severity,
        layer: clean(f.layer).slice(0, 40),
        object: clean(f.object).slice(0, 100),
        field: clean(f.field).slice(0, 60),
        value: clean(f.value).slice(0, 500),
        message: clean(f.message).slice(0, 1000),
        isCause: 1,
        surveyor: surveyorOf(f.object),
        ...placeOf(ground, f),
      })
      if (waiting.length >= BATCH) await flush()
    }
  })
  await flush()
  await job.tx((ctx) => fold(ctx, info))
  const counts = Object.fromEntries([...pkg.layers.map((l) => [l.name, l.counts.dbf ?? 0]), ...pkg.tables.map((t) => [t.name, t.count])]) as Record<
    string,
    number
  >
  // what has errors is not audited
  if (found.E > 0) return { ...found, code: resultOfErrors(failed), counts, proposal: {} }
  const { packageDay, rounds } = await proposalOf(checked.table, today)
  const known = await job.tx((ctx) =>
    issuersWithRounds(
      ctx,
      pkg.county,
      rounds.map((r) => r.fbfbm),
    ),
  )
  return { ...found, code: RESULT.ok, counts, proposal: { packageDay, rounds: rounds.filter((r) => !known.has(r.fbfbm)) } }
}
/** Names the rule that a finding follows from, where there is one: on the same object, and where that is asked in the same field. */
async function fold(ctx: Ctx, info: AnalysedPackage['info']): Promise<void> {
  const of = <K extends keyof (typeof FOLLOWINGS)[number]>(name: K) => FOLLOWINGS.map((f) => f[name])
  await sql`update hjb_issue f set "causeRule" = c.rule, "isCause" = 0
    from hjb_issue c join unnest(${of('cause')}::text[], ${of('rule')}::text[], ${of('field')}::boolean[]) as p(cause, rule, field) on p.cause = c.rule
    where f."countyCode" = ${info.countyCode} and f."tenantId" = ${info.tenantId} and f."infoId" = ${info.id}::bigint and f.rule = p.rule
      and c."countyCode" = f."countyCode" and c."tenantId" = f."tenantId" and c."infoId" = f."infoId" and c.object = f.object and c.object <> ''
      and (not p.field or c.field = f.field)`.execute(ctx.db)
}
/** The database holds no NUL. */
const clean = (v: string) => v.replaceAll('\0', '')
