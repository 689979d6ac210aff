import { entries, type AnyResource } from '../../kit/model/resource.ts'

/** Fields of records that the product writes and people only read: columns of the list, and what only the detail shows. */
export const readOnlyShown = { form: 'none', column: true } as const
export const hiddenColumn = { form: 'none', column: false } as const

/** The definition with every field as a column: what the detail of a record shows. */
export const readInFull = <T extends AnyResource>(r: T): T => ({ ...r, fields: Object.fromEntries(entries(r).map(([n, f]) => [n, { ...f, column: true }])) })
