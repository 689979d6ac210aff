/** The two languages of the product. Chinese is the default and the law's language; English is a courtesy. */
export type Lang = 'zh' | 'en'
/** One text in both languages. */
export interface Text {
  zh: string
  en: string
}
/** A text, Chinese first. */
export const both = (zh: string, en: string): Text => ({ zh, en })
