import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Lang, Text } from '../model/lang.ts'
import { en } from './i18n/en.ts'
import { zh, type Word } from './i18n/zh.ts'

const KEPT = 'chengbao.lang'
const read = (): Lang => (localStorage.getItem(KEPT) === 'en' ? 'en' : 'zh')

void i18next
  .use(initReactI18next)
  .init({
    lng: read(),
    fallbackLng: 'zh',
    resources: { zh: { translation: zh }, en: { translation: en } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
  })
document.documentElement.lang = read() === 'en' ? 'en' : 'zh-CN'

/** The language of now; for code outside React. */
export const lang = (): Lang => (i18next.language === 'en' ? 'en' : 'zh')
/** One word in the language of now, with `{{name}}` filled from `values`; for code outside React. */
export const t = (word: Word, values: Record<string, string | number> = {}): string => i18next.t(word, values)
/** One text of a definition in the language of now. */
export const say = (text: Text): string => text[lang()]

/** Switches the language, keeps the choice, and tells the browser (`<html lang>`). */
export function setLang(to: Lang): void {
  localStorage.setItem(KEPT, to)
  document.documentElement.lang = to === 'en' ? 'en' : 'zh-CN'
  void i18next.changeLanguage(to)
}

/** Runs after each change of the language. */
export const onLang = (run: () => void): void => void i18next.on('languageChanged', run)

/** The words inside React: re-renders when the language changes. */
export function useWords(): { t: typeof t; say: typeof say; lang: Lang } {
  useTranslation()
  return { t, say, lang: lang() }
}
/** The language inside React. */
export const useLang = (): Lang => useWords().lang

export type { Word }
