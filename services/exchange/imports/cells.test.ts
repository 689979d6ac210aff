import { expect, test } from 'vitest'
import { int, text } from '../../../kit/model/field.ts'
import { fileURLToPath } from 'node:url'
import { readWorkbook } from '../../../runtime/workbook/workbook.server.ts'
import { takeCell } from './cells.ts'
import { headsOf, sameTitle } from './heads.ts'

const code = text('编码', { en: 'Code', max: 30 })

test('a sheet keeps fifteen digits of a number: a longer code that was typed as a number is refused, and one that was typed as text is taken', () => {
  expect(takeCell(code, 999_999_999_999_999, 'B2', undefined)).toEqual({ value: '999999999999999' })
  for (const long of [1e15, 1e16, 512021191203030000, -1e15])
    expect(takeCell(code, long, 'B2', undefined)).toMatchObject({ fault: { zh: expect.stringContaining('B2'), en: expect.stringContaining('B2') } })
  expect(takeCell(code, '512021191203030001', 'B2', undefined)).toEqual({ value: '512021191203030001' })
  // as the sheet shows it, pasted as text
  for (const shown of ['5.12021E+17', '5E+17', '5.12021e17', ' 5.12021E+017 '])
    expect(takeCell(code, shown, 'B2', undefined)).toMatchObject({ fault: { zh: expect.stringContaining('B2') } })
  for (const own of ['5E17', '1.5E', 'E+17', 'A5.1E+17']) expect(takeCell(code, own, 'B2', undefined)).toEqual({ value: own })
  expect(takeCell(int('数', { en: 'Number' }), 12, 'B2', undefined)).toEqual({ value: '12' })
})

const foreign = (name: string) =>
  readWorkbook(fileURLToPath(new URL(`../../../tests/foreign/${name}.xlsx`, import.meta.url)), { rows: 100, columns: 100, characters: 100_000 })
/** Headings of the template for contractors, as its definition words them. */
const TITLES = ['发包方', '承包方名称', '承包方证件号码', '承包期限（年）']

test('a heading is known however its cell breaks or spaces it, and what two cells say alike is said twice', async () => {
  const known = (heads: readonly string[]) =>
    headsOf(heads, (title) => TITLES.find((t) => sameTitle(t, title))).flatMap((h) => (h.field ? [[h.at, h.field]] : []))
  const all = [
    ['A', '发包方'],
    ['C', '承包方名称'],
    ['G', '承包方证件号码'],
    ['L', '承包期限（年）'],
  ]
  expect(known((await foreign('x-head-break')).heads)).toEqual(all)
  expect(known((await foreign('x-ids')).heads)).toEqual(all)
  expect(known([' 承包方\u3000名称 ＊', '*承包期限 (年)', '承包方\r\n证件号码\u200b'])).toEqual([
    ['A', '承包方名称'],
    ['B', '承包期限（年）'],
    ['C', '承包方证件号码'],
  ])
  expect(() => known(['承包方名称', '承包方\n名称*'])).toThrow()
  expect(sameTitle('承包方名称', '承包方')).toBe(false)
})

test('numbers and names of a sheet come in as the register writes them; what Excel has rounded is named', async () => {
  const [name, number] = [text('承包方名称', { en: 'Name', name: true, max: 18 }), text('证件号码', { en: 'Number', mask: 'idNumber', max: 20 })]
  const { rows } = await foreign('x-ids')
  const took = rows.map(({ no, cells }) => [cells[2], takeCell(number, cells[6] as string, `G${no}`, undefined)])
  expect(took).toEqual([
    ['表小写', { value: '51202119830102957X' }],
    ['表全角', { value: '512021198301039516' }],
    ['表空格', { value: '512021198301049511' }],
    ['表撇号', { value: '512021198301059517' }],
    ['表数字', { fault: expect.objectContaining({ zh: expect.stringContaining('G6') }) }],
    ['表科学', { fault: expect.objectContaining({ zh: expect.stringContaining('G7') }) }],
    ['表十五', { value: '512021830107951' }],
    ['表未来', { value: '512021209912319526' }],
    ['表空尾 ', { value: '512021198301089513' }],
    ['⾼⽴', { value: '512021198301099519' }],
  ])
  expect(rows.slice(-2).map(({ no, cells }) => takeCell(name, cells[2] as string, `C${no}`, undefined))).toEqual([{ value: '表空尾' }, { value: '高立' }])
})
