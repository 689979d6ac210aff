import type { Lang } from '../../kit/model/lang.ts'
import { menus } from '../seed/menus.ts'

const english = new Map(menus.map((m) => [`${m.code} ${m.name}`, m.en]))

/** The aliases of the roles that a menu is shown to, with whatever comma between them. */
export const rolesOf = (text: string | null | undefined): string[] => (text ?? '').split(/[,，、;；\s]+/).filter(Boolean)

/** The name of a page or button in the reader's language: English while it still has its first Chinese name, else the name it was given. */
export const menuName = (lang: Lang, m: { code: string; name: string }): string => (lang === 'en' && english.get(`${m.code} ${m.name}`)) || m.name
