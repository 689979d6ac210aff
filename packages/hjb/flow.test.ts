import { expect, test } from 'vitest'
import { HJB, packageMay, type HjbAct } from './flow.ts'

/** Which acts a package admits, state by state. Source: data-format.md 10. */
const ADMITS: Readonly<Record<keyof typeof HJB, readonly HjbAct[]>> = {
  created: ['edit', 'upload', 'remove'],
  uploaded: ['edit', 'analyse', 'remove'],
  detecting: ['analyse', 'remove'],
  failed: ['edit', 'analyse', 'remove'],
  passed: ['edit', 'analyse', 'submit', 'remove'],
  waiting: ['audit', 'remove'],
  accepted: ['write', 'remove'],
  refused: ['edit', 'analyse', 'remove'],
  writing: ['write'],
  writeFailed: ['edit', 'write'],
  initialised: ['finish', 'empty'],
  finished: ['empty'],
  emptied: ['analyse'],
}
const ACTS: readonly HjbAct[] = ['edit', 'upload', 'analyse', 'submit', 'audit', 'write', 'finish', 'empty', 'remove']

test.each(Object.entries(ADMITS))('a package that is %s admits these acts and no others', (state, acts) => {
  expect(ACTS.filter((a) => packageMay(a, HJB[state as keyof typeof HJB]))).toEqual(acts)
})
