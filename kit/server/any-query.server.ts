import type { SelectQueryBuilder } from 'kysely'
import type { AnyResource, Row } from '../model/resource.ts'

// Queries are built from the names of a definition, which Kysely cannot know: tables, columns and rows are untyped until `rows` and `page` name them.
export type AnyQuery = SelectQueryBuilder<any, any, any>
/** A query over the table of one definition: its columns and rows are known to the compiler. */
export type RowQuery<T extends AnyResource, Out = {}> = SelectQueryBuilder<{ [K in T['name']]: Row<T> }, T['name'], Out>
/** The rows of a query whose columns no definition names (sums, joins, beside tables), by the type that its `select` has. */
export const typedRows = <T>(q: { execute(): Promise<readonly unknown[]> }): Promise<T[]> => q.execute() as Promise<T[]>
/** Its first row. */
export const typedRow = <T>(q: { executeTakeFirst(): Promise<unknown> }): Promise<T | undefined> => q.executeTakeFirst() as Promise<T | undefined>
