import type { AnyRow } from '../../kit/web/calls.web.ts'

/** How a deed names rows: all of them, and of one the revision that was read. */
export const asRead = (rows: readonly AnyRow[]) => ({ ids: rows.map((r) => r.id).join(','), ...(rows.length === 1 ? { rev: rows[0]!.rev } : {}) })
