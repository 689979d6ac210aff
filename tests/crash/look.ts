/** What the database holds, seen before the server uses it. Runs inside the server program. */
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { analyseTables } from '../../runtime/maintenance-database.server.ts'
import { invariantsBroken } from '../../views/watch/check.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { dk, dk_jz, jzd, jzx } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { cbdkxx, cbht, djb } from '../../land/definitions/cbht.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { ALERT_TOPIC } from '../../services/operations/alert-out.server.ts'

export const COUNTY = '512021'
/** The register, and what an import or a finish writes beside it. */
const TABLES = [
  'fbf cbf jtcy dk jzd jzx dk_jz djb djb_cbf djb_jtcy djb_lineage cbht cbdkxx cbjyqz cbjyqz_event lzht qslyzlfj region',
  'fbf_v cbf_v jtcy_v dk_v jzd_v jzx_v dk_jz_v djb_v cbht_v cbdkxx_v cbjyqz_v business_book outbox register_entry restriction djb_note fbf_round',
].flatMap((line) => line.split(' '))
const VERSIONED: readonly AnyResource[] = [fbf, cbf, jtcy, dk, jzd, jzx, dk_jz, djb, cbht, cbdkxx, cbjyqz]

export interface Seen {
  /** rows of each table, list totals and code counters: everything that an import writes, to be compared as a whole */
  stand: Record<string, unknown>
  /** totals, versions and rules that do not agree with the rows */
  wrong: string[]
  packages: { id: string; status: string; sha256: string }[]
  jobs: { id: string; kind: string; status: string; attempts: number; message: string }[]
  contracts: { businessId: string; signStatus: string; attachId: string | null; files: number }[]
  businesses: { id: string; status: string; processInstanceId: string; books: number; tasks: number; locks: number; finishes: number; outbox: number }[]
}

/** Half a minute passes for the jobs of the killed server, so that the next one may take them; the embedded database needs no wait. */
const age = (db: DatabaseHandle) => db.pool.query(`update job set heartbeat = heartbeat - interval '31 seconds' where status = 'running'`)

/** Everything, or null of a database without its schema. */
export async function view(db: DatabaseHandle): Promise<Seen | null> {
  const rows = async <T>(text: string): Promise<T[]> => (await db.pool.query(text)).rows
  const [ready] = await rows<{ t: string | null }>(`select to_regclass('active_config_file')::text as t`)
  if (!ready?.t) return null
  if (db.engine === 'server') await age(db)
  const stand: Record<string, unknown> = {}
  // what the watch tells of people (at night, of every sign-in) is no part of the work
  const some = (t: string) => (t === 'outbox' ? `${t} where topic <> '${ALERT_TOPIC}'` : t)
  for (const t of TABLES) stand[t] = Number((await rows<{ n: string }>(`select count(*) as n from ${some(t)}`))[0]!.n)
  for (const t of ['row_count', 'code_counter']) {
    const all = await rows<{ r: string }>(`select r::text as r from ${t} r order by 1`)
    stand[t] = all.map(({ r }) => r)
  }
  stand.audited = Number((await rows<{ n: string }>(`select count(*) as n from audit_event where action = 'hjb.write'`))[0]!.n)
  // nobody has counted these rows yet: a server that stands for a night has
  await analyseTables(db)
  return {
    stand,
    wrong: [...(await disagreeing(rows)), ...(await rulesBroken(db))],
    packages: await rows('select id::text, status, sha256 from hjb order by id'),
    jobs: await rows('select id::text, kind, status, attempts, message from job order by id'),
    contracts: await rows(`select "businessId"::text, "signStatus", "attachId"::text, (select count(*)::int from attach a where a."businessId" = c."businessId"
      and a."businessItem" = 'CBHT') as files from contract_file c order by id`),
    businesses: await rows(`select id::text, status, "processInstanceId"::text,
      (select count(*)::int from business_book k where k."businessId" = b.id) as books,
      (select count(*)::int from process_task t where t."businessId" = b.id and t.status = 'open') as tasks,
      (select count(*)::int from business_lock l where l."businessId" = b.id) as locks,
      (select count(*)::int from process_history h where h."businessId" = b.id and h.action = 'finish') as finishes,
      (select count(*)::int from outbox o where o.key = b.id::text) as outbox from business b order by id`),
  }
}

/** List totals and versions against the rows they speak of. */
async function disagreeing(rows: <T>(text: string) => Promise<T[]>): Promise<string[]> {
  const out: string[] = []
  for (const r of VERSIONED) {
    const both = await rows<{ n: number }>(`select count(*)::int as n from ${r.name} t join ${r.name}_v v on v."countyCode" = t."countyCode" and v.id = t.id
      where v."validTo" > t."validFrom" and v."regTo" > t."regFrom" or v.rev > t.rev`)
    if (both[0]!.n) out.push(`${r.name}: ${both[0]!.n} versions that say the same moment and day as their row`)
    if (!r.countBy || !entries(r).some(([n]) => n === r.countBy)) continue
    const totals = await rows<{ n: number }>(`select count(*)::int as n from
      (select "countyCode", "tenantId", left("regionCode", 12) as place, coalesce("${r.countBy}"::text, '') as status, count(*) as n from ${r.name} group by 1, 2, 3, 4) t
      full join (select * from row_count where resource = '${r.name}' and n <> 0) c
      on c."countyCode" = t."countyCode" and c."tenantId" = t."tenantId" and c."regionCode" = t.place and c.status = t.status where t.n is distinct from c.n`)
    if (totals[0]!.n) out.push(`${r.name}: ${totals[0]!.n} list totals are not the number of rows`)
  }
  return out
}

function rulesBroken(db: DatabaseHandle): Promise<string[]> {
  const who: Who = {
    userId: '1',
    account: 'look',
    realName: '',
    tenantId: '000000',
    deptId: '0',
    roleIds: [],
    roles: ['administrator'],
    regionCode: '',
    perms: new Set(),
  }
  return db.transaction({ tenantId: who.tenantId, readOnly: true }, async (tx) => {
    const none = async () => '0'
    const ctx: Ctx = { who, db: tx, lang: 'zh', now: localTime(clock()), newId: none as never, requestId: 'look', ip: '', enqueue: none }
    return invariantsBroken(ctx, COUNTY)
  })
}
