import { expect, test } from 'vitest'
import { following } from './web/applicant.web.ts'

const former = { obligeName: '乔辉根', obligePhone: '19900000011' }
const none = () => false

test('what was filled for the former contractor goes with it, also where the new one has nothing of the kind; what was typed stays', () => {
  expect(following(former, former, { obligeName: '冯新民', obligePhone: undefined }, none)).toEqual({ obligeName: '冯新民', obligePhone: undefined })
  const typed = { ...former, obligePhone: '13800000001' }
  expect(following(typed, former, { obligeName: '冯新民', obligePhone: undefined }, none)).toEqual({ obligeName: '冯新民' })
  expect(following(typed, former, { obligePhone: '13900000009' }, none)).toEqual({})
  expect(following({}, {}, { obligeName: '冯新民', obligePhone: undefined }, none)).toEqual({ obligeName: '冯新民' })
  expect(following(former, {}, { obligeName: '冯新民' }, (n) => n === 'obligeName')).toEqual({ obligeName: '冯新民' })
})
