import { expect, test } from 'vitest'
import { counterOf } from './counter.ts'

const [A, B] = ['510112101201000001', '510112101201000002']
const book = (cbfbm: string, role: string, isMade = true) => ({ code: `${cbfbm}J`, role, isMade })

test('the business that leads back begins with whom the case left the land, that of an issuer with the issuer', () => {
  const split = { counter: 'change_merge' } as const
  expect(counterOf(split, '1', [book(A, 'source'), book(B, 'target')])).toEqual({ typeCode: 'change_merge', start: A })
  expect(counterOf(split, '1', [book(A, 'source', false), book(B, 'target')])).toEqual({ typeCode: 'change_merge', start: B })
  const transfer = { counter: 'change_transfer', counterFrom: 'target' } as const
  expect(counterOf(transfer, '1', [book(A, 'source'), book(B, 'target')])).toEqual({ typeCode: 'change_transfer', start: B })
  expect(counterOf({ counter: 'contract_sign' }, '1', [book(A, 'source', false)])).toEqual({ typeCode: 'contract_sign', start: A })
  expect(counterOf({ counter: 'correct_fbf', ofIssuer: true }, '51011210120100', [book(A, 'source')])).toEqual({
    typeCode: 'correct_fbf',
    start: '51011210120100',
  })
  expect(counterOf(split, '51011210120100', [])).toEqual({ typeCode: 'change_merge', start: '51011210120100' })
})
