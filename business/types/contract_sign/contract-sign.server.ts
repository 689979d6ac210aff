import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { invalidField, problems } from '../../../kit/model/problem.ts'
import { nextNumber } from '../../../kit/server/counters.server.ts'
import type { FlatRow } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { flatRows, joinable, pick, scoped } from '../../../kit/server/query.server.ts'
import { checkedHousehold, type Household } from '../../../land/cbf/cbf.server.ts'
import { CBFLX, headWrong, SERIALS, type MemberLike } from '../../../land/cbf/rules.ts'
import { cbf, type Cbf } from '../../../land/definitions/cbf.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { getFbf } from '../../../land/fbf/fbf.server.ts'
import { landProblems } from '../../../land/definitions/problems.ts'
import { cbdkxx, cbht } from '../../../land/definitions/cbht.ts'
import { contractorObjected, refusal } from '../../cases/problems.ts'
import { CONTRACTABLE, HTLX, LETTER, readSignForm, type ParcelLine, type SignCodes, type SignForm } from './contract-sign.ts'
import { register } from './contract-sign-finish.server.ts'
import type { Form, Handling, Plan } from '../../cases/handling.server.ts'
import { DYZT, QSZT, YYZT, ZT } from '../../../land/definitions/statuses.ts'

/** The business's own button is the right to enter a contractor inside it. */
const asClerk = (ctx: Ctx): Ctx => ({ ...ctx, who: { ...ctx.who, perms: new Set([...ctx.who.perms, 'cbf_add']) } })

/** The checked new household of a form; terms come from the contract. */
export function householdOf(ctx: Ctx, form: SignForm): Household {
  const { cbfs, cbqx, cbqxq, cbqxz } = form.cbht
  return checkedHousehold(asClerk(ctx), { ...form.cbf, fbfbm: form.fbfbm, cbfs, cbqx, cbqxq, cbqxz })
}

/** Next code of a contractor: issuer + serial by type. Source: codes.md 3.2. */
async function nextCbfbm(ctx: Ctx, fbfbm: string, cbflx: string): Promise<string> {
  const range = SERIALS[cbflx]!
  const serial = await nextNumber(ctx, `cbf${cbflx}`, fbfbm, range.from)
  if (serial > range.to) throw landProblems.codesUsedUp({ fbfbm })
  return fbfbm + String(serial).padStart(4, '0')
}

interface Holder {
  cbfbm: string
  cbfmc: string
  cbflx: string
  /** it stands in the register already */
  isKnown: boolean
  /** codes of its current contracts */
  contracts: readonly string[]
}
/** A contractor of the register with the codes of its current contracts and, of its members, what tells the head. */
type Registered = Cbf & { contracts: string[]; members: MemberLike[] }
async function registered(ctx: Ctx, cbfbm: string): Promise<Registered | undefined> {
  const contracts = joinable(ctx, cbht)
    .select('cbht.cbhtbm')
    .whereRef('cbht.countyCode', '=', 'cbf.countyCode')
    .whereRef('cbht.cbfbm', '=', 'cbf.cbfbm')
    .where('cbht.qszt', '=', QSZT.current)
  const members = joinable(ctx, jtcy)
    .select(pick(jtcy, 'cyxm', 'yhzgx', 'cyzjhm'))
    .whereRef('jtcy.countyCode', '=', 'cbf.countyCode')
    .whereRef('jtcy.cbfbm', '=', 'cbf.cbfbm')
    .orderBy('jtcy.sort')
  return flatRows(scoped(ctx, cbf), cbf)
    .select([sql<string[]>`array(${contracts})`.as('contracts'), jsonArrayFrom(members).as('members')])
    .where('cbf.cbfbm', '=', cbfbm)
    .where('cbf.zt', '=', ZT.valid)
    .executeTakeFirst()
}
async function holderOf(ctx: Ctx, form: SignForm, codes: SignCodes | null): Promise<Holder> {
  if (form.cbf.cbfbm) {
    const existing = await registered(ctx, String(form.cbf.cbfbm))
    if (!existing) throw problems.notFound({ zh: '承包方', en: 'Contractor' })
    if (existing.fbfbm !== form.fbfbm) throw invalidField('cbf.cbfbm', { zh: '承包方不属于所选发包方', en: 'The contractor belongs to another issuer' })
    // the contract names its contractor by what the head's card says: an imported household that differs is put right first
    if (headWrong({ cbf: existing, members: existing.members }).length)
      throw invalidField('cbf.cbfbm', {
        zh: `承包方【${existing.cbfmc}】的户主与承包方代表的姓名或证件号码不一致，请先更正`,
        en: `Name or ID number of the head differ from those of contractor ${existing.cbfmc}: correct them first`,
      })
    if (existing.yyzt === YYZT.objected) throw contractorObjected({ cbfbm: existing.cbfbm!, cbfmc: existing.cbfmc })
    return { cbfbm: existing.cbfbm!, cbfmc: existing.cbfmc, cbflx: existing.cbflx, isKnown: true, contracts: existing.contracts }
  }
  const { draft } = householdOf(ctx, form)
  const kept = codes?.isNew && codes.cbflx === draft.cbflx && String(codes.cbfbm).startsWith(form.fbfbm)
  const cbfbm = kept ? codes.cbfbm : await nextCbfbm(ctx, form.fbfbm, draft.cbflx)
  // a package may have brought a contract under a code that a counter gave out
  const contracts = await scoped(ctx, cbht).select('cbht.cbhtbm').where('cbht.cbfbm', '=', cbfbm).where('cbht.qszt', '=', QSZT.current).execute()
  return { cbfbm, cbfmc: draft.cbfmc, cbflx: draft.cbflx, isKnown: false, contracts: contracts.map((c) => String(c.cbhtbm)) }
}

/** A parcel with the current contracts it stands in. */
type Contracted = FlatRow<typeof dk> & { contracts: { cbhtbm: string; sfqqqg: string | null }[] }
/** Whether a parcel may come into this contract; throws the reason. */
function requireParcel(line: ParcelLine, row: Contracted | undefined, form: SignForm, holder: Holder, i: number): void {
  const wrong = (zh: string, en: string) => invalidField(`dk.${i}.dkbm`, { zh, en })
  if (!row) throw problems.notFound({ zh: `地块【${line.dkbm}】`, en: `Parcel ${line.dkbm}` })
  if (row.fbfbm !== form.fbfbm) throw wrong(`地块【${line.dkbm}】不属于所选发包方`, `Parcel ${line.dkbm} belongs to another issuer`)
  if (!(CONTRACTABLE as readonly string[]).includes(row.dklb))
    throw wrong(`地块【${line.dkbm}】的类别不能承包`, `A parcel of this category cannot be contracted: ${line.dkbm}`)
  if (row.cbfbm && row.cbfbm !== holder.cbfbm)
    throw wrong(`地块【${line.dkbm}】的承包方不是【${holder.cbfmc}】`, `Parcel ${line.dkbm} has another contractor than ${holder.cbfmc}`)
  if (row.dyzt === DYZT.mortgaged) throw refusal('E1002', { dkbm: line.dkbm })
  if (row.yyzt === YYZT.objected) throw refusal('E1003', { dkbm: line.dkbm })
  // shares of one parcel may stand in several contracts (I4)
  const clash = row.contracts.find((o) => o.sfqqqg !== '1' || line.sfqqqg !== '1')
  if (clash) throw refusal('E1015', { dkbm: line.dkbm, cbhtbm: String(clash.cbhtbm) })
}

/** The parcels of the form as they are registered, in the form's order, each with the current contracts it stands in. */
async function parcelsOf(ctx: Ctx, form: SignForm): Promise<(Contracted | undefined)[]> {
  const contracts = joinable(ctx, cbdkxx)
    .select(['cbdkxx.cbhtbm', 'cbdkxx.sfqqqg'])
    .whereRef('cbdkxx.countyCode', '=', 'dk.countyCode')
    .whereRef('cbdkxx.dkbm', '=', 'dk.dkbm')
    .where('cbdkxx.qszt', '=', QSZT.current)
  const found = await flatRows(scoped(ctx, dk), dk)
    .select(jsonArrayFrom(contracts).$castTo<Contracted['contracts']>().as('contracts'))
    .where(
      'dk.dkbm',
      'in',
      form.dk.map((d) => d.dkbm),
    )
    .where('dk.zt', '=', ZT.valid)
    .execute()
  return form.dk.map((d) => found.find((f) => f.dkbm === d.dkbm))
}

async function plan(ctx: Ctx, raw: Form, codes: SignCodes | null): Promise<Plan<SignForm, SignCodes>> {
  const { form, wrong: faults } = readSignForm(raw, String(raw.businessItemCode ?? ''))
  if (faults.length) throw problems.invalid(faults)
  const letter = LETTER[form.cbht.cbfs]!
  const holder = await holderOf(ctx, form, codes)
  if (letter === 'J' && holder.cbflx !== CBFLX.household)
    throw invalidField('cbht.cbfs', { zh: '家庭承包的承包方应为农户', en: 'Household contracting is for households only' })
  const cbhtbm = holder.cbfbm + letter
  if (holder.contracts.includes(cbhtbm)) throw refusal('E1013')
  const parcels = await parcelsOf(ctx, form)
  form.dk.forEach((line, i) => requireParcel(line, parcels[i], form, holder, i))
  return {
    form: { ...form, businessItemCode: raw.businessItemCode },
    codes: { cbfbm: holder.cbfbm, cbflx: holder.cbflx, isNew: !holder.isKnown, cbhtbm },
    locks: [
      { objectType: 'djb', objectCode: cbhtbm },
      { objectType: 'cbf', objectCode: holder.cbfbm },
      ...form.dk.map((d) => ({ objectType: 'dk' as const, objectCode: d.dkbm })),
    ],
    contracts: [{ cbhtbm, cbfbm: holder.cbfbm, cbfmc: holder.cbfmc, htlx: HTLX[letter], qdsj: form.cbht.qdsj }],
    exempt: holder.cbflx === CBFLX.household ? [] : ['CBFHKB'],
  }
}

/** 承包合同签订: the first contract of a contractor for land so far not contracted. Source: business-flows.md 4.1. */
export const contractSign: Handling<SignForm, SignCodes> = {
  fbfbmOf: (form) => {
    if (!/^\d{14}$/.test(String(form.fbfbm ?? ''))) throw invalidField('form.fbfbm', { zh: '请选择发包方', en: 'Please select the issuer' })
    return String(form.fbfbm)
  },
  surveyed: (before, after) => ({ ...before, dk: after.dk }),
  plan,
  finish: async (ctx, f) => {
    const { form } = f.plan
    const issuer = await getFbf(ctx, form.fbfbm)
    const parcels = (await parcelsOf(ctx, form)) as Contracted[]
    const household = f.plan.codes.isNew ? householdOf(ctx, form) : undefined
    return [await register(ctx, { ...f, form, issuer, parcels, household })]
  },
}
