// What a province takes as an access message: every element in its place, as often as it may stand, no other. Pure. Source: data-format.md 4, 5, 13.
import { SaxesParser } from 'saxes'
import { layerStandard, tableStandard } from '../../land/definitions/national/format.ts'

/** How the draft's two elements are spelt that it spells in two ways. */
export interface ProvinceTags {
  business: string
  parcel: string
}
/** An element: its text, or the elements in it, in their order. */
type Rule = RegExp | readonly Part[]
type Often = '1' | '?' | '*' | '+'
type Part = readonly [name: string, often: Often, rule: Rule]
interface Node {
  name: string
  text: string
  inner: Node[]
}

export const PROVINCE_KINDS: readonly string[] = ['101', '102', '103', '104', '105', '106', '107', '201', '202', '203']
/** Kinds that say what was before. */
const ORIGINALS = ['102', '103', '104', '105', '106']

const upTo = (length: number, least = 0): RegExp => new RegExp(`^[^]{${least},${length}}$`)
const CODES = /^(\w+(;\w+)*)?$/
const CODE = /^\w{1,40}$/
const DAY = /^\d{4}-\d\d-\d\d$/
const one = (name: string, rule: Rule): Part => [name, '1', rule]
const CZFS = /^0[1-4]$/
const NUMBERS = String.raw`-?\d+(\.\d+)?`
/** A shape in degrees: none where there is none. */
const shape = (...types: string[]): RegExp => new RegExp(`^((${types.join('|')})\\(+${NUMBERS} ${NUMBERS}[-\\d., ()]*\\))?$`)

type Fields = readonly { name: string; type: string; length: number; decimals: number }[]
/** The fields of a table of the standard, in its order: numbers are numbers, texts as long as they may be. */
const fields = (list: Fields): Part[] =>
  list.map(({ name, type, length }) => one(name, type === 'Int' || type === 'Float' ? new RegExp(`^(${NUMBERS})?$`) : upTo(type === 'Char' ? length : 65_535)))
const tableRow = (name: Parameters<typeof tableStandard>[0]): Part => [name, '*', [one('CZFS', CZFS), ...fields(tableStandard(name).fields)]]
const drawn = (name: 'JZD' | 'JZX', ...types: string[]): Part => [
  `DK${name}`,
  '*',
  [one('CZFS', CZFS), one(name, fields(layerStandard(name).fields)), one('SHP', shape(...types))],
]
/** What was, and what is. */
const dataOf = (tags: ProvinceTags): readonly Part[] => [
  ['FBF', '?', [one('CZFS', CZFS), ...fields(tableStandard('FBF').fields)]],
  [
    'CBDK',
    '*',
    [
      one('CZFS', CZFS),
      one(tags.parcel, CODES),
      one('YCBFBM', /^(\d{18})?$/),
      one('DK', fields(layerStandard('DK').fields)),
      one('SHP', shape('POLYGON', 'MULTIPOLYGON')),
      one('TYZB', upTo(2000)),
    ],
  ],
  drawn('JZD', 'POINT'),
  drawn('JZX', 'LINESTRING', 'MULTILINESTRING'),
  ...(['CBF', 'CBF_JTCY', 'CBDKXX', 'CBHT', 'CBJYQZDJB'] as const).map(tableRow),
]

const ofBook = (prefix = ''): Part[] => ['CBFBM', 'CBHTBM', 'CBJYQZBM'].map((n) => one(prefix + n, CODES))
const group = (name: string): Part => [name, '*', [...ofBook(), one('DKBM', CODES)]]
const side = (name: string): Part => one(name, [one('DKBM', CODES), one('FBFBM', CODES), one('CBJYQZBM', CODES), one('CBFBM', CODES)])
const event = (name: string, on: string): Part => one(name, [one('CBJYQZBM', CODES), one(on, DAY)])
/** What the business says of its own, by the kind of its message. */
const EXTENSIONS: Readonly<Record<string, readonly Part[]>> = {
  '102': ['ZCCBFBM', 'ZCCBJYQZBM', 'ZRCBFBM', 'ZRCBJYQZBM', 'CBHTBM', 'DKBM'].map((n) => one(n, CODES)),
  '104': [side('JF'), side('YF')],
  '105': [...ofBook('FHQ'), group('FHHCBF')],
  '106': [group('HHQCBF'), group('HHHCBF')],
  '107': [...ofBook(), one('ZXYY', upTo(254))],
  '201': [...ofBook(), event('QZBF', 'BFRQ')],
  '202': [...ofBook(), event('QZHF', 'HFRQ')],
}
const HEAD: Part = one('HEAD', [
  one('FSF', CODE),
  one('FSSJ', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  one('SJLX', new RegExp(`^(${PROVINCE_KINDS.join('|')})$`)),
  one('SJBZM', /^[0-9a-f-]{36}$/),
])
const messageOf = (kind: string, tags: ProvinceTags): readonly Part[] => [
  HEAD,
  one(tags.business, [
    one('XZQBM', /^\d{6}$/),
    one('XZQMC', upTo(100)),
    one('YWLSH', CODE),
    one('QYWLSH', /^\w{0,40}$/),
    one('YWBLSJ', DAY),
    one('FBFBM', /^(\d{14})?$/),
    ...(EXTENSIONS[kind] ?? ofBook()),
  ]),
  ['ORIGINAL_DATA', ORIGINALS.includes(kind) ? '?' : '*', ORIGINALS.includes(kind) ? dataOf(tags) : []],
  one('CHANGE_DATA', dataOf(tags)),
]
const PAPERS: readonly Part[] = [
  HEAD,
  one('YWLSH', CODE),
  one('XZQDM', /^\d{6}$/),
  one('XZQMC', upTo(100)),
  ['ZLFJ', '*', [one('FJMC', upTo(100, 1)), one('FJRQ', DAY), one('FJ', /^[^/\\]{1,200}$/)]],
]

/** What is wrong with the elements in one, each with its path. */
function faultsIn(nodes: readonly Node[], parts: readonly Part[], path: string): string[] {
  const found: string[] = []
  let at = 0
  for (const [name, often, rule] of parts) {
    let n = 0
    for (; nodes[at]?.name === name; at += 1, n += 1) found.push(...faultsOf(nodes[at]!, rule, `${path}/${name}`))
    if ((n === 0 && (often === '1' || often === '+')) || (n > 1 && (often === '1' || often === '?'))) found.push(`${path}/${name}: ${n}`)
  }
  if (at < nodes.length) found.push(`${path}: ${nodes[at]!.name} out of place`)
  return found
}
function faultsOf(node: Node, rule: Rule, path: string): string[] {
  if (!(rule instanceof RegExp)) return [...(node.text.trim() ? [`${path}: text`] : []), ...faultsIn(node.inner, rule, path)]
  return node.inner.length ? [`${path}: elements`] : rule.test(node.text) ? [] : [`${path}: ${node.text.slice(0, 60)}`]
}
function readNodes(xml: string): Node[] {
  const open: Node[] = [{ name: '', text: '', inner: [] }]
  const parser = new SaxesParser()
  parser.on('opentag', (t) => void open.push({ name: t.name, text: '', inner: [] }))
  parser.on('text', (t) => void (open.at(-1)!.text += t))
  parser.on('closetag', () => {
    const node = open.pop()!
    open.at(-1)!.inner.push(node)
  })
  parser.write(xml).close()
  return open[0]!.inner
}
const read = (xml: string, parts: (all: readonly Node[]) => readonly Part[]): string[] => {
  try {
    const nodes = readNodes(xml)
    return faultsIn(nodes, [one('SUBMIT', parts(nodes))], '')
  } catch (e) {
    return [(e as Error).message]
  }
}
/** What a province finds wrong with a message; nothing where it takes it. */
export const provinceFaults = (xml: string, tags: ProvinceTags): string[] =>
  read(xml, (nodes) => messageOf(nodes[0]?.inner[0]?.inner.find((n) => n.name === 'SJLX')?.text ?? '', tags))
/** The same of the message of the papers. */
export const provincePaperFaults = (xml: string): string[] => read(xml, () => PAPERS)
