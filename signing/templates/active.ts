/** What a Word file would fetch or run, were it opened by a program: a template has none of it. */

import { SaxesParser } from 'saxes'
import { both } from '../../kit/model/lang.ts'
import { invalidField } from '../../kit/model/problem.ts'

/** A Word file that names what lies outside of it, or holds what a program would run. */
export const active = (what: string) =>
  invalidField(
    'attachId',
    both(
      `模板文件含有外部链接或活动内容（${what}），请删除后重新上传`,
      `The template names files outside of it or holds active content (${what}): remove it and upload again`,
    ),
  )

/** Fields that fetch a file, a picture or the answer of a program. */
const FETCHING = /INCLUDE|DDE|IMPORT|DATABASE|AUTOTEXT|(?<!HYPER)LINK/i
/** An address that leads out of the file: with a scheme, or of another machine. */
const FAR = /^\s*([a-z][a-z0-9+.-]*:|\/\/|\\)/i
/** Characters of an address that a refusal repeats. */
const NAMED = 60
const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** What a part of a Word file would fetch; undefined for nothing. Links that people follow are none. @throws SyntaxError for what is no XML */
export function fetches(xml: string): string | undefined {
  let [far, fields, inField]: [string | undefined, string, boolean] = [undefined, '', false]
  const parser = new SaxesParser()
  parser.on('error', (e) => {
    throw new SyntaxError(e.message)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const of = new Map(Object.entries(attributes).map(([n, v]) => [local(n), v]))
    inField = local(name) === 'instrText'
    if (local(name) === 'altChunk') far ??= 'altChunk'
    const target = of.get('Target') ?? ''
    // what has a scheme or names a machine is outside of the file, whether it says so or not
    const isOutside = of.get('TargetMode')?.toLowerCase() === 'external' || FAR.test(target)
    if (local(name) === 'Relationship' && isOutside && !of.get('Type')?.endsWith('/hyperlink')) far ??= target.slice(0, NAMED) || 'External'
    // a field may be cut into runs, so all of them are read as one
    fields += of.get('instr') ?? ''
  })
  parser.on('text', (text) => {
    if (inField) fields += text
  })
  parser.on('closetag', () => {
    inField = false
  })
  parser.write(xml).close()
  return far ?? FETCHING.exec(fields)?.[0]
}
