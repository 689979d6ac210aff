import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** Why something cannot be typeset. */
export const typesetProblems = {
  /** A character without glyph, a parcel without coordinates: the words name it. */
  unprintable: problem<Text>(400, 'unprintable', (d) => ({ zh: d.zh, en: `This cannot be printed: ${d.en}` })),
}
