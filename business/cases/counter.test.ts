import { expect, test } from 'vitest'
import { typeCodes } from '../../services/process/engine/definitions.ts'
import { counterOf } from './counter.ts'

const [A, B] = ['510112101201000001', '510112101201000002']
const book = (cbfbm: string, role: string, isMade = true) => ({ code: `${cbfbm}J`, role, isMade })

test('each type has a business that leads back, begun with whom the case left the land', () => {
  expect(counterOf('change_split', '1', [book(A, 'source'), book(B, 'target')])).toEqual({ typeCode: 'change_merge', start: A })
  expect(counterOf('change_merge', '1', [book(A, 'source', false), book(B, 'target')])).toEqual({ typeCode: 'change_split', start: B })
  expect(counterOf('change_transfer', '1', [book(A, 'source'), book(B, 'target')])).toEqual({ typeCode: 'change_transfer', start: B })
  expect(counterOf('contract_cancel', '1', [book(A, 'source', false)])).toEqual({ typeCode: 'contract_sign', start: A })
  expect(counterOf('correct_fbf', '51011210120100', [book(A, 'source')])).toEqual({ typeCode: 'correct_fbf', start: '51011210120100' })
  expect(counterOf('contract_sign', '51011210120100', [])).toEqual({ typeCode: 'contract_cancel', start: '51011210120100' })
  for (const t of typeCodes) expect(typeCodes).toContain(counterOf(t, '1', []).typeCode)
})
