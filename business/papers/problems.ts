import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

export const paperProblems = { notYet: problem<Text>(409, 'paper-not-yet', (why) => ({ zh: `暂不能打印：${why.zh}`, en: `Cannot be printed yet: ${why.en}` })) }
