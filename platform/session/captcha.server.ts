import { sql } from 'kysely'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'
import { Problem, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { DeferredResponse, type RequestFacts } from '../../kit/server/route.server.ts'
import { secondsAfter, type SessionSettings } from '../credentials/change.server.ts'
import { wrong } from '../credentials/problems.ts'
import { randomToken, sameSecret, tokenHash } from '../credentials/secrets.server.ts'

const CAPTCHA_SECONDS = 300
/** Pictures that are drawn at once: one takes a few milliseconds of a thread, so that an office that begins its day waits for none, and a flood gets no more of them. */
export const MOST_DRAWN = 32
let drawing = 0

/** Uses the captcha of the headers up; throws when its answer is another. */
export async function checkCaptcha(ctx: Ctx, facts: RequestFacts): Promise<void> {
  const { rows } = await sql<{
    answer: string
  }>`delete from captcha where key = ${facts.headers['captcha-key'] ?? ''} and expires > ${ctx.now}::timestamptz returning answer`.execute(ctx.db)
  const code = (facts.headers['captcha-code'] ?? '').toLowerCase()
  if (!rows[0] || !code || !sameSecret(rows[0].answer, tokenHash(code))) throw wrong.captcha()
}

/**
 * A call that asks for a picture before it writes anything: one that was read wrongly is used up although the call is refused, so that nobody tries again and again
 * at the same.
 */
export const usingUp =
  <I>(run: (ctx: Ctx, input: I, facts: RequestFacts) => Promise<unknown>) =>
  async (ctx: Ctx, input: I, facts: RequestFacts): Promise<unknown> => {
    try {
      return await run(ctx, input, facts)
    } catch (e) {
      if (!(e instanceof Problem) || e.key !== wrong.captcha.key) throw e
      return new DeferredResponse(() => Promise.reject(e))
    }
  }

/** GET captcha: five signs as a picture, good for one try. Source: platform-api.md 2.8. */
export async function captcha(ctx: Ctx, s: Pick<SessionSettings, 'captcha'>) {
  if (!s.captcha) return { key: '', image: '', enabled: false }
  const c = svgCaptcha.create({ size: 5, noise: 2, width: 130, height: 48, ignoreChars: '0oO1iIlL', background: '#f6f8f5' })
  const key = randomToken()
  await ctx.db.deleteFrom('captcha').where('expires', '<', ctx.now).execute()
  await ctx.db
    .insertInto('captcha')
    .values({ key, answer: tokenHash(c.text.toLowerCase()), expires: secondsAfter(ctx, CAPTCHA_SECONDS) })
    .execute()
  // the picture costs more than its row: nobody waits meanwhile for the connection
  return new DeferredResponse(async () => {
    if (drawing >= MOST_DRAWN) throw problems.busy()
    drawing += 1
    try {
      const png = await sharp(Buffer.from(c.data)).png().toBuffer()
      return { key, image: `data:image/png;base64,${png.toString('base64')}`, enabled: true }
    } finally {
      drawing -= 1
    }
  })
}
