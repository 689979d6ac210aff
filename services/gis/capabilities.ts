// What a service says that it has: names of its layers, and fields of a type of features. XML is read in a thread of its own (capabilities-worker.server.ts).
import { SaxesParser } from 'saxes'
import { textOfOthers } from './features.ts'

/** A layer that a service offers. */
export interface OfferedLayer {
  name: string
  title: string
}
/** Layers and elements of an answer at most. */
const MOST_LAYERS = 500,
  MOST_ELEMENTS = 200_000
const localName = (n: string): string => n.slice(n.indexOf(':') + 1)

/** Walks a document: `open` and `close` get local names; texts are trimmed. No entities but the five of XML, no more elements than a sane document has. @throws where it is none */
function walk(xml: string, on: { open?(name: string, attributes: Readonly<Record<string, string>>): void; close?(name: string, text: string): void }): void {
  if (/<!DOCTYPE[^>]*\[/i.test(xml)) throw new Error('a document type with declarations')
  const parser = new SaxesParser({ xmlns: false })
  const texts: string[] = []
  let elements = 0
  parser.on('error', (e) => {
    throw e
  })
  parser.on('opentag', (tag) => {
    elements += 1
    if (elements > MOST_ELEMENTS) throw new Error('too many elements')
    texts.push('')
    on.open?.(localName(tag.name), tag.attributes as Record<string, string>)
  })
  parser.on('text', (t) => {
    if (texts.length) texts[texts.length - 1] += t
  })
  parser.on('closetag', (tag) => on.close?.(localName(tag.name), (texts.pop() ?? '').trim()))
  parser.write(xml).close()
}

/** Layers of a WMS or WMTS, types of a WFS: elements `Layer` or `FeatureType` that have a name of their own. */
export function layersOfXml(xml: string): OfferedLayer[] {
  const out: OfferedLayer[] = []
  const path: string[] = []
  const open: { name: string; title: string }[] = []
  walk(xml, {
    open: (n) => {
      path.push(n)
      if (n === 'Layer' || n === 'FeatureType') open.push({ name: '', title: '' })
    },
    close: (n, text) => {
      path.pop()
      const at = open.at(-1)
      const parent = path.at(-1)
      if (at && (parent === 'Layer' || parent === 'FeatureType')) {
        if (n === 'Name' || n === 'Identifier') at.name ||= text
        if (n === 'Title') at.title ||= text
      }
      if (n === 'Layer' || n === 'FeatureType') {
        const done = open.pop()!
        if (done.name && out.length < MOST_LAYERS) out.push({ name: done.name.slice(0, 200), title: textOfOthers(done.title || done.name, 200) })
      }
    },
  })
  return out
}
/** Layers of OGC API Features (`collections`) or an ArcGIS map service (`layers`); undefined where the answer is neither. */
export function layersOfJson(text: string): OfferedLayer[] | undefined {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    return undefined
  }
  const { collections, layers } = (raw ?? {}) as { collections?: unknown; layers?: unknown }
  const list = Array.isArray(collections) ? collections : Array.isArray(layers) ? layers : undefined
  return list?.slice(0, MOST_LAYERS).flatMap((l) => {
    const { id, title, name } = (l ?? {}) as Record<string, unknown>
    return typeof id === 'string' || typeof id === 'number' ? [{ name: String(id), title: textOfOthers(String(title ?? name ?? id), 200) }] : []
  })
}
