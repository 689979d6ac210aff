import type { Lang } from '../kit/model/lang.ts'
import { countyOf } from '../kit/model/region-code.ts'
import { localTime } from '../kit/server/clock.server.ts'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import { idCardCheck } from '../kit/model/id-card.ts'
import { mount } from '../kit/server/mount.server.ts'
import type { Route } from '../kit/server/route.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { applicationOf, householdFields, issuerOf, parcelOf, POSTED } from './applications.ts'
import { freshDatabase } from './world.ts'
import { attach } from '../services/files/attach.ts'
import { cbf } from '../land/definitions/cbf.ts'
import { dk } from '../land/definitions/dk.ts'
import { shapeToWkt } from '../land/geometry/crs.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { processSlice } from '../services/process/routes.server.ts'
import { builtIns } from '../business/types/processes.server.ts'
import { registryOf } from '../apps/server/handlings.server.ts'
import { publicitySlice } from '../business/publicity/routes.server.ts'
import { caseSubject } from '../business/publicity/subjects.server.ts'
import { paperRoutes } from '../signing/contracts/paper.server.ts'
import { wayRoute } from '../signing/contracts/way.server.ts'
import type { Act } from '../land/register/acts/acts.ts'
import { raiseSerials } from '../land/register/codes.server.ts'
import { write } from '../land/register/write.server.ts'
import { commit } from '../business/cases/commit.server.ts'
import { business } from '../business/cases/definitions/business.ts'
import type { JobKind } from '../runtime/jobs.server.ts'
import type { Registry } from '../business/cases/handling/handling.server.ts'
import { casesSlice } from '../business/cases/routes.server.ts'
import { readRev } from './samples.ts'

export const VILLAGE = '510112101201'
export const FBFBM = `${VILLAGE}00`
const PERMS = [
  ...['business', 'publicity', 'objection', 'leave', 'process_instance', 'process_config', 'active_config_file', 'work_day'].flatMap((n) =>
    ['view', 'add', 'edit', 'delete'].map((v) => `${n}_${v}`),
  ),
  ...['commit', 'revoke', 'check', 'recheck'].map((v) => `business_${v}`),
]
const who = (userId: string, realName: string, role: string, regionCode: string): Who => ({
  userId,
  account: realName,
  realName,
  tenantId: '000000',
  deptId: '0',
  roleIds: [],
  roles: [role],
  regionCode,
  // offices above the village see numbers in full, as the roles of the product do
  perms: new Set(role === 'village' ? PERMS : [...PERMS, 'business_plain']),
})
/** People of the stories; `other` sits in another county. */
export const people = {
  village: who('11', '村经办', 'village', VILLAGE),
  town: who('12', '镇经办', 'town', '510112101'),
  town2: who('13', '镇经办二', 'town', '510112101'),
  county: who('14', '县经办', 'county', '510112'),
  admin: who('15', '管理员', 'administrator', ''),
  /** administrator of the office by the alias of his role; no task is his */
  office: who('17', '局管理员', 'admin', '510112'),
  other: who('16', '外县', 'county', '510113'),
}
export type Person = keyof typeof people
const resident = (digits: string) => digits + idCardCheck(digits)

/** No bytes lie behind the files of the stories. */
const digestOf = async () => 'a'.repeat(64)
const product = registryOf({ digestOf, sealer: { sign: (text) => text } })

/** The acceptance slices on a fresh database, spoken to over HTTP; the clock stands where the test puts it. `more`: routes beside theirs, and the buttons for them; other types than the product's. */
export async function bench(more: { routes?: readonly Route[]; perms?: readonly string[]; registry?: Registry } = {}) {
  const registry = more.registry ?? product
  const queued: { kind: string; payload: Record<string, unknown> }[] = []
  const { db, drop } = await freshDatabase('schema')
  let now = new Date('2026-03-02T09:00:00+08:00')
  const errors: unknown[] = []
  const own = [
    ...casesSlice(registry, [business, cbf], async () => {}).routes,
    ...processSlice(builtIns).routes,
    ...publicitySlice(registry, [caseSubject(registry, (ctx, o) => commit(registry, ctx, o))]).routes,
    ...paperRoutes({ types: registry, digestOf, storage: undefined as never, checks: false }),
    wayRoute({ types: registry, links: { sms: undefined as never, outside: true, publicUrl: 'https://htqd.example.gov.cn' } }),
  ]
  const app = await mount([...own, ...(more.routes ?? [])], {
    db,
    headers: {},
    now: () => now,
    whoIs: async (f) => {
      const p = people[f.headers['x-person'] as Person]
      return p && { ...p, perms: new Set([...p.perms, ...(more.perms ?? [])]) }
    },
    log: (e) => errors.push(e),
    enqueue: async (_tx, kind, payload) => {
      queued.push({ kind, payload })
      return '0'
    },
  })
  /** A call as it is answered: for files. */
  const raw =
    (person: Person) =>
    (method: 'GET' | 'POST', path: string, query: Record<string, string> = {}, body: object = {}) =>
      app.inject({ method, url: `/api${path}`, headers: { 'x-person': person }, query, ...(method === 'POST' ? { payload: body } : {}) })
  const call =
    (person: Person, lang: Lang = 'zh') =>
    async (method: 'GET' | 'POST', path: string, body: object = {}, query: Record<string, string> = {}) =>
      (
        await app.inject({
          method,
          url: `/api${path}`,
          headers: { 'x-person': person, 'accept-language': lang, 'x-nulls': 'keep' },
          query,
          ...(method === 'POST' ? { payload: body } : {}),
        })
      ).json() as { code: number; key?: string; msg: string; data: any }
  const as = <T>(person: Person, work: (ctx: Ctx) => Promise<T>) =>
    db.transaction({ tenantId: '000000' }, (tx) =>
      work({
        who: people[person],
        db: tx,
        lang: 'zh',
        now: localTime(now),
        clock: () => now,
        newId: () => newId(),
        requestId: 't',
        ip: '',
        enqueue: async () => '0',
      }),
    )
  return {
    app,
    db,
    registry,
    call,
    raw,
    as,
    errors,
    /** jobs that calls have queued, oldest first */
    queued,
    /** Runs a job as the runner does, each transaction by itself. */
    run: (kind: JobKind, payload: Record<string, unknown>) => {
      const tx = <T>(work: (ctx: Ctx) => Promise<T>) => as('admin', work)
      return kind.run(
        { id: '1', who: people.admin, lang: 'zh', signal: new AbortController().signal, tx, finish: tx, progress: async () => undefined },
        payload,
      )
    },
    setDay: (day: string) => {
      now = new Date(`${day}T09:00:00+08:00`)
    },
    end: async () => {
      await app.close()
      await db.close()
      await drop()
    },
  }
}
export type Bench = Awaited<ReturnType<typeof bench>>

/** An issuer and parcels of reserve land. */
export async function land(b: Bench, parcels: readonly string[], fbfbm = FBFBM): Promise<void> {
  await b.as('admin', async (ctx) => {
    if (!(await rows.find(ctx, fbf, { fbfbm }))) await rows.insert(ctx, fbf, issuerOf(fbfbm, resident('51011219700101123')))
    for (const n of parcels) await rows.insert(ctx, dk, parcelOf(FBFBM, FBFBM + n))
  })
}
const numberOf = (seq: number) => resident(`51011219800101${120 + seq}`)
/** A complete application of a new household for parcels of 1000 m² (1.50 mu); `seq` 0-879 makes the identity number. */
export const application = (parcels: readonly string[], seq = 1) => applicationOf({ fbfbm: FBFBM, parcels: parcels.map((n) => FBFBM + n), zjhm: numberOf(seq) })
/** Files of a business by kind, all with one digest. Answers the id of the last one. */
export const attachTo = (b: Bench, businessId: string, kinds: readonly string[], sha256 = 'a'.repeat(64)): Promise<string> =>
  b.as('admin', async (ctx) => {
    let id = ''
    for (const businessItem of kinds)
      id = await rows.insert(ctx, attach, {
        regionCode: VILLAGE,
        name: `${businessItem}.pdf`,
        contentType: 'application/pdf',
        extension: 'pdf',
        attachSize: 1,
        sha256,
        businessId,
        businessItem,
      })
    return id
  })
export const REGISTER_FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'HYJL', 'DKSYT']

/** Saves a case under way anew as a form does: with the revision that it read. Answers what the server says. */
export async function saveAgain(b: Bench, person: Person, sent: { id: string } & Record<string, unknown>) {
  const { rev } = (await b.call('admin')('GET', '/yw-accept/business/detail', {}, { id: sent.id })).data
  return b.call(person)('POST', '/yw-accept/business/update', { ...sent, rev })
}
/** What people do with a case, as steps of a story: each must succeed. `parcels` by their last five digits; days of March 2026. */
export function walk(b: Bench) {
  const ok = (r: { msg: string; data: any }): any => {
    if (r.msg !== '操作成功') throw new Error(r.msg)
    return r.data
  }
  const detail = async (id: string) => (await b.call('admin')('GET', '/yw-accept/business/detail', {}, { id })).data
  /** Commits the open task; answers what the server says, refusals too. */
  async function step(id: string, person: Person, more: object = {}, lang?: Lang) {
    const d = await detail(id)
    return b.call(person, lang)('POST', '/yw-accept/business/commit', { taskId: d.taskId, processInstanceId: d.processInstanceId, ...more })
  }
  /** Saves, attaches the files, and commits the acceptance, on the 2nd. */
  async function begun(parcels: readonly string[], seq = 1, sent: object = application(parcels, seq)): Promise<string> {
    b.setDay('2026-03-02')
    const id = ok(await b.call('village')('POST', '/yw-accept/business/submit', sent))
    await attachTo(b, id, [...REGISTER_FILES, 'DCB', 'GSB'])
    ok(await b.call('village')('POST', '/yw-accept/business/save-commit', { ...sent, id }))
    return id
  }
  async function publish(id: string): Promise<string> {
    const { taskId } = await detail(id)
    return ok(await b.call('town')('POST', '/yw-publicity/publicity/save', { taskId, title: '公示', startDate: '2026-03-02', days: 15, place: '村委会' }))
  }
  const forward: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    survey: async (id) => ok(await step(id, 'town')),
    check: async (id) => ok(await step(id, 'town')),
    publicity: async (id) => {
      const publicity = await publish(id)
      b.setDay('2026-03-17')
      ok(await b.call('town')('POST', '/yw-publicity/publicity/complete', await readRev(b.db, 'publicity', publicity), { id: publicity }))
      ok(await step(id, 'town'))
    },
    recheck: async (id) => ok(await step(id, 'county')),
  }
  /** Forward to a task, or to where it stands already. */
  async function to(id: string, task: string): Promise<void> {
    for (let at = (await detail(id)).taskKey; at !== task; at = (await detail(id)).taskKey) await forward[at]!(id)
  }
  async function signOnPaper(id: string): Promise<void> {
    const [c] = ok(await b.call('town')('GET', '/dzzw/contract-to-sign', {}, { businessId: id }))
    ok(await b.call('town')('POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [c.id], signWay: '3' }))
    const attachId = await attachTo(b, id, ['CBHT'])
    ok(await b.call('admin')('POST', '/dzzw/upload-contract-file', { contractId: c.id, attachId, qdsj: '2026-03-17' }))
    ok(await b.call('town')('POST', '/dzzw/contract/examine', { contractId: c.id, pass: 1 }))
  }
  /** From wherever it stands into the register. */
  async function finished(id: string): Promise<void> {
    await to(id, 'sign')
    await signOnPaper(id)
    ok(await step(id, 'town'))
  }
  return { detail, step, begun, publish, to, signOnPaper, finished }
}

/** Of a woman where `seq` is 1, else of a man; `n` below 1000. */
const resident18 = (n: number, seq: number) =>
  resident(`510112197${seq}010${1 + Math.floor(n / 500)}${String((n % 500) * 2 + (seq === 1 ? 0 : 1)).padStart(3, '0')}`)
/** Number of a member of `registered` households: 0 the head, 1 the wife, 2 the son. */
export const memberId = resident18
/** Outline (WKT in degrees) of the strip from `from` to `to` metres of a parcel of 40 × 25 m, by its last five digits; each parcel lies apart. */
export function strip(n5: string, from = 0, to = 40): string {
  const [x, y] = [500_000 + 100 * Number(n5), 3_300_000]
  return shapeToWkt([[[x + from, y] as const, [x + to, y] as const, [x + to, y + 25] as const, [x + from, y + 25] as const]], 35)
}
interface Otherwise {
  /** the parcels are drawn: `strip`, or as this says (by the last five digits) */
  drawn?: boolean | ((n5: string) => string)
  /** every line is a share */
  shares?: boolean
  /** shares of 500 m² of parcels that are there already */
  joins?: readonly string[]
  /** years of its term from 1998, 30 where it says nothing */
  years?: number
  /** issuer of the household, where it is another one than that of the land */
  fbfbm?: string
  /** mobile number of the household */
  phone?: string
}
/**
 * Household `n` in the register: head, wife and son, a household contract (J) from 1998 over parcels of 1000 m² by their last five digits, the certificate
 * issued. Written as a package would, in one entry. Answers its codes; `more`: a further book by another way (Q) over these parcels.
 */
export async function registered(b: Bench, n: number, parcels: readonly string[], more: readonly string[] = [], o: Otherwise = {}) {
  await land(b, [])
  const { fbfbm = FBFBM, years = 30 } = o
  if (o.fbfbm) await land(b, [], fbfbm)
  const cbfbm = fbfbm + String(n).padStart(4, '0')
  const name = `张${n}`
  const member = (seq: number, cyxm: string, yhzgx: string) => ({
    cyxm,
    cyxb: seq === 1 ? '2' : '1',
    yhzgx,
    cyzjlx: '1',
    cyzjhm: resident18(n, seq),
    sfgyr: '1',
  })
  const members = [member(0, name, '02'), member(1, `李${n}`, '12'), member(2, `张小${n}`, '20')]
  const fields = { ...householdFields(name, members[0]!.cyzjhm), ...POSTED, fbfbm, ...(o.phone ? { lxdh: o.phone } : {}) }
  const line = (n5: string, cbjyqqdfs: string) => ({ dkbm: FBFBM + n5, sfqqqg: o.shares ? '1' : '2', htmj: '1000.00', htmjm: '1.50', cbjyqqdfs })
  const joined = (o.joins ?? []).map((n5) => ({ dkbm: FBFBM + n5, sfqqqg: '1', htmj: '500.00', htmjm: '0.75', cbjyqqdfs: '110' }))
  const book = (letter: 'J' | 'Q', of: readonly string[]): Act[] =>
    of.length === 0 && (letter === 'Q' || joined.length === 0)
      ? []
      : [
          {
            act: 'newBook',
            code: cbfbm + letter,
            fbfbm,
            cbfbm,
            from: [],
            djlx: '0',
            djxl: '0',
            terms: { cbfs: letter === 'J' ? '110' : '121', cbqx: years, cbqxq: '1998-10-01', cbqxz: `${1998 + years}-09-30` },
            lines: [...of.map((p) => line(p, letter === 'J' ? '110' : '121')), ...(letter === 'J' ? joined : [])],
            contract: { paper: { qdsj: '1998-10-01', signWay: '3', signStatus: '2' }, htlx: letter === 'J' ? '1' : '2' },
          },
          { act: 'certificate', code: cbfbm + letter, event: 'new' },
          { act: 'certificate', code: cbfbm + letter, event: 'print', serial: `${n}` },
          { act: 'certificate', code: cbfbm + letter, event: 'issue', fzrq: '2018-01-01', fzjg: '县政府', bznf: 2018 },
        ]
  const acts: Act[] = [
    { act: 'newContractor', cbfbm, fields, members },
    ...[...parcels, ...more].map((p): Act => {
      const fields = parcelOf(FBFBM, FBFBM + p, { dklb: '10', ...(o.drawn ? { geom: o.drawn === true ? strip(p) : o.drawn(p) } : {}) })
      return { act: 'newParcel', dkbm: FBFBM + p, fields }
    }),
    ...book('J', parcels),
    ...book('Q', more),
  ]
  const cause = { kind: 'import', id: '1' } as const
  await b.as('admin', async (ctx) => {
    await write(ctx, { cause, unit: `registered ${cbfbm}`, regionCode: VILLAGE, day: '2018-01-01', acts })
    await raiseSerials(ctx, countyOf(FBFBM), [...new Set([FBFBM, fbfbm])])
  })
  return { cbfbm, code: `${cbfbm}J`, name }
}
