import { text } from '../../kit/model/field.ts'
import { problem } from '../../kit/model/problem.ts'
import type { Slice } from '../../kit/server/route.server.ts'
import { readSecret, sealedCrud } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { enableRoute } from '../../platform/parts/parts.server.ts'
import { oss } from './oss.ts'

const noSecret = problem(409, 'oss-secret', () => ({ zh: '请先填写访问密钥', en: 'Enter the secret key first' }))
const secrets = { secretKey: text('访问密钥', { en: 'Secret key', max: 256 }) }

/** Configuration of object storage. Source: platform-api.md 3.17. */
export function ossSlice(sealer: Sealer): Slice {
  const plain = sealedCrud(oss, secrets, sealer)
  const enable = enableRoute(oss)
  return {
    name: 'oss',
    resources: [oss],
    routes: [
      plain.list,
      plain.detail,
      plain.submit,
      plain.remove,
      {
        ...enable,
        run: async (ctx, q, f) => {
          const done = await enable.run(ctx, q, f)
          if (!(await readSecret(ctx, sealer, oss.name, String(q.id), 'secretKey'))) throw noSecret()
          return done
        },
      },
    ],
  }
}
