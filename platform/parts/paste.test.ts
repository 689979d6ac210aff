import { expect, test } from 'vitest'
import { area, date, dict, flag, text } from '../../kit/model/field.ts'
import { clipboardCells, pastedRows, type PasteColumn } from './paste.ts'

const columns: PasteColumn[] = [
  { name: 'xm', field: text('姓名', { en: 'Name', max: 4 }) },
  { name: 'xb', field: dict('性别', 'sex', { en: 'Sex' }), keys: new Map(['男', 'Male', '1'].map((w) => [w, '1'])) },
  { name: 'rq', field: date('日期', { en: 'Day' }) },
  { name: 'mj', field: area('面积', { en: 'Area' }) },
  { name: 'gy', field: flag('共有', { en: 'Shared' }) },
]

test('cells are read in lines and tabs, quoted ones with what they hold, and the last line end begins no row', () => {
  expect(clipboardCells('a\tb\r\nc\t"d\n""e"""\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd\n"e"'],
  ])
  expect(clipboardCells('a\t\tb')).toEqual([['a', '', 'b']])
})

test('words become keys, days and areas are read as people write them, and empty cells say nothing', () => {
  const { rows, faults } = pastedRows(clipboardCells('张三\t男\t2026/3/9\t1,234.50\t是\n李四\t\t\t\t否'), columns, 0)
  expect(faults).toEqual([])
  expect(rows).toEqual([
    { xm: '张三', xb: '1', rq: '2026-03-09', mj: '1234.50', gy: 1 },
    { xm: '李四', gy: 0 },
  ])
  expect(pastedRows([['2026年12月1日']], columns, 2).rows).toEqual([{ rq: '2026-12-01' }])
})

test('what is wrong is named by line and column: unknown words, wrong values, columns that are none, and what fields say of one another', () => {
  const { faults } = pastedRows(clipboardCells('张三\t未知\n一二三四五\t男\t2026-02-30\t1\t是\t多'), columns, 0, (row) =>
    row.xm === '张三' ? [{ name: 'xb', msg: { zh: '不符', en: 'mismatch' } }] : [],
  )
  expect(faults.map((f) => `${f.line} ${f.column.zh}`)).toEqual(['1 性别', '1 性别', '2 姓名', '2 日期', '2 第6列'])
  expect(faults[0]!.msg).toEqual({ zh: '没有“未知”这一项', en: 'There is no entry 未知' })
})
