import type { Asks } from '../../cases/asks.ts'

/** What stops 发包方信息更正: nothing of substance changes. Source: business-flows.md 3.3, 4.8. */
export const correctFbfAsks: Asks = { mortgaged: 'warn', expired: 'pass' }
