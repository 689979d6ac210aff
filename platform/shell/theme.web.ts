import { theme, type ThemeConfig } from 'antd'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isTheme, themeNamed, type Surface, type ThemeName } from './themes.ts'

/** Colours to choose from; the first is the default. Source: platform.md 9. */
export const THEME_COLOURS = ['#027cff', '#2c6e49', '#0f766e', '#8a5a18', '#b23a2e', '#6d4bc3', '#334e68'] as const

export interface Look {
  theme: ThemeName
  /** #rrggbb */
  colour: string
}
/** The look of who has chosen none. */
export const FIRST_LOOK: Look = { theme: 'white', colour: THEME_COLOURS[0] }
const isColour = (v: unknown): v is string => typeof v === 'string' && /^#[0-9a-f]{6}$/i.test(v)
/** A look out of what a browser kept, of whatever age; what it does not know is the default. Before there were themes it kept `dark`. */
export function lookOf(kept: unknown): Look {
  const { theme: name, dark, colour } = (kept ?? {}) as { theme?: unknown; dark?: unknown; colour?: unknown }
  return { theme: isTheme(name) ? name : dark === true ? 'dark' : FIRST_LOOK.theme, colour: isColour(colour) ? colour.toLowerCase() : FIRST_LOOK.colour }
}
/** The look each person chose in this browser. */
export const useLook = create<Look>()(
  persist((): Look => FIRST_LOOK, { name: 'chengbao.look', version: 1, migrate: lookOf, merge: (kept, now) => ({ ...now, ...lookOf(kept ?? now) }) }),
)
export const setTheme = (name: ThemeName): void => void useLook.setState({ theme: name })
/** Takes the main colour; anything but #rrggbb is left alone. */
export const setColour = (colour: string): void => {
  if (isColour(colour)) useLook.setState({ colour: colour.toLowerCase() })
}
export const isDark = (look: Look): boolean => themeNamed(look.theme).dark === true

const channels = (hex: string): number[] => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = channels(hex)
    .map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** The darkest of the pale grounds on which the main colour is written: the chosen line of a menu. */
const PALEST = luminance('#e6ebf2')
/** A colour with so much of its light: 1 = all of it. */
const dimmed = (hex: string, light: number): string =>
  `#${channels(hex)
    .map((c) =>
      Math.floor(c * light)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
/** Darkens a colour just until its contrast to a ground of that luminance is enough. */
function darkened(hex: string, ground: number, enough: number): string {
  let now = hex
  while ((ground + 0.05) / (luminance(now) + 0.05) < enough) now = dimmed(now, 0.97)
  return now
}
/** The colour, dark enough to read well on every pale ground, and white text on it (contrast 4.5 and over, WCAG AA). */
export const inkOf = (hex: string): string => darkened(hex, PALEST, 4.55)
/** The colour that buttons of a dark theme start from: antd darkens it once more, then white text reads on it. */
const nightInkOf = (hex: string): string => darkened(hex, 1, 3.9)

/** What is chosen or leads somewhere, on a dark ground. */
const PALE_BLUE = '#7db8ff'
/** What is under way, on a dark ground; antd's own writing is too dark for it. */
const NIGHT_INFO = { colorInfo: PALE_BLUE, colorInfoBg: '#111a2c', colorInfoBorder: '#15325b' }
/** What antd would make lighter under the pointer is made darker, so that it still reads: `color<name>Hover` and `color<name>Active`. */
const under = (name: string, colour: string) => ({ [`color${name}Hover`]: dimmed(colour, 0.82), [`color${name}Active`]: dimmed(colour, 0.66) })
/** Somebody who asked the system for less motion gets none: dialogs and menus are there at once. */
const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches
/** The fonts of the product: the system's own for Chinese and Latin alike (apps/web/src/base.css). */
const FONTS = '-apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", system-ui, sans-serif'
/** antd's theme of a look. Buttons and links take the readable ink of the colour, accents the colour itself. */
export function themeOf(look: Look): ThemeConfig {
  const { page, radius } = themeNamed(look.theme)
  const dark = isDark(look)
  const ink = inkOf(look.colour)
  const light = {
    colorLink: ink,
    ...under('Link', ink),
    colorTextPlaceholder: '#686f79',
    colorTextTertiary: '#646b75',
    colorTextDescription: '#5b626c',
    colorBgLayout: page,
    // antd's own are too faint for words, and what it would make of these for a ground too dark
    colorError: '#cf1322',
    ...under('Error', '#cf1322'),
    colorErrorBg: '#fff2f0',
    colorErrorBorder: '#ffccc7',
    colorSuccess: '#237804',
    colorSuccessBg: '#f6ffed',
    colorSuccessBorder: '#b7eb8f',
    colorWarning: '#ad4e00',
    colorWarningBg: '#fffbe6',
    colorWarningBorder: '#ffe58f',
    colorInfo: '#0958d9',
    colorInfoBg: '#e6f4ff',
    colorInfoBorder: '#91caff',
  }
  const night = {
    colorLink: PALE_BLUE,
    colorLinkHover: '#b5d6ff',
    colorLinkActive: PALE_BLUE,
    colorTextPlaceholder: '#8b939c',
    colorTextTertiary: '#9aa3ad',
    colorTextDescription: '#a6adb4',
    colorError: '#ff8c8a',
    ...NIGHT_INFO,
  }
  const chosen = {
    Tabs: { itemSelectedColor: PALE_BLUE, itemHoverColor: PALE_BLUE, itemActiveColor: PALE_BLUE },
    Pagination: { itemActiveColor: PALE_BLUE },
    Button: { defaultHoverColor: PALE_BLUE, defaultHoverBorderColor: PALE_BLUE, defaultActiveColor: PALE_BLUE, defaultActiveBorderColor: PALE_BLUE },
  }
  // what cannot be written in is there to be read: records are looked at in forms that are locked
  const locked = { colorTextDisabled: dark ? '#c9ced4' : '#434a53' }
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      fontFamily: FONTS,
      colorPrimary: dark ? nightInkOf(look.colour) : ink,
      ...under('Primary', ink),
      borderRadius: radius,
      motion: !still(),
      ...(dark ? night : light),
    },
    components: {
      Layout: { headerHeight: 48, headerPadding: '0 12px' },
      // the words of an empty table
      Table: { colorTextDisabled: dark ? night.colorTextPlaceholder : light.colorTextPlaceholder },
      Input: locked,
      InputNumber: locked,
      Select: locked,
      DatePicker: locked,
      Radio: locked,
      Checkbox: locked,
      // background of a switch that is off, behind its white label
      Switch: { colorTextQuaternary: '#646b75', colorTextTertiary: '#5b626c' },
      ...(dark ? chosen : {}),
    },
  }
}

/** The menu of the sidebar on its ground. */
export function sideThemeOf(look: Look): ThemeConfig {
  const s = themeNamed(look.theme).side(inkOf(look.colour))
  const ground = { itemBg: 'transparent', subMenuItemBg: 'transparent', popupBg: s.bg.startsWith('linear') ? s.on : s.bg }
  const item = { itemColor: s.ink, itemHoverColor: s.ink, itemHoverBg: s.hover, itemActiveBg: s.on, itemSelectedBg: s.on, itemSelectedColor: s.onInk }
  return { components: { Menu: { ...ground, ...item, subMenuItemSelectedColor: s.ink, groupTitleColor: s.mute } } }
}

const named = (part: string, s: Surface) => Object.fromEntries(Object.entries(s).map(([k, v]) => [`--${part}-${k.toLowerCase()}`, v as string]))
/** The look as CSS variables: `--head-bg`, `--side-ink` … for the bars, `--line`, `--mute` … for the tabs. */
export function varsOf(look: Look): Record<string, string> {
  const t = themeNamed(look.theme)
  const main = inkOf(look.colour)
  const bar = isDark(look) ? t.head(main) : themeNamed('white').head(main)
  return { ...named('head', t.head(main)), ...named('side', t.side(main)), ...named('bar', bar) }
}
