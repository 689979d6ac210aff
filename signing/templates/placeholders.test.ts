// What a template may say, and which nodes a flow may have: every fault is named in both languages.
import { expect, test } from 'vitest'
import { keysOf } from '../../tests/samples.ts'
import { readParagraphs } from './docx-read.server.ts'
import { shippedDocx } from './docx.server.ts'
import { nodesWrong } from './flow-def.ts'
import { needed, paragraphsOf, tagsOf, templateWrong } from './placeholders.ts'

const whole = (flowType: string) => [...needed(flowType)]

test('the template that is shipped for each kind of contract has all that it needs, is the same file each time, and holds the words of its kind', async () => {
  const says: Record<string, string> = {
    '1': '农村土地（耕地）承包合同',
    '2': '以{cbfs}的方式',
    '6': '农村土地承包经营权互换合同',
    '7': '分户',
    '9': '终止（解除）协议',
  }
  for (const flowType of keysOf('htlx')) {
    const file = await shippedDocx(flowType)
    const paragraphs = await readParagraphs(file)
    expect([flowType, templateWrong(flowType, paragraphs)]).toEqual([flowType, undefined])
    expect((await shippedDocx(flowType)).equals(file)).toBe(true)
    expect(paragraphs.join('\n')).toContain(says[flowType] ?? '')
    expect(paragraphs.some((p) => /undefined|null/.test(p))).toBe(false)
  }
})

test('a placeholder that Word cut into runs is whole again, text outside of paragraphs is none', () => {
  const xml =
    '<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>合同编号：{cb</w:t></w:r><w:r><w:t>htbm}</w:t></w:r></w:p>{x}<w:p><w:r><w:instrText>{y}</w:instrText></w:r></w:p></w:body></w:document>'
  expect(tagsOf(paragraphsOf(xml))).toEqual(['{cbhtbm}'])
  expect(() => paragraphsOf('<w:p>')).toThrow(SyntaxError)
})

test('what is unknown, missing, not in pairs or twice in a template is named in both languages', () => {
  const ok = whole('1')
  expect(templateWrong('1', ok)).toBeUndefined()
  expect(templateWrong('1', [...ok, '{xm}', '{@stamp}', '{#rows}', '{'])).toEqual({
    zh: '模板文件有误：未知占位符 {xm} {@stamp} {#rows} {',
    en: 'The template has faults: unknown placeholders {xm} {@stamp} {#rows} {',
  })
  expect(
    templateWrong(
      '1',
      ok.filter((t) => t !== '{cbhtbm}' && t !== '{@cbfSign}'),
    ),
  ).toEqual({ zh: '模板文件有误：缺少占位符 {cbhtbm} {@cbfSign}', en: 'The template has faults: missing placeholders {cbhtbm} {@cbfSign}' })
  // what every object inherits is no list
  for (const name of ['toString', 'constructor', '__proto__'])
    expect(templateWrong('1', [...ok, `{#${name}}`, '{cbfmc}', `{/${name}}`])?.zh).toContain(`未知占位符 {#${name}}`)
  // a value of a row stands only in its list
  expect(templateWrong('1', [...ok, '{dkmc}'])?.zh).toBe('模板文件有误：未知占位符 {dkmc}')
  expect(templateWrong('1', ['{#jtcy}', ...ok])?.en).toContain('lists that do not open and close {#dk}')
  expect(templateWrong('1', [...ok, '{@fbfSeal}'])).toEqual({
    zh: '模板文件有误：签署位置重复 {@fbfSeal}',
    en: 'The template has faults: places of signing more than once {@fbfSeal}',
  })
  // a contract of three needs its third
  expect(templateWrong('5', ok)?.zh).toBe('模板文件有误：缺少占位符 {dfmc} {@cbfZrSign}')
})

test('a flow has the nodes of its kind in their order: the contractor before the issuer, the other contractor only of three', () => {
  expect([nodesWrong('1', 'cbf,fbf'), nodesWrong('1', 'cbf,fbf,jz'), nodesWrong('5', 'cbf,cbf_zr,fbf')]).toEqual([undefined, undefined, undefined])
  expect(nodesWrong('1', 'fbf,cbf')).toEqual({ zh: '签署节点的顺序应为：cbf,fbf', en: 'The order of the nodes is: cbf,fbf' })
  expect(nodesWrong('1', 'cbf,cbf,fbf')?.en).toBe('The order of the nodes is: cbf,fbf')
  expect(nodesWrong('1', 'cbf,cbf_zr,fbf')?.zh).toBe('该合同类型没有签署节点“cbf_zr”')
  expect(nodesWrong('6', 'cbf,fbf')).toEqual({ zh: '缺少签署节点“cbf_zr”', en: 'The node "cbf_zr" is missing' })
  expect(nodesWrong('1', 'cbf')?.en).toBe('The node "fbf" is missing')
})
