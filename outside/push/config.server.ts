import { isIP } from 'node:net'
import { readDraft } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { problems, type Wrong } from '../../kit/model/problem.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { textIn, rowIdOf, type Route, type SentRow, type Slice } from '../../kit/server/route.server.ts'
import { askedFirst } from '../../runtime/asked-first.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { outward } from '../../runtime/outbound-fields.server.ts'
import { generatorOf, sealedCrud, withFormer } from '../../runtime/sealed.server.ts'
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

/** Whether an entry of a list of addresses is an IP address or a network of them. */
function isNetwork(entry: string): boolean {
  const [ip = '', bits, more] = entry.split('/')
  const kind = isIP(ip)
  return kind !== 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128)))
}
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
function empowerWrong(ctx: Ctx, b: SentRow<typeof empower>): Wrong[] {
  if (b.regionCode) requireRegion(ctx, b.regionCode)
  const wrong: Wrong[] = []
  const unknown = listEntries(textIn(b, 'scopes')).find((s) => !SCOPES.includes(s as OpenScope))
  if (unknown) {
    const msg = { zh: `没有“${unknown}”授权，可填：${SCOPES.join('、')}`, en: `There is no authorisation "${unknown}"; known: ${SCOPES.join(', ')}` }
    wrong.push({ field: 'scopes', msg })
  }
  if (listEntries(textIn(b, 'ipList')).some((x) => !isNetwork(x)))
    wrong.push({
      field: 'ipList',
      msg: { zh: '地址名单格式不正确，例：10.1.2.3,10.2.0.0/16', en: 'The list of addresses is malformed, e.g. 10.1.2.3,10.2.0.0/16' },
    })
  return wrong
}

function routesOf(r: AnyResource, sealer: Sealer, outbound: Outbound, check: Check, sentTo: readonly string[]): Route[] {
  const plain = sealedCrud(r, secrets, sealer, sentTo)
  const { detail, submit, endFormer } = withFormer(plain, r, 'appSecret', sealer)
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
    ...routesOf(empower, sealer, outbound, empowerWrong, []),
    describePushRoute,
    ...pushLogRoutes,
    ...reconcileRoutes({ sealer, outbound }),
  ],
})
