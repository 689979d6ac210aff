import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { invalidField, problem, problems } from '../../kit/model/problem.ts'
import { formats } from '../../kit/model/formats.ts'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { CODE_CONTENT, MESSAGE_CODE, templateOf } from './message.ts'
import { enabledProvider, queueMessage, requireProvider, type SmsParts } from './send.server.ts'
import { isId } from '../../kit/model/resource.ts'

export const codeProblems = {
  pause: problem(429, 'sms-pause', () => ({ zh: '发送过于频繁，请一分钟后再试', en: 'Wait a minute before requesting another code' })),
  aDay: problem(429, 'sms-day', () => ({
    zh: `该手机号今天已发送${MESSAGE_CODE.aDay}次，请明天再试`,
    en: `${MESSAGE_CODE.aDay} codes have already been sent to this number today`,
  })),
  wrong: problem(400, 'sms-code', () => ({ zh: '短信验证码不正确或已失效', en: 'The code is wrong or has expired' })),
}
const hashOf = (p: SmsParts, id: string, phone: string, code: string) => p.sealer.sign(`${id}\n${phone}\n${code}`, 'sms-code')

/** Counts a code to a number, or refuses it: in one statement, so that of two requests at once one waits and is refused. */
async function count(ctx: Ctx, phoneHash: string): Promise<void> {
  const day = ctx.now.slice(0, 10)
  const { rows } =
    await sql`insert into sms_limit ("tenantId", "phoneHash", day, n, "lastTime") values (${ctx.who.tenantId}, ${phoneHash}, ${day}, 1, ${ctx.now})
    on conflict ("tenantId", "phoneHash") do update set n = case when sms_limit.day = excluded.day then sms_limit.n + 1 else 1 end, day = excluded.day, "lastTime" = excluded."lastTime"
    where sms_limit."lastTime" <= ${moved(ctx.now, -MESSAGE_CODE.pauseSeconds)}::timestamptz and (sms_limit.day <> excluded.day or sms_limit.n < ${MESSAGE_CODE.aDay}) returning n`.execute(
      ctx.db,
    )
  if (rows.length) return
  const found = await ctx.db
    .selectFrom('sms_limit')
    .select(['day', 'n'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('phoneHash', '=', phoneHash)
    .executeTakeFirstOrThrow()
  throw found.day === day && found.n >= MESSAGE_CODE.aDay ? codeProblems.aDay() : codeProblems.pause()
}

/** Refuses one code more to whatever number from the caller's address. Its row is held until the code is stored, so that what is counted is all there is. */
async function requireNear(ctx: Ctx, addressHash: string): Promise<void> {
  await sql`insert into sms_limit ("tenantId", "phoneHash", day, n, "lastTime") values (${ctx.who.tenantId}, ${addressHash}, ${ctx.now.slice(0, 10)}, 0, ${ctx.now})
    on conflict ("tenantId", "phoneHash") do update set day = excluded.day, "lastTime" = excluded."lastTime"`.execute(ctx.db)
  const near = await ctx.db
    .selectFrom('sms_code')
    .select(sql<string>`count(*)`.as('n'))
    .where('ip', '=', ctx.ip)
    .where('createTime', '>', moved(ctx.now, -3600))
    .executeTakeFirst()
  if (Number(near?.n) >= MESSAGE_CODE.anAddressAnHour) throw problems.tooMany()
}

/**
 * Sends a code to a number and answers the id that it belongs to: only both together, within five minutes and five tries, are taken once.
 * At most 5 a number and day, one a minute, 20 an address and hour; counted in the database, so for all servers. Source: security.md K60.
 * @param mute the number is nobody's: all is done but the sending, so that the answer does not tell
 */
export async function sendCode(ctx: Ctx, p: SmsParts, phone: string, mute = false): Promise<{ id: string; seconds: number }> {
  const malformed = formats.phone(phone)
  if (malformed) throw invalidField('phone', malformed)
  await requireProvider(ctx)
  const phoneHash = p.sealer.sign(phone, 'sms-phone')
  await count(ctx, phoneHash)
  if (ctx.ip) await requireNear(ctx, p.sealer.sign(ctx.ip, 'sms-address'))
  const id = ctx.newId()
  const code = String(randomInt(10 ** MESSAGE_CODE.digits)).padStart(MESSAGE_CODE.digits, '0')
  await ctx.db
    .insertInto('sms_code')
    .values({
      id,
      tenantId: ctx.who.tenantId,
      phoneHash,
      codeHash: hashOf(p, id, phone, code),
      createTime: ctx.now,
      expires: moved(ctx.now, MESSAGE_CODE.minutes * 60),
      ip: ctx.ip,
      tries: 0,
      used: 0,
    })
    .execute()
  if (!mute)
    await queueMessage(ctx, p, {
      phone,
      contentCode: CODE_CONTENT,
      shown: '验证码 ******',
      text: `验证码 ${code}，${MESSAGE_CODE.minutes}分钟内有效。`,
      templateId: '',
      params: { code, minutes: String(MESSAGE_CODE.minutes) },
    })
  return { id, seconds: MESSAGE_CODE.minutes * 60 }
}

/** Whether a code could be sent to this number: a mobile one, by a provider that is enabled and has a template for codes where it needs one. */
export async function canSendCode(ctx: Ctx, phone: string): Promise<boolean> {
  const provider = formats.phone(phone) ? undefined : await enabledProvider(ctx)
  return !!provider && templateOf(provider, { contentCode: CODE_CONTENT, templateId: '' }) !== undefined
}
/** Whether this id is of a code that was made for this number. */
export async function isOfNumber(ctx: Ctx, p: SmsParts, id: string, phone: string): Promise<boolean> {
  if (!isId(id)) return false
  const made = ctx.db.selectFrom('sms_code').select('id').where('id', '=', id).where('tenantId', '=', ctx.who.tenantId)
  return !!(await made.where('phoneHash', '=', p.sealer.sign(phone, 'sms-phone')).executeTakeFirst())
}

/**
 * Whether a code is the one that was sent; a right one is used up, a wrong one counts. The caller must answer rather than throw when it is false,
 * since a failed transaction would forget the try.
 */
export async function takeCode(ctx: Ctx, p: SmsParts, id: string, phone: string, code: string): Promise<boolean> {
  if (!isId(id) || !/^\d{4,8}$/.test(code)) return false
  const { rows } = await sql<{ codeHash: string }>`update sms_code set tries = tries + 1 where id = ${id} and "tenantId" = ${ctx.who.tenantId} and used = 0
    and tries < ${MESSAGE_CODE.tries} and expires > ${ctx.now}::timestamptz returning "codeHash"`.execute(ctx.db)
  if (rows[0]?.codeHash !== hashOf(p, id, phone, code)) return false
  await ctx.db.updateTable('sms_code').set({ used: 1 }).where('id', '=', id).execute()
  return true
}
