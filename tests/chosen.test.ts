import { expect, test } from 'vitest'
import { TestText } from './chosen.ts'

test('what a test chooses stands under its name, comes by a helper, a list or a loop, and is nowhere else', () => {
  const t = new TestText(
    'a.ts',
    `const set = (level: string) => post('/x', { level, other: '7' })
     const ALL = ['a', 'b'] as const
     await set('1')
     for (const kind of ALL) await post('/x', { kind })
     ;['c'].map((kind) => post('/y', { kind }))
     test.each(['d'])('%s', (kind) => post('/y', { kind }))
     expect(5).toBe(6)
     await post('/x', { state: on ? 2 : '3', kind: 'e' })
     const param = async (key: string, value: number) => post('/p', { key, value })
     await param('p.one', 8)
     await post('/p', { paramKey: PARAMS.two.key, paramValue: '9' })`,
  )
  const of = (name: string) => [...t.under(name).keys()].toSorted()
  expect([of('level'), of('kind'), of('state'), of('other'), of('gone')]).toEqual([['1'], ['a', 'b', 'c', 'd', 'e'], ['2', '3'], ['7'], []])
  expect([[...t.beside('p.one', 'PARAMS.one.key').keys()], [...t.beside('p.two', 'PARAMS.two.key').keys()]]).toEqual([['p.one', '8'], ['9']])
  expect([t.sets('level'), t.sets('p.one'), t.sets('5')]).toEqual([true, true, false])
})

test('a value that is only refused where it is chosen is told apart', () => {
  const t = new TestText(
    'a.ts',
    `test('one', async () => { expect((await post('/x', { kind: '1' })).key).toBe('invalid') })
     test('two', async () => {
       expect((await post('/x', { kind: '2' })).key).toBe('invalid')
       expect(shown()).toBe('two')
     })
     test('three', async () => { expect(await refused({ kind: '1' })).toEqual(['invalid', 'x']) })`,
  )
  expect([...t.under('kind')]).toEqual([
    ['1', false],
    ['2', true],
  ])
})
