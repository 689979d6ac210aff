import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { djb } from '../definitions/cbht.ts'
import { QSZT } from '../definitions/statuses.ts'

const HOUSEHOLD_WAY = '110'
/**
 * The term that most current household books have, as a round that nobody has recorded; the caller says of which issuer, in `djb.countyCode` and `djb.fbfbm`. Of an
 * issuer that came with a package it stands for its round: it is proposed and may be ended with, and binds nobody. Source: register.md 6.
 */
export const sharedTerm = (ctx: Ctx) =>
  joinable(ctx, djb)
    .select([sql<string>`djb.cbqxq::text`.as('fromDay'), sql<string>`djb.cbqxz::text`.as('toDay')])
    .where('djb.qszt', '=', QSZT.current)
    .where('djb.cbfs', '=', HOUSEHOLD_WAY)
    .where('djb.cbqxq', 'is not', null)
    .where('djb.cbqxz', 'is not', null)
    .groupBy(['djb.cbqxq', 'djb.cbqxz'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('djb.cbqxz')
    .orderBy('djb.cbqxq')
    .limit(1)
