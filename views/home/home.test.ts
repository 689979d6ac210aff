import { expect, test } from 'vitest'
import { actOf, leftText, markOf } from '../../business/cases/rules/work.ts'
import { workFirst } from './home.ts'

test('who works on cases sees what waits first; leaders and a province’s deployment the figures', () => {
  for (const roles of ['village', 'town,village', 'county', 'acceptor,surveyor', '']) expect([roles, workFirst('', roles)]).toEqual([roles, true])
  for (const roles of ['leader', 'county,leader', 'large', 'audit']) expect([roles, workFirst('', roles)]).toEqual([roles, false])
  expect(workFirst('sx', 'village')).toBe(false)
})

test('a row says what is to be done and how long there is', () => {
  expect([null, -3, 0, 1].map((d) => leftText(d).zh)).toEqual(['', '超期 3 天', '今天', '剩 1 天'])
  const at = (daysLeft: number | null, returnedAt = '') => markOf({ daysLeft, returnedAt })
  expect([at(-1, 'x'), at(5, 'x'), at(2), at(3), at(null)]).toEqual(['over', 'returned', 'soon', 'plain', 'plain'])
  expect(
    [actOf({ taskKey: 'survey', returnedAt: '' }), actOf({ taskKey: 'survey', returnedAt: 'x' }), actOf({ taskKey: '?', returnedAt: '' })].map((t) => t.zh),
  ).toEqual(['调查核实', '补正', '办理'])
})
