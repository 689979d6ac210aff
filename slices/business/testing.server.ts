import { join } from 'node:path'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import { idCardCheck } from '../../kit/model/id-card.ts'
import { migrate } from '../../kit/server/migrate.server.ts'
import { mount } from '../../kit/server/mount.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { freshDatabase } from '../../tests/world.ts'
import { attach } from '../files/attach.ts'
import { dk } from '../land/dk/dk.ts'
import { fbf } from '../land/fbf/fbf.ts'
import { slice as process } from '../process/routes.server.ts'
import { slice as publicity } from '../publicity/routes.server.ts'
import { slice as business } from './routes.server.ts'

export const VILLAGE = '510112101201'
export const FBFBM = `${VILLAGE}00`
const PERMS = ['business', 'publicity', 'objection', 'leave', 'process_instance', 'process_config', 'active_config_file'].flatMap((n) =>
  ['view', 'add', 'edit', 'delete'].map((v) => `${n}_${v}`),
)
const who = (userId: string, realName: string, role: string, regionCode: string): Who => ({
  userId,
  account: realName,
  realName,
  tenantId: '000000',
  deptId: '0',
  roleIds: [],
  roles: [role],
  regionCode,
  perms: new Set(PERMS),
})
/** People of the stories; `other` sits in another county. */
export const people = {
  village: who('11', '村经办', 'village', VILLAGE),
  town: who('12', '镇经办', 'town', '510112101'),
  town2: who('13', '镇经办二', 'town', '510112101'),
  county: who('14', '县经办', 'county', '510112'),
  admin: who('15', '管理员', 'administrator', ''),
  other: who('16', '外县', 'county', '510113'),
}
export type Person = keyof typeof people
const resident = (digits: string) => digits + idCardCheck(digits)

/** The acceptance slices on a fresh database, spoken to over HTTP; the clock stands where the test puts it. */
export async function bench() {
  const { db, drop } = await freshDatabase()
  await migrate(db.pool, join(import.meta.dirname, '../../db/migrations'))
  let now = new Date('2026-03-02T09:00:00+08:00')
  const errors: unknown[] = []
  const app = await mount([...business.routes, ...process.routes, ...publicity.routes], {
    db,
    now: () => now,
    whoIs: async (f) => people[f.headers['x-person'] as Person],
    log: (e) => errors.push(e),
    enqueue: async () => '0',
  })
  const call =
    (person: Person) =>
    async (method: 'GET' | 'POST', path: string, body: object = {}, query: Record<string, string> = {}) =>
      (await app.inject({ method, url: `/api${path}`, headers: { 'x-person': person }, query, ...(method === 'POST' ? { payload: body } : {}) })).json() as {
        code: number
        key?: string
        msg: string
        data: any
      }
  const as = <T>(person: Person, work: (ctx: Ctx) => Promise<T>) =>
    db.transaction({ tenantId: '000000' }, (tx) =>
      work({ who: people[person], db: tx, lang: 'zh', now: localTime(now), newId: () => newId(), requestId: 't', ip: '', enqueue: async () => '0' }),
    )
  return {
    db,
    call,
    as,
    errors,
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
export async function land(b: Bench, parcels: readonly string[]): Promise<void> {
  await b.as('admin', async (ctx) => {
    if (!(await rows.find(ctx, fbf, { fbfbm: FBFBM }))) {
      await rows.insert(ctx, fbf, {
        regionCode: VILLAGE,
        fbfbm: FBFBM,
        fbfmc: '测试村',
        fbffzrxm: '王村长',
        fzrzjlx: '1',
        fzrzjhm: resident('51011219700101123'),
        lxdh: '13800000000',
        fbfdz: '测试村',
        fbfdcy: '李',
        fbfdcrq: '2020-01-01',
        zt: '1',
      })
    }
    for (const n of parcels)
      await rows.insert(ctx, dk, {
        regionCode: VILLAGE,
        fbfbm: FBFBM,
        dkbm: FBFBM + n,
        dkmc: `地块${n}`,
        dklb: '22',
        dldj: '01',
        tdyt: '1',
        sfjbnt: '1',
        scmj: '1000.00',
        scmjm: '1.50',
        djzt: '0',
        dyzt: '0',
        yyzt: '0',
        lzzt: '0',
        zt: '1',
      })
  })
}
/** A complete application of a new household for parcels of 1000 m² (1.50 mu). */
export const application = (parcels: readonly string[], seq = 1) => ({
  obligeName: '张三',
  obligeIdType: '1',
  obligeIdCard: resident(`5101121980010112${seq}`),
  obligePhone: '13812345678',
  businessName: '张三承包合同签订',
  businessTypeCode: 'contract_sign',
  businessItemCode: 'contract_sign_1',
  doSign: '1',
  businessReceiver: '村经办',
  businessReceiveTime: '2026-03-02 09:00:00',
  form: {
    fbfbm: FBFBM,
    dk: parcels.map((n) => ({ dkbm: FBFBM + n, cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' })),
    cbht: { cbfs: '110', cbqx: 30, cbqxq: '2026-04-01' },
    cbf: {
      cbfmc: '张三',
      cbflx: '1',
      cbfzjlx: '1',
      cbfzjhm: resident(`5101121980010112${seq}`),
      cbfdz: '测试村1组',
      yzbm: '610000',
      cbfdcrq: '2026-01-01',
      cbfdcy: '李',
      gsjsr: '李',
      gsshrq: '2026-01-20',
      gsshr: '王',
      jtcyList: [{ cyxm: '张三', cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: resident(`5101121980010112${seq}`), sfgyr: '1' }],
    },
  },
})
/** Files of a business by kind. Answers the id of the last one. */
export const attachTo = (b: Bench, businessId: string, kinds: readonly string[]): Promise<string> =>
  b.as('admin', async (ctx) => {
    let id = ''
    for (const businessItem of kinds)
      id = await rows.insert(ctx, attach, {
        regionCode: VILLAGE,
        name: `${businessItem}.pdf`,
        contentType: 'application/pdf',
        extension: 'pdf',
        attachSize: 1,
        sha256: 'a'.repeat(64),
        businessId,
        businessItem,
      })
    return id
  })
export const REGISTER_FILES = ['SQS', 'CBFSFZ', 'CBFHKB', 'HYJL', 'DKSYT']
