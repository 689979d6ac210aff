import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { api } from '../../kit/web/client.web.ts'
import type { Lang } from '../../kit/model/lang.ts'
import { lang, useLang } from '../../kit/web/i18n.web.ts'
import { setButtons, useSession, type MenuNode } from '../../kit/web/session.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { hasCallback } from './callback.web.ts'

export interface TopMenu {
  id: string
  code: string
  name: string
  source?: string
  path?: string
  sort: number
}
/** The chosen top menu; undefined shows the whole tree. */
export const useTop = create<{ topMenuId?: string }>(() => ({}))

const routesQuery = (topMenuId: string | undefined, of: Lang, embedded: boolean) => ({
  queryKey: queryKeyOf('menu/routes', topMenuId ?? '', of, embedded),
  queryFn: () => api.get<MenuNode[]>('cpt-system/menu/routes', { topMenuId }, { headers: { 'System-Id': embedded ? 'htwq' : 'chengbao' } }),
})
const buttonsQuery = { queryKey: queryKeyOf('menu/buttons'), queryFn: () => api.get<MenuNode[]>('cpt-system/menu/buttons') }
/** Asks for what the frame waits for, before its own code is there. */
export function askMenus(client: QueryClient): void {
  void client.prefetchQuery(routesQuery(useTop.getState().topMenuId, lang(), hasCallback()))
  void client.prefetchQuery(buttonsQuery)
}

/** The user's menus, top menus, and the loading of the permission set. `ready` when both trees are here. */
export function useMenus(): { menus: MenuNode[]; tops: TopMenu[]; ready: boolean; failed: boolean; retry: () => void } {
  const { topMenuId } = useTop()
  const reads = useLang()
  const { user } = useSession()
  const embedded = hasCallback()
  const roles = user?.role_name ?? ''
  const routes = useQuery(routesQuery(topMenuId, reads, embedded))
  const buttons = useQuery(buttonsQuery)
  const tops = useQuery({ queryKey: queryKeyOf('menu/top-menu'), queryFn: () => api.get<TopMenu[]>('cpt-system/menu/top-menu', {}, { quiet: true }) })
  useEffect(() => {
    if (buttons.data) setButtons(buttons.data)
  }, [buttons.data])
  const menus = useMemo(() => menusFor(routes.data ?? NONE, roles), [routes.data, roles])
  return {
    menus,
    tops: tops.data ?? NO_TOPS,
    ready: routes.data !== undefined && buttons.data !== undefined,
    failed: routes.isError || buttons.isError,
    retry: () => {
      void routes.refetch()
      void buttons.refetch()
    },
  }
}
const NONE: MenuNode[] = []
const NO_TOPS: TopMenu[] = []

const rolesOf = (text = ''): string[] => text.split(/[,，、;；\s]+/).filter(Boolean)
/** Menus that name roles are shown to these only. Source: platform.md 2 (Sidebar). */
export function shownTo(menus: readonly MenuNode[], roles: readonly string[]): MenuNode[] {
  return menus
    .filter((m) => !m.roles || rolesOf(m.roles).some((r) => roles.includes(r)))
    .map((m) => (m.children ? { ...m, children: shownTo(m.children, roles) } : m))
}
/** The tree that a person sees: the server narrows it by System-Id, and administrators see all of it. Source: platform.md 6. */
export function menusFor(menus: readonly MenuNode[], roleName: string): MenuNode[] {
  const roles = rolesOf(roleName)
  return roles.some((r) => r === 'administrator' || r === 'admin') ? [...menus] : shownTo(menus, roles)
}

export const isExternal = (path: string): boolean => /^https?:\/\//i.test(path)
/** Where a menu leads inside the application: external pages stand in a frame. */
export const hrefOf = (m: MenuNode): string => (isExternal(m.path) ? `/myiframe/${m.code}` : m.path)

/** Every menu below, with the names on the way to it. */
export function flatten(menus: readonly MenuNode[], trail: readonly MenuNode[] = []): { menu: MenuNode; trail: readonly MenuNode[]; leaf: boolean }[] {
  return menus.flatMap((menu) => {
    const below = menu.children ?? []
    return [{ menu, trail, leaf: below.length === 0 }, ...flatten(below, [...trail, menu])]
  })
}
/** Leaf menus whose name begins with the text, ignoring case. Source: platform.md 2. */
export function findMenus(menus: readonly MenuNode[], text: string) {
  const begin = text.trim().toLowerCase()
  return flatten(menus).filter((x) => x.leaf && x.menu.name.toLowerCase().startsWith(begin))
}
