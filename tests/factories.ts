// What a test begins with, each in one call and by the product's own ways: register rows by the writer, cases by their calls. Answers are rows as they are stored.
import type { Row } from '../kit/model/resource.ts'
import { countyOf, regionOfFbf } from '../kit/model/region-code.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { business, type Business } from '../business/cases/definitions/business.ts'
import { cbf, type Cbf } from '../land/definitions/cbf.ts'
import { cbht, djb, type Djb } from '../land/definitions/cbht.ts'
import { dk, type Dk } from '../land/definitions/dk.ts'
import { fbf, type Fbf } from '../land/definitions/fbf.ts'
import type { Jtcy } from '../land/definitions/jtcy.ts'
import type { Act } from '../land/register/acts/acts.ts'
import { raiseSerials } from '../land/register/codes.server.ts'
import { write } from '../land/register/write.server.ts'
import { PDF } from '../services/files/testing.server.ts'
import { applicationOf, AREA, drawnParcelOf, householdFields, issuerOf, POSTED } from './applications.ts'
import { ctxOf } from './contract/rows.ts'
import { idCard, readRev } from './samples.ts'
import type { Account, World } from './world.ts'

/** Whatever has a database with our tables: a world, a bench of cases. */
type Place = Readonly<{ db: DatabaseHandle }>
/** A group of the demonstration county. */
export const GROUP = '51202111920303'
/** The day from which the rows of the register hold. */
const DAY = '2018-01-01'
let made = 0

const within = <T>(place: Place, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  place.db.transaction({ tenantId: '000000' }, (tx) => work({ ...ctxOf(tx), now: '2026-03-02 09:00:00', clock: () => new Date('2026-03-02T09:00:00+08:00') }))
/** Writes acts as those of a package, in one entry. */
async function enter(ctx: Ctx, fbfbm: string, acts: readonly Act[]): Promise<void> {
  made += 1
  await write(ctx, { cause: { kind: 'import', id: String(made) }, unit: `made ${made}`, regionCode: regionOfFbf(fbfbm), day: DAY, acts: [...acts] })
  await raiseSerials(ctx, countyOf(fbfbm), [fbfbm])
}
/** The serial of an issuer's next household or parcel. */
async function nextOf(ctx: Ctx, table: 'cbf' | 'dk', fbfbm: string): Promise<number> {
  const own = ctx.db.selectFrom(table).where(`${table}bm`, 'like', `${fbfbm}%`)
  const { n } = await own.select((e) => e.fn.countAll().as('n')).executeTakeFirstOrThrow()
  return Number(n) + 1
}

/** An issuer of this code; the one that is there already where there is one. */
export const buildIssuer = (place: Place, { fbfbm = GROUP, ...more }: { fbfbm?: string; fbfmc?: string; fbffzrxm?: string } = {}): Promise<Fbf> =>
  within(place, async (ctx) => {
    const found = await rows.find(ctx, fbf, { fbfbm })
    if (!found) await enter(ctx, fbfbm, [{ act: 'newIssuer', fbfbm, fields: issuerOf(fbfbm, idCard(), more) }])
    return (await rows.find(ctx, fbf, { fbfbm }))!
  })
/** The acts of so many new parcels of an issuer, each with a place on the map; of reserve land unless `more` says otherwise. */
async function newParcels(ctx: Ctx, fbfbm: string, n: number, more: object = {}): Promise<{ codes: string[]; acts: Act[] }> {
  const first = await nextOf(ctx, 'dk', fbfbm)
  const codes = Array.from({ length: n }, (_, i) => fbfbm + String(first + i).padStart(5, '0'))
  return { codes, acts: codes.map((dkbm, i) => ({ act: 'newParcel', dkbm, fields: { ...drawnParcelOf(fbfbm, dkbm, first + i), ...more } })) }
}
const parcelsOf = (ctx: Ctx, codes: readonly string[]): Promise<Dk[]> => Promise.all(codes.map(async (dkbm) => (await rows.find(ctx, dk, { dkbm }))!))
/** So many parcels of an issuer's reserve land, 1000 m² each. */
export async function buildParcels(place: Place, n = 1, fbfbm = GROUP): Promise<Dk[]> {
  await buildIssuer(place, { fbfbm })
  return within(place, async (ctx) => {
    const { codes, acts } = await newParcels(ctx, fbfbm, n)
    await enter(ctx, fbfbm, acts)
    return parcelsOf(ctx, codes)
  })
}
interface OfHousehold {
  fbfbm?: string
  /** name of its head */
  name?: string
  /** names of those beside the head */
  members?: readonly string[]
}
/** A household of the register with its members, without land; the head first. */
export async function buildHousehold(place: Place, o: OfHousehold = {}): Promise<Cbf & { members: Jtcy[] }> {
  const { fbfbm = GROUP, name = '张三', members = [] } = o
  await buildIssuer(place, { fbfbm })
  return within(place, async (ctx) => {
    const cbfbm = fbfbm + String(await nextOf(ctx, 'cbf', fbfbm)).padStart(4, '0')
    const people = [name, ...members].map((cyxm, i) => ({ cyxm, cyxb: '1', yhzgx: i === 0 ? '02' : '20', cyzjlx: '1', cyzjhm: idCard(), sfgyr: '1' }))
    await enter(ctx, fbfbm, [{ act: 'newContractor', cbfbm, fields: { ...householdFields(name, people[0]!.cyzjhm), ...POSTED, fbfbm }, members: people }])
    const stored = (await rows.find(ctx, cbf, { cbfbm }))!
    return { ...stored, members: (await ctx.db.selectFrom('jtcy').selectAll().where('cbfbm', '=', cbfbm).orderBy('sort').execute()) as Jtcy[] }
  })
}
interface Contracted {
  household: Cbf & { members: Jtcy[] }
  parcels: Dk[]
  contract: Row<typeof cbht>
  book: Djb
}
/** A household contract in the register: a household (`of`, else a new one), its parcels, the signed contract, its current book and an issued certificate. */
export async function buildContract(place: Place, o: OfHousehold & { of?: Contracted['household']; parcels?: number } = {}): Promise<Contracted> {
  const household = o.of ?? (await buildHousehold(place, o))
  const { cbfbm, fbfbm } = household as Cbf & { cbfbm: string; fbfbm: string }
  return within(place, async (ctx) => {
    const { codes, acts } = await newParcels(ctx, fbfbm, o.parcels ?? 1, { dklb: '10' })
    const code = `${cbfbm}J`
    await enter(ctx, fbfbm, [
      ...acts,
      {
        act: 'newBook',
        code,
        fbfbm,
        cbfbm,
        from: [],
        djlx: '0',
        djxl: '0',
        terms: { cbfs: '110', cbqx: 30, cbqxq: '1998-10-01', cbqxz: '2028-09-30' },
        lines: codes.map((dkbm) => ({ dkbm, sfqqqg: '2', htmj: AREA.m2, htmjm: AREA.mu, cbjyqqdfs: '110' })),
        contract: { paper: { qdsj: '1998-10-01', signWay: '3', signStatus: '2' }, htlx: '1' },
      },
      { act: 'certificate', code, event: 'new' },
      { act: 'certificate', code, event: 'print', serial: code },
      { act: 'certificate', code, event: 'issue', fzrq: DAY, fzjg: '县政府', bznf: 2018 },
    ])
    return {
      household: { ...(await rows.find(ctx, cbf, { cbfbm }))!, members: household.members },
      parcels: await parcelsOf(ctx, codes),
      contract: (await rows.find(ctx, cbht, { cbhtbm: code }))!,
      book: (await rows.find(ctx, djb, { cbjyqzbm: code }))!,
    }
  })
}

/** The tasks of contract signing in their order, and who passes each here. */
const TASKS = { register: 'admin', survey: 'admin', check: 'town', publicity: 'admin', recheck: 'county', sign: 'admin' } as const
/** The papers that a signing has until its posting. */
const PAPERS = ['SQS', 'CBFSFZ', 'CBFHKB', 'HYJL', 'DKSYT', 'DCB', 'GSB']
interface OfCase {
  fbfbm?: string
  /** who applies */
  name?: string
  /** how many parcels of reserve land */
  parcels?: number
  /** the task it waits in; `check` lies behind the acceptance and the survey */
  task?: keyof typeof TASKS
  /** what is handed in as each paper */
  paper?: Buffer
}
/** Calls that must succeed. */
const calls =
  (w: World) =>
  async (who: Account, path: string, body: object = {}, query: Record<string, unknown> = {}) => {
    const r = await (await w.as(who)).post(path, body, query)
    if (r.code !== 200) throw new Error(`${path}: ${r.msg} ${JSON.stringify(r.data)}`)
    return r.data
  }
/** Files of a business by kind. */
async function attachAll(w: World, businessId: string, kinds: readonly string[], bytes: Buffer = PDF): Promise<void> {
  for (const businessItem of kinds) {
    const file = { name: `${businessItem}.pdf`, bytes, type: 'application/pdf' }
    const r = await (await w.as('admin')).upload('/cpt-resource/attach/endpoint/upload', file, { businessId, businessItem })
    if (r.code !== 200) throw new Error(`${businessItem}: ${r.msg}`)
  }
}
/** A business of contract signing by a new household over reserve land, begun on 2 March 2026 and brought through its calls to a task. */
export async function buildCase(w: World, { fbfbm = GROUP, name = '张三', parcels = 1, task = 'survey', paper = PDF }: OfCase = {}): Promise<Business> {
  const land = await buildParcels(w, parcels, fbfbm)
  w.setNow('2026-03-02')
  const ok = calls(w)
  const application = applicationOf({ fbfbm, parcels: land.map((p) => p.dkbm!), zjhm: idCard(), name })
  const id: string = await ok('admin', '/yw-accept/business/submit', application)
  await attachAll(w, id, PAPERS, paper)
  const stored = () => within(w, (ctx) => rows.get(ctx, business, id))
  if (task === 'register') return stored()
  await ok('admin', '/yw-accept/business/save-commit', { ...application, id })
  const detail = async () => (await (await w.as('admin')).get('/yw-accept/business/detail', { id })).data
  for (let at = await detail(); at.taskKey !== task; at = await detail()) {
    if (at.taskKey === 'publicity') {
      const round = await ok('admin', '/yw-publicity/publicity/save', {
        taskId: at.taskId,
        title: '承包方案公示',
        startDate: '2026-03-02',
        days: 15,
        place: '村委会公告栏',
      })
      w.setNow('2026-03-17')
      await ok('admin', '/yw-publicity/publicity/complete', await readRev(w.db, 'publicity', round), { id: round })
    }
    const { taskId, processInstanceId } = at
    await ok(TASKS[at.taskKey as keyof typeof TASKS], '/yw-accept/business/commit', { taskId, processInstanceId })
  }
  return stored()
}
/** Corrects the phone of a household that has a book, now: a business that makes no book, from its acceptance to the register. Answers its id. */
export async function correctContact(w: World, cbfbm: string, lxdh: string): Promise<string> {
  const ok = calls(w)
  const [holder, book] = await within(w, async (ctx) => [(await rows.find(ctx, cbf, { cbfbm }))!, (await rows.find(ctx, djb, { cbfbm, qszt: '1' }))!])
  const sent = {
    obligeName: holder.cbfmc,
    obligeIdType: holder.cbfzjlx,
    obligeIdCard: holder.cbfzjhm,
    obligePhone: holder.lxdh ?? '13812345678',
    businessName: '承包方信息更正',
    businessTypeCode: 'correct_cbf',
    businessItemCode: 'correct_cbf_3',
    doSign: '2',
    businessReceiver: '村经办',
    businessReceiveTime: w.ago(0),
    form: { fbfbm: holder.fbfbm, cbjyqzbm: book.cbjyqzbm, djbId: book.id, bgyy: '登记笔误', lxdh, cbfdz: '二组5号', yzbm: '642350' },
  }
  const id: string = await ok('admin', '/yw-accept/business/submit', sent)
  await attachAll(w, id, ['SQS', 'CBFSFZ'])
  await ok('admin', '/yw-accept/business/save-commit', { ...sent, id })
  for (const who of [TASKS.check, TASKS.recheck]) {
    const { taskId, processInstanceId } = (await (await w.as('admin')).get('/yw-accept/business/detail', { id })).data
    await ok(who, '/yw-accept/business/commit', { taskId, processInstanceId })
  }
  return id
}
