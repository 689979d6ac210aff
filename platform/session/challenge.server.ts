import { typedRow } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { secondsAfter } from '../credentials/change.server.ts'
import { randomToken, tokenHash } from '../credentials/secrets.server.ts'
import { mustHaveFactor } from '../credentials/second-factor.ts'
import { strategyOf } from '../credentials/strategy.server.ts'
import { buttonsOf } from './who.server.ts'

const CHALLENGE_SECONDS = 300
const TRIES = 5

/** What stands between the first factor and the session. */
export interface Challenge {
  /** shown with the code; the database keeps its hash */
  challenge: string
  /** 1 = there is no authenticator yet, it must be set up now */
  enroll: number
  seconds: number
}
export interface ChallengeRow {
  hash: string
  tenantId: string
  userId: string
  clientId: string
  enroll: number
}

/** Asks for the second factor where the tenant wants it and the person has one, or must get one; undefined when nothing is asked. */
export async function challengeFor(ctx: Ctx, u: { id: string; tenantId: string }, clientId: string): Promise<Challenge | undefined> {
  const { secondFactor } = await strategyOf(ctx.db, u.tenantId)
  if (secondFactor === '0') return undefined
  const has = await ctx.db.selectFrom('user_totp').select('userId').where('userId', '=', u.id).where('confirmed', '=', 1).executeTakeFirst()
  if (!has && !mustHaveFactor(secondFactor, await buttonsOf(ctx.db, u))) return undefined
  const challenge = randomToken()
  const enroll = has ? 0 : 1
  await ctx.db.deleteFrom('login_challenge').where('expires', '<', ctx.now).execute()
  await ctx.db
    .insertInto('login_challenge')
    .values({ hash: tokenHash(challenge), tenantId: u.tenantId, userId: u.id, clientId, enroll, expires: secondsAfter(ctx, CHALLENGE_SECONDS) })
    .execute()
  return { challenge, enroll, seconds: CHALLENGE_SECONDS }
}
/** The open challenge of this text, one try used up; undefined when it is over or was tried too often. */
export async function takeTry(ctx: Ctx, challenge: unknown, clientId: string): Promise<ChallengeRow | undefined> {
  const { rows } = await sql<ChallengeRow>`update login_challenge set tries = tries + 1 where hash = ${tokenHash(String(challenge ?? ''))}
    and "clientId" = ${clientId} and tries < ${TRIES} and expires > ${ctx.now}::timestamptz returning hash, "tenantId", "userId", "clientId", enroll`.execute(
    ctx.db,
  )
  return rows[0]
}
/** The open challenge of this text; no try is used up. */
export async function openChallenge(ctx: Ctx, challenge: unknown): Promise<ChallengeRow | undefined> {
  return await typedRow<ChallengeRow>(
    ctx.db
      .selectFrom('login_challenge')
      .select(['hash', 'tenantId', 'userId', 'clientId', 'enroll'])
      .where('hash', '=', tokenHash(String(challenge ?? '')))
      .where('expires', '>', ctx.now)
      .where('tries', '<', TRIES),
  )
}
