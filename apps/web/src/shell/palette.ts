import { both, type Text } from '../../../../kit/model/lang.ts'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { findMenus } from '../../../../platform/shell/menus.web.ts'
import type { OpenDialog } from '../../../../platform/shell/dialogs.web.ts'
import { words } from '../../../../platform/shell/dialog-words.ts'
import { THEMES, type ThemeName } from '../../../../platform/shell/themes.ts'
import { typeCodes, typeName } from '../../../../services/process/engine/definitions.ts'

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
  {
    key: 'business',
    label: words.cases,
    perm: 'business_view',
    path: 'yw-accept/business/page',
    page: '/business/all',
    code: 'businessCode',
    name: 'businessName',
  },
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

/** What the palette can do beside opening pages: a dialog of the shell, a page, a look, or one of the two switches. */
export type PaletteAction = { label: Text; perm?: string } & (
  | { dialog: OpenDialog }
  | { to: string; open?: string }
  | { theme: ThemeName }
  | { run: 'fullscreen' | 'language' }
)
/** What is done with the shell, shown before anything is typed. */
export const PALETTE_ACTIONS: readonly PaletteAction[] = [
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
  { label: words.guide, dialog: 'tours' },
  { label: words.signOut, dialog: 'signOut' },
]
/** Names of the business types in English, by code: the dictionary's. */
export type TypeNames = (code: string) => string
/** What begins something: a case of each type, a row of the base data. */
function beginnings(nameOf: TypeNames): PaletteAction[] {
  const added: readonly (readonly [string, Text])[] = [
    ['fbf', both('新增发包方', 'Add an issuer')],
    ['cbf', both('新增承包方', 'Add a household')],
    ['dk', both('新增地块', 'Add a parcel')],
  ]
  return [
    ...typeCodes.map((t): PaletteAction => ({
      label: both(`受理：${typeName(t)}`, `Accept: ${nameOf(t)}`),
      perm: 'business_add',
      to: '/business/todo',
      open: `add.${t}`,
    })),
    ...added.map(([r, label]): PaletteAction => ({ label, perm: `${r}_add`, to: `/land/${r}`, open: 'add' })),
  ]
}
const LOOKS = (Object.keys(THEMES) as ThemeName[]).map((theme): PaletteAction => ({
  label: both(`主题：${THEMES[theme].label.zh}`, `Theme: ${THEMES[theme].label.en}`),
  theme,
}))
/** Actions whose words, in either language, hold the text, those that begin with it first; what begins a case or a row, and the looks, only when asked for. `can`: the person's buttons. */
export function actionsOf(text: string, can: (perm: string) => boolean = () => true, nameOf: TypeNames = (code) => code): readonly PaletteAction[] {
  const word = text.trim().toLowerCase()
  if (!word) return PALETTE_ACTIONS
  const all = [...PALETTE_ACTIONS, ...beginnings(nameOf), ...LOOKS].filter((a) => !a.perm || can(a.perm))
  const at = (a: PaletteAction) => [a.label.zh, a.label.en.toLowerCase()].map((w) => w.indexOf(word)).filter((n) => n >= 0)
  return all.filter((a) => at(a).length > 0).toSorted((a, b) => Number(!at(a).includes(0)) - Number(!at(b).includes(0)))
}
