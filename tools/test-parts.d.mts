interface Part {
  name: string
  /** none, server (PostgreSQL), county (PostgreSQL with land tables cut), embedded */
  database: string
  files: readonly string[]
}
/** The parts of the ordinary run, or of the long one. */
export function partsOf(whole: boolean): readonly Part[]
export const LONG_FIRST: readonly string[]
