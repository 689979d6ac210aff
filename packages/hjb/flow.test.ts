import { expect, test } from 'vitest'
import { HJB, packageMay, RESULT, resultOfErrors, type HjbAct } from './flow.ts'
import { codeIn } from './scans.ts'

/** Which acts a package admits, state by state. Source: data-format.md 10. */
const ADMITS: Readonly<Record<keyof typeof HJB, readonly HjbAct[]>> = {
  created: ['edit', 'upload', 'remove'],
  uploaded: ['edit', 'analyse', 'remove', 'repair'],
  detecting: ['analyse', 'remove'],
  failed: ['edit', 'analyse', 'remove', 'repair'],
  passed: ['edit', 'analyse', 'submit', 'remove', 'repair'],
  waiting: ['audit', 'remove'],
  accepted: ['write', 'remove'],
  refused: ['edit', 'analyse', 'remove', 'repair'],
  writing: ['write'],
  writeFailed: ['edit', 'write'],
  initialised: ['initialise', 'finish', 'empty'],
  finished: ['initialise', 'empty'],
  emptied: ['analyse'],
}
const ACTS: readonly HjbAct[] = ['edit', 'upload', 'analyse', 'submit', 'audit', 'write', 'initialise', 'finish', 'empty', 'remove', 'repair']

test.each(Object.entries(ADMITS))('a package that is %s admits these acts and no others', (state, acts) => {
  expect(ACTS.filter((a) => packageMay(a, HJB[state as keyof typeof HJB]))).toEqual(acts)
})

test('a check with errors says whether the package is built wrongly or what is in it is wrong', () => {
  expect([resultOfErrors(['D05', 'G03']), resultOfErrors(['D05', 'B01']), resultOfErrors(['E01']), resultOfErrors(['J07'])]).toEqual([
    RESULT.check,
    RESULT.structure,
    RESULT.structure,
    RESULT.check,
  ])
})

test('a scan belongs to the book or the household whose code stands in its name, else in its folder', () => {
  const book = '512021119203010001J'
  const of: Readonly<Record<string, string | undefined>> = {
    [`扫描资料/51202111920301/${book}.pdf`]: book,
    [`扫描资料/${book.slice(0, 18)}/户口簿1.jpg`]: book.slice(0, 18),
    [`图件/51202111920301/DKSYT${book}2.jpg`]: undefined,
    [`其他资料/权属来源附件/CBHT${book}.pdf`]: book,
    // of a parcel, of a longer number, and outside of the folders for scans
    '扫描资料/5120211192030100010.jpg': undefined,
    '扫描资料/15120211192030100011.jpg': undefined,
    [`文字报告/${book}.doc`]: undefined,
  }
  expect(Object.fromEntries(Object.keys(of).map((path) => [path, codeIn(path)]))).toEqual(of)
})
