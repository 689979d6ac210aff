import { TermCounts, type IssuerRound } from '../package/rounds.ts'
import { orNull, textOf } from '../package/mapping.ts'
import type { ReadTable } from '../package/staged.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'

/** Days of what a package tells as done: survey, posting, signing, registration, certificates, papers. Terms and circulation have days to come. */
const DAYS: readonly (readonly [StagedTable, readonly string[]])[] = [
  ['FBF', ['FBFDCRQ']],
  ['CBF', ['CBFDCRQ', 'GSSHRQ']],
  ['CBHT', ['QDSJ']],
  ['CBJYQZDJB', ['DJSJ']],
  ['CBJYQZ', ['FZRQ', 'QZLQRQ']],
  ['CBJYQZ_QZBF', ['BFRQ', 'QZBFLQRQ']],
  ['CBJYQZ_QZHF', ['HFRQ', 'QZHFLQRQ']],
  ['CBJYQZ_QZZX', ['ZXRQ']],
  ['QSLYZLFJ', ['ZLFJRQ']],
]
/** The latest day that a package tells something of, not in the future (yyyy-MM-dd); today where it tells none. Source: register.md 3. */
export async function latestDay(table: ReadTable, today: string): Promise<string> {
  let last = ''
  for (const [name, fields] of DAYS)
    for await (const row of table(name))
      for (const field of fields) {
        const day = textOf(row[field]).slice(0, 10)
        if (day > last && day <= today) last = day
      }
  return last || today
}
/** What the auditor of a package is asked to confirm: its day, and the round of each of its issuers. */
export async function proposalOf(table: ReadTable, today: string): Promise<{ packageDay: string; rounds: IssuerRound[] }> {
  const counts = new TermCounts()
  for await (const row of table('CBHT')) {
    if (!textOf(row.CBHTBM).endsWith('J')) continue
    counts.add(textOf(row.FBFBM), textOf(row.CBQXQ).slice(0, 10), textOf(row.CBQXZ).slice(0, 10))
  }
  const names = new Map<string, string | null>()
  for await (const row of table('FBF')) names.set(textOf(row.FBFBM), orNull(row.FBFMC))
  return { packageDay: await latestDay(table, today), rounds: counts.rounds((fbfbm) => names.get(fbfbm) ?? null) }
}
