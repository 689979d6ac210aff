import type { Asks } from '../../cases/asks.ts'

/** What stops 承包方信息更正: nothing of substance changes; what is incomplete is what is corrected. Source: business-flows.md 3.3, 4.9. */
export const correctCbfAsks: Asks = { mortgaged: 'warn', expired: 'pass', incomplete: 'pass' }
