import type { Asks } from '../../cases/asks.ts'

/** What stops 互换: household contracts only; who uses the land is told. Source: business-flows.md 3.3, 4.5. */
export const changeExchangeAsks: Asks = { otherWay: 'refuse', circulating: { paper: 'QT' } }
