/** Fills the placeholders of a Word file; a place of signing becomes a mark that the converter takes over into the PDF. */
import { createDefaultPlugins, officeMarkup, TemplateHandler, TemplatePlugin, xml, type Tag, type ScopeData, type XmlNode } from 'easy-template-x'
import { PLACEHOLDER_PLACES } from './placeholders.ts'
import type { PlaceholderValues } from './values.ts'

/** Numbers of marks, above those that a program gives. */
const FIRST_MARK = 900_000

/** A place of signing: a bookmark at the spot where its placeholder stood. The library has no such content; its links and raw markup leave a trace on the page. */
class PlacePlugin extends TemplatePlugin {
  readonly contentType = 'place'
  override simpleTagReplacements(tag: Tag, data: ScopeData): void {
    if (!('xmlTextNode' in tag)) return
    const { name } = data.getScopeData() as unknown as { name: string }
    const id = FIRST_MARK + PLACEHOLDER_PLACES.indexOf(name)
    const [start, end] = [`<w:bookmarkStart w:id="${id}" w:name="${name}"/>`, `<w:bookmarkEnd w:id="${id}"/>`].map((t) => xml.parser.parse(t))
    const text = officeMarkup.query.containingTextNode(tag.xmlTextNode)
    const paragraph = officeMarkup.query.containingParagraphNode(text)
    // the run ends where the place is: what stands behind it in the same run stays behind it
    const [before] = xml.modify.splitByChild(officeMarkup.query.containingRunNode(text), text, true)
    xml.modify.insertAfter(start!, before)
    xml.modify.insertAfter(end!, start!)
    keepLast(paragraph)
  }
}
/** The converter drops a mark in the last paragraph of a text: a paragraph of no height stands behind it. */
function keepLast(paragraph: XmlNode): void {
  let next = paragraph.nextSibling
  while (next && !next.nodeName.startsWith('w:')) next = next.nextSibling
  if (paragraph.parentNode?.nodeName === 'w:body' && (!next || next.nodeName === 'w:sectPr')) xml.modify.insertAfter(xml.parser.parse(LAST), paragraph)
}
const LAST = '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr></w:pPr></w:p>'

/** The Word file with a contract's values. No code of a template is ever run. */
export async function fillDocx(bytes: Buffer, values: PlaceholderValues): Promise<Buffer> {
  const places = Object.fromEntries(PLACEHOLDER_PLACES.map((name) => [`@${name}`, { _type: 'place', name }]))
  const handler = new TemplateHandler({ plugins: [...createDefaultPlugins(), new PlacePlugin()] })
  return handler.process(bytes, { ...values, ...places } as Parameters<typeof handler.process>[1])
}
