import { invalidField, problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { CBFLX } from '../../../land/definitions/household.ts'
import type { Form, Handling, Plan } from '../../cases/handling.server.ts'
import { factsOf } from './facts.server.ts'
import { acts, codeOf, faults, holderOf, type Facts } from './plan.ts'
import { HTLX, LETTER, readSignForm, type SignCodes, type SignForm } from './type.ts'

async function plan(ctx: Ctx, raw: Form, codes: SignCodes | null): Promise<Plan<SignForm, SignCodes, Facts>> {
  const { form, wrong } = readSignForm(raw, String(raw.businessItemCode ?? ''))
  if (wrong.length) throw problems.invalid(wrong)
  const facts = await factsOf(ctx, form, codes)
  const [fault] = faults(form, facts)
  if (fault) throw fault
  const { cbfbm, cbfmc, cbflx } = holderOf(facts)
  const cbhtbm = codeOf(form, cbfbm)
  return {
    form: { ...form, businessItemCode: raw.businessItemCode },
    facts,
    codes: { cbfbm, cbflx, isNew: !facts.contractor, cbhtbm },
    locks: [
      { objectType: 'djb', objectCode: cbhtbm },
      { objectType: 'cbf', objectCode: cbfbm },
      ...form.dk.map((d) => ({ objectType: 'dk' as const, objectCode: d.dkbm })),
    ],
    contracts: [{ cbhtbm, cbfbm, cbfmc, htlx: HTLX[LETTER[form.cbht.cbfs]!], qdsj: form.cbht.qdsj }],
    exempt: cbflx === CBFLX.household ? [] : ['CBFHKB'],
  }
}

/** 承包合同签订: the first contract of a contractor for land so far not contracted. Source: business-flows.md 4.1. */
export const contractSign: Handling<SignForm, SignCodes, Facts> = {
  fbfbmOf: (form) => {
    if (!/^\d{14}$/.test(String(form.fbfbm ?? ''))) throw invalidField('form.fbfbm', { zh: '请选择发包方', en: 'Please select the issuer' })
    return String(form.fbfbm)
  },
  surveyed: (before, after) => ({ ...before, dk: after.dk }),
  plan,
  entries: ({ plan: { form, facts, codes }, contracts }) => [
    {
      acts: acts(
        form,
        facts,
        contracts.find((c) => c.cbhtbm === codes.cbhtbm)!,
      ),
    },
  ],
}
