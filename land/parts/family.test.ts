import { expect, test } from 'vitest'
import { familySteps } from './family.ts'

const kin = (id: string, area?: string, former?: string) => ({ id, area, former, goesOn: former !== undefined })

test('a cut, a joining and what follows are steps of their own, each with its areas and their difference', () => {
  const steps = familySteps(
    [kin('a', '3.00'), kin('b', '1.00'), kin('c', '1.98'), kin('d', '2.98')],
    [
      { from: 'a', to: 'b' },
      { from: 'a', to: 'c' },
      { from: 'b', to: 'd' },
      { from: 'c', to: 'd' },
    ],
  )
  expect(steps).toEqual([
    { from: ['a'], to: ['b', 'c'], before: '3.00', after: '2.98', difference: '-0.02' },
    { from: ['b', 'c'], to: ['d'], before: '2.98', after: '2.98', difference: '0.00' },
  ])
})

test('a parcel that goes on after a piece was cut counts with what it measured before and what it measures now', () => {
  expect(familySteps([kin('a', '2.00', '3.00'), kin('b', '1.01')], [{ from: 'a', to: 'b' }])).toEqual([
    { from: ['a'], to: ['b'], before: '3.00', after: '3.01', difference: '+0.01' },
  ])
})

test('what it measured before is not made up where nobody knows it', () => {
  expect(familySteps([{ id: 'a', area: '2.00', goesOn: true }, kin('b', '1.01')], [{ from: 'a', to: 'b' }])).toEqual([
    { from: ['a'], to: ['b'], after: '3.01' },
  ])
})

test('an area that nobody knows gives no difference, and links to what is not shown are left out', () => {
  expect(
    familySteps(
      [kin('a'), kin('b', '1.00')],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'x' },
        { from: 'b', to: 'b' },
      ],
    ),
  ).toEqual([{ from: ['a'], to: ['b'], after: '1.00' }])
})
