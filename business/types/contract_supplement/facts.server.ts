import { sql } from 'kysely'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable } from '../../../kit/server/query.server.ts'
import { formerSigned } from '../../../land/cbht/former.server.ts'
import { djb } from '../../../land/definitions/cbht.ts'
import { QSZT } from '../../../land/definitions/statuses.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import { flagParam } from '../../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../../platform/settings/params.ts'
import type { Codes } from '../../cases/definitions/business.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { contractAsItStands, standingOf } from '../../parts/standing.server.ts'
import { bookIn } from '../../cases/definitions/standing.ts'
import type { BookPapers, Facts } from './plan.ts'
import type { SupplementForm } from './type.ts'

/** How contract and certificate of a current book stand. One statement. */
const papersOf = (ctx: Ctx, code: string): Promise<BookPapers | undefined> => {
  return joinable(ctx, djb)
    .leftJoin('cbht', (on) => on.onRef('cbht.countyCode', '=', 'djb.countyCode').onRef('cbht.djbId', '=', 'djb.id'))
    .leftJoin('cbjyqz', (on) => on.onRef('cbjyqz.countyCode', '=', 'djb.countyCode').onRef('cbjyqz.djbId', '=', 'djb.id').on('cbjyqz.sfzx', '=', 0))
    .select([
      'djb.djsj',
      sql<string | null>`cbht.qdsj::text`.as('qdsj'),
      formerSigned('djb', 'cbjyqzbm').as('formerQdsj'),
      'cbht.htlx',
      'cbht.signStatus',
      'cbht.attachId',
      'cbjyqz.fzrq',
      'cbjyqz.sfbdcfz',
    ])
    .where('djb.countyCode', '=', countyOf(code))
    .where('djb.cbjyqzbm', '=', code)
    .where('djb.qszt', '=', QSZT.current)
    .$castTo<BookPapers>()
    .executeTakeFirst()
}

/** What the form means in the register: the contractor of the book, its papers, and what the setting says. At most six statements. */
export async function factsOf(ctx: Ctx, form: SupplementForm): Promise<Facts> {
  return {
    standing: await standingOf(ctx, form.cbjyqzbm.slice(0, -1)),
    papers: await papersOf(ctx, form.cbjyqzbm),
    postsLoss: await flagParam(ctx, PARAMS.lossPosted),
  }
}

/** The contract that was never signed, as its book has it. */
export async function contract(ctx: Ctx, form: SupplementForm, _codes: Codes, cbhtbm: string): Promise<DraftContract> {
  const standing = await standingOf(ctx, cbhtbm.slice(0, -1))
  const book = bookIn(standing, cbhtbm, form.djbId)
  if (!standing || !book) throw refusal('E1004')
  return contractAsItStands(form.fbfbm, standing, book)
}
