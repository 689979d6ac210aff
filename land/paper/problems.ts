import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** Why something cannot be printed. */
export const printProblems = {
  /** A character without glyph, a parcel without coordinates: the words name it. */
  unprintable: problem<Text>(400, 'unprintable', (d) => ({ zh: d.zh, en: `This cannot be printed: ${d.en}` })),
  tooMany: problem<{ max: number }>(400, 'print-too-many', (d) => ({ zh: `一次最多打印${d.max}份`, en: `At most ${d.max} at a time` })),
  nothing: problem(400, 'print-nothing', () => ({ zh: '没有可打印的数据', en: 'There is nothing to print' })),
}
