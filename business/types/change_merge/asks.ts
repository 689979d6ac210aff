import type { Asks } from '../../cases/asks.ts'

/** What stops 合户: every household of the merge is asked alone. Source: business-flows.md 3.3, 4.3. */
export const changeMergeAsks: Asks = {}
