/** The end of a term without end, as it prints. */
export const ENDLESS = '长期'
/** @returns whether a term that ends on this day, as it prints, has no end */
export const isEndless = (last: string): boolean => last === ENDLESS
/** @returns a term from its days as they print: to its last one, or without end; nothing where it has no beginning */
export function termOf(first: string, last: string): string {
  if (first === '') return ''
  return isEndless(last) ? `${first}起长期` : `${first}至${last}`
}
