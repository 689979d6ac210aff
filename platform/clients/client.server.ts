import { invalidField, problem } from '../../kit/model/problem.ts'
import { text } from '../../kit/model/field.ts'
import { checkValue } from '../../kit/model/check.ts'
import type { Fields } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { crud, ids, textIn, type Route, type SentRow } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { tokenHash } from '../credentials/secrets.server.ts'
import { formats } from '../../kit/model/formats.ts'
import type { Text } from '../../kit/model/lang.ts'
import { idList } from '../../kit/model/resource.ts'
import { ADMINISTRATOR } from '../../kit/server/ctx.server.ts'
import { client, CLIENT_SCOPES, GRANT_TYPES, onlyLooks, RESOURCE_ID, returnsOf } from './client.ts'

const wrong = {
  grants: problem(400, 'grant-types', () => ({ zh: '授权类型不在可选范围内', en: 'Unknown grant type' })),
  own: problem(409, 'own-client', () => ({ zh: '系统自用的应用不能删除或改名', en: 'The client of this product cannot be renamed' })),
  ownWhole: problem(409, 'own-client-whole', () => ({
    zh: '系统自用的应用不能限定授权范围和资源',
    en: 'The client of this product cannot be restricted: nobody could undo it',
  })),
}
/** The browser's own client: without it nobody signs in. */
const OWN = 'chengbao'
const secret = text('应用密钥', { en: 'Secret', min: 16, max: 128, format: 'noBlank' })
const MIN_SECRET = 16

const one = <T extends string>(of: readonly T[], v: string): boolean => (of as readonly string[]).includes(v)
/** What is wrong with the lists of a client: each word must mean something, since each acts. */
function requireMeaning(b: SentRow<typeof client>): void {
  const each = (field: string, words: readonly string[], fits: (v: string) => boolean, msg: Text) => {
    if (!words.every(fits)) throw invalidField(field, msg)
  }
  each('scope', idList(b.scope), (s) => one(CLIENT_SCOPES, s), { zh: '授权范围只能是all、read、write', en: 'The scope must be all, read or write' })
  each('resourceIds', idList(b.resourceIds), (s) => RESOURCE_ID.test(s), {
    zh: '资源集合是接口路径的第一段，用逗号分隔，例：cpt-system,base-qssj',
    en: 'Resources are the first segments of API paths, separated by commas, e.g. cpt-system,base-qssj',
  })
  each('authorities', idList(b.authorities), (s) => /^[\w-]{1,60}$/.test(s) && s !== ADMINISTRATOR, {
    zh: '权限是角色别名，用逗号分隔，不能是administrator',
    en: 'Authorities are role aliases separated by commas; administrator is not allowed',
  })
  each(
    'webServerRedirectUri',
    returnsOf({ webServerRedirectUri: textIn(b, 'webServerRedirectUri') }),
    (s) => !formats.url(s) && URL.canParse(s) && !s.includes('#'),
    { zh: '回调地址须是完整网址，多个用逗号分隔', en: 'Redirect addresses must be full URLs, separated by commas' },
  )
}
/** Stores a client; a secret that is given replaces the former one and is kept as its hash only. */
async function save(ctx: Ctx, b: SentRow<typeof client> & { readonly clientSecret?: unknown }): Promise<string> {
  const { clientSecret, ...rest } = b
  const given = String(clientSecret ?? '')
  const msg = given
    ? (checkValue(secret, given) ?? (given.length < MIN_SECRET ? { zh: '密钥不能少于16位', en: 'At least 16 characters' } : undefined))
    : undefined
  if (msg) throw invalidField('clientSecret', msg)
  const grants = String(rest.authorizedGrantTypes ?? '').split(',')
  if (rest.authorizedGrantTypes && grants.some((g) => !(GRANT_TYPES as readonly string[]).includes(g))) throw wrong.grants()
  const before = rest.id ? await rows.get(ctx, client, String(rest.id)) : undefined
  if (before?.clientId === OWN && rest.clientId !== OWN) throw wrong.own()
  requireMeaning(rest)
  if (rest.clientId === OWN && (onlyLooks(String(rest.scope ?? '')) || rest.resourceIds)) throw wrong.ownWhole()
  const id = await rows.save(ctx, client, rest)
  if (given) {
    const secretHash = tokenHash(given)
    await ctx.db
      .insertInto('client_secret')
      .values({ clientId: id, secretHash })
      .onConflict((c) => c.column('clientId').doUpdateSet({ secretHash }))
      .execute()
    await audit(ctx, { action: 'client.secret', object: 'client', objectId: id })
  }
  return id
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  rows.requirePerm(ctx, client, 'delete')
  for (const id of gone) if ((await rows.get(ctx, client, id)).clientId === OWN) throw wrong.own()
  await rows.remove(ctx, client, gone)
}

const plain = crud(client)
const body = { ...client.fields, clientSecret: secret } as Fields
/** Clients. Source: platform-api.md 3.13. */
const asSystem = 'the secrets of applications are seen by the system alone'
export const clientRoutes: readonly Route[] = [
  plain.list,
  plain.detail,
  { ...plain.submit, body, run: save, asSystem },
  { ...plain.save, body, run: save, asSystem },
  { ...plain.update, body, run: save, asSystem },
  { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)), asSystem },
]
