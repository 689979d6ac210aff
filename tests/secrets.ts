import { createHash } from 'node:crypto'

/** The same secret of 64 hex digits whenever a test names it so: as good as one made at random, for weak ones are refused. */
export const secretOf = (name: string): string => createHash('sha256').update(`secret of a test ${name}`).digest('hex')
