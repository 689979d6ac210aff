import type { Text } from '../../../kit/model/lang.ts'

/** What can go wrong in a step or while reading a definition; `key` is stable, the message is for people. */
export type EngineErrorKey = 'bad-xml' | 'wrong-definition' | 'task-not-open' | 'bad-variables' | 'bad-outcome' | 'bad-target' | 'stuck'

export type EngineError = Error & { key: EngineErrorKey; words: Text }

/** An Error that carries a stable key and readable words in both languages; its message is the Chinese one. */
export function engineError(key: EngineErrorKey, zh: string, en: string): EngineError {
  return Object.assign(new Error(zh), { key, words: { zh, en } })
}
