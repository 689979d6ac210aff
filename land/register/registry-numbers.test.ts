// Numbers of the real-estate registry by their form alone.
import { expect, test } from 'vitest'
import { bdcdyhWrong, bdcqzhWrong, registryPlaceIn, provinceOf, spellings } from './registry-numbers.ts'

test('a unit number has 28 characters in their places and begins with the county', () => {
  const good = '512021001001JD00001W00000000'
  for (const v of [good, '', null, undefined]) expect([v, bdcdyhWrong(v, '512021')]).toEqual([v, undefined])
  for (const v of ['5', '=1+1', '<b>', good.slice(1), `${good}0`, good.toLowerCase(), good.replace('W', 'X')])
    expect([v, bdcdyhWrong(v, '512021')?.zh]).toEqual([v, expect.stringContaining('应为28位')])
  expect(bdcdyhWrong(good, '512022')?.zh).toBe('不动产单元号应以本县代码512022开头')
})
test('a certificate names its province, a year that can be, its place and a serial', () => {
  const wrong = (v: string) => bdcqzhWrong(v, '512021', '2026-06-01')?.zh
  for (const v of ['川（2024）安岳县不动产权第0000123号', '蜀(2015)安岳县不动产权第0000123号', '川（2026）资阳市不动产权第00001234号', ''])
    expect([v, wrong(v)]).toEqual([v, undefined])
  for (const v of [
    '5',
    '川（2024）安岳县不动产权第123号',
    '川2024安岳县不动产权第0000123号',
    '川（2024）不动产权第0000123号',
    '川（2024）安岳县不动产证明第0000123号',
  ])
    expect([v, wrong(v)]).toEqual([v, expect.stringContaining('格式不正确')])
  expect(wrong('渝（2024）安岳县不动产权第0000123号')).toBe('不动产权证号应以本省简称“川”开头')
  for (const year of ['2014', '2027']) expect(wrong(`川（${year}）安岳县不动产权第0000123号`)).toBe('不动产权证号的年份应在2015年至2026年之间')
  expect([registryPlaceIn('川（2024）安岳县不动产权第0000123号'), provinceOf('500101')]).toEqual(['安岳县', '渝'])
  expect(spellings('川(2024)安岳县不动产权第0000123号')).toEqual(['川（2024）安岳县不动产权第0000123号', '川(2024)安岳县不动产权第0000123号'])
})
