import { readDraft } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { invalidField, problems, type Wrong } from '../../kit/model/problem.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { textIn, rowIdOf, type Route, type SentRow, type Slice } from '../../kit/server/route.server.ts'
import { askedFirst, inTurn } from '../../runtime/asked-first.server.ts'
import { FEWEST_BITS, networkWrong, type Outbound } from '../../runtime/outbound.server.ts'
import { outward } from '../../runtime/outbound-fields.server.ts'
import { generatorOf, isSecretOfAnother, sealedCrud, withFormer } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { listEntries } from '../webhook/entries.ts'
import { SCOPES, type OpenScope } from './scopes.ts'
import { data_push_config, empower } from './config.ts'
import { describePushRoute } from './document/describe-push.server.ts'
import { pushLogRoutes } from './push-log.server.ts'
import { reconcileRoutes } from './reconcile/reconcile.server.ts'
import { TOLD_TYPES } from './message.ts'
import { requireOnlyOne } from './one-config.server.ts'
import { isLadder } from './retry.ts'

const secrets = { appSecret: text('应用密钥', { en: 'App secret', length: 64, format: 'idNumber' }) }

/** A new app id has 16 hex digits, a secret 32 random bytes. */
const generators = (r: AnyResource): Route[] => [generatorOf(r, 'generateAppId', '生成应用标识', 8), generatorOf(r, 'generateAppSecret', '生成应用密钥', 32)]

/** What is wrong with a row beyond its fields. @throws out-of-region */
type Check = (ctx: Ctx, b: Readonly<Record<string, unknown>>) => Promise<Wrong[]> | Wrong[]

async function pushWrong(ctx: Ctx, b: SentRow<typeof data_push_config>): Promise<Wrong[]> {
  if (b.regionCode) requireRegion(ctx, b.regionCode)
  const wrong = await typesWrong(ctx, b)
  if (b.retryMinutes && !isLadder(textIn(b, 'retryMinutes')))
    wrong.push({
      field: 'retryMinutes',
      msg: { zh: '重试间隔格式不正确，例：1,5,15,60', en: 'The minutes before each further try are malformed, e.g. 1,5,15,60' },
    })
  return wrong
}
/** Types that the registry is not told of; one that stands in the stored row is not judged again. */
async function typesWrong(ctx: Ctx, b: SentRow<typeof data_push_config>): Promise<Wrong[]> {
  const unknown = listEntries(textIn(b, 'businessTypes')).filter((t) => !TOLD_TYPES.includes(t))
  if (unknown.length === 0) return []
  const stored = await rows.find(ctx, data_push_config, { id: rowIdOf(b) })
  const first = unknown.find((t) => !listEntries(stored?.businessTypes).includes(t))
  if (!first) return []
  const msg = { zh: `“${first}”不是向登记机构推送的业务类型`, en: `"${first}" is not a type of business that is pushed to the registry` }
  return [{ field: 'businessTypes', msg }]
}
const empowerWrong =
  (sealer: Sealer) =>
  async (ctx: Ctx, b: SentRow<typeof empower> & { readonly appSecret?: unknown }): Promise<Wrong[]> => {
    if (b.regionCode) requireRegion(ctx, b.regionCode)
    await inTurn(ctx)
    const wrong: Wrong[] = []
    const unknown = listEntries(textIn(b, 'scopes')).find((s) => !SCOPES.includes(s as OpenScope))
    if (unknown) {
      const msg = { zh: `没有“${unknown}”授权，可填：${SCOPES.join('、')}`, en: `There is no authorisation "${unknown}"; known: ${SCOPES.join(', ')}` }
      wrong.push({ field: 'scopes', msg })
    }
    if (typeof b.appSecret === 'string' && (await isSecretOfAnother(ctx, sealer, empower.name, rowIdOf(b), 'appSecret', b.appSecret))) {
      const msg = { zh: '该应用密钥已用于其他应用，请重新生成', en: 'Another application has this app secret: generate a new one' }
      wrong.push({ field: 'appSecret', msg })
    }
    return [...wrong, ...addressesWrong(textIn(b, 'ipList'))]
  }
/** An application whose time is over is not enabled, as it stands when it is saved: what is wrong with the day itself is said first. @throws invalid by expireTime */
const inTime = (route: Route): Route => ({
  ...route,
  run: async (ctx, b, f) => {
    const id = String(await route.run(ctx, b, f))
    const { isEnabled, expireTime } = await rows.get(ctx, empower, id)
    if (isEnabled === 1 && expireTime && expireTime <= ctx.now)
      throw invalidField('expireTime', {
        zh: '到期时间已过，不能启用：请填写以后的时间，或停用该应用',
        en: 'Its time is over, so it cannot be enabled: choose a later time, or disable it',
      })
    return id
  },
})
/** What is wrong with a list of addresses from which calls are taken. */
function addressesWrong(list: string): Wrong[] {
  const field = 'ipList'
  const all = listEntries(list)
  if (all.some((x) => networkWrong(x) === 'malformed'))
    return [{ field, msg: { zh: '地址名单格式不正确，例：10.1.2.3,10.2.0.0/16', en: 'The list of addresses is malformed, e.g. 10.1.2.3,10.2.0.0/16' } }]
  const wide = all.find((x) => networkWrong(x))
  if (!wide) return []
  const zh = `网段“${wide}”范围过大，等于不限来源：前缀不少于${FEWEST_BITS}位；确实不限的，请留空`
  const en = `The network "${wide}" is too wide to restrict anything: name ${FEWEST_BITS} bits or more, or leave the list empty to admit every address`
  return [{ field, msg: { zh, en } }]
}

function routesOf(r: AnyResource, sealer: Sealer, outbound: Outbound, check: Check, sentTo: readonly string[]): Route[] {
  const plain = sealedCrud(r, secrets, sealer, sentTo)
  const { detail, submit, endFormer } = withFormer(r === empower ? { ...plain, submit: inTime(plain.submit) } : plain, r, 'appSecret', sealer)
  const writes = (route: Route): Route =>
    askedFirst(route, async (ctx, b) => {
      // what is wrong with a field is said of it first, and of that field alone
      const { wrong } = readDraft({ ...r.fields, ...secrets }, b)
      const further = (await check(ctx, b)).filter((x) => !wrong.some((y) => y.field === x.field))
      if (wrong.length + further.length) throw problems.invalid([...wrong, ...further])
      if (r === data_push_config) await requireOnlyOne(ctx, r, b)
    })
  return [plain.list, detail, outward(outbound, 'url', 'callbackUrl')(writes(submit)), plain.remove, endFormer, ...generators(r)]
}

/** Configuration of the pushes and of the applications that may call us, and the log of pushes. Source: platform-api.md 3.16; screens.md F3, F4. */
export const pushConfigSlice = (sealer: Sealer, outbound: Outbound): Slice => ({
  name: 'push-config',
  resources: [data_push_config, empower],
  routes: [
    ...routesOf(data_push_config, sealer, outbound, pushWrong, ['url']),
    // who calls us is sent nothing
    ...routesOf(empower, sealer, outbound, empowerWrong(sealer), []),
    describePushRoute,
    ...pushLogRoutes,
    ...reconcileRoutes({ sealer, outbound }),
  ],
})
