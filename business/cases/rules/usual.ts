// What a business runs by where nothing else is configured, and what the processes that can be configured are called. Pure.
import { both, type Text } from '../../../kit/model/lang.ts'

/** Days of publicity where nothing else is configured. Source: business-flows.md 5.1. */
export const LEGAL_DAYS = 15
/** Working days promised where nothing else is configured. Source: statistics.md 3. */
export const PROMISED_DAYS = 20

/** A process that can be configured for a type. */
export interface KnownProcess {
  /** hash of its text */
  id: string
  typeCode: string
  name: string
  /** it comes with the product and holds where no other is configured */
  isBuiltIn: boolean
  /** of one that somebody drew */
  version?: number | null
  /** when that version was deployed, or one that came with the product in former days was first used; yyyy-MM-dd */
  day?: string | null
}
/** What people call a process: by where it comes from, its version and day. `type` is the name of its type in the reader's language. */
export function processTitle({ name, isBuiltIn, version, day }: KnownProcess, type: string): Text {
  if (isBuiltIn) return both(`${type}（内置流程）`, `${type} (built in)`)
  if (version) return both(`${name}（第${version}版，${day ?? ''}部署）`, `${name} (version ${version}, deployed ${day ?? ''})`)
  return both(`${type}（此前的内置流程，${day ?? ''}起使用）`, `${type} (formerly built in, used since ${day ?? ''})`)
}
