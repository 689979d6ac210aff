import { marksOf, statements } from './ast.ts'

const PARTS = 3

/**
 * Answers what a text of SQL looks like where every land table is created PARTITION BY HASH ("countyCode"): PostgreSQL itself then refuses a key
 * without the county. Everything else in the text stays as it is. `root` holds db/migrations, whose comments mark the land tables.
 */
export function partitionedBy(root: string): (text: string) => string {
  const marks = marksOf(root)
  return (text) => {
    if (!/create table/i.test(text)) return text
    const bytes = Buffer.from(text)
    const out: string[] = []
    let from = 0
    for (const { kind, node, at, length } of statements(text)) {
      const table = node.relation?.relname
      if (kind !== 'CreateStmt' || marks.get(table) !== 'dist') continue
      const end = at + length
      const parts = Array.from(
        { length: PARTS },
        (_, i) => `create table "${table}_p${i}" partition of "${table}" for values with (modulus ${PARTS}, remainder ${i})`,
      )
      out.push(bytes.subarray(from, end).toString(), ` partition by hash ("countyCode");\n${parts.join(';\n')}`)
      from = end
    }
    return out.join('') + bytes.subarray(from).toString()
  }
}
