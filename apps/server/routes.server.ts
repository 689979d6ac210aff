import { sql } from 'kysely'
import { openApi } from './openapi.server.ts'
import { RawResponse, type Route } from '../../kit/server/route.server.ts'
import product from '../../package.json' with { type: 'json' }

/**
 * Calls about the product itself: whether it is ready, its version (that of package.json), the description of all `routes`.
 * @param o.described whether strangers may read the description, too (OPENAPI_PUBLIC). Source: security.md K48.
 */
export const productRoutes = (routes: () => readonly Route[], o: { described: boolean }): Route[] => [
  {
    method: 'GET',
    answer: 'bare',
    path: '/health',
    perm: 'public',
    scope: 'platform',
    audit: 'read',
    summary: '就绪',
    entrance: true,
    run: async (ctx) => {
      await sql`select 1`.execute(ctx.db)
      return new RawResponse({ status: 'ok' })
    },
  },
  { method: 'GET', path: '/version/get', perm: 'signed-in', scope: 'none', audit: 'read', summary: '版本', run: async () => ({ version: product.version }) },
  {
    method: 'GET',
    answer: 'bare',
    path: '/openapi.json',
    perm: o.described ? 'public' : 'signed-in',
    scope: 'none',
    audit: 'read',
    summary: '接口文档',
    run: async () => new RawResponse(openApi(routes(), product.version)),
  },
]
