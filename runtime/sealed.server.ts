import { randomBytes } from 'node:crypto'
import { checkValue } from '../kit/model/check.ts'
import { inSentence, type Text } from '../kit/model/lang.ts'
import { labelOf, type Field } from '../kit/model/field.ts'
import { invalidField, problem, problems, type Wrong } from '../kit/model/problem.ts'
import type { AnyResource, Draft, Fields, Row } from '../kit/model/resource.ts'
import { audit } from '../kit/server/audit.server.ts'
import { moved } from '../kit/server/clock.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import type { Tx } from '../kit/server/db.server.ts'
import { crud, detail, ids, textIn, rowIdOf, type Input, type Route } from '../kit/server/route.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { isWeakSecret } from './key-file.server.ts'
import type { Sealer } from './seal.server.ts'

const about = (owner: string, id: string, name: string) => `${owner}.${id}.${name}`

/** Keeps a text that must be read again beside the row it belongs to; the former one is gone. */
export async function keepSecret(ctx: Ctx, s: Sealer, owner: string, ownerId: string, name: string, text: string): Promise<void> {
  const row = { owner, ownerId, name, tenantId: ctx.who.tenantId, sealed: s.seal(text, about(owner, ownerId, name)), updateTime: ctx.now }
  await ctx.db
    .insertInto('sealed_secret')
    .values(row)
    .onConflict((c) => c.columns(['owner', 'ownerId', 'name']).doUpdateSet({ sealed: row.sealed, updateTime: row.updateTime }))
    .execute()
}
/** The text that was kept, or undefined. For the server's own use: no route answers it. */
export const readSecret = (ctx: Ctx, s: Sealer, owner: string, ownerId: string, name: string): Promise<string | undefined> =>
  openSecret(ctx.db, s, ctx.who.tenantId, owner, ownerId, name)
/** The same where nobody asks: of work of the product itself. */
export async function openSecret(tx: Tx, s: Sealer, tenantId: string, owner: string, ownerId: string, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('sealed_secret')
    .select('sealed')
    .where('tenantId', '=', tenantId)
    .where('owner', '=', owner)
    .where('ownerId', '=', ownerId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row && s.open(row.sealed, about(owner, ownerId, name))
}
/** For how long the secret before the present one is still good: the other side changes its own in that time. Days. */
const FORMER_DAYS = 7
const formerName = (name: string) => `former.${name}`
/** Keeps the secret that a new one follows, so that nothing stops while the other side changes its own. */
async function keepFormer(ctx: Ctx, s: Sealer, owner: string, ownerId: string, name: string): Promise<void> {
  const was = await readSecret(ctx, s, owner, ownerId, name)
  if (was) await keepSecret(ctx, s, owner, ownerId, formerName(name), was)
}
/** The texts that are good now, in one look: the present one and, for seven days after the change, the one before it where it was another; none where nothing is kept. */
export async function openSecrets(tx: Tx, s: Sealer, now: string, tenantId: string, owner: string, ownerId: string, name: string): Promise<readonly string[]> {
  const found = await tx
    .selectFrom('sealed_secret')
    .select(['name', 'sealed'])
    .where('tenantId', '=', tenantId)
    .where('owner', '=', owner)
    .where('ownerId', '=', ownerId)
    .where((e) => e.or([e('name', '=', name), e.and([e('name', '=', formerName(name)), e('updateTime', '>', moved(now, -FORMER_DAYS * 86_400))])]))
    .execute()
  const [present, former] = [name, formerName(name)].map((n) => {
    const row = found.find((r) => r.name === n)
    return row && s.open(row.sealed, about(owner, ownerId, n))
  })
  return present === undefined ? [] : former === undefined || former === present ? [present] : [present, former]
}
/** Whether another row of the same owner has this text as one that is good now: whoever is known by it could not be told from that one. */
export async function isSecretOfAnother(ctx: Ctx, s: Sealer, owner: string, ownerId: string | undefined, name: string, text: string): Promise<boolean> {
  const { tenantId } = ctx.who
  const all = await ctx.db.selectFrom('sealed_secret').select('ownerId').distinct().where('tenantId', '=', tenantId).where('owner', '=', owner).execute()
  for (const { ownerId: other } of all)
    if (other !== ownerId && (await openSecrets(ctx.db, s, ctx.now, tenantId, owner, other, name)).includes(text)) return true
  return false
}
/** Until when the secret before the present one is good too; null where none is. */
async function formerUntil(ctx: Ctx, s: Sealer, owner: string, ownerId: string, name: string): Promise<string | null> {
  if ((await openSecrets(ctx.db, s, ctx.now, ctx.who.tenantId, owner, ownerId, name)).length < 2) return null
  const { tenantId } = ctx.who
  const row = await ctx.db
    .selectFrom('sealed_secret')
    .select('updateTime')
    .where('tenantId', '=', tenantId)
    .where('owner', '=', owner)
    .where('ownerId', '=', ownerId)
    .where('name', '=', formerName(name))
    .executeTakeFirstOrThrow()
  return moved(String(row.updateTime), FORMER_DAYS * 86_400)
}
/** Forgets all secrets of rows. */
export async function dropSecrets(ctx: Ctx, owner: string, ownerIds: readonly string[]): Promise<void> {
  if (ownerIds.length === 0) return
  await ctx.db
    .deleteFrom('sealed_secret')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('owner', '=', owner)
    .where('ownerId', 'in', [...ownerIds])
    .execute()
}

/** What is said of a weak one. */
const weakSecret = (f: Field): Text => ({
  zh: `${f.label}过于简单（字符太少、有规律重复或已公开），请换用随机生成的`,
  en: `The ${inSentence(labelOf(f).en)} is too simple (few different characters, a part that repeats, or a published one): use one made at random`,
})
/** What is said of one that is lacking where something is signed. */
const noSecret = (f: Field): Text => ({
  zh: `没有${f.label}不能启用，请填写或生成${f.label}`,
  en: `It cannot be enabled without the ${inSentence(labelOf(f).en)}: enter or generate one`,
})
const sealedProblems = {
  again: problem<{ moved: Field; secret: Field }>(400, 'secret-again', (d) => ({
    zh: `${d.moved.label}已更改，请重新填写${d.secret.label}`,
    en: `${labelOf(d.moved).en} has changed: enter the ${labelOf(d.secret).en.toLowerCase()} again`,
  })),
  noFormer: problem(409, 'secret-no-former', () => ({ zh: '没有仍在有效期内的旧密钥', en: 'There is no former secret that is still good' })),
}
/** What an address reaches: protocol, host and port (a driver's `jdbc:` is no protocol); of any other text all of it. */
function reached(v: unknown): string {
  const address = String(v ?? '').replace(/^jdbc:/, '')
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.host ? `${url.protocol}//${url.host}` : address
}
/** Whoever may change a row has not seen its secret: kept ones do not follow to another place. One that is emptied leads nowhere. @throws secret-again */
async function requireSamePlace<T extends AnyResource>(ctx: Ctx, r: T, before: Row<T>, sentTo: readonly string[], untold: Fields): Promise<void> {
  const now: Input = await rows.get(ctx, r, before.id)
  const place = sentTo.find((n) => now[n] && reached(now[n]) !== reached((before as Input)[n]))
  if (!place) return
  const kept = await keptNames(ctx, r, before.id)
  const left = Object.entries(untold).find(([n]) => kept.includes(n))
  if (left) throw sealedProblems.again({ moved: r.fields[place]!, secret: left[1] })
}
const keptNames = async (ctx: Ctx, r: AnyResource, id: string): Promise<string[]> =>
  (await ctx.db.selectFrom('sealed_secret').select('name').where('owner', '=', r.name).where('ownerId', '=', id).execute()).map((k) => k.name)

/**
 * The routes of a resource that has secrets: they are taken with the row, an empty one leaves what is kept, and no call answers them.
 * `detail` tells by `has_<name>` (0 or 1) which are kept. Source: security.md 5.13, 5.14.
 * @param secrets the secrets' fields by name, checked like any others
 * @param sentTo fields that say where a secret is sent, and under which name: another place asks for the secret again
 */
export function sealedCrud<T extends AnyResource>(
  r: T,
  secrets: Fields,
  sealer: Sealer,
  sentTo: readonly (keyof T['fields'] & string)[],
): ReturnType<typeof crud<T>> {
  const plain = crud(r)
  const names = Object.keys(secrets)
  const save: Route['run'] = async (ctx, b): Promise<string> => {
    const wrong: Wrong[] = names.flatMap((n) => {
      const msg = b[n] ? (checkValue(secrets[n]!, b[n]) ?? (isWeakSecret(String(b[n])) ? weakSecret(secrets[n]!) : undefined)) : undefined
      return msg ? [{ field: n, msg }] : []
    })
    if (wrong.length) throw problems.invalid(wrong)
    const before = b.id ? await rows.find(ctx, r, { id: rowIdOf(b) } as Draft<T> & { id: string }, true) : undefined
    const id = await rows.save(ctx, r, Object.fromEntries(Object.entries(b).filter(([n]) => !names.includes(n))))
    if (before) await requireSamePlace(ctx, r, before, sentTo, Object.fromEntries(Object.entries(secrets).filter(([n]) => !b[n])))
    for (const n of names) {
      // what already stands is no change: the secret before it stays as good as it was
      if (!b[n] || (await readSecret(ctx, sealer, r.name, id, n)) === b[n]) continue
      await keepFormer(ctx, sealer, r.name, id, n)
      await keepSecret(ctx, sealer, r.name, id, n, textIn(b, n))
      await audit(ctx, { action: `${r.name}.secret`, object: r.name, objectId: id, diff: { [n]: [null, '***'] } })
    }
    return id
  }
  const body = { ...r.fields, ...secrets } as Fields
  const writes = (route: Route): Route => ({ ...route, body, derived: [...(r.derived ?? []), ...names.map((n) => `has_${n}`)], run: save })
  return {
    ...plain,
    submit: writes(plain.submit),
    save: writes(plain.save),
    update: writes(plain.update),
    detail: {
      ...plain.detail,
      answer: { as: 'row', of: r, also: names.map((n) => `has_${n}`) },
      run: async (ctx, q) => {
        const row = await detail(ctx, r, q)
        const kept = await keptNames(ctx, r, String(row.id))
        return { ...row, ...Object.fromEntries(names.map((n) => [`has_${n}`, kept.includes(n) ? 1 : 0])) }
      },
    },
    remove: {
      ...plain.remove,
      run: async (ctx, q) => {
        await rows.remove(ctx, r, ids(q))
        await dropSecrets(ctx, r.name, ids(q))
      },
    },
  }
}

/**
 * Of a resource that signs with its secret: none is enabled without one. The secret before the present one stays good for a week (`openSecrets`): `detail` tells by
 * `until_<name>` until when, and a call ends it at once, as a secret asks that others have learnt. @throws invalid by the secret's name
 */
export function withFormer(plain: Pick<ReturnType<typeof crud>, 'detail' | 'submit'>, r: AnyResource, name: string, sealer: Sealer) {
  const until = `until_${name}`
  const { answer } = plain.detail
  const detailed: Route = {
    ...plain.detail,
    ...(typeof answer === 'object' ? { answer: { ...answer, also: [...(answer.also ?? []), until] } } : {}),
    run: async (ctx, q, f) => {
      const row = (await plain.detail.run(ctx, q, f)) as { readonly id: string }
      return { ...row, [until]: await formerUntil(ctx, sealer, r.name, row.id, name) }
    },
  }
  const endFormer: Route = {
    method: 'POST',
    path: `${r.path}/endFormer`,
    perm: `${r.name}_edit`,
    scope: 'tenant',
    audit: `${r.name}.endFormer`,
    summary: '停用旧密钥',
    query: ['id'],
    answer: 'nothing',
    run: async (ctx, q) => {
      const { id } = await rows.get(ctx, r, rowIdOf(q), true)
      if ((await formerUntil(ctx, sealer, r.name, id, name)) === null) throw sealedProblems.noFormer()
      const { tenantId } = ctx.who
      await ctx.db
        .deleteFrom('sealed_secret')
        .where('tenantId', '=', tenantId)
        .where('owner', '=', r.name)
        .where('ownerId', '=', id)
        .where('name', '=', formerName(name))
        .execute()
      await audit(ctx, { action: `${r.name}.endFormer`, object: r.name, objectId: id, diff: { [formerName(name)]: ['***', null] } })
    },
  }
  const submit: Route = {
    ...plain.submit,
    derived: [...(plain.submit.derived ?? []), until],
    run: async (ctx, b, f) => {
      const id = String(await plain.submit.run(ctx, b, f))
      const row: Input = await rows.get(ctx, r, id)
      // as it is now stored: what is refused here is not kept
      if (row.isEnabled === 1 && !(await keptNames(ctx, r, id)).includes(name)) throw invalidField(name, noSecret((plain.submit.body as Fields)[name]!))
      return id
    },
  }
  return { detail: detailed, submit, endFormer }
}

/**
 * A new identity or secret of so many random bytes. Nothing is stored: the form sends it back, and after that nobody sees the secret again.
 * @param written how it is written: in hex unless said
 */
export const generatorOf = (r: AnyResource, verb: string, summary: string, bytes: number, written = (b: Buffer) => b.toString('hex')): Route => ({
  method: 'GET',
  path: `${r.path}/${verb}`,
  perm: [`${r.name}_add`, `${r.name}_edit`],
  scope: 'none',
  audit: 'read',
  summary,
  run: async () => written(randomBytes(bytes)),
})
