import type { Text } from '../../kit/model/lang.ts'

/** Colours of a bar: ground, writing, quiet writing, lines, under the pointer, chosen, writing on the chosen. CSS colours. */
export interface Surface {
  bg: string
  ink: string
  mute: string
  line: string
  hover: string
  on: string
  onInk: string
}
export interface Theme {
  label: Text
  dark?: boolean
  /** top bar and sidebar; `main` is the main colour, dark enough for white writing */
  head(main: string): Surface
  side(main: string): Surface
  /** ground behind the pages, and the roundness of corners in pixels */
  page: string
  radius: number
}

const PALE: Omit<Surface, 'bg' | 'onInk'> = { ink: '#1f2329', mute: '#5b626c', line: '#e4e7eb', hover: '#0000000a', on: '#e9eef5' }
const pale =
  (bg: string, more: Partial<Surface> = {}) =>
  (main: string): Surface => ({ ...PALE, bg, onInk: main, ...more })
const DEEP: Omit<Surface, 'bg'> = { ink: '#f2f5f9', mute: '#c3cad4', line: '#ffffff1f', hover: '#ffffff1a', on: '#ffffff29', onInk: '#ffffff' }
const deep =
  (bg: string, more: Partial<Surface> = {}) =>
  (): Surface => ({ ...DEEP, bg, ...more })
/** On the main colour only white reads: it is darkened just as far as that. */
const onMain = (bg: string): Surface => ({ ...DEEP, bg, ink: '#ffffff', mute: '#ffffff', hover: '#00000014', on: '#00000029' })
const NIGHT: Surface = { bg: '#141414', ink: '#e6e8eb', mute: '#a6adb4', line: '#303030', hover: '#ffffff14', on: '#262b33', onInk: '#ffffff' }

/** The themes of the top bar, in their order; `white` is the default. Source: platform.md 2, 9. */
export const THEMES = {
  default: { label: { zh: '默认', en: 'Default' }, head: onMain, side: pale('#ffffff'), page: '#f3f5f7', radius: 6 },
  white: { label: { zh: '白色', en: 'White' }, head: pale('#ffffff'), side: pale('#ffffff'), page: '#f3f5f7', radius: 6 },
  dark: { label: { zh: '暗色', en: 'Dark' }, dark: true, head: () => NIGHT, side: () => NIGHT, page: '#000000', radius: 6 },
  colourful: {
    label: { zh: '炫彩', en: 'Colourful' },
    head: (main) => onMain(`linear-gradient(90deg, ${main}, #5b3fa8 55%, #a02f6f)`),
    side: pale('#faf7ff', { on: '#efe8fb', line: '#e8e0f3' }),
    page: '#f6f4fa',
    radius: 10,
  },
  smart: { label: { zh: '智慧', en: 'Smart' }, head: pale('#ffffff'), side: deep('linear-gradient(180deg, #0b2c5f, #0a1f42)'), page: '#eef3f9', radius: 8 },
  iview: { label: { zh: 'iView', en: 'iView' }, head: pale('#ffffff'), side: deep('#4a5264'), page: '#f5f7f9', radius: 4 },
  vip: {
    label: { zh: '尊享', en: 'VIP' },
    head: deep('#211b14', { ink: '#f1dfb4', mute: '#cdb98a', line: '#4a3d29' }),
    side: deep('#2b241a', { ink: '#eadcc0', mute: '#cdb98a', on: '#d8b46a', onInk: '#2b1f0a', line: '#4a3d29' }),
    page: '#f7f4ee',
    radius: 4,
  },
  cool: { label: { zh: '酷炫', en: 'Cool' }, head: deep('linear-gradient(90deg, #0f2027, #1f4152)'), side: deep('#12252e'), page: '#edf2f4', radius: 8 },
  d2: {
    label: { zh: 'D2', en: 'D2' },
    head: pale('#e8eef4', { line: '#d5dee7' }),
    side: pale('#e8eef4', { line: '#d5dee7', on: '#ffffff' }),
    page: '#e8eef4',
    radius: 4,
  },
  hey: { label: { zh: 'Hey', en: 'Hey' }, head: pale('#ffffff'), side: deep('#1d2b3a', { on: '#26756b' }), page: '#f1f4f5', radius: 3 },
  lte: { label: { zh: 'LTE', en: 'LTE' }, head: onMain, side: deep('#222d32', { on: '#11181b' }), page: '#ecf0f5', radius: 2 },
} as const satisfies Readonly<Record<string, Theme>>
export type ThemeName = keyof typeof THEMES
export const themeNamed = (name: ThemeName): Theme => THEMES[name]
export const isTheme = (name: unknown): name is ThemeName => typeof name === 'string' && Object.hasOwn(THEMES, name)
