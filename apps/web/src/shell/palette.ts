import type { Text } from '../../../../kit/model/lang.ts'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { findMenus } from '../../../../platform/shell/menus.web.ts'
import type { Dialog } from '../../../../platform/shell/dialogs.web.ts'
import { words } from '../../../../platform/shell/dialog-words.ts'

/** A kind of record that the palette finds: whose button it needs, where it is asked and opened, and its code and name. */
export interface Records {
  key: string
  label: Text
  perm: string
  path: string
  page: string
  code: string
  name: string
}
export const RECORDS: readonly Records[] = [
  { key: 'cbf', label: words.household, perm: 'cbf_view', path: 'base-qssj/cbf/page', page: '/land/cbf', code: 'cbfbm', name: 'cbfmc' },
  { key: 'dk', label: words.parcel, perm: 'dk_view', path: 'base-dlxx/dk/page', page: '/land/dk', code: 'dkbm', name: 'dkmc' },
  { key: 'cbht', label: words.contract, perm: 'cbht_view', path: 'base-qssj/cbht/page', page: '/registry/cbht', code: 'cbhtbm', name: 'cbfmc' },
]
/** Fewest signs that records are asked for: less would find half a county. */
const FEWEST_DIGITS = 6
const FEWEST_SIGNS = 2
/** What to ask a kind of records: its code when the text is digits, its name otherwise; undefined while the text is too short. */
export function askOf(r: Records, text: string): Record<string, string | number> | undefined {
  const word = text.trim()
  if (/^\d/.test(word)) return /^\d+[A-Z]?$/i.test(word) && word.length >= FEWEST_DIGITS ? { [r.code]: word, current: 1, size: 5 } : undefined
  return word.length >= FEWEST_SIGNS ? { [r.name]: word, current: 1, size: 5 } : undefined
}

/** First letters of the syllables: 承包方 is `cbf`. Loaded when somebody types Latin letters. */
export type Initials = (name: string) => string
/** Leaf menus whose name begins with the text; with `initials` also those whose syllables do. Names first. Source: platform.md 2; screens.md A28. */
export function menusOf(menus: readonly MenuNode[], text: string, initials?: Initials) {
  const byName = findMenus(menus, text)
  const letters = text.trim().toLowerCase()
  if (!initials || !/^[a-z]+$/.test(letters)) return byName
  const had = new Set(byName.map((x) => x.menu.id))
  return [...byName, ...findMenus(menus, '').filter((x) => !had.has(x.menu.id) && initials(x.menu.name).toLowerCase().startsWith(letters))]
}

/** What the palette can do beside opening pages: a dialog of the shell, a page, or one of the two switches. */
export type Action = { label: Text; dialog: Dialog } | { label: Text; to: string } | { label: Text; run: 'fullscreen' | 'language' }
export const ACTIONS: readonly Action[] = [
  { label: words.lock, dialog: 'lock' },
  { label: words.fullscreen, run: 'fullscreen' },
  { label: words.language, run: 'language' },
  { label: words.profile, to: '/info/index' },
  { label: words.password, dialog: 'password' },
  { label: words.errors, dialog: 'errors' },
  { label: words.notes, dialog: 'notes' },
  { label: words.why, dialog: 'why' },
  { label: words.whyMissing, dialog: 'whyMissing' },
  { label: words.keys, dialog: 'keys' },
  { label: words.signOut, dialog: 'signOut' },
]
/** Actions whose words, in either language, begin with the text. */
export function actionsOf(text: string): readonly Action[] {
  const begin = text.trim().toLowerCase()
  return ACTIONS.filter((a) => a.label.zh.startsWith(begin) || a.label.en.toLowerCase().startsWith(begin))
}
