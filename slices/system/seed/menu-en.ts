import { menus } from './menus.ts'

/** English words of pages and buttons by menu code; the database keeps the Chinese ones. */
export const menuEn: Readonly<Record<string, string>> = Object.fromEntries(menus.map((m) => [m.code, m.en]))
