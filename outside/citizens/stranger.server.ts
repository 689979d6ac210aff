// Who a citizen is to the product: nobody, in a tenant that his page names; and how his codes are asked without being guessed. Source: rulings.md 14, 42.
import { sql } from 'kysely'
import { dayPlus } from '../../kit/model/days.ts'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import { DeferredResponse, type RequestFacts } from '../../kit/server/route.server.ts'
import { tokenHash } from '../../platform/credentials/secrets.server.ts'
import { phoneDigits } from '../../platform/messages/phone-number.ts'
import { numberParam } from '../../platform/settings/number-param.server.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { networkOf } from '../../runtime/network-of.ts'
import { checkCaptcha } from '../../platform/session/captcha.server.ts'
import { citizenProblems } from './problems.ts'

/** Wrong answers to one code within an hour, of one address, and of all before each is asked for a picture: four digits are then tried for weeks. */
const MOST_TRIES = 10
const HOUR = 3600

const citizenOf = (tenantId: string): Who => ({
  userId: '0',
  account: 'citizen',
  realName: '',
  tenantId,
  deptId: '0',
  roleIds: [],
  roles: [],
  regionCode: '',
  perms: new Set<string>(),
})
/** A citizen in the tenant whose page he reads. @throws citizen-tenant where there is none, or none that is open */
export async function atTenant(ctx: Ctx, tenantId: unknown): Promise<Ctx> {
  const code = String(tenantId ?? '')
  const t = await ctx.db.selectFrom('tenant').select(['status', 'expireTime']).where('code', '=', code).executeTakeFirst()
  if (!t || t.status !== 1 || (t.expireTime && String(t.expireTime) <= ctx.now)) throw citizenProblems.noTenant()
  return { ...ctx, who: citizenOf(code) }
}

/** Asks a person for the proof that he is no machine; throws where it is not there. */
export type Prove = (ctx: Ctx) => Promise<void>
/** The picture of the headers, where a site asks for pictures. @throws citizen-proof where none was sent, captcha where it was read wrongly */
export const proving =
  (needsCaptcha: boolean, facts: RequestFacts): Prove =>
  async (ctx) => {
    if (!needsCaptcha) return
    if (!facts.headers['captcha-key']) throw citizenProblems.proof()
    await checkCaptcha(ctx, facts)
  }
/**
 * What a code and the last four digits of a phone open. Whatever is wrong gets the same answer, and is counted: who guessed ten times within an hour opens
 * nothing with that code from there, not with the right digits either, so that they are not told by trying. Nobody else is shut out by it: where others guess at
 * a code, however many they are, each asks once with a picture, and whoever has opened it so needs none for an hour.
 * @param look finds the row of the code and digits, undefined where there is none
 */
export async function opened<T>(ctx: Ctx, code: string, prove: Prove, look: () => Promise<T | undefined>): Promise<T | DeferredResponse> {
  const key = (...of: string[]) => tokenHash([ctx.who.tenantId, code, ...of].join(' '))
  const [byAll, here, known] = [key(), key('from', networkOf(ctx.ip)), key('known', networkOf(ctx.ip))]
  const { rows: seen } = await sql<{ key: string; tries: number }>`select key, tries from citizen_try
    where key in (${byAll}, ${here}, ${known}) and until > ${ctx.now}::timestamptz`.execute(ctx.db)
  const triesOf = (k: string): number => seen.find((s) => s.key === k)?.tries ?? 0
  const isWatched = triesOf(byAll) >= MOST_TRIES
  if (isWatched && !triesOf(known)) await prove(ctx)
  const row = triesOf(here) < MOST_TRIES ? await look() : undefined
  if (row) {
    if (isWatched && !triesOf(known)) await countTry(ctx, known)
    return row
  }
  await sql`delete from citizen_try where until <= ${ctx.now}::timestamptz`.execute(ctx.db)
  // two who are wrong at once count in the same order
  for (const k of [byAll, here].toSorted()) await countTry(ctx, k)
  // the count stays though the call is refused
  return new DeferredResponse(async () => {
    throw citizenProblems.unknown()
  })
}
const countTry = async (ctx: Ctx, key: string): Promise<void> =>
  void (await sql`insert into citizen_try as t (key, tries, until) values (${key}, 1, ${moved(ctx.now, HOUR)}::timestamptz)
    on conflict (key) do update set tries = case when t.until > ${ctx.now}::timestamptz then t.tries + 1 else 1 end,
      until = case when t.until > ${ctx.now}::timestamptz then t.until else excluded.until end`.execute(ctx.db))

/** Counts something of today under a key, up to so many; false where there were as many already. Who comes at the same moment waits for the first. */
export async function countUpTo(ctx: Ctx, key: string, most: number): Promise<boolean> {
  const { rows: counted } =
    await sql`insert into citizen_try (key, tries, until) values (${key}, 1, ${`${dayPlus(ctx.now.slice(0, 10), 1)} 00:00:00`}::timestamptz)
    on conflict (key) do update set tries = citizen_try.tries + 1 where citizen_try.tries < ${most} returning key`.execute(ctx.db)
  return counted.length > 0
}
/** What an address writes in a day, of one kind: asked once it is written, so that what is refused counts for nothing. @throws citizen-many */
export async function countToday(ctx: Ctx, kind: 'book' | 'ask'): Promise<void> {
  const most = await (kind === 'book' ? numberParam(ctx, PARAMS.bookingsDaily) : numberParam(ctx, PARAMS.questionsDaily))
  const key = tokenHash([ctx.who.tenantId, kind, networkOf(ctx.ip), ctx.now.slice(0, 10)].join(' '))
  if (!(await countUpTo(ctx, key, most))) throw citizenProblems.manyToday()
}

/** Days for which it is known from which address something came: nothing is booked further ahead. */
const KNOWN_DAYS = 180
const sentKey = (ctx: Ctx, code: string): string => tokenHash([ctx.who.tenantId, 'sent', code, networkOf(ctx.ip)].join(' '))
/** Keeps that something was sent from this address, as a digest that tells neither. */
export const rememberSent = async (ctx: Ctx, code: string): Promise<void> =>
  void (await sql`insert into citizen_try (key, tries, until) values (${sentKey(ctx, code)}, 1, ${moved(ctx.now, KNOWN_DAYS * 24 * HOUR)}::timestamptz)`.execute(
    ctx.db,
  ))
/** So many of what is open under a number are looked at: the last ones. */
export const MOST_OPEN = 1000
/**
 * How much is open under a number, and how much of it came from this address: what others write under it bars nobody. Who sends two at once waits for the first.
 * @param open codes of what is open, looked for once it is one's turn
 */
export async function openUnder(ctx: Ctx, phone: string, open: () => Promise<readonly string[]>): Promise<{ all: number; fromHere: number }> {
  await countTry(ctx, tokenHash([ctx.who.tenantId, 'turn', phoneDigits(phone), networkOf(ctx.ip)].join(' ')))
  const codes = await open()
  if (codes.length === 0) return { all: 0, fromHere: 0 }
  const { rows: found } = await sql<{ n: string }>`select count(*) as n from citizen_try
    where key = any(${codes.map((code) => sentKey(ctx, code))}::text[]) and until > ${ctx.now}::timestamptz`.execute(ctx.db)
  return { all: codes.length, fromHere: Number(found[0]!.n) }
}

/** Names of a dictionary in the caller's language, by key; its heading has no parent and is none of them. */
export async function dictionaryNames(ctx: Ctx, dictionary: string): Promise<ReadonlyMap<string, string>> {
  const { rows: found } = await sql<{ key: string; zh: string | null; en: string | null }>`
    select "dictKey" as key, "dictValue" as zh, en, sort from dict where code = ${dictionary} and "parentId" is not null
    union all
    select "dictKey", "dictValue", en, sort from dict_biz where "tenantId" = ${ctx.who.tenantId} and code = ${dictionary} and "parentId" is not null
    order by sort, key`.execute(ctx.db)
  // as the screens of the office write them
  const inEnglish = (en: string) => en.charAt(0).toUpperCase() + en.slice(1)
  return new Map(found.map((f) => [f.key, (ctx.lang === 'en' && f.en ? inEnglish(f.en) : f.zh) || f.key]))
}
