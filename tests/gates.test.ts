import { expect, test } from 'vitest'
import { defineResource } from '../kit/model/resource.ts'
import { dict, text } from '../kit/model/field.ts'
import { codeLines } from '../tools/code-lines.ts'
import { dataDictionary } from '../tools/dictionary.ts'

test('code lines are those with code: no blanks, no comments, but signs of comments inside texts', () => {
  expect(codeLines('')).toBe(0)
  expect(codeLines('// one\n\n/* two\n three */\nconst a = 1 // four\n')).toBe(1)
  expect(codeLines("const url = 'https://x'\nconst b = `/* no\ncomment */`\n/** doc */ const c = 1\n")).toBe(4)
})

test('the data dictionary says of a field what its definition says, with its place in the standard', () => {
  const fbf = defineResource({
    name: 'fbf',
    label: '发包方',
    en: 'Issuer',
    path: '/fbf',
    scope: 'land',
    versioned: true,
    unique: [['fbfbm']],
    fields: {
      fbfbm: text('发包方编码', { en: 'Code', length: 14, search: 'prefix', form: 'read' }),
      fbfmc: text('名称|别名', { en: 'Name', max: 50, required: true }),
      sfzx: dict('是否', 'yes_no', { en: 'Yes or no', values: ['1', '2'] }),
    },
  })
  const lines = dataDictionary([fbf]).split('\n')
  expect(lines).toContain('### fbf 发包方 Issuer')
  expect(lines).toContain('`/fbf` · 租户与区划 tenant and region · 版本 versions in `fbf_v` · 唯一 unique: fbfbm')
  expect(lines).toContain('| fbfbm | 发包方编码 | Code | text | varchar(14) collate "C" | = 14 |  | 系统 server |  | prefix | FBF.FBFBM Char(14) M |')
  expect(lines).toContain('| fbfmc | 名称\\|别名 | Name | text | varchar(50) | ≤ 50 | 是 yes |  |  |  | FBF.FBFMC Char(50) M |')
  expect(lines).toContain('| sfzx | 是否 | Yes or no | dict | varchar(40) | {1, 2} |  |  | [yes_no](#dict-yes_no) |  |  |')
  expect(lines).toContain('| 1 | 是 | yes |')
})
