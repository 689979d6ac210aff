import { text } from '../../kit/model/field.ts'
import { problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { Input, Route } from '../../kit/server/route.server.ts'
import { sealedCrud } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { datasource } from './datasource.ts'
import { read, wrong } from '../parts/parts.server.ts'

const badUrl = problem(400, 'datasource-url', () => ({ zh: '连接地址不能带用户名和密码', en: 'The address must not carry user and password' }))
const secrets = { password: text('密码', { en: 'Password', max: 128 }) }

/**
 * Data sources. Off in production unless the operator switched them on; every call then says so. Source: decisions.md (wire dialect); platform-api.md 3.14.
 * `select` answers names only: the compatible API's answers passwords.
 */
export function datasourceRoutes(sealer: Sealer, on: boolean): Route[] {
  const plain = sealedCrud(datasource, secrets, sealer)
  const guarded = (route: Route): Route => ({
    ...route,
    run: async (ctx, input, facts) => {
      if (!on) throw wrong.switchedOff()
      return route.run(ctx, input, facts)
    },
  })
  const save = (route: Route): Route => ({
    ...route,
    run: async (ctx: Ctx, b: Input, f) => {
      if (/\/\/[^/]*@|password=/i.test(String(b.url ?? ''))) throw badUrl()
      return route.run(ctx, b, f)
    },
  })
  const select = read(
    '/cpt-develop/datasource/select',
    '数据源选择',
    (ctx) => scoped(ctx, datasource).select(['datasource.id', 'datasource.name', 'datasource.driverClass']).orderBy('datasource.name').execute(),
    [],
    'datasource_view',
  )
  return [plain.list, plain.detail, save(plain.submit), save(plain.save), save(plain.update), plain.remove, select].map(guarded)
}
