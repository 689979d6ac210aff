// Office files as programs write them, made of real parts, with whatever somebody wants to stand in them.
import { buffer } from 'node:stream/consumers'
import { writeXlsx } from 'hucre/xlsx'
import { zipOf } from '../../services/develop/zip.server.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
export const escaped = (s: string): string => s.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!)

/** A paragraph with these words; `middle` = in the middle of the line. */
export const paragraph = (words: string, middle = false): string =>
  `<w:p>${middle ? '<w:pPr><w:jc w:val="center"/></w:pPr>' : ''}<w:r><w:t xml:space="preserve">${escaped(words)}</w:t></w:r></w:p>`
/** A table with these rows. */
export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((r) => `<w:tr>${r.map((c) => `<w:tc>${paragraph(c)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

interface Docx {
  /** what its relations point to, by id: a web address */
  links?: Readonly<Record<string, string>>
  /** pictures by id: the content type that the package claims, and the text of the part */
  pictures?: Readonly<Record<string, { type: string; text: string }>>
}
/** A Word document with these blocks (WordprocessingML). */
export async function docx(blocks: readonly string[], { links = {}, pictures = {} }: Docx = {}): Promise<Buffer> {
  const part = (id: string) => `media/${id}.png`
  const relations = [
    ...Object.entries(links).map(([id, to]) => `<Relationship Id="${id}" Type="${R}/hyperlink" Target="${escaped(to)}" TargetMode="External"/>`),
    ...Object.keys(pictures).map((id) => `<Relationship Id="${id}" Type="${R}/image" Target="${part(id)}"/>`),
  ]
  const claimed = Object.entries(pictures).map(([id, p]) => `<Override PartName="/word/${part(id)}" ContentType="${escaped(p.type)}"/>`)
  const files = [
    {
      path: '[Content_Types].xml',
      text: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${claimed.join('')}</Types>`,
    },
    {
      path: '_rels/.rels',
      text: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${R}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    { path: 'word/_rels/document.xml.rels', text: `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>` },
    { path: 'word/document.xml', text: `<w:document ${W}><w:body>${blocks.join('')}</w:body></w:document>` },
    ...Object.entries(pictures).map(([id, p]) => ({ path: `word/${part(id)}`, text: p.text })),
  ]
  return buffer(
    zipOf(files.map((f) => ({ ...f, text: `${f.path.startsWith('word/media') ? '' : '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'}${f.text}` }))),
  )
}
/** A link out of a document. */
export const link = (id: string, words: string): string => `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>${escaped(words)}</w:t></w:r></w:hyperlink></w:p>`
/** A picture of a document, with what is said of it for those who do not see it. */
export const drawing = (id: string, said: string): string =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="9525" cy="9525"/><wp:docPr id="1" name="p" descr="${escaped(said)}"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

type Cell = string | number | Date | null
/** A workbook with these sheets; `formats` by 'row,column' from 0. */
export async function xlsx(
  sheets: readonly { name: string; rows: readonly (readonly Cell[])[]; formats?: Readonly<Record<string, string>> }[],
): Promise<Buffer> {
  return Buffer.from(
    await writeXlsx({
      sheets: sheets.map(({ name, rows, formats = {} }) => ({
        name,
        rows: rows.map((r) => [...r]),
        cells: new Map(
          Object.entries(formats).map(([at, numFmt]) => {
            const [r, c] = at.split(',').map(Number) as [number, number]
            return [at, { value: rows[r]![c]!, style: { numFmt } }]
          }),
        ),
      })),
    }),
  )
}
