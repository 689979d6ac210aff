import { sql } from 'kysely'
import { countyOf } from '../../kit/model/region-code.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { cbht, djb } from '../../land/definitions/cbht.ts'
import { readHousehold, type Household } from '../../land/cbf/cbf.server.ts'
import { nextCbfbms } from '../../land/register/codes.server.ts'
import { personName } from '../../platform/people/name.ts'
import type { Codes, Form } from '../cases/definitions/business.ts'

/**
 * The checked new household of a form; `given`: issuer and terms, which the case decides. Who may save the business may enter the contractor inside it. As long as
 * its posting is not over, whoever asks stands for those who will have looked at it: they are not asked for before (withPosting). @throws invalid
 */
export const newHouseholdOf = (ctx: Ctx, own: Form, given: Form): Household => {
  const name = personName(ctx.who)
  return readHousehold({ ...own, ...given, gsjsr: own.gsjsr ?? name, gsshr: own.gsshr ?? name, gsshrq: own.gsshrq ?? ctx.now.slice(0, 10) })
}

/** The code of a new contractor of an issuer: the one that was taken for the case (`codes`: cbfbm, cbflx, isNew), while it still fits, else the next one. */
export async function newCbfbm(ctx: Ctx, fbfbm: string, cbflx: string, codes: Codes | null): Promise<string> {
  const taken = String(codes?.cbfbm)
  if (codes?.isNew && codes.cbflx === cbflx && taken.startsWith(fbfbm)) return taken
  const [next] = await nextCbfbms(ctx, fbfbm, cbflx, 1)
  return next!
}

/** A version of a contract or of a book; `djbId`: the book, none where a package brought a contract without one. */
export interface Version {
  code: string
  qszt: string
  version: number
  djbId: string | null
}
/** Versions of contracts and of books of a contractor: a package may have brought one without the other, and either under a code that a counter gave out. */
export function householdVersions(ctx: Ctx, cbfbm: string) {
  const books = sql<string>`djb.id::text`.as('djbId'),
    contracts = sql<string | null>`cbht."djbId"::text`.as('djbId')
  const of = (r: typeof djb | typeof cbht): AnyQuery =>
    joinable(ctx, r).where(`${r.name}.countyCode`, '=', countyOf(cbfbm)).where(`${r.name}.cbfbm`, '=', cbfbm)
  return of(cbht)
    .select(['cbht.cbhtbm as code', 'cbht.qszt', 'cbht.version', contracts])
    .unionAll(of(djb).select(['djb.cbjyqzbm as code', 'djb.qszt', 'djb.version', books]))
    .$castTo<Version>()
}
/** The last version of the book under a code. */
export const lastBookOf = (versions: readonly Version[], code: string): string | undefined =>
  versions.filter((v) => v.code === code && v.djbId).toSorted((a, b) => b.version - a.version)[0]?.djbId ?? undefined
