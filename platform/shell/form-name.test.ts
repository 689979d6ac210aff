import { expect, test } from 'vitest'
import { isFormName } from './form-draft.ts'
import { formName } from '../../kit/web/form-name.ts'

test('two selections of many rows have drafts of their own, however long their ids are together', () => {
  const rows = Array.from({ length: 200 }, (_, i) => `19${String(i).padStart(17, '0')}`)
  const names = [rows, rows.slice(0, 199), [...rows.slice(0, 199), '1900000000000000900'], [...rows].reverse()].map((ids) =>
    formName('Grant roles', ids.join(',')),
  )
  expect(new Set(names).size).toBe(names.length)
  expect(names.every(isFormName)).toBe(true)
  expect(formName('Grant roles', rows.join(','))).toBe(names[0])
  expect(formName('Approve', '1')).toBe('Approve 1')
  // a question as a title, and signs that no name has
  expect([formName('Pass the task on?', '1'), formName('x', 'a|b'), formName('x', 'a#b')].every(isFormName)).toBe(true)
  expect(formName('x', 'a|b')).not.toBe(formName('x', 'a#b'))
  // what differs in its last sign alone
  expect(formName('x', `${'1'.repeat(200)}2`)).not.toBe(formName('x', `${'1'.repeat(200)}3`))
})
