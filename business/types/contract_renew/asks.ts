import type { Asks } from '../../cases/asks.ts'

/** What stops 延包: a term that is over is what is renewed; household contracts only. Source: business-flows.md 3.3, 4.10. */
export const contractRenewAsks: Asks = { mortgaged: 'warn', expired: 'pass', otherWay: 'refuse' }
