import { theme, type ThemeConfig } from 'antd'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Colours to choose from; the first is the default. Source: platform.md 9. */
export const COLOURS = ['#027cff', '#2c6e49', '#0f766e', '#8a5a18', '#b23a2e', '#6d4bc3', '#334e68'] as const

interface Look {
  dark: boolean
  colour: string
}
/** The look each person chose in this browser. */
export const useLook = create<Look>()(persist((): Look => ({ dark: false, colour: COLOURS[0] }), { name: 'chengbao.look' }))
export const setDark = (dark: boolean): void => {
  useLook.setState({ dark })
}
export const setColour = (colour: string): void => {
  useLook.setState({ colour })
}

const channels = (hex: string): number[] => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = channels(hex)
    .map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** Darkens a colour just until white text on it reads well (contrast 4.5 and over, WCAG AA). */
export function inkOf(hex: string): string {
  let now = hex
  while (1.05 / (luminance(now) + 0.05) < 4.6)
    now = `#${channels(now)
      .map((c) =>
        Math.floor(c * 0.97)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
  return now
}

/** antd's theme of a look. Buttons and links take the readable ink of the colour, accents the colour itself. */
export function themeOf({ dark, colour }: Look): ThemeConfig {
  const ink = inkOf(colour)
  const light = {
    colorLink: ink,
    colorLinkHover: colour,
    colorTextPlaceholder: '#6f7680',
    colorTextTertiary: '#646b75',
    colorTextDescription: '#5b626c',
    colorBgLayout: '#f3f5f7',
  }
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { colorPrimary: dark ? colour : ink, borderRadius: 6, ...(dark ? { colorLink: '#7db8ff' } : light) },
    components: { Layout: { headerHeight: 56, headerPadding: '0 12px' }, Menu: dark ? { itemSelectedColor: '#ffffff' } : {} },
  }
}
