import type { Asks } from '../../cases/asks.ts'

/** What stops 分户: fewer than two living members cannot part. Source: business-flows.md 3.3, 4.2. */
export const changeSplitAsks: Asks = { alone: 'refuse' }
