/**
 * The rules of the register and of businesses as set-based SQL, and for each number of the list what asks it where it is no query. Pure.
 * Source: business-flows.md 13 (I1-I36); register.md 3 (H1), 4 (B1, B2), 5 (P1-P3), 6 (R1).
 */
import { BOOKS } from './book-rules.ts'
import { CASES } from './case-rules.ts'
import { CONTRACTS, HISTORY, TAMPERED } from './contract-rules.ts'
import { PARCELS } from './land-rules.ts'
import { HOUSEHOLDS } from './people-rules.ts'
import type { Rule } from './rule.ts'

/** Every rule that the watch asks. */
export const RULES: readonly Rule[] = [...BOOKS, ...PARCELS, ...HOUSEHOLDS, ...CONTRACTS, ...CASES, ...HISTORY, ...TAMPERED]

/** Numbers of the list that are no query, and what asks them. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  I13: 'entry check: land/register/acts/balance.ts and people.ts',
  I14: 'entry check: land/register/acts/balance.ts',
  I15: 'entry check: the plans of change_exchange and change_transfer',
  I18: 'entry check: business/cases/eligible/eligibility.server.ts, and the finish asks again',
  I25: 'test: tests/cases/random.test.ts compares the register before and after',
  I28: 'entry check: signing/account moves an account under its lock; test: signing/rules.test.ts walks contracts through their states',
  I32: 'test: tests/contract/isolation.test.ts',
  I33: 'test: views/home/figures.test.ts',
  I34: 'outbox: the finish writes it in its own transaction (outside/push)',
  I35: 'each night: business/archives/nightly.server.ts reads every filed file again',
  I36: 'test: land/register/content/replay.server.ts tells the books again (tests/cases/random.test.ts)',
}
