/** The template that the product ships for a kind of contract, as the body of a Word file: the text is the built-in form's, as data. */

import { MATTERS, kindWords } from './kinds.ts'

const NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const escape = (t: string) => t.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
type Look = { size?: number; bold?: boolean; align?: 'center' | 'right'; indent?: boolean; newPage?: boolean; together?: boolean }
/** A paragraph; sizes are half points. */
const p = (text: string, { size = 22, bold, align, indent, newPage, together }: Look = {}): string =>
  `<w:p><w:pPr>${together ? '<w:keepNext/>' : ''}${newPage ? '<w:pageBreakBefore/>' : ''}<w:spacing w:line="360" w:lineRule="auto"/>${indent ? '<w:ind w:firstLineChars="200"/>' : ''}${align ? `<w:jc w:val="${align}"/>` : ''}</w:pPr>` +
  `<w:r><w:rPr><w:rFonts w:ascii="宋体" w:hAnsi="宋体" w:eastAsia="${bold ? '黑体' : '宋体'}"/>${bold ? '<w:b/>' : ''}<w:sz w:val="${size}"/></w:rPr><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`
const cell = (text: string, width: number) => `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${p(text, { size: 18, align: 'center' })}</w:tc>`
const line = (texts: readonly string[], widths: readonly number[], head = false) =>
  `<w:tr><w:trPr><w:cantSplit/>${head ? '<w:tblHeader/>' : ''}</w:trPr>${texts.map((t, i) => cell(t, widths[i]!)).join('')}</w:tr>`
const BORDERS = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((b) => `<w:${b} w:val="single" w:sz="4" w:color="000000"/>`).join('')
const table = (rows: readonly string[]) =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${BORDERS}</w:tblBorders></w:tblPr>${rows.join('')}</w:tbl>`
/** A column of a list; the first and the last carry the list's own marks, so that its row repeats. */
const listOf = (name: string, columns: readonly (readonly [title: string, tag: string, width: number])[]) => {
  const widths = columns.map(([, , w]) => w)
  const cells = columns.map(([, tag], i) => `${i === 0 ? `{#${name}}` : ''}{${tag}}${i === columns.length - 1 ? `{/${name}}` : ''}`)
  return table([
    line(
      columns.map(([t]) => t),
      widths,
      true,
    ),
    line(cells, widths),
  ])
}
const DK = [
  ['地块名称', 'dkmc', 1250],
  ['地块代码', 'dkbm', 1750],
  ['东至', 'dkdz', 1080],
  ['西至', 'dkxz', 1080],
  ['南至', 'dknz', 1080],
  ['北至', 'dkbz', 1080],
  ['面积（亩）', 'htmjm', 800],
  ['质量等级', 'dldj', 800],
  ['备注', 'bz', 1000],
] as const
const JTCY = [
  ['姓名', 'cyxm', 1750],
  ['与承包方代表关系', 'yhzgx', 2550],
  ['身份证号', 'cyzjhm', 3800],
  ['备注', 'bz', 1850],
] as const
/** Height in twentieths of a point, and what stands at the left and the right. */
type SignRow = readonly [height: number, left: string, right: string]
const HALF = 4989
/** Where they sign: each place has the room that a signature of the built-in form takes, and all of them stand on one page. */
const signTable = (of: readonly SignRow[]) => {
  const cellOf = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="${HALF}" w:type="dxa"/></w:tcPr>${p(text, { together: true })}</w:tc>`
  const lines = of.map(
    ([height, left, right]) => `<w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="${height}" w:hRule="atLeast"/></w:trPr>${cellOf(left)}${cellOf(right)}</w:tr>`,
  )
  return `<w:tbl><w:tblPr><w:tblW w:w="${2 * HALF}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr>${lines.join('')}</w:tbl>`
}
/** A party: its name, who it is, where it is reached. */
const party = (word: string, of: string) => [p(`${word}：{${of}mc}`), p(`身份证号：{${of}zjhm}`), p(`联系电话：{${of}lxdh}`), p(`地址：{${of}dz}`)]

/** @returns word/document.xml of the shipped template of a kind of contract (dictionary htlx) */
export function shippedDocument(flowType: string): string {
  const { title, parties, text } = kindWords(flowType)
  const first = parties?.signs ?? '承包方代表'
  const articles = text.articles.flatMap((a) => [
    p(a.name, { bold: true, size: 23 }),
    ...a.sections.flatMap((s) => [
      ...(s.name ? [p(s.name, { bold: true })] : []),
      ...s.points.map((t) => p(t.replace(`（1）${MATTERS}`, MATTERS), { indent: true })),
    ]),
  ])
  const signs: SignRow[] = [
    [1930, '发包方（章）：{@fbfSeal}', `${first}（签章）：{@cbfSign}`],
    [1700, '负责人（签章）：{@fbfPrincipal}', `${first}（指印）：{@cbfFinger}`],
    ...(parties ? [[1820, '', `${parties.signsToo}（签章）：{@cbfZrSign}`] as const] : []),
    [1930, '签订日期：{qdsj}{@date}', '鉴证单位（章）：{@jzSeal}'],
  ]
  const body = [
    p('鉴证编号：{jzbh}', { align: 'right' }),
    p('合同编号：{cbhtbm}', { align: 'right' }),
    p(title, { size: 56, bold: true, align: 'center' }),
    p('发包方：{fbfmc}', { newPage: true }),
    p('社会信用代码：{shxydm}'),
    p('发包方负责人：{fbffzrxm}'),
    p('身份证号：{fzrzjhm}'),
    p('联系电话：{fbflxdh}'),
    ...party(parties?.holder ?? '承包方代表', 'cbf'),
    ...(parties ? party(parties.word, 'df') : []),
    p(text.preamble, { indent: true }),
    p('一、承包土地情况', { bold: true, size: 23 }),
    listOf('dk', DK),
    p('承包地块共{dks}块，面积总计{htzmjm}亩。'),
    p(text.sketchNote, { indent: true }),
    p('二、承包方家庭成员信息', { bold: true, size: 23 }),
    listOf('jtcy', JTCY),
    p('三、承包期限', { bold: true, size: 23 }),
    p('承包期限为{cbqx}年，自{cbqxq}起至{cbqxz}止。', { indent: true }),
    ...articles,
    signTable(signs),
    p('签订地点：{qddd}', { together: true }),
    p('附件：承包地块示意图'),
  ]
  const margins =
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1304" w:right="964" w:bottom="1021" w:left="964" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>'
  return `<w:document ${NS}><w:body>${body.join('')}${margins}</w:body></w:document>`
}
