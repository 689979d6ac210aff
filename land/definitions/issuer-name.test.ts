import { expect, test } from 'vitest'
import { issuerNameKey, namesakesOf } from './issuer-name.ts'

test.each([
  ['玉顶村二组', '玉顶村2组'],
  ['玉顶村第十二组', '玉顶村12组'],
  ['玉顶村二十三组', '玉顶村２３ 组'],
  ['玉顶村〇二组', '玉顶村02组'],
  ['三河村一百零三社', '3河村103社'],
])('%s reads as %s', (a, b) => {
  expect(issuerNameKey(a)).toBe(issuerNameKey(b))
})
test('other numbers and other names stay apart', () => {
  const all = ['玉顶村1组', '玉顶村二组', '玉顶村十组', '玉顶村十一组', '玉顶村二十组', '玉顶村112组', '玉顶村', '玉顶村组']
  expect(new Set(all.map(issuerNameKey)).size).toBe(all.length)
})
test('issuers share a name within a village alone, and nobody with itself', () => {
  const known = [
    { fbfbm: '51202111920301', fbfmc: '玉顶村一组' },
    { fbfbm: '51202111920302', fbfmc: '玉顶村2组' },
    { fbfbm: '51202111920402', fbfmc: '玉顶村2组' },
    { fbfbm: '51202111920304', fbfmc: null },
  ]
  const of = (fbfbm: string, fbfmc: string | null) => namesakesOf({ fbfbm, fbfmc }, known)
  expect([of('51202111920305', '玉顶村第二组'), of('51202111920302', '玉顶村二组'), of('51202111920401', '玉顶村1组')]).toEqual([['51202111920302'], [], []])
  expect([of('51202111920305', ' '), of('51202111920305', null), of('51202111920401', '玉顶村二组')]).toEqual([[], [], ['51202111920402']])
})
