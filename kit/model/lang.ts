/** The two languages of the product. Chinese is the default and the law's language; English is a courtesy. */
export type Lang = 'zh' | 'en'
/** One text in both languages. */
export interface Text {
  zh: string
  en: string
}
/** A text, Chinese first. */
export const both = (zh: string, en: string): Text => ({ zh, en })
/** English words of a label as they stand in a sentence: 'Day of the agreement' is 'day of the agreement', 'ID number' stays. */
export const inSentence = (label: string): string => (/^[A-Z][^A-Z\d]/.test(label) ? label[0]!.toLowerCase() + label.slice(1) : label)
/** English for a number of things: '1 row', '2 rows'. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`
