import { checkValue } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { invalidField, Problem } from '../../kit/model/problem.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { textIn, DeferredResponse, rowIdOf, type Route, type SentRow } from '../../kit/server/route.server.ts'
import { askedFirst } from '../../runtime/asked-first.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { sealedCrud } from '../../runtime/sealed.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { datasource } from './datasource.ts'
import { foreignAddress, foreignSource, trySource } from './foreign.server.ts'
import { read, partsWrong } from '../parts/parts.server.ts'

const secrets = { password: text('密码', { en: 'Password', max: 128 }) }

/** Refuses an address that is none of its driver; what breaks the field's own limits is told by those. */
function requireAddress(b: SentRow<typeof datasource>): void {
  if (!b.url || !b.driverClass || checkValue(datasource.fields.url, b.url)) return
  try {
    foreignAddress(textIn(b, 'driverClass'), textIn(b, 'url'))
  } catch (e) {
    throw e instanceof Problem ? invalidField('url', e.words) : e
  }
}

/**
 * Data sources. Off in production unless the operator switched them on; every call then says so. Source: decisions.md 4; platform-api.md 3.14.
 * `select` answers names only: the compatible API's answers passwords.
 */
export function datasourceRoutes({ sealer, outbound, dataSources }: { sealer: Sealer; outbound: Outbound; dataSources: boolean }): Route[] {
  const plain = sealedCrud(datasource, secrets, sealer, ['url'])
  const guarded = (route: Route): Route =>
    askedFirst(route, () => {
      if (!dataSources) throw partsWrong.switchedOff()
    })
  const save = (route: Route): Route => askedFirst(route, (_, b) => requireAddress(b))
  const select = read(
    '/cpt-develop/datasource/select',
    '数据源选择',
    (ctx) => scoped(ctx, datasource).select(['datasource.id', 'datasource.name', 'datasource.driverClass']).orderBy('datasource.name').execute(),
    [],
    'datasource_view',
  )
  const test: Route = {
    method: 'POST',
    path: `${datasource.path}/test`,
    perm: 'datasource_edit',
    scope: 'tenant',
    audit: 'datasource.test',
    summary: '测试数据源',
    query: ['id'],
    body: {},
    run: async (ctx, q) => {
      const source = await foreignSource(ctx, sealer, rowIdOf(q))
      return new DeferredResponse(() => trySource(source, outbound))
    },
  }
  return [plain.list, plain.detail, save(plain.submit), save(plain.save), save(plain.update), plain.remove, select, test].map(guarded)
}
