import { problem } from '../../kit/model/problem.ts'
import { inRegion } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { openSecrets } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import type { SignAlgorithm } from '../../runtime/signature.server.ts'
import { listEntries } from '../webhook/entries.ts'
import { data_push_config, LONGEST_TIMEOUT_S } from './config.ts'
import { reasonGiven } from './fault.ts'
import type { MessageFormat } from './message.ts'
import { delayMinutes, PUSH_DEFAULTS } from './retry.ts'

/** Why a push is not tried again: the reason in E4001. */
export const pushProblems = {
  refused: problem<{ why: string }>(400, 'push-refused', (d) => ({
    zh: `不动产登记系统拒绝：${reasonGiven(d.why).zh}`,
    en: `The real-estate registry refused: ${reasonGiven(d.why).en}`,
  })),
  address: problem(400, 'push-address', () => ({
    zh: '推送地址不允许访问（本单位内网或未加密的地址），请检查推送配置',
    en: 'Calls to the address of the push configuration are not allowed (own network, or not encrypted): check it',
  })),
  noSecret: problem(400, 'push-no-secret', () => ({ zh: '推送配置没有应用密钥', en: 'The push configuration has no app secret' })),
  tries: problem<{ n: number; why: string }>(400, 'push-tries', (d) => ({
    zh: `已推送 ${d.n} 次：${reasonGiven(d.why).zh}`,
    en: `Pushed ${d.n} times: ${reasonGiven(d.why).en}`,
  })),
}
/** Where a message goes and how. */
export interface PushTarget {
  name: string
  /** the region of its configuration */
  regionCode: string
  url: string
  appId: string
  /** the secret, and for a week after a change the one before it: the other side changes its own meanwhile */
  secrets: readonly string[]
  algorithm: SignAlgorithm
  format: MessageFormat
  maxTries: number
  /** seconds before the attempt that follows attempt `n` */
  delay(n: number): number
  timeoutMs: number
  /** where the registry tells later what became of the message */
  callbackUrl: string | null
}

/** The configurations that a region lies in, the nearest first. */
export const nearestFirst = <T extends Readonly<Record<string, any>>>(all: readonly T[], regionCode: string): T[] =>
  all.filter((x) => inRegion(regionCode, x.regionCode)).sort((a, b) => b.regionCode.length - a.regionCode.length)

/** Why nobody is told: no configuration fits, or the one that fits waits for people. */
export type WhyNobody = 'config' | 'manual'
/** The enabled configuration nearest to a region that takes this type of business, or why there is none. `byHand`: somebody asks for it. */
export async function pushTargetFor(
  ctx: Ctx,
  sealer: Sealer,
  of: { regionCode: string; typeCode: string; byHand: boolean },
): Promise<{ target: PushTarget } | { untold: WhyNobody }> {
  const { tenantId } = ctx.who
  const all = await ctx.db.selectFrom('data_push_config').selectAll().where('tenantId', '=', tenantId).where('isEnabled', '=', 1).execute()
  const takes = (types: string | null) => !types || listEntries(types).includes(of.typeCode)
  const fits = nearestFirst(all, of.regionCode).filter((x) => takes(x.businessTypes))
  const c = fits.find((x) => of.byHand || x.autoPush === 1)
  if (!c) return { untold: fits.length ? 'manual' : 'config' }
  const secrets = await openSecrets(ctx.db, sealer, ctx.now, tenantId, data_push_config.name, c.id, 'appSecret')
  if (secrets.length === 0) throw pushProblems.noSecret()
  const target: PushTarget = {
    name: c.name,
    regionCode: String(c.regionCode),
    url: c.url,
    appId: c.appId,
    secrets,
    algorithm: c.algorithm,
    format: c.format === 'xml' ? 'xml' : 'json',
    maxTries: c.maxTries ?? PUSH_DEFAULTS.maxTries,
    delay: (n) => delayMinutes(c.retryMinutes, n) * 60,
    callbackUrl: c.callbackUrl || null,
    timeoutMs: Math.min(c.timeoutSeconds ?? PUSH_DEFAULTS.timeoutSeconds, LONGEST_TIMEOUT_S) * 1000,
  }
  return { target }
}
