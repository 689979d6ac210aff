import { expect, test } from 'vitest'
import { isLastTask } from './ending.ts'

test('a task is the last of its case where what follows is neither asked for by the case nor done by anybody', () => {
  // a correction of an issuer is registered by its check, unless a recheck was asked for
  expect(isLastTask('correct_fbf', 'check', {}, [])).toBe(true)
  expect(isLastTask('correct_fbf', 'check', { option: true }, [])).toBe(false)
  expect(isLastTask('correct_fbf', 'register', {}, [])).toBe(false)
  expect(isLastTask('correct_fbf', 'register', {}, ['check'])).toBe(true)
  // who signs nothing is done with the recheck
  expect(isLastTask('change_merge', 'recheck', { doSign: false }, [])).toBe(true)
  expect(isLastTask('change_merge', 'recheck', { doSign: true }, [])).toBe(false)
  expect(isLastTask('change_merge', 'sign', { doSign: true }, [])).toBe(true)
  // publicity is the rule
  expect(isLastTask('change_split', 'check', {}, [])).toBe(false)
  expect(isLastTask('contract_sign', 'recheck', {}, [])).toBe(false)
  // what is not of the type ends nothing
  expect(isLastTask('correct_fbf', 'survey', {}, [])).toBe(false)
})
