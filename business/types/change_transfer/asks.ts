import type { Asks } from '../../cases/asks.ts'

/** What stops 转让: a household contract only; who uses the land is told. Source: business-flows.md 3.3, 4.4. */
export const changeTransferAsks: Asks = { otherWay: 'refuse', circulating: { paper: 'QT' } }
