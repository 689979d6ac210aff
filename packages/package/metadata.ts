import { SaxesParser } from 'saxes'
import type { XmlElement } from './staged.ts'

const deepest = 50

/** Parses the vector metadata (NY/T 2539 appendix D) to a plain tree. Throws on text that is not well formed. DTDs are not expanded. */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser()
  const top: XmlElement = { name: '', text: '', children: [] }
  const open = [top]
  const append = (more: string) => {
    const element = open.at(-1)
    if (element) element.text += more
  }
  parser.on('opentag', (tag) => {
    const element: XmlElement = { name: tag.name, text: '', children: [] }
    if (open.length > deepest) throw new Error('元数据层次过深')
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', append)
  parser.on('cdata', append)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element) element.text = element.text.trim()
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
  const [root] = top.children
  if (!root) throw new Error('元数据没有根元素')
  return root
}
