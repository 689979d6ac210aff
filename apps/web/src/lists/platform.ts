import type { FC } from 'react'
import type { Pages } from '../../../../kit/web/session.web.ts'

const of =
  <M>(load: () => Promise<M>, name: keyof M) =>
  async () => ({ default: (await load())[name] as FC })
const dicts = () => import('../../../../platform/dictionaries/dict.web.tsx'),
  scopes = () => import('../../../../platform/rights/data-scope.web.tsx'),
  menus = () => import('../../../../platform/rights/menu.web.tsx'),
  clients = () => import('../../../../platform/clients/client.web.tsx')

/** Screens of the platform by menu path, each loaded when it is first opened; the dictionary views have addresses of their own. Source: platform.md 2. */
export const pages: Pages = {
  '/system/dict': of(dicts, 'BizDictPage'),
  '/system/dict-system': of(dicts, 'SystemDictPage'),
  '/test/index': of(dicts, 'DictTreePage'),
  '/dict-horizontal/index': of(dicts, 'DictHorizontalPage'),
  '/dict-vertical/index': of(dicts, 'DictVerticalPage'),
  '/system/data-scope': of(scopes, 'DataScopePage'),
  '/system/api-scope': of(scopes, 'ApiScopePage'),
  '/system/menu': of(menus, 'MenuPage'),
  '/system/dept': of(menus, 'DeptPage'),
  '/system/top-menu': of(menus, 'TopMenuPage'),
  '/system/client': of(clients, 'ClientPage'),
  '/system/datasource': of(clients, 'DatasourcePage'),
  '/resource/oss': () => import('../../../../services/files/storage/oss.web.tsx'),
  '/system/user': () => import('../../../../platform/people/UserPage.web.tsx'),
  '/system/role-exclusion': () => import('../../../../platform/rights/ExclusionPage.web.tsx'),
  '/system/role': () => import('../../../../platform/rights/RolePage.web.tsx'),
  '/system/tenant': () => import('../../../../platform/tenants/TenantPage.web.tsx'),
  '/system/tenant-package': () => import('../../../../platform/tenants/TenantPackagePage.web.tsx'),
  '/system/password-strategy': () => import('../../../../platform/credentials/StrategyPage.web.tsx'),
  '/system/session': () => import('../../../../platform/people/SessionPage.web.tsx'),
  '/system/post': () => import('../../../../platform/people/PostPage.web.tsx'),
  '/system/region': () => import('../../../../platform/regions/RegionPage.web.tsx'),
  '/system/param': () => import('../../../../platform/settings/ParamPage.web.tsx'),
}
