// What the pages say of the tree is true: ARCHITECTURE names every floor and room, READMEs name files that are there, no command needs a newer Node.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { CODE, filesOf, FLOORS } from '../tools/floors.mjs'
import { SHOWN, shownPictures } from '../tools/pictures.mjs'
import { lostSources, REFERENCE, unresolved } from './citations.ts'

const ROOT = resolve(import.meta.dirname, '..')
const read = (f: string) => readFileSync(join(ROOT, f), 'utf8')
const rooms = (floor: string) =>
  readdirSync(join(ROOT, floor), { withFileTypes: true })
    .filter((e) => e.isDirectory())
    .map((e) => e.name)
/** Pages of docs: they name files and folders by their whole path, and tests by words of their names. */
const books = readdirSync(join(ROOT, 'docs'))
  .filter((f) => f.endsWith('.md'))
  .map((f) => `docs/${f}`)
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'GLOSSARY.md', ...filesOf([...CODE], (f) => /^(README|LAWS)\.md$/.test(basename(f)))]

test('ARCHITECTURE names every floor, and of each its rooms and no others', () => {
  const map = read('ARCHITECTURE.md').split('```')[1]!
  const said = new Map(
    [...map.matchAll(/^(\w+)\/ +(.*)$/gm)].map(([, floor, text]) => [
      floor!,
      text!
        .replace(/\([^)]*\)|\/<[^>]*>/g, '')
        .split(/[,;:.] */)
        .map((x) => x.trim()),
    ]),
  )
  expect([...said.keys()].reverse().filter((f) => FLOORS.includes(f))).toEqual(FLOORS.filter((f) => f !== 'own'))
  for (const floor of ['platform', 'services', 'land', 'packages', 'business', 'signing', 'views', 'outside'])
    expect([
      floor,
      said
        .get(floor)!
        .flatMap((x) => x.split(' ')[0]!.match(/^[a-z]+$/) ?? [])
        .sort(),
    ]).toEqual([floor, rooms(floor).sort()])
})

test('every room has a README of one screen, and that of its floor names it', () => {
  const without = FLOORS.filter((f) => f !== 'apps' && f !== 'own').flatMap((floor) => {
    const list = rooms(floor).filter((r) => filesOf([join(floor, r)], () => true).some((f) => /\.tsx?$/.test(f)))
    return (floor === 'kit' || floor === 'runtime' ? [] : list).map((r) => `${floor}/${r}/README.md`).filter((f) => !existsSync(join(ROOT, f)))
  })
  expect(without).toEqual([])
  // who comes to a floor finds each of its rooms there
  const unnamed = FLOORS.filter((f) => !['apps', 'own', 'kit', 'runtime'].includes(f)).flatMap((floor) =>
    rooms(floor)
      .filter((r) => !new RegExp(`\\b${r}\\b`).test(read(`${floor}/README.md`)))
      .map((r) => `${floor}/README.md: ${r}`),
  )
  expect(unnamed).toEqual([])
  // figures and lists of tests are longer
  const long = pages.filter((p) => !/^(bench|tests)\//.test(p) && read(p).split('\n').length > 60)
  expect(long).toEqual([])
})

test('files and folders that a page names are there: those of a README in its room, all others by their path', () => {
  const all = filesOf([...CODE, 'db', 'docs', 'generated', 'demo'], () => true)
  const gone: string[] = []
  for (const page of [...pages, ...books])
    for (const [, name] of read(page).matchAll(/`([\w./-]+)`/g)) {
      if (/\.(server\.ts|web\.tsx?|tsx?|mjs|json|typ|sql|bpmn|css)$/.test(name!)) {
        const room = dirname(page)
        const inRoom = room !== '.' && room !== 'docs' && all.some((f) => f.startsWith(`${room}/`) && f.endsWith(`/${name}`))
        if (!inRoom && ![name!, join(room, name!)].some((f) => existsSync(join(ROOT, f)))) gone.push(`${page}: ${name}`)
      } else if (new RegExp(`^(${[...CODE].join('|')})/[\\w/-]+/?$`).test(name!)) {
        const at = join(ROOT, name!)
        const stem = all.some((f) => f.startsWith(`${name}.`))
        if (!stem && !(existsSync(at) && statSync(at).isDirectory())) gone.push(`${page}: ${name}`)
      } else if (/^[a-z][\w-]*(\/[\w-]+)+$/.test(name!) && dirname(page) !== '.' && dirname(page) !== 'docs') {
        // a file or folder without its ending; calls are written so too, and name nothing of the tree
        const ends = (f: string) => f.includes(`/${name}.`) || f.includes(`/${name}/`)
        if (all.some(ends) && !all.some((f) => ends(f) && f.startsWith(`${dirname(page)}/`))) gone.push(`${page}: ${name}`)
      }
    }
  expect(gone).toEqual([])
})

test('each picture that README and the page of the design show is there, taken by a journey over the demonstration village of now: node tools/pictures.mjs', () => {
  const shown = shownPictures()
  expect(Object.entries(shown.pictures).filter(([name, by]) => !by || !existsSync(join(ROOT, `docs/screens/${name}.png`)))).toEqual([])
  expect(Object.keys(shown.pictures).length).toBeGreaterThan(3)
  expect(JSON.parse(read(SHOWN))).toEqual(shown)
})

test('every page and section that the code cites is in docs/reference, and every page there is cited', () => {
  const texts = filesOf([...CODE, 'db', 'docs'], (f) => /\.(tsx?|mjs|sql|md|css|typ)$/.test(f) && !f.startsWith('docs/reference/')).map(
    (f) => [f, read(f)] as const,
  )
  expect(texts.flatMap(([f, text]) => [...unresolved(text), ...lostSources(f, text)].map((x) => `${f}: ${x}`))).toEqual([])
  const pageSaid = filesOf(['docs'], (f) => /^docs\/reference\/[\w-]+\.md$/.test(f) && basename(f) !== 'README.md').flatMap((f) =>
    unresolved(read(f)).map((x) => `${f}: ${x}`),
  )
  expect(pageSaid).toEqual([])
  expect([...REFERENCE.keys()].filter((name) => !texts.some(([, text]) => text.includes(`${name}.md`)))).toEqual([])
  // the comparison sees what is not there
  const [page, other] = ['acts', 'acting'].map((name) => `${name}.md`)
  expect(unresolved(`Source: ${page} 3, 99; ${page} 4. ${other} 1`)).toEqual([`${page} 99`, `${other} 1`])
  expect(lostSources('kit/x.ts', `/** Source: ${'no-such' + '.json'}, key. */`)).toEqual(['no-such.json'])
})

/** Whole names of the tests in a text. */
const testNames = (text: string) =>
  [...text.matchAll(/\b(?:test|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g)].map(([, , name]) => name!.replaceAll(/\\(['"])/g, '$1'))

test('every law names a file and the whole name of a test in it', () => {
  expect(testNames("test('one', () => {})\ntest.each([1])('it\\'s two', () => {})\n// 'three'\nconst four = 'four'")).toEqual(['one', "it's two"])
  const laws = pages.filter((f) => basename(f) === 'LAWS.md')
  expect(laws.length).toBeGreaterThanOrEqual(5)
  const lost = laws.flatMap((page) => {
    const lines = read(page)
      .split('\n')
      .filter((l) => /^\d+\. /.test(l))
    return lines.flatMap((line, i) => {
      const [, number, file, words] = /^(\d+)\. .*\. `([\w./-]+\.test\.tsx?)` “([^”]+)”$/.exec(line) ?? []
      const isThere = Number(number) === i + 1 && existsSync(join(ROOT, file!)) && testNames(read(file!)).includes(words!)
      return isThere ? [] : [`${page}: ${line}`]
    })
  })
  expect(lost).toEqual([])
})

test('docs/outbox.md names every topic that a finished business writes, and each reader is there', () => {
  const [, list] = /const TOPICS = \[([^\]]*)\]/.exec(read('business/cases/finish.server.ts'))!
  const written = [...list!.matchAll(/'(\w+)'/g)].map(([, topic]) => `business.${topic}`)
  const rows = [...read('docs/outbox.md').matchAll(/^\| `(business\.\w+)` \| (.*?) \|/gm)]
  expect(rows.map(([, topic]) => topic).sort()).toEqual(written.sort())
  for (const [, topic, reader] of rows) {
    const file = /`(.*)`/.exec(reader!)?.[1]
    expect([topic, file ? /topic: (PUSH_TOPIC|ACCESS_TOPIC|'business)/.test(read(file)) : reader!.startsWith('to come')]).toEqual([topic, true])
  }
})

test('tests that a page of docs names by words of their names are there', () => {
  const gone: string[] = []
  for (const page of books)
    // the words after a file are of its tests, until another file or cell
    for (const [, file, told] of read(page).matchAll(/`([\w./-]+\.test\.tsx?)`([^`|]*)/g))
      for (const [, words] of told!.matchAll(/“([^”]+)”/g)) if (!read(file!).includes(words!.replace(/\s+/g, ' '))) gone.push(`${page}: ${file} “${words}”`)
  expect(gone).toEqual([])
})

test('every test that docs/types.md quotes is in a file that its section names, and every item of a type stands there', () => {
  const [common, ...sections] = read('docs/types.md').split('\n## ')
  const lost: string[] = []
  for (const section of [common!, ...sections]) {
    const files = [...section.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, f]) => f!)
    lost.push(...files.filter((f) => !existsSync(join(ROOT, f))))
    const said = files.filter((f) => existsSync(join(ROOT, f))).map(read)
    for (const [, quoted] of section.matchAll(/“([^”]+)”/g)) if (!said.some((text) => text.includes(quoted!))) lost.push(quoted!)
  }
  expect(lost).toEqual([])
  expect(sections.map((s) => s.split(' ')[0]).sort()).toEqual(rooms('business/types').sort())
  for (const section of sections) {
    const type = section.split(' ')[0]!
    const named = new Set([...section.matchAll(/^\| _(\d)/gm)].map(([, item]) => item))
    const { items } = JSON.parse(read('platform/seed/dictionaries.json')).dictionaries.find((d: { code: string }) => d.code === 'business_type')
    const own = items.filter((i: { parent?: string }) => i.parent === type).map((i: { key: string }) => i.key.at(-1))
    expect([type, [...named].sort()]).toEqual([type, own.sort()])
  }
  expect(read('docs/types.md').split('\n').length).toBeLessThanOrEqual(150)
})
