/** What a contract template may say between its words: values, lists, and the places of signatures. Source: documents.md 6. */

import { SaxesParser } from 'saxes'
import { both, type Text } from '../../kit/model/lang.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { OF_THREE } from './flow-def.ts'

/** Single-valued placeholders of a contract, as `{cbhtbm}`. */
const VALUES = [
  'jzbh',
  'cbhtbm',
  'htxlh',
  'fbfmc',
  'shxydm',
  'fbffzrxm',
  'fzrzjhm',
  'fbflxdh',
  'cbfmc',
  'cbfzjhm',
  'cbflxdh',
  'cbfdz',
  'dfmc',
  'dfzjhm',
  'dflxdh',
  'dfdz',
  'dks',
  'htzmjm',
  'cbfs',
  'cbqx',
  'cbqxsm',
  'cbqxq',
  'cbqxz',
  'qdsj',
  'qddd',
  'fs',
]
/** Lists, `{#dk}` to `{/dk}`, and what stands in a row of each. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  dk: ['dkmc', 'dkbm', 'dkdz', 'dknz', 'dkxz', 'dkbz', 'htmjm', 'dldj', 'bz'],
  jtcy: ['cyxm', 'yhzgx', 'cyzjhm', 'bz'],
  qtsx: ['qtsxnr'],
}
/** Places of signatures, `{@cbfSign}`: the same names as the built-in form has, but for the day (`{@date}`), which is its `signDay`. */
export const PLACEHOLDER_PLACES = ['fbfSeal', 'fbfPrincipal', 'cbfSign', 'cbfFinger', 'cbfZrSign', 'jzSeal', 'date']
/** What a template of a kind cannot do without: who, which land, how much, until when, and where they sign. */
export const needed = (flowType: string): readonly string[] => [
  '{cbhtbm}',
  '{fbfmc}',
  '{cbfmc}',
  '{#dk}',
  '{dkbm}',
  '{htmjm}',
  '{/dk}',
  '{htzmjm}',
  '{cbqxq}',
  '{cbqxz}',
  ...(OF_THREE.includes(flowType) ? ['{dfmc}', '{@cbfZrSign}'] : []),
  '{@fbfSeal}',
  '{@cbfSign}',
]

/** The places of signing that a template of a kind cannot do without. */
export const placesNeeded = (flowType: string): string[] => needed(flowType).flatMap((t) => /^\{@(\w+)\}$/.exec(t)?.[1] ?? [])

/** What is no Word file. */
export const notWord = () => invalidField('attachId', both('模板文件不是有效的Word文档（docx）', 'The template is not a valid Word document (docx)'))
/** Text of the paragraphs of a Word part, in order; a placeholder that the program cut into several runs is whole again. @throws SyntaxError for what is no XML */
export function paragraphsOf(xml: string): string[] {
  const out: string[] = []
  const open: string[] = []
  let inText = false
  const parser = new SaxesParser()
  parser.on('error', (e) => {
    throw new SyntaxError(e.message)
  })
  parser.on('opentag', ({ name }) => {
    if (name === 'w:p') open.push('')
    inText = name === 'w:t'
  })
  parser.on('text', (text) => {
    if (inText && open.length) open[open.length - 1] += text
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'w:t') inText = false
    if (name === 'w:p') out.push(open.pop()!)
  })
  parser.write(xml).close()
  return out
}

/** The placeholders of paragraphs in their order, braces and all; a brace that nothing closes is one too. */
export const tagsOf = (paragraphs: readonly string[]): string[] => paragraphs.flatMap((p) => p.match(/\{[^{}]*\}?|\}/g) ?? [])

/** What is wrong with the placeholders of a template, each named, or nothing. */
export function templateWrong(flowType: string, paragraphs: readonly string[]): Text | undefined {
  const tags = tagsOf(paragraphs)
  const unknown: string[] = [],
    apart: string[] = []
  let list: string | undefined
  for (const tag of tags) {
    const [, sign, name] = /^\{([#/@]?)(\w+)\}$/.exec(tag) ?? []
    if (name === undefined) unknown.push(tag)
    else if (sign === '#') {
      if (!Object.hasOwn(LISTS, name)) unknown.push(tag)
      else if (list) apart.push(tag)
      else list = name
    } else if (sign === '/') {
      if (list === name) list = undefined
      else apart.push(tag)
    } else if (sign === '@') {
      if (!PLACEHOLDER_PLACES.includes(name)) unknown.push(tag)
    } else if (!(list ? [...LISTS[list]!, ...VALUES] : VALUES).includes(name)) unknown.push(tag)
  }
  if (list) apart.push(`{#${list}}`)
  const missing = needed(flowType).filter((t) => !tags.includes(t))
  const twice = PLACEHOLDER_PLACES.map((a) => `{@${a}}`).filter((a) => tags.filter((t) => t === a).length > 1)
  const says = [
    unknown.length ? both(`未知占位符 ${named(unknown)}`, `unknown placeholders ${named(unknown)}`) : undefined,
    missing.length ? both(`缺少占位符 ${named(missing)}`, `missing placeholders ${named(missing)}`) : undefined,
    apart.length ? both(`列表未成对 ${named(apart)}`, `lists that do not open and close ${named(apart)}`) : undefined,
    twice.length ? both(`签署位置重复 ${named(twice)}`, `places of signing more than once ${named(twice)}`) : undefined,
  ].filter((t) => t !== undefined)
  if (says.length === 0) return undefined
  return both(`模板文件有误：${says.map((t) => t.zh).join('；')}`, `The template has faults: ${says.map((t) => t.en).join('; ')}`)
}
const NAMED = 12
const named = (tags: readonly string[]): string => {
  const all = [...new Set(tags)]
  return all
    .slice(0, NAMED)
    .map((t) => t.slice(0, 40))
    .join(' ')
    .concat(all.length > NAMED ? ' …' : '')
}
