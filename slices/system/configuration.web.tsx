import type { FC } from 'react'

const of =
  <M,>(load: () => Promise<M>, name: keyof M) =>
  async () => ({ default: (await load())[name] as FC })
const dicts = () => import('./dict.web.tsx'),
  scopes = () => import('./data-scope.web.tsx'),
  menus = () => import('./menu.web.tsx'),
  clients = () => import('./client.web.tsx')

/** Screens of the configuration by menu path; the dictionary views have addresses of their own. Source: platform.md 2. */
export const configurationPages = {
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
  '/resource/oss': () => import('../files/oss.web.tsx'),
}
