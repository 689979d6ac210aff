// The land of which a form speaks, whatever its type.
import { expect, test } from 'vitest'
import { drawnOf, isAbout, landCodes, landNamed, MOST_CODES } from './touched.ts'

const CBFBM = '510112101201000001'
const dkbm = (n: number) => `51011210120100${String(n).padStart(5, '0')}`

test('parcels and books are found wherever they stand; a contractor stands for its book of household land', () => {
  const form = {
    fbfbm: '51011210120100',
    cbjyqzbm: `${CBFBM}J`,
    cbjyqzbmB: '510112101201000002Q',
    bgyy: dkbm(9),
    djbId: '1',
    cbfZr: { cbfbm: '510112101201000003', cbfzjhm: '510112197001010001' },
    dk: [{ dkbm: dkbm(1), htmj: '1.00' }, { dkbm: 'no code' }],
    cuts: [{ dkbm: dkbm(2), pieces: [{ to: CBFBM, geom: 'POLYGON' }] }],
    twice: { deep: [{ dkbm: dkbm(1) }] },
  }
  expect(landNamed(form)).toEqual([`${CBFBM}J`, '510112101201000002Q', '510112101201000003J', dkbm(1), dkbm(2)])
  expect(landNamed({})).toEqual([])
  expect(landNamed({ dk: Array.from({ length: MOST_CODES + 5 }, (_, n) => ({ dkbm: dkbm(n) })) })).toHaveLength(MOST_CODES)
})

test('another household that has a person of the case brings no land into it, nor does one that gets only what the form names', () => {
  const form = { fbfbm: '51011210120100', cbf: { cbfbm: CBFBM }, dk: [{ dkbm: dkbm(1) }], doubles: [{ cbfbm: '510112101201000062', cyxm: '张三' }] }
  expect(landNamed(form)).toEqual([dkbm(1)])
})

test('codes that somebody sends are told apart, what is none is left out', () => {
  expect(landCodes([dkbm(1), `${CBFBM}J`, '', "' or 1=1", CBFBM])).toEqual({ parcels: [dkbm(1)], books: [`${CBFBM}J`] })
})

test('what a form draws: pieces of a parcel and new outlines, not what is not drawn yet', () => {
  const form = {
    cuts: [{ dkbm: dkbm(1), pieces: [{ geom: 'A' }, { geom: '' }, { to: 'x' }, { geom: 'B' }] }],
    corrected: [{ dkbm: dkbm(2), geom: 'C' }],
    dk: [{ dkbm: dkbm(3) }],
    geom: 'of nothing',
  }
  expect(drawnOf(form)).toEqual([
    { dkbm: dkbm(1), geom: 'A' },
    { dkbm: dkbm(1), geom: 'B' },
    { dkbm: dkbm(2), geom: 'C' },
  ])
})

test('whom or what a form is about: by the code wherever it stands, of a contractor by its book too', () => {
  const form = { fbfbm: '51202111920301', cbjyqzbm: '512021119203010001J', dk: [{ dkbm: dkbm(2) }] }
  for (const code of ['51202111920301', '512021119203010001', '512021119203010001J', dkbm(2)]) expect([code, isAbout(form, code)]).toEqual([code, true])
  for (const code of ['512021119203010002', dkbm(3)]) expect([code, isAbout(form, code)]).toEqual([code, false])
  expect(isAbout({}, '51202111920301')).toBe(false)
})
