// The dependency rules as data. Floors rest on those below (tools/floors.mjs), rooms on those before them in their floor (ROOMS), no files form
// a circle. Types and lazy imports count. Roles come from file names: *.server.ts, *.web.ts(x), *.test.ts(x), else model.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { problems as ofScreens } from './design.mjs'
import { filesOf, FLOORS, isTest } from './floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')
/** Rooms of a floor, lowest first. A floor that is not named here has no order among its rooms, only no circle between them. */
const ROOMS = {
  platform: [
    'definitions',
    'list',
    'parts',
    'record',
    'credentials',
    'regions',
    'dictionaries',
    'settings',
    'seed',
    'rights',
    'people',
    'tenants',
    'clients',
    'messages',
    'session',
    'sso',
    'guests',
    'shell',
    'public',
    'offline',
  ],
  services: ['typeset', 'pades', 'inbox', 'calendar', 'process', 'notice', 'files', 'gis', 'camera', 'operations', 'backup', 'exchange', 'develop'],
  land: ['geometry', 'definitions', 'map', 'register', 'parts', 'restriction', 'correction', 'fbf', 'cbf', 'dk', 'cbht', 'djb', 'cbjyqz', 'paper', 'prints'],
  packages: ['package', 'checks', 'intake', 'hjb', 'export'],
  business: ['cases', 'parts', 'types', 'publicity', 'papers', 'extension', 'archives'],
  signing: ['contract', 'templates', 'account', 'signers', 'seals', 'acts', 'contracts', 'letters', 'public', 'remote', 'onsite', 'away', 'evidence', 'panel'],
}
/** Subfolders of a room that have an order among themselves, lowest first; files of the room itself stand above them all. */
const INSIDE = {
  'business/extension': ['plans', 'issuers', 'households', 'field'],
  'business/cases': ['rules', 'definitions', 'people', 'handling', 'land', 'office', 'eligible', 'web'],
  'land/register': ['acts', 'content'],
  'land/map': ['tiles', 'layers', 'sheets', 'web'],
}
/** How many files of code a folder holds at most, tests apart: more have an inside that nobody has named. */
const MOST = 25
/** Folders that hold more; their numbers only fall. */
const CROWDED = {
  'apps/server': 36,
  'business/archives': 29,
  'business/cases/web/form': 29,
  'business/parts': 27,
  'kit/web': 28,
  'land/cbf': 26,
  'land/definitions': 26,
  'land/dk': 29,
  'land/map': 26,
  'outside/push': 32,
  'packages/checks': 26,
  'packages/hjb': 31,
  'packages/package': 28,
  'platform/list': 29,
  'platform/messages': 26,
  'platform/shell': 40,
  runtime: 42,
  'services/operations': 26,
  'views/home': 27,
}
const role = (f) =>
  isTest(f)
    ? 'test'
    : /\.(server|config)\.ts$/.test(f)
      ? 'server'
      : /\.web\.tsx?$/.test(f) || f.startsWith('apps/web/') || f.startsWith('kit/web/')
        ? 'web'
        : 'model'
const floor = (f) => f.split('/')[0]
const room = (f) => (f.split('/').length > 2 ? f.split('/')[1] : '')
const folder = (f) => (f.split('/').length > 3 ? f.split('/')[2] : '')
const MAY = { model: ['model'], server: ['model', 'server'], web: ['model', 'web'], test: ['model', 'server', 'web', 'test'] }
/** Packages pure code may use: no I/O in any of them. */
const MODEL_PACKAGES = ['zod', 'proj4', 'polygon-clipping', 'fast-check', 'iconv-lite', 'saxes']
/** `--with file=import`: judged as if the file had that import too (`folder=n`: as if the folder had n files), so that a test can see the rule refuse. */
const more = process.argv
  .slice(2)
  .filter((a) => a.includes('='))
  .map((a) => a.split('='))
const files = filesOf(FLOORS).sort()
const problems = []
const graph = new Map(files.map((f) => [f, new Set()]))
for (const f of files) {
  const text = [readFileSync(join(ROOT, f), 'utf8'), ...more.filter(([to]) => to === f).map(([, spec]) => `import '${spec}'`)].join('\n')
  const say = (why) => problems.push(`${f}: ${why}`)
  if (text.split('\n').length > 450 && !isTest(f)) say('has more than 450 lines')
  if (
    role(f) === 'model' &&
    !/(testing|samples|arbitrary)\.ts$/.test(f) &&
    // the clock itself: docs/adr/0045
    f !== 'kit/model/clock.ts' &&
    /\b(Date\.now\(|new Date\(\)|Math\.random\(|process\.(env|exit|pid|cwd))/.test(text)
  )
    say('pure code reads the clock, chance or the environment')
  for (const spec of importsOf(text)) {
    if (!spec.startsWith('.')) {
      if (role(f) === 'model' && !MODEL_PACKAGES.includes(spec)) say(`pure code may not import '${spec}'`)
      if (role(f) === 'web' && spec.startsWith('node:')) say(`browser code may not import '${spec}'`)
      continue
    }
    const to = relative(ROOT, resolve(ROOT, dirname(f), spec)).replace(/\?.*$/, '')
    if (!/\.tsx?$/.test(to)) continue
    if (!MAY[role(f)].includes(role(to))) say(`a ${role(f)} file may not import the ${role(to)} file '${spec}'`)
    // a test may know everything; a helper that many tests share and that must know what stands above it lies in tests/
    if (/\.test\.tsx?$/.test(f)) continue
    if (!isTest(f)) graph.get(f).add(to)
    const why = up(f, to)
    if (why) say(`${why}: '${spec}'`)
  }
}
const held = new Map()
for (const f of files) if (!isTest(f)) held.set(dirname(f), (held.get(dirname(f)) ?? 0) + 1)
for (const [of, inside] of held) {
  const n = Number(more.find(([to]) => to === of)?.[1] ?? inside)
  const most = CROWDED[of] ?? MOST
  if (n > most) problems.push(`${of}: has ${n} files of code, at most ${most}`)
}
for (const circle of circles()) problems.push(`files in a circle: ${circle.join(', ')}`)
for (const circle of roomCircles()) problems.push(`rooms in a circle: ${circle.join(', ')}`)
for (const p of problems) console.error(p)
// what screens may not do by hand is told beside: both read every file
problems.push(...ofScreens)
for (const p of ofScreens) console.error(p)
console.log(problems.length ? `${problems.length} broken rules` : `${files.length} files, every import allowed`)
process.exit(problems.length ? 1 : 0)

/** What a file names in `import`, `export … from`, `import()`, `typeof import()` and new URL(…, import.meta.url); texts that hold code are not read. */
function importsOf(text) {
  const found = []
  const names =
    /^(?:import|export)\b[^'=\n]*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|^\} from '([^']+)'|new URL\('([^']+)', import\.meta\.url\)/gm
  for (const m of text.matchAll(names)) found.push(m.slice(1).find(Boolean))
  return found
}
/** Why an import runs up, or nothing. */
function up(from, to) {
  const [a, b] = [FLOORS.indexOf(floor(from)), FLOORS.indexOf(floor(to))]
  if (b < 0) return `floors import nothing beside them`
  if (floor(from) === 'business' && floor(to) === 'packages') return 'business does not know packages'
  if (b > a) return `${floor(from)} rests below ${floor(to)}`
  if (a !== b) return
  if (room(from) === room(to)) return upInside(from, to)
  const order = ROOMS[floor(from)]
  if (!order) return
  // a file of the floor itself puts its rooms together
  const [x, y] = [from, to].map((f) => (room(f) ? order.indexOf(room(f)) : order.length))
  if (x < 0 || y < 0) return `the room ${x < 0 ? from : to} stands in no list (ROOMS)`
  if (y > x) return `${floor(from)}/${room(from)} stands before ${room(to)}`
}
/** Why an import between subfolders of one room runs up, or nothing. */
function upInside(from, to) {
  const order = INSIDE[`${floor(from)}/${room(from)}`]
  if (!order || folder(from) === folder(to)) return
  const [x, y] = [from, to].map((f) => (folder(f) ? order.indexOf(folder(f)) : order.length))
  if (x < 0 || y < 0) return `the folder of ${x < 0 ? from : to} stands in no list (INSIDE)`
  if (y > x) return `${floor(from)}/${room(from)}/${folder(from)} stands before ${folder(to) || 'the files of the room itself'}`
}
/** Strongly connected sets of more than one file (Tarjan). */
function circles(of = graph) {
  const index = new Map(),
    low = new Map(),
    on = new Set(),
    stack = [],
    out = []
  const visit = (v) => {
    index.set(v, index.size)
    low.set(v, index.get(v))
    stack.push(v)
    on.add(v)
    for (const w of of.get(v) ?? []) {
      if (!of.has(w)) continue
      if (!index.has(w)) {
        visit(w)
        low.set(v, Math.min(low.get(v), low.get(w)))
      } else if (on.has(w)) low.set(v, Math.min(low.get(v), index.get(w)))
    }
    if (low.get(v) !== index.get(v)) return
    const set = []
    for (let w; w !== v;) {
      w = stack.pop()
      on.delete(w)
      set.push(w)
    }
    if (set.length > 1) out.push(set.sort())
  }
  for (const v of of.keys()) if (!index.has(v)) visit(v)
  return out
}
/** Circles between rooms of a floor without an order. */
function roomCircles() {
  const rooms = new Map()
  for (const [f, tos] of graph)
    for (const to of tos) {
      if (floor(f) === 'apps' || ROOMS[floor(f)] || floor(f) !== floor(to) || room(f) === room(to)) continue
      const key = `${floor(f)}/${room(f)}`
      if (!rooms.has(key)) rooms.set(key, new Set())
      rooms.get(key).add(`${floor(to)}/${room(to)}`)
      if (!rooms.has(`${floor(to)}/${room(to)}`)) rooms.set(`${floor(to)}/${room(to)}`, new Set())
    }
  return circles(rooms)
}
