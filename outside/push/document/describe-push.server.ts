import { problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { reading, type Route } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { signature, type SignAlgorithm } from '../../../runtime/signature.server.ts'
import { data_push_config } from '../config.ts'
import { describePush, EXAMPLE_BODY, type DescribedTarget, type SignedExample } from './describe-push.ts'
import { PUSH_DEFAULTS } from '../retry.ts'

/** A call that nobody makes: its secret is no application's. */
export const EXAMPLE_CALL = { secret: '0123456789abcdef'.repeat(4), method: 'POST', timestamp: '1780275600000', nonce: 'example-nonce-0001' } as const
/** The example call with this path and body, signed by one algorithm. */
export function exampleSigned(algorithm: SignAlgorithm, path: string, body: string): SignedExample {
  const { secret, method, timestamp, nonce } = EXAMPLE_CALL
  return { ...EXAMPLE_CALL, algorithm, path, body, sign: signature(secret, algorithm, method, path, timestamp, nonce, body) }
}
/** The document for a registry that receives what we push: of one configuration, or of any. */
export function pushDocument(target?: DescribedTarget) {
  const path = target && URL.canParse(target.url) ? new URL(target.url).pathname : '/exchange'
  return describePush(
    (['HMAC-SHA256', 'HMAC-SM3'] as const).map((a) => exampleSigned(a, path, EXAMPLE_BODY)),
    target,
  )
}
async function ofConfiguration(ctx: Ctx, id: string | undefined) {
  const c = await rows.get(ctx, data_push_config, id ?? '')
  if (!c.url || !c.appId) throw problems.notFound({ zh: data_push_config.label, en: data_push_config.en })
  const { url, appId, algorithm, format, maxTries, retryMinutes, timeoutSeconds } = c
  return pushDocument({
    url,
    appId,
    algorithm: algorithm ?? 'HMAC-SHA256',
    format: format ?? 'json',
    maxTries: maxTries ?? PUSH_DEFAULTS.maxTries,
    retryMinutes: retryMinutes || PUSH_DEFAULTS.retryMinutes,
    timeoutSeconds: timeoutSeconds ?? PUSH_DEFAULTS.timeoutSeconds,
  })
}
/** The document of a configuration, for its registry. */
export const describePushRoute: Route = reading('tenant', 'data_push_config_view')('/cpt-system/dataPushConfig/description', '推送接口说明', ['id'], (ctx, q) =>
  ofConfiguration(ctx, q.id),
)
