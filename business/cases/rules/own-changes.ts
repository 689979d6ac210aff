// Which differences between two versions of a book are those of the case that made the later one. Pure.
import type { BookChange } from '../../../land/register/content/book-changes.ts'

/** The years of a term as a number: old books say "30年". */
const years = (v: string) => v.replace(/年$/, '')
/** What a book repeats of its issuer. */
const ofIssuer = ({ part, field }: Pick<BookChange, 'part' | 'field'>) => part === 'issuer' || (part === 'book' && field === 'fbfmc')
/**
 * Whether a change is one of the case: not the path of a picture, nor another way of writing the same, nor what cases of the issuer's own changed of it since
 * the book before was written (`isSameIssuer`).
 */
export const isOwn = (c: Pick<BookChange, 'part' | 'field' | 'before' | 'after'>, isSameIssuer: boolean): boolean =>
  c.field !== 'dksyt' && (c.field !== 'cbqx' || years(c.before) !== years(c.after)) && !(isSameIssuer && ofIssuer(c))
