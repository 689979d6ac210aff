import { problems } from '../../../kit/model/problem.ts'
import { nextNumber } from '../../../kit/server/counters.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import { checkedHousehold, findCbf, type Household } from '../../land/cbf/cbf.server.ts'
import type { Cbf } from '../../land/cbf/cbf.ts'
import { CBFLX, SERIALS } from '../../land/cbf/rules.ts'
import { dk, type Dk } from '../../land/dk/dk.ts'
import { getFbf } from '../../land/fbf/fbf.server.ts'
import { landProblems } from '../../land/problems.ts'
import { cbdkxx, cbht } from '../../registry/cbht.ts'
import { refusal } from '../problems.ts'
import { CONTRACTABLE, HTLX, LETTER, readSignForm, type ParcelLine, type SignForm } from './contract-sign.ts'
import { register } from './contract-sign-finish.server.ts'
import type { Codes, Form, Handling, Plan } from './handling.server.ts'

const wrong = (field: string, zh: string) => problems.invalid([{ field, msg: zh }])
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
  existing?: Cbf
}
async function holderOf(ctx: Ctx, form: SignForm, codes: Codes | null): Promise<Holder> {
  if (form.cbf.cbfbm) {
    const existing = await findCbf(ctx, String(form.cbf.cbfbm))
    if (!existing) throw problems.notFound({ zh: '承包方', en: 'Contractor' })
    if (existing.fbfbm !== form.fbfbm) throw wrong('cbf.cbfbm', '承包方不属于所选发包方')
    if (existing.yyzt === '1') throw refusal('E1003', { dkbm: existing.cbfbm! })
    return { cbfbm: existing.cbfbm!, cbfmc: existing.cbfmc, cbflx: existing.cbflx, existing }
  }
  const { draft } = householdOf(ctx, form)
  const kept = codes?.isNew && codes.cbflx === draft.cbflx && String(codes.cbfbm).startsWith(form.fbfbm)
  return { cbfbm: kept ? codes.cbfbm : await nextCbfbm(ctx, form.fbfbm, draft.cbflx), cbfmc: draft.cbfmc, cbflx: draft.cbflx }
}

/** Whether a parcel may come into this contract; throws the reason. */
async function demandParcel(ctx: Ctx, line: ParcelLine, row: Dk | undefined, form: SignForm, holder: Holder, i: number): Promise<void> {
  if (!row) throw problems.notFound({ zh: `地块【${line.dkbm}】`, en: `Parcel ${line.dkbm}` })
  if (row.fbfbm !== form.fbfbm) throw wrong(`dk.${i}.dkbm`, `地块【${line.dkbm}】不属于所选发包方`)
  if (!(CONTRACTABLE as readonly string[]).includes(row.dklb)) throw wrong(`dk.${i}.dkbm`, `地块【${line.dkbm}】的类别不能承包`)
  if (row.cbfbm && row.cbfbm !== holder.cbfbm) throw wrong(`dk.${i}.dkbm`, `地块【${line.dkbm}】的承包方不是【${holder.cbfmc}】`)
  if (row.dyzt === '1') throw refusal('E1002', { dkbm: line.dkbm })
  if (row.yyzt === '1') throw refusal('E1003', { dkbm: line.dkbm })
  const others = await scoped(ctx, cbdkxx)
    .select(['cbdkxx.cbhtbm', 'cbdkxx.sfqqqg'])
    .where('cbdkxx.dkbm', '=', line.dkbm)
    .where('cbdkxx.qszt', '=', '1')
    .execute()
  // shares of one parcel may stand in several contracts (I4)
  const clash = others.find((o) => o.sfqqqg !== '1' || line.sfqqqg !== '1')
  if (clash) throw refusal('E1015', { dkbm: line.dkbm, cbhtbm: String(clash.cbhtbm) })
}

/** The parcels of the form as they are registered, in the form's order. */
export async function parcelsOf(ctx: Ctx, form: SignForm): Promise<(Dk | undefined)[]> {
  const found = (await scoped(ctx, dk)
    .selectAll('dk')
    .where(
      'dk.dkbm',
      'in',
      form.dk.map((d) => d.dkbm),
    )
    .where('dk.zt', '=', '1')
    .execute()) as Dk[]
  return form.dk.map((d) => found.find((f) => f.dkbm === d.dkbm))
}

async function plan(ctx: Ctx, raw: Form, codes: Codes | null): Promise<Plan> {
  const { form, wrong: faults } = readSignForm(raw, String(raw.businessItemCode ?? ''), ctx.lang)
  if (faults.length) throw problems.invalid(faults)
  const letter = LETTER[form.cbht.cbfs]!
  const holder = await holderOf(ctx, form, codes)
  if (letter === 'J' && holder.cbflx !== CBFLX.household) throw wrong('cbht.cbfs', '家庭承包的承包方应为农户')
  const cbhtbm = holder.cbfbm + letter
  const current = await scoped(ctx, cbht).select('cbht.id').where('cbht.cbhtbm', '=', cbhtbm).where('cbht.qszt', '=', '1').executeTakeFirst()
  if (current) throw refusal('E1013')
  const parcels = await parcelsOf(ctx, form)
  for (const [i, line] of form.dk.entries()) await demandParcel(ctx, line, parcels[i], form, holder, i)
  return {
    form: { ...form, businessItemCode: raw.businessItemCode },
    codes: { cbfbm: holder.cbfbm, cbflx: holder.cbflx, isNew: !holder.existing, cbhtbm },
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
export const contractSign: Handling = {
  fbfbmOf: (form) => {
    if (!/^\d{14}$/.test(String(form.fbfbm ?? ''))) throw wrong('form.fbfbm', '请选择发包方')
    return String(form.fbfbm)
  },
  surveyed: (before, after) => ({ ...before, dk: after.dk }),
  plan,
  finish: async (ctx, f) => {
    const form = f.plan.form as unknown as SignForm
    const issuer = await getFbf(ctx, form.fbfbm)
    const parcels = (await parcelsOf(ctx, form)) as Dk[]
    const household = f.plan.codes.isNew ? householdOf(ctx, form) : undefined
    return [await register(ctx, { ...f, form, issuer, parcels, household })]
  },
}
