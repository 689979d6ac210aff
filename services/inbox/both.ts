import type { Lang, Text } from '../../kit/model/lang.ts'

/** Stands between the Chinese and the English words of a text that the product itself writes. */
const APART = ' ‖ '
/** A text in both languages, to be stored as one. */
export const inBoth = (t: Text): string => `${t.zh}${APART}${t.en}`
/** What a reader gets of it; what somebody wrote has one language. */
export function inLang(text: string, lang: Lang): string {
  const [zh, en] = text.split(APART)
  return (lang === 'en' ? en : zh) ?? text
}
