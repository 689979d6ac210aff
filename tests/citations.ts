// What comments cite of docs/reference: every page and section that a text names, and what a page holds to be named.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'docs/reference')
const page = (name: string) => readFileSync(join(FOLDER, `${name}.md`), 'utf8')

/**
 * What can be named of a page: numbers of headings (4.10, A14), of points that begin a line or a cell (I20, K24, 5.13), of points of a numbered list
 * under their section (6.3), and a section of every point below it.
 */
export function anchorsOf(text: string): Set<string> {
  const found = new Set<string>()
  const add = (name: string) => found.add(name.replace(/^([A-Z])0+(?=\d)/, '$1'))
  let section = ''
  for (const line of text.split('\n')) {
    const heading = /^#+ ([A-Z]?\d+(?:\.\d+)*[a-z]?)\b/.exec(line)?.[1]
    if (heading) add((section = heading))
    const letter = /^#+ ([A-Z](?:\/[A-Z])*)\. /.exec(line)?.[1]
    if (letter) letter.split('/').forEach(add)
    const item = /^(?:- )?\*{0,2}(\d+[a-z]?)\. /.exec(line)?.[1]
    if (item) add(section === '' || !/^\d/.test(section) ? item : `${section}.${item}`)
    // options of one point: (a), (b)
    if (item && section) for (const [, option] of line.matchAll(/ \(([a-e])\) /g)) add(`${section}.${item}${option}`)
    const point = /^(?:\| |- )?\*{0,2}(\d+\.\d+|[A-Z]\d+)\b/.exec(line)?.[1]
    if (point) add(point)
    if (/^[A-Z]\d+ /.test(line)) for (const [, next] of line.matchAll(/[.;] ([A-Z]\d+) /g)) add(next!)
  }
  return found
}

/** The pages of the reference with what can be named of each; of the rulings every number stands alone. */
export const REFERENCE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  readdirSync(FOLDER)
    .filter((f) => f !== 'README.md')
    .map((f) => f.slice(0, -3))
    .map((name) => [name, name === 'rulings' ? new Set([...page(name).matchAll(/^(\d+)\. /gm)].map(([, n]) => n!)) : anchorsOf(page(name))]),
)

const NUMBER = String.raw`[A-Z]?\d+(?:\.\d+)*[a-z]?(?![\w/])`
const CITED = new RegExp(
  String.raw`(?<![\w/.-])([a-z]+(?:-[a-z]+)*)\.md((?:[\s*]|//)+)(?:§ ?)?(${NUMBER}(?:(?:,| and|[-–]|,? or)(?:[\s*]|//)*${NUMBER})*)`,
  'g',
)

/** Pages and sections that a text cites and that are not there, each as it is written. */
export function unresolved(text: string): string[] {
  const gone: string[] = []
  for (const [whole, name, , list] of text.matchAll(CITED)) {
    const anchors = REFERENCE.get(name!)
    if (!anchors) gone.push(whole)
    else
      for (const [number] of list!.matchAll(new RegExp(NUMBER, 'g')))
        if (!anchors.has(number.replace(/^([A-Z])0+(?=\d)/, '$1'))) gone.push(`${name}.md ${number}`)
  }
  return gone
}

/** Files that the sources of a text name and that are neither a page of the reference nor in the repository. `file`: where the text stands, from the root. */
export function lostSources(file: string, text: string): string[] {
  const gone: string[] = []
  for (const [, said] of text.matchAll(/\bSource: ((?:[^\n]|\n\s*(?:\*(?!\/)|\/\/) ?)*)/g))
    for (const [name] of said!.split('*/')[0]!.matchAll(/[\w./-]+\.(?:md|json|tsv|tsx?|mjs)\b|\bdocs\/adr\/\d{4}\b|\brulings on\b|\b(?:domain|spec)\/\w+/g)) {
      const adr = /^docs\/adr\/(\d{4})/.exec(name)?.[1]
      const there = adr
        ? readdirSync(join(ROOT, 'docs/adr')).some((f) => f.startsWith(`${adr}-`))
        : REFERENCE.has(name.replace(/\.md$/, '')) || [name, join(dirname(file), name)].some((f) => existsSync(join(ROOT, f)))
      if (!there) gone.push(name)
    }
  return gone
}
