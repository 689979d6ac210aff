import type { Asks } from '../../cases/asks.ts'

/** What stops 合同补签: the book stays as it is; its items ask of contract and certificate in their plan. Source: business-flows.md 3.3, 4.11. */
export const contractSupplementAsks: Asks = { expired: 'pass' }
