/**
 * The parts of a Word file as a program that opens it finds them: by the relationships from `_rels/.rels` on, and by the types of its content. What a
 * template has beside them, or calls otherwise than usual, is refused, so that what is converted is what was read.
 */

import { SaxesParser } from 'saxes'
import { both } from '../../kit/model/lang.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { active } from './active.ts'
import { notWord } from './placeholders.ts'

/** The part that holds the text; Word and its kin call it so. */
export const MAIN = 'word/document.xml'
const MAIN_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const TYPES = '[Content_Types].xml'
const ROOT_RELS = '_rels/.rels'
/** The parts in which placeholders may stand. */
export const SPOKEN = /^word\/(document|header\d*|footer\d*)\.xml$/
/** Parts that are XML: a program that opens the file reads them. */
const XML = /\.(xml|rels)$/i
/** Pictures and fonts: the only parts that are no XML. */
const BINARY = /^(word\/media\/[^/]+\.(png|jpe?g|gif|bmp|tiff?|emf|wmf)|docProps\/thumbnail\.(png|jpe?g|emf|wmf)|word\/fonts\/[^/]+\.(odttf|ttf))$/i
/** Relationships whose parts are such. */
const TO_BINARY = /\/(image|thumbnail|font)$/
const SPOKEN_RELATION = /\/(officeDocument|header|footer)$/
/** Types of content that a program runs. */
const RUN = /macroEnabled|vba|activeX|oleObject|\bmsole|embedded-package|\.package\b/i

/** Whether a part of this name is XML that is read. @throws invalid for a part that is neither XML nor a picture or font */
export function isXmlPart(name: string): boolean {
  if (XML.test(name)) return true
  if (!BINARY.test(name)) throw active(name)
  return false
}
/** Refuses a picture or font that is text: some program might read it as a part. @param head its first bytes */
export function requireBinary(name: string, head: Buffer): void {
  if (/^(?:\uFEFF|\s|\0|ï»¿|þÿ|ÿþ)*<|^PK/.test(head.toString('latin1'))) throw active(name)
}
/** The text of a part in UTF-8, the one encoding that is read as it is written. @throws invalid */
export function textOfPart(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  const said = /^\uFEFF?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(text)?.[1]
  if (said && !/^utf-8$/i.test(said)) throw notWord()
  return text
}

interface Relation {
  type: string
  target: string
  isFar: boolean
}
const local = (name: string) => name.slice(name.indexOf(':') + 1)
function elementsOf(xml: string, seen: (name: string, of: ReadonlyMap<string, string>) => void): void {
  const parser = new SaxesParser()
  parser.on('error', (e) => {
    throw new SyntaxError(e.message)
  })
  parser.on('opentag', ({ name, attributes }) => seen(local(name), new Map(Object.entries(attributes).map(([n, v]) => [local(n), v]))))
  parser.write(xml).close()
}
function relationsOf(xml: string): Relation[] {
  const out: Relation[] = []
  elementsOf(xml, (name, of) => {
    if (name === 'Relationship')
      out.push({ type: of.get('Type') ?? '', target: of.get('Target') ?? '', isFar: of.get('TargetMode')?.toLowerCase() === 'external' })
  })
  return out
}
/** The part that a relationship leads to, from the folder of its source; '' where it leads out of the file. */
function partAt(rels: string, target: string): string {
  const from = rels.slice(0, rels.lastIndexOf('_rels/')).split('/').filter(Boolean)
  const path = target.startsWith('/') ? [] : from
  for (const step of target.split('/')) {
    if (step === '..' && path.length === 0) return ''
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}

/** Refuses a file whose parts are not what its names say. @param parts every part by its name; text of those that are XML. @throws invalid */
export function requirePlainParts(parts: ReadonlyMap<string, string | undefined>): void {
  const [types, root] = [parts.get(TYPES), parts.get(ROOT_RELS)]
  if (types === undefined || root === undefined || parts.get(MAIN) === undefined) throw notWord()
  requireTypes(types)
  const mains = relationsOf(root).filter((r) => r.type.endsWith('/officeDocument'))
  if (mains.length !== 1) throw notWord()
  for (const [name, xml] of parts)
    if (xml !== undefined && /\.rels$/i.test(name))
      for (const r of relationsOf(xml)) if (!r.isFar && !r.type.endsWith('/hyperlink')) requireRelation(name, r, parts)
}
/** The main part has its own type and no other part has it. */
function requireTypes(xml: string): void {
  let main: string | undefined, ofXml: string | undefined
  elementsOf(xml, (name, of) => {
    const type = of.get('ContentType') ?? ''
    if (RUN.test(type)) throw active(type)
    if (name === 'Default' && of.get('Extension')?.toLowerCase() === 'xml') ofXml = type
    if (name !== 'Override') return
    const part = (of.get('PartName') ?? '').replace(/^\//, '')
    if (part === MAIN) main = type
    else if (/main\+xml$/i.test(type)) throw active(part)
  })
  if ((main ?? ofXml) !== MAIN_TYPE) throw notWord()
}
function requireRelation(rels: string, r: Relation, parts: ReadonlyMap<string, string | undefined>): void {
  const part = partAt(rels, r.target)
  if (!parts.has(part) || TO_BINARY.test(r.type) !== (parts.get(part) === undefined)) throw active(r.target.slice(0, 60) || r.type)
  if (SPOKEN_RELATION.test(r.type) && !SPOKEN.test(part)) throw active(part)
  if (r.type.endsWith('/officeDocument') && part !== MAIN) throw active(part)
}
/** A placeholder in a note, a comment or a frame elsewhere: nothing fills it there. */
export const otherParts = (part: string) =>
  invalidField('attachId', both(`占位符只能写在正文、页眉和页脚中，不能写在${part}`, `Placeholders may be in the text, headers and footers, not in ${part}`))
