import type { Asks } from '../../cases/asks.ts'

/** What stops 合同变更: members and representative change with the mortgagee's consent; items that change land refuse a mortgage in their plan. Source: business-flows.md 3.3, 4.6. */
export const changeContractAsks: Asks = { mortgaged: 'warn' }
