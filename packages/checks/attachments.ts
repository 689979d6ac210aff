/** I: sketches, source documents and point notes named by the tables. Bytes are looked at by file-facts.server.ts. */
import { draft } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Facts, Rules } from './facts.ts'
import type { Limits } from './limits.ts'

/** One path as a field names it: as written, with '/' only, and whether it has the required form. */
interface Named {
  object: string
  table: string
  field: string
  written: string
  path: string
  formed: boolean
}

/** Splits a field of several paths joined by '/'; folders inside a path may be separated by '\' or '/'. */
export function splitPaths(value: string): string[] {
  const parts = value.includes('\\') ? value.split('/') : value.split(/\/(?=图件\/|其他资料\/)/)
  return parts.map((part) => part.trim()).filter(Boolean)
}

/** A path as a field names it, with '/' only and from the root of the package. */
export const plainPath = (written: string): string => written.replaceAll('\\', '/').replace(/^\/+/, '')

function named(table: string, object: string, field: string, value: string, form: RegExp): Named[] {
  return splitPaths(value).map((written) => {
    const path = plainPath(written)
    return { object, table, field, written, path, formed: form.test(path) }
  })
}

function literal(part: string): string {
  return part.replace(/[^\w]/g, '\\$&')
}

/** All paths that DKSYT fields name. */
export function* sketches({ tables }: Facts): Generator<Named> {
  for (const [code, { fbfbm, dksyt }] of tables.djb) {
    const form = new RegExp(`^图件/${literal(fbfbm)}/DKSYT${literal(code)}(\\.pdf|\\d+\\.jpe?g)$`, 'i')
    yield* named('CBJYQZDJB', code, 'DKSYT', dksyt, form)
  }
}

/** All paths that FJ fields name. */
export function* sources({ tables }: Facts): Generator<Named> {
  for (const { object, zlfjbh, fj } of tables.qslyzlfj.values()) {
    const form = new RegExp(`^其他资料/权属来源附件/${literal(zlfjbh)}(\\.pdf|\\d*\\.jpe?g)$`, 'i')
    yield* named('QSLYZLFJ', object, 'FJ', fj, form)
  }
}

/** All paths that tables name. */
export function* attached(facts: Facts): Generator<Named> {
  yield* sketches(facts)
  yield* sources(facts)
}

function* checkPaths({ files }: Facts, all: Iterable<Named>, form: string): Iterable<FindingDraft> {
  for (const { table, object, field, written, path, formed } of all) {
    if (!formed) yield draft(table, object, field, written, `附件路径“${written}”格式不对，应为${form}`)
    else if (!files.has(path.toLowerCase())) yield draft(table, object, field, written, `附件文件“${written}”不存在`)
  }
}

function* sketchFiles(facts: Facts): Iterable<FindingDraft> {
  yield* checkPaths(facts, sketches(facts), '图件\\发包方代码\\DKSYT权证代码.pdf 或 …序号.jpg')
}

function* sourceFiles(facts: Facts): Iterable<FindingDraft> {
  yield* checkPaths(facts, sources(facts), '其他资料\\权属来源附件\\资料附件编号.pdf 或 .jpg')
}

function* resolution(facts: Facts, limits: Limits): Iterable<FindingDraft> {
  for (const { table, object, field, written, path } of attached(facts)) {
    const fact = facts.files.get(path.toLowerCase())
    if (!fact || fact.fault || fact.dpi === null || fact.dpi >= limits.dpi) continue
    const stated = fact.dpi ? `为${fact.dpi}dpi` : '未注明'
    yield draft(table, object, field, written, `图片“${written}”分辨率${stated}，应不低于${limits.dpi}dpi`)
  }
}

function* readable(facts: Facts): Iterable<FindingDraft> {
  for (const { table, object, field, written, path } of attached(facts)) {
    const fact = facts.files.get(path.toLowerCase())
    if (fact?.fault) yield draft(table, object, field, written, `附件“${written}”打不开：${fact.fault}`)
  }
}

const judged = /^(图件|其他资料\/权属来源附件|其他资料\/点之记)\//

function* unreferenced(facts: Facts): Iterable<FindingDraft> {
  const noted = new Set(facts.notes.flatMap((note) => splitPaths(note.dzj)).map((path) => path.replaceAll('\\', '/').toLowerCase()))
  for (const { path } of facts.pkg.files) {
    const name = path.toLowerCase()
    if (judged.test(path) && !facts.named.get(name)?.formed && !noted.has(name))
      yield draft('package', path, '', '', `文件“${path}”没有被任何登记簿、附件或控制点引用`)
  }
}

function* pointNotes({ notes, files }: Facts): Iterable<FindingDraft> {
  for (const { kzddh, dzj, x, y } of notes) {
    const missing = splitPaths(dzj).filter((path) => !files.has(path.replaceAll('\\', '/').toLowerCase()))
    for (const path of missing) {
      yield draft('KZD', kzddh, 'DZJ', path, `控制点${kzddh}的点之记“${path}”不存在`, x === undefined || y === undefined ? {} : { place: [x, y] })
    }
  }
}

/** Rules on attached files. */
export const attachmentRules = { I01: sketchFiles, I02: sourceFiles, I03: resolution, I04: readable, I05: unreferenced, I06: pointNotes } satisfies Rules<Facts>
