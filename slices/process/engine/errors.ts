/** What can go wrong in a step or while reading a definition; `key` is stable, the message is for people. */
export type EngineErrorKey = 'bad-xml' | 'wrong-definition' | 'task-not-open' | 'timer-not-open' | 'bad-variables' | 'bad-outcome' | 'bad-target' | 'stuck'

export type EngineError = Error & { key: EngineErrorKey }

/** An Error that carries a stable key besides its readable Chinese message. */
export function engineError(key: EngineErrorKey, message: string): EngineError {
  return Object.assign(new Error(message), { key })
}
