import type { Asks } from '../../cases/asks.ts'

/** What stops 合同注销: a term that is over is what is cancelled. Source: business-flows.md 3.3, 4.7. */
export const contractCancelAsks: Asks = { expired: 'pass', circulating: { paper: 'QT' } }
