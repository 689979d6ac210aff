import { mu, sum } from '../../../kit/model/area.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { FlatRow } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { findCbf, membersOf, writeMembers, type Household } from '../../../land/cbf/cbf.server.ts'
import { cbf, type Cbf } from '../../../land/definitions/cbf.ts'
import { CBFLX } from '../../../land/cbf/rules.ts'
import { dk } from '../../../land/definitions/dk.ts'
import type { Fbf } from '../../../land/definitions/fbf.ts'
import { cbdkxx, cbht, djb, djb_cbf, djb_jtcy, djb_lineage } from '../../../land/definitions/cbht.ts'
import { cbjyqz } from '../../../land/definitions/cbjyqz.ts'
import { contractArea } from '../../../land/cbht/contract-area.ts'
import type { SignCodes, SignForm } from './contract-sign.ts'
import type { Finish } from '../../cases/handling.server.ts'
import { DJZT, FREE, ZT } from '../../../land/definitions/statuses.ts'
import { freeze } from '../../../land/register/content.server.ts'

interface Registering extends Finish<SignForm, SignCodes> {
  form: SignForm
  issuer: Fbf
  parcels: readonly FlatRow<typeof dk>[]
  household: Household | undefined
}
const CURRENT = '1'
/** djzt 2 已登记; status flags begin at 0. */
const REGISTERED = '2'

/** The contractor of the contract: a new one is written with the code it got at save-commit. */
async function contractor(ctx: Ctx, r: Registering): Promise<Cbf> {
  const { cbfbm } = r.plan.codes
  if (r.household) {
    const regionCode = r.issuer.regionCode
    const id = await rows.insert(ctx, cbf, { ...r.household.draft, regionCode, cbfbm, zt: ZT.valid, djzt: DJZT.none, ...FREE, cbdkzs: 0, htzmjm: '0.00' })
    await writeMembers(ctx, { id, cbfbm, regionCode }, r.household.members)
  }
  return (await findCbf(ctx, cbfbm)) as Cbf
}

/** Version 1, or the next one where the code had a book that ended; that one becomes its predecessor (I2, I12). */
async function nextVersion(ctx: Ctx, cbjyqzbm: string): Promise<{ version: number; prevDjbId?: string }> {
  const last = await scoped(ctx, djb)
    .select(['djb.id', 'djb.version'])
    .where('djb.cbjyqzbm', '=', cbjyqzbm)
    .orderBy('djb.version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { version: Number(last.version) + 1, prevDjbId: String(last.id) } : { version: 1 }
}

/** What book and contract say alike: whose, from whom, how and for how long. */
const terms = ({ issuer, form }: Registering, { cbfbm, cbfmc, cbfzjhm }: Cbf) => ({
  regionCode: issuer.regionCode,
  qszt: CURRENT,
  cbfbm,
  cbfmc,
  cbfzjhm,
  fbfbm: form.fbfbm,
  fbfmc: issuer.fbfmc,
  cbfs: form.cbht.cbfs,
  cbqxq: form.cbht.cbqxq,
  cbqxz: form.cbht.cbqxz,
  ...contractArea(form.dk),
})

/** The book version with its snapshots of contractor and members. */
async function book(ctx: Ctx, r: Registering, holder: Cbf, code: string): Promise<string> {
  const { version, prevDjbId } = await nextVersion(ctx, code)
  const members = await membersOf(ctx, holder.cbfbm!)
  const regionCode = r.issuer.regionCode
  const djbId = await rows.insert(ctx, djb, {
    ...terms(r, holder),
    cbjyqzbm: code,
    version,
    cbqx: String(r.form.cbht.cbqx),
    cbfcysl: holder.cbflx === CBFLX.household ? members.length : 1,
    djlx: '0',
    djxl: '0',
    djsj: ctx.now.slice(0, 10),
    dbr: r.registrar,
    businessId: r.business.id,
    ...FREE,
    printCount: 0,
  })
  if (prevDjbId) await rows.insert(ctx, djb_lineage, { regionCode, djbId, prevDjbId, djxl: '0', businessId: r.business.id })
  const { cbfbm, cbflx, cbfmc, cbfzjlx, cbfzjhm, cbfdz, yzbm, lxdh } = holder
  await rows.insert(ctx, djb_cbf, { regionCode, djbId, cbfbm, cbflx, cbfmc, cbfzjlx, cbfzjhm, cbfdz, yzbm, lxdh })
  for (const m of members) {
    const { sort, cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm } = m
    await rows.insert(ctx, djb_jtcy, { regionCode, djbId, sort, cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm })
  }
  return djbId
}

async function contract(ctx: Ctx, r: Registering, holder: Cbf, djbId: string, code: string): Promise<void> {
  const signed = r.contracts.find((c) => c.cbhtbm === code)!
  const { cbqx, ycbhtbm, yhtzmjm, yhtzmj } = r.form.cbht
  const before = await scoped(ctx, cbht).select('cbht.version').where('cbht.cbhtbm', '=', code).orderBy('cbht.version', 'desc').limit(1).executeTakeFirst()
  await rows.insert(ctx, cbht, {
    ...terms(r, holder),
    djbId,
    cbhtbm: code,
    version: Number(before?.version ?? 0) + 1,
    cbqx,
    ycbhtbm,
    yhtzmjm,
    yhtzmj,
    htlx: signed.htlx,
    signStatus: signed.signStatus,
    signWay: signed.signWay,
    qdsj: signed.qdsj,
    attachId: signed.attachId,
    fileHash: signed.fileHash,
  })
}

/** Links the parcels to the contract and makes them contracted land of its holder. */
async function parcels(ctx: Ctx, r: Registering, holder: Cbf, djbId: string, code: string): Promise<void> {
  for (const [i, line] of r.form.dk.entries()) {
    const p = r.parcels[i]!
    await rows.insert(ctx, cbdkxx, {
      ...line,
      regionCode: p.regionCode,
      djbId,
      dkId: p.id,
      qszt: CURRENT,
      dkmc: p.dkmc,
      cbfbm: holder.cbfbm,
      fbfbm: r.form.fbfbm,
      cbhtbm: code,
      scmjm: p.scmjm,
      scmj: p.scmj,
    })
    await rows.update(ctx, dk, p.id, { dklb: '10', djzt: REGISTERED, cbfbm: holder.cbfbm, cbfmc: holder.cbfmc, sfqqqg: line.sfqqqg })
  }
}

/** What the contractor's row repeats of its contracts; the total is over all current ones (J and Q). */
async function refreshContractor(ctx: Ctx, r: Registering, holder: Cbf, code: string): Promise<void> {
  const all = await scoped(ctx, cbht).select(['cbht.htzmjm', 'cbht.cbdkzs']).where('cbht.cbfbm', '=', holder.cbfbm).where('cbht.qszt', '=', CURRENT).execute()
  const { cbfs, cbqx, cbqxq, cbqxz } = r.form.cbht
  await rows.update(ctx, cbf, holder.id, {
    djzt: REGISTERED,
    cbjyqzbm: code,
    djsj: ctx.now.slice(0, 10),
    zxyylx: null,
    cbfs,
    cbqx,
    cbqxq,
    cbqxz,
    htzmjm: sum(all.map((c) => mu(String(c.htzmjm)))),
    cbdkzs: all.reduce((n, c) => n + Number(c.cbdkzs), 0),
  })
}

/** Writes the register of one signed contract. Answers the id of the new book version. Source: business-flows.md 3.4, 4.1. */
export async function register(ctx: Ctx, r: Registering): Promise<string> {
  const code = r.plan.codes.cbhtbm
  const holder = await contractor(ctx, r)
  const djbId = await book(ctx, r, holder, code)
  await contract(ctx, r, holder, djbId, code)
  await parcels(ctx, r, holder, djbId, code)
  await rows.insert(ctx, cbjyqz, {
    regionCode: r.issuer.regionCode,
    djbId,
    cbjyqzbm: code,
    cbfmc: holder.cbfmc,
    cbfdbzjhm: holder.cbfzjhm.length <= 18 ? holder.cbfzjhm : null,
    sfbdcfz: '2',
    qzsflq: '2',
    sfzx: 0,
    zt: '0',
  })
  await refreshContractor(ctx, r, holder, code)
  await freeze(ctx, countyOf(r.issuer.regionCode), [djbId])
  return djbId
}
