import type { DatabaseHandle, Tx } from '../kit/server/db.server.ts'

/** Transactions of the product itself, beside people and across tenants: what its queue, routines, outbox and audit chain do. */
export const asSystem =
  (db: DatabaseHandle) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db.transaction({ tenantId: '000000', system: true, beside: true }, work)
