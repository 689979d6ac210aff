import { isIP } from 'node:net'
import { checkValue } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { invalidField } from '../../kit/model/problem.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion } from '../../kit/server/query.server.ts'
import type { Input, Route, Slice } from '../../kit/server/route.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { outward } from '../../runtime/outbound-fields.server.ts'
import { generatorOf, sealedCrud } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { listEntries } from '../webhook/entries.ts'
import { SCOPES, type OpenScope } from './scopes.ts'
import { data_push_config, empower } from './config.ts'
import { pushLogRoutes } from './push-log.server.ts'
import { reconcileRoutes } from './reconcile.server.ts'
import { TOLD_TYPES } from './message.ts'
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
function checkPush(ctx: Ctx, b: Input): void {
  if (b.regionCode) requireRegion(ctx, b.regionCode)
  checkTypes(b)
  if (b.retryMinutes && !isLadder(String(b.retryMinutes)))
    throw invalidField('retryMinutes', { zh: '重试间隔格式不正确，例：1,5,15,60', en: 'The minutes before each further try are malformed, e.g. 1,5,15,60' })
}
function checkTypes(b: Input): void {
  const unknown = listEntries(String(b.businessTypes ?? '')).find((t) => !TOLD_TYPES.includes(t))
  if (unknown)
    throw invalidField('businessTypes', {
      zh: `“${unknown}”不是向登记机构推送的业务类型`,
      en: `"${unknown}" is no type of business that the registry is told of`,
    })
}
function checkEmpower(ctx: Ctx, b: Input): void {
  if (b.regionCode) requireRegion(ctx, b.regionCode)
  const scopes = checkValue(empower.fields.scopes, b.scopes ?? '') ? '' : String(b.scopes ?? '')
  const unknown = listEntries(scopes).find((s) => !SCOPES.includes(s as OpenScope))
  if (unknown)
    throw invalidField('scopes', {
      zh: `没有“${unknown}”授权，可填：${SCOPES.join('、')}`,
      en: `There is no authorisation "${unknown}"; known: ${SCOPES.join(', ')}`,
    })
  if (listEntries(String(b.ipList ?? '')).some((x) => !isNetwork(x)))
    throw invalidField('ipList', { zh: '地址名单格式不正确，例：10.1.2.3,10.2.0.0/16', en: 'The list of addresses is malformed, e.g. 10.1.2.3,10.2.0.0/16' })
}

function routesOf(r: AnyResource, sealer: Sealer, outbound: Outbound, check: (ctx: Ctx, b: Input) => void): Route[] {
  const plain = sealedCrud(r, secrets, sealer)
  const writes = (route: Route): Route => ({
    ...route,
    run: (ctx, b, f) => {
      check(ctx, b)
      return route.run(ctx, b, f)
    },
  })
  return [plain.list, plain.detail, outward(outbound, 'url', 'callbackUrl')(writes(plain.submit)), plain.remove, ...generators(r)]
}

/** Configuration of the pushes and of the applications that may call us, and the log of pushes. Source: platform-api.md 3.16; screens.md F3, F4. */
export const pushConfigSlice = (sealer: Sealer, outbound: Outbound): Slice => ({
  name: 'push-config',
  resources: [data_push_config, empower],
  routes: [
    ...routesOf(data_push_config, sealer, outbound, checkPush),
    ...routesOf(empower, sealer, outbound, checkEmpower),
    ...pushLogRoutes,
    ...reconcileRoutes({ sealer, outbound }),
  ],
})
