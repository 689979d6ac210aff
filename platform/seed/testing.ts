import { menus } from './menus.ts'

const codes = new Set(menus.filter((m) => m.category === 2).map((m) => m.code))
/** The permissions of routes that no button gives, so that nobody but the administrator could ever hold them. */
export const missingButtons = (perms: readonly string[]): string[] =>
  [...new Set(perms)].filter((p) => p !== 'signed-in' && p !== 'public' && !codes.has(p)).sort()
