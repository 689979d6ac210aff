/** Reads households for their forms of the register, and the routes that answer them. */

import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dayName, scoped } from '../../kit/server/query.server.ts'
import { asFile, reading, type Route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { clockMark } from '../../services/exchange/exports/clock-mark.ts'
import { cbdkxx, djb } from '../definitions/cbht.ts'
import { dk } from '../definitions/dk.ts'
import { QSZT, ZT } from '../definitions/statuses.ts'
import { readWords } from './read.server.ts'
import { REGISTER_FORMS, registerFormDoc, type FormHolder, type FormParcel, type RegisterForm } from './register-forms.ts'
import { pdfLater, timestampOf } from '../../services/typeset/pdf.server.ts'
import { render } from './render.server.ts'
import { readHolders, readIssuers } from './survey.server.ts'

/** Parcels of households: those of their contracts with the areas of these, and the others that they hold. */
async function parcelsOf(ctx: Ctx, codes: readonly string[]): Promise<Map<string, FormParcel[]>> {
  const counties = [...new Set(codes.map(countyOf))]
  const lines = await scoped(ctx, cbdkxx)
    .select(['cbdkxx.cbfbm', 'cbdkxx.dkbm', 'cbdkxx.htmjm', 'cbdkxx.yhtmjm', 'cbdkxx.htmj', 'cbdkxx.yhtmj'])
    .where('cbdkxx.countyCode', 'in', counties)
    .where('cbdkxx.cbfbm', 'in', codes)
    .where('cbdkxx.qszt', '=', QSZT.current)
    .execute()
  const contracted = [...new Set(lines.flatMap((l) => l.dkbm ?? []))]
  const parcels = await scoped(ctx, dk)
    .select([
      'dk.cbfbm',
      'dk.dkbm',
      'dk.dkmc',
      'dk.dkdz',
      'dk.dknz',
      'dk.dkxz',
      'dk.dkbz',
      'dk.dldj',
      'dk.tdyt',
      'dk.sfjbnt',
      'dk.dkbzxx',
      'dk.scmjm',
      'dk.scmj',
      'dk.yhtmjm',
      'dk.qqmjm',
      'dk.bdcdyh',
    ])
    .where('dk.countyCode', 'in', counties)
    .where('dk.zt', '=', ZT.valid)
    .where((e) => e.or([e('dk.cbfbm', 'in', codes), ...(contracted.length ? [e('dk.dkbm', 'in', contracted)] : [])]))
    .execute()
  const known = new Map(parcels.map((p) => [p.dkbm, p]))
  return new Map(
    codes.map((code) => {
      const own = lines.filter((l) => l.cbfbm === code)
      const others = parcels.filter((p) => p.cbfbm === code && !contracted.includes(p.dkbm!))
      const under = own.map((l): FormParcel => {
        const p = known.get(l.dkbm)
        return { ...p, dkbm: l.dkbm!, htmjm: l.htmjm, htmj: l.htmj, yhtmj: l.yhtmj, yhtmjm: l.yhtmjm ?? p?.yhtmjm, contracted: true }
      })
      return [code, [...under, ...others.map((p): FormParcel => ({ ...p, dkbm: p.dkbm!, contracted: false }))]]
    }),
  )
}

/** Households of `cbfbms`, or of a region, with issuer, members and parcels. @throws print-nothing, print-too-many */
export async function readFormHolders(ctx: Ctx, q: TextInput): Promise<FormHolder[]> {
  const holders = await readHolders(ctx, q)
  const issuers = new Map((await readIssuers(ctx, { fbfbms: [...new Set(holders.map((h) => h.fbfbm))].join(',') })).map((f) => [f.fbfbm, f]))
  const parcels = await parcelsOf(
    ctx,
    holders.map((h) => h.cbfbm),
  )
  return holders.map((holder) => ({
    holder,
    issuer: issuers.get(holder.fbfbm) ?? { fbfbm: holder.fbfbm, fbfmc: '' },
    parcels: parcels.get(holder.cbfbm) ?? [],
  }))
}

/** The form of one household for the export centre. */
export async function registerForm(form: RegisterForm, ctx: Ctx, code: string): Promise<() => Promise<Buffer>> {
  const holders = await readFormHolders(ctx, { cbfbms: code }),
    words = await readWords(ctx)
  return () => render('letter', () => registerFormDoc(form, holders, words), timestampOf(ctx.now))
}

const read = reading('land', 'print_view')
const route = (form: RegisterForm): Route =>
  asFile(
    read(`/base-qssj/djb/${form}/download`, `${REGISTER_FORMS[form].title}下载`, ['regionCode', 'cbfbms', ...dayName(djb)], async (ctx, q) => {
      const holders = await readFormHolders(ctx, q),
        words = await readWords(ctx)
      return pdfLater(`${REGISTER_FORMS[form].title}${clockMark(ctx)}`, ctx.now, [(t) => render('letter', () => registerFormDoc(form, holders, words), t)])
    }),
  )
/** Downloads of households for registration. It owns no table. */
export const slice: Slice = { name: 'register-forms', resources: [], routes: (['register-survey', 'publicity-confirm', 'cbjyqzsqs'] as const).map(route) }
