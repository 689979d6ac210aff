// The dependency rules as a table. Roles come from file names: *.server.ts, *.web.ts(x), *.test.ts(x), else model.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const files = ['kit', 'slices', 'apps']
  .flatMap((d) => readdirSync(join(ROOT, d), { recursive: true }).map((f) => join(d, f)))
  .filter((f) => /\.tsx?$/.test(f) && !f.endsWith('.d.ts'))
const isTest = (f) => /\.test\.tsx?$/.test(f)
const role = (f) =>
  isTest(f) ? 'test' : f.endsWith('.server.ts') ? 'server' : /\.web\.tsx?$/.test(f) || f.startsWith('apps/web/') || f.startsWith('kit/web/') ? 'web' : 'model'
const place = (f) => (f.startsWith('kit/') ? 'kit' : f.startsWith('apps/') ? 'apps' : f.split('/')[1])
const MAY = { model: ['model'], server: ['model', 'server'], web: ['model', 'web'], test: ['model', 'server', 'web', 'test'] }
/** Packages pure code may use: no I/O in any of them. */
const MODEL_PACKAGES = ['zod', 'proj4', 'polygon-clipping', 'fast-check', 'iconv-lite', 'saxes']
const problems = []
for (const f of files) {
  const text = readFileSync(join(ROOT, f), 'utf8')
  const say = (why) => problems.push(`${f}: ${why}`)
  if (text.split('\n').length > 400 && !isTest(f)) say('has more than 400 lines')
  if (
    role(f) === 'model' &&
    !/(testing|samples|arbitrary)\.ts$/.test(f) &&
    /\b(Date\.now\(|new Date\(\)|Math\.random\(|process\.(env|exit|pid|cwd))/.test(text)
  )
    say('pure code reads the clock, chance or the environment')
  for (const [, a, b, c, d] of text.matchAll(/^(?:import|export)\b[^'=\n]*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|^\} from '([^']+)'/gm)) {
    const spec = a ?? b ?? c ?? d
    if (!spec.startsWith('.')) {
      if (role(f) === 'model' && !MODEL_PACKAGES.includes(spec)) say(`pure code may not import '${spec}'`)
      if (role(f) === 'web' && spec.startsWith('node:')) say(`browser code may not import '${spec}'`)
      continue
    }
    const to = relative(ROOT, resolve(ROOT, dirname(f), spec)).replace(/\?.*$/, '')
    if (!/\.tsx?$/.test(to)) continue
    if (!MAY[role(f)].includes(role(to))) say(`a ${role(f)} file may not import the ${role(to)} file '${spec}'`)
    if (place(f) === 'kit' && place(to) !== 'kit' && !isTest(f)) say(`the kit knows no slice ('${spec}')`)
    if (place(f) !== 'apps' && place(to) === 'apps' && !isTest(f)) say(`slices know no application ('${spec}')`)
  }
}
for (const p of problems) console.error(p)
console.log(problems.length ? `${problems.length} broken rules` : `${files.length} files, every import allowed`)
process.exit(problems.length ? 1 : 0)
