import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { FAULTS } from './faults.ts'
import { placesOf } from './place.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MARK = /\?fault=(\d+)$/
/** Files that a fault may stand in, or that lead to one. */
const PART = /^(land\/register|kit\/server)\/[^?]*\.ts$/

/**
 * A file that is imported as `…?fault=n` is read as it is, and so is what it imports of the writer and the row layer; in one of them a text stands in place of
 * another (faults.ts). Every other import is left alone.
 */
export const faultsPlugin: Plugin = {
  name: 'faults',
  enforce: 'pre',
  async resolveId(source, importer) {
    const mark = importer && MARK.exec(importer)?.[0]
    if (!mark || !source.startsWith('.')) return
    const found = await this.resolve(source, importer.replace(MARK, ''), { skipSelf: true })
    return found && PART.test(relative(ROOT, found.id)) ? found.id + mark : found
  },
  transform(code, id) {
    const n = MARK.exec(id)?.[1]
    const fault = n && FAULTS[Number(n)]
    if (!fault || relative(ROOT, id.replace(MARK, '')) !== fault.file) return
    const places = placesOf(code, fault.from)
    if (places.length !== 1) throw new Error(`the fault has ${places.length} places in ${fault.file}: ${fault.from}`)
    const [from, to] = places[0]!
    return code.slice(0, from) + fault.to + code.slice(to)
  },
}
