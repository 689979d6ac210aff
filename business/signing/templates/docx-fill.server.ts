/** Fills the placeholders of a Word file; a place of signing becomes a mark that the converter takes over into the PDF. */
import { createDefaultPlugins, officeMarkup, TemplateHandler, TemplatePlugin, xml, type Tag, type ScopeData } from 'easy-template-x'
import { PLACES } from './placeholders.ts'
import type { Values } from './values.ts'

/** Numbers of marks, above those that a program gives. */
const FIRST_MARK = 900_000

/** A place of signing: a bookmark at the spot where its placeholder stood. The library has no such content; its links and raw markup leave a trace on the page. */
class PlacePlugin extends TemplatePlugin {
  readonly contentType = 'place'
  override simpleTagReplacements(tag: Tag, data: ScopeData): void {
    if (!('xmlTextNode' in tag)) return
    const { name } = data.getScopeData() as unknown as { name: string }
    const id = FIRST_MARK + PLACES.indexOf(name)
    const [start, end] = [`<w:bookmarkStart w:id="${id}" w:name="${name}"/>`, `<w:bookmarkEnd w:id="${id}"/>`].map((t) => xml.parser.parse(t))
    const text = officeMarkup.query.containingTextNode(tag.xmlTextNode)
    // the run ends where the place is: what stands behind it in the same run stays behind it
    const [before] = xml.modify.splitByChild(officeMarkup.query.containingRunNode(text), text, true)
    xml.modify.insertAfter(start!, before)
    xml.modify.insertAfter(end!, start!)
  }
}

/** The Word file with a contract's values. No code of a template is ever run. */
export async function fillDocx(bytes: Buffer, values: Values): Promise<Buffer> {
  const places = Object.fromEntries(PLACES.map((name) => [`@${name}`, { _type: 'place', name }]))
  const handler = new TemplateHandler({ plugins: [...createDefaultPlugins(), new PlacePlugin()] })
  return handler.process(bytes, { ...values, ...places } as Parameters<typeof handler.process>[1])
}
