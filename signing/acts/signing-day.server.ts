// From which day a contract of a case may have been signed: the end of its posting, else its acceptance; never before the contract that it replaces. Source: rulings.md 48.
import { sql } from 'kysely'
import { isDate } from '../../kit/model/formats.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { business_book, type Business, type ContractFile } from '../../business/cases/definitions/business.ts'
import { PUBLICITY } from '../../business/publicity/clock.ts'
import { publicity } from '../../business/publicity/publicity.ts'

/** The first day (yyyy-MM-dd) on which a contract may have been signed, and what makes it so. */
export interface FirstDay {
  day: string
  why: Text
}
const POSTED = both('公示截止日', 'the end of the posting')
const ACCEPTED = both('受理日期', 'the acceptance')
const FORMER = both('原合同的签订时间', 'the signing of the contract that it replaces')

/** When the posting of a case ended, else when the case came in, which is bounded by its entry (business/cases/rules/received.ts). */
async function begun(ctx: Ctx, { id, regionCode, businessReceiveTime, createTime }: Business): Promise<FirstDay> {
  const posted = await joinable(ctx, publicity)
    .select(sql<string | null>`max(publicity."endDate")::text`.as('day'))
    .where('publicity.countyCode', '=', countyOf(regionCode!))
    .where('publicity.businessId', '=', id)
    .where('publicity.status', '=', PUBLICITY.done)
    .executeTakeFirst()
  return posted?.day ? { day: posted.day, why: POSTED } : { day: String(businessReceiveTime ?? createTime).slice(0, 10), why: ACCEPTED }
}
/** The books that the case ends, with the signing days of their contracts, and the group that stands or falls together with each. */
const formerOf = (ctx: Ctx, { id, regionCode }: Business) =>
  joinable(ctx, business_book)
    .leftJoin('cbht', (on) => on.onRef('cbht.countyCode', '=', 'business_book.countyCode').onRef('cbht.djbId', '=', 'business_book.djbId'))
    .select(['business_book.code', 'business_book.entry', sql<string | null>`cbht.qdsj::text`.as('qdsj')])
    .where('business_book.countyCode', '=', countyOf(regionCode!))
    .where('business_book.businessId', '=', id)
    .execute()

/** The first day of signing of each of these contracts of a case, by code. Two statements, however many there are. */
export async function firstDays(ctx: Ctx, b: Business, contracts: readonly Pick<ContractFile, 'cbhtbm'>[]): Promise<Map<string, FirstDay>> {
  const first = await begun(ctx, b)
  const books = await formerOf(ctx, b)
  const today = ctx.now.slice(0, 10)
  return new Map(
    contracts.map(({ cbhtbm }): [string, FirstDay] => {
      const own = books.find((k) => k.code === cbhtbm)
      const group = books.filter((k) => (k.entry ?? '') === (own?.entry ?? ''))
      // a day to come, which a package brought, bars nobody
      const [former] = group.flatMap(({ qdsj }) => (qdsj && qdsj <= today ? [qdsj] : [])).toSorted((x, y) => (x < y ? 1 : -1))
      return [cbhtbm!, former && former > first.day ? { day: former, why: FORMER } : first]
    }),
  )
}
const isBefore = (qdsj: string, first: FirstDay | undefined): boolean => !!first && qdsj < first.day
/** The contracts that are signed too early: those whose case was posted again after they were. */
export const signedEarly = <C extends Pick<ContractFile, 'cbhtbm' | 'qdsj'>>(contracts: readonly C[], first: ReadonlyMap<string, FirstDay>): C[] =>
  contracts.filter((c) => c.qdsj && isBefore(c.qdsj, first.get(c.cbhtbm!)))

/** The day of signing that somebody typed: a day, not after today. @throws invalid */
export function signingDay(ctx: Ctx, typed: unknown): string {
  const qdsj = String(typed ?? '')
  if (!isDate(qdsj) || qdsj > ctx.now.slice(0, 10))
    throw invalidField('qdsj', { zh: '请选择签订时间，且不能晚于今天', en: 'Please select the day of signing; it cannot be later than today' })
  return qdsj
}
/** Refuses a day before a contract may have been signed. @throws invalid */
export function requireNotBefore(qdsj: string, c: Pick<ContractFile, 'cbhtbm'>, first: ReadonlyMap<string, FirstDay>): void {
  const from = first.get(c.cbhtbm!)
  if (from && isBefore(qdsj, from))
    throw invalidField('qdsj', {
      zh: `合同【${c.cbhtbm}】的签订时间不能早于${from.why.zh}${from.day}`,
      en: `Contract ${c.cbhtbm} cannot have been signed before ${from.why.en}, ${from.day}`,
    })
}
