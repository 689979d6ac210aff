import { sql, type RawBuilder } from 'kysely'

/** The last day on which a contract was signed that stood under this code before: of a row of a book (`djb`, by `cbjyqzbm`) or of a contract (`cbht`, by `cbhtbm`). */
export const formerSigned = (of: 'djb' | 'cbht', code: 'cbjyqzbm' | 'cbhtbm'): RawBuilder<string | null> => {
  const its = (column: string) => sql.ref(`${of}.${column}`)
  return sql`(select max(f.qdsj)::text from cbht f where f."countyCode" = ${its('countyCode')} and f."tenantId" = ${its('tenantId')} and f.cbhtbm = ${its(code)} and f.version < ${its('version')})`
}
