import { text } from '../../../kit/model/field.ts'
import { invalidField, problem } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { textIn, route, DeferredResponse, ids, rowIdOf, type Route, type SentRow, type Slice, type TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import type { Outbound } from '../../../runtime/outbound.server.ts'
import { outward } from '../../../runtime/outbound-fields.server.ts'
import { readSecret, sealedCrud } from '../../../runtime/sealed.server.ts'
import type { Sealer } from '../../../runtime/seal.server.ts'
import { enableOne, enableRoute } from '../../../platform/parts/parts.server.ts'
import { bucketStorage, placeOfBucket } from './buckets.server.ts'
import { oss } from './oss.ts'
import type { S3Place } from './s3-storage.server.ts'

export const ossProblems = {
  noSecret: problem(409, 'oss-secret', () => ({ zh: '请先填写访问密钥', en: 'Enter the secret key first' })),
  failed: problem<{ why: string }>(503, 'oss-failed', (d) => ({
    zh: `对象存储不可用，请检查地址、空间名和密钥：${d.why}`,
    en: `The object storage cannot be used; check address, bucket and keys: ${d.why}`,
  })),
  used: problem(409, 'oss-used', () => ({ zh: '该配置已存有附件，不能删除', en: 'It holds attachments and cannot be removed' })),
}
const secrets = { secretKey: text('访问密钥', { en: 'Secret key', max: 256 }) }
/** What says where files lie: another value would lose those that are there. */
const PLACE = ['category', 'endpoint', 'bucketName', 'appId', 'region'] as const

/** Writes, reads and removes a small file. @throws with what the service said */
async function tryOut(place: S3Place, tenantId: string): Promise<void> {
  const bytes = Buffer.from('chengbao')
  try {
    const storage = await bucketStorage(place)
    const name = await storage.put(bytes, tenantId)
    const same = bytes.equals(await storage.read(name))
    await storage.remove(name)
    if (!same) throw new Error('other bytes came back')
  } catch (e) {
    const { name, message } = e as Error
    throw ossProblems.failed({ why: `${name} ${message}`.slice(0, 120) })
  }
}

/** Configuration of object storage: a tenant's attachments lie in the one it enabled. Source: platform-api.md 3.17; screens.md A21. */
export function ossSlice(o: { sealer: Sealer; outbound: Outbound; refresh(): Promise<void> }): Slice {
  const plain = sealedCrud(oss, secrets, o.sealer, ['endpoint'])
  const enable = enableRoute(oss)
  const placeOf = async (ctx: Ctx, q: TextInput) => {
    const c = await rows.get(ctx, oss, q.id ?? '')
    const secretKey = await readSecret(ctx, o.sealer, oss.name, c.id, 'secretKey')
    if (!secretKey) throw ossProblems.noSecret()
    return { c, place: placeOfBucket(c, secretKey, o.outbound) }
  }
  /** The call, and then this server's word of it; others learn it by themselves. */
  const changing = (route: Route, check: (ctx: Ctx, b: SentRow<typeof oss> & { readonly ids?: unknown }) => Promise<void>): Route => ({
    ...route,
    run: async (ctx, b, f) => {
      await check(ctx, b)
      const answer = await route.run(ctx, b, f)
      return new DeferredResponse(() => o.refresh().then(() => answer))
    },
  })
  const submit = changing(outward(o.outbound, 'endpoint', 'transformEndpoint')(plain.submit), async (ctx, b) => {
    const before = b.id ? await rows.get(ctx, oss, rowIdOf(b), true) : undefined
    const moved = before?.usedTime && PLACE.find((n) => b[n] !== undefined && textIn(b, n) !== String(before[n] ?? ''))
    if (moved) throw invalidField(moved, { zh: '该配置已存有附件，不能修改存放位置', en: 'It holds attachments: its location cannot be changed' })
  })
  const remove = changing(plain.remove, async (ctx, q) => {
    for (const id of ids(q)) if ((await rows.get(ctx, oss, id, true)).usedTime) throw ossProblems.used()
  })
  const test: Route = route({
    ...enable,
    path: `${oss.path}/test`,
    audit: 'oss.test',
    summary: '测试对象存储',
    run: async (ctx, q) => {
      const { place } = await placeOf(ctx, q)
      return new DeferredResponse(() => tryOut(place, ctx.who.tenantId))
    },
  })
  const enabling: Route = route({
    ...enable,
    run: async (ctx, q) => {
      const { c, place } = await placeOf(ctx, q)
      return new DeferredResponse(async (again) => {
        await tryOut(place, ctx.who.tenantId)
        await again(async (next) => {
          await enableOne(next, oss, c.id)
          if (!c.usedTime) await rows.update(next, oss, c.id, { usedTime: next.now })
        })
        await o.refresh()
      })
    },
  })
  /** Back to the deployment's own storage. */
  const disable = changing(
    route({
      ...enable,
      path: `${oss.path}/disable`,
      audit: 'oss.disable',
      summary: '停用对象存储',
      run: async (ctx, q) => void (await rows.update(ctx, oss, q.id ?? '', { status: 0 })),
    }),
    async () => {},
  )
  return { name: 'oss', resources: [oss], routes: [plain.list, plain.detail, submit, remove, enabling, disable, test] }
}
