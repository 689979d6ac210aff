import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { defineResource } from '../kit/model/resource.ts'
import { dict, text } from '../kit/model/field.ts'
import { codeLines } from '../tools/code-lines.ts'
import { dataDictionary } from '../tools/dictionary.ts'
import { BESIDE, filesOf, FLOORS } from '../tools/floors.mjs'
import { partsOf } from '../tools/test-parts.mjs'

test('code lines are those with code: no blanks, no comments, but signs of comments inside texts', () => {
  expect(codeLines('')).toBe(0)
  expect(codeLines('// one\n\n/* two\n three */\nconst a = 1 // four\n')).toBe(1)
  expect(codeLines("const url = 'https://x'\nconst b = `/* no\ncomment */`\n/** doc */ const c = 1\n")).toBe(4)
})

test('the data dictionary says of a field what its definition says, with its place in the standard', () => {
  const fbf = defineResource({
    name: 'fbf',
    label: '发包方',
    en: 'Issuer',
    path: '/fbf',
    scope: 'land',
    versioned: true,
    unique: [['fbfbm']],
    fields: {
      fbfbm: text('发包方编码', { en: 'Code', length: 14, search: 'prefix', form: 'read' }),
      fbfmc: text('名称|别名', { en: 'Name', max: 50, required: true }),
      sfzx: dict('是否', 'yes_no', { en: 'Yes or no', values: ['1', '2'] }),
    },
  })
  const lines = dataDictionary([fbf]).split('\n')
  expect(lines).toContain('### fbf 发包方 Issuer')
  expect(lines).toContain('`/fbf` · 租户与区划 tenant and region · 版本 versions in `fbf_v` · 唯一 unique: fbfbm')
  expect(lines).toContain('| fbfbm | 发包方编码 | Code | text | varchar(14) collate "C" | = 14 |  | 系统 server |  | prefix | FBF.FBFBM Char(14) M |')
  expect(lines).toContain('| fbfmc | 名称\\|别名 | Name | text | varchar(50) | ≤ 50 | 是 yes |  |  |  | FBF.FBFMC Char(50) M |')
  expect(lines).toContain('| sfzx | 是否 | Yes or no | dict | varchar(40) | {1, 2} |  |  | [yes_no](#dict-yes_no) |  |  |')
  expect(lines).toContain('| 1 | 是 | yes |')
})

describe('the import rules refuse', () => {
  const ROOT = resolve(import.meta.dirname, '..')
  const judged = (...more: string[]) => spawnSync(process.execPath, ['tools/imports.mjs', '--with', ...more], { cwd: ROOT, encoding: 'utf8' })
  for (const [what, more, words] of [
    ['an import from a higher floor', 'kit/model/lang.ts=../../land/definitions/household.ts', 'kit rests below land'],
    ['an import from a later room', 'platform/parts/tree.ts=../rights/menu-words.ts', 'platform/parts stands before rights'],
    ['an import from a later room of signing', 'signing/contract/nodes.ts=../acts/words.ts', 'signing/contract stands before acts'],
    ['an import from a later folder of one room', 'business/extension/plans/moves.ts=../field/field.ts', 'business/extension/plans stands before field'],
    ['two files that import each other', 'kit/model/lang.ts=./problem.ts', 'files in a circle: kit/model/lang.ts, kit/model/problem.ts'],
    ['packages in business', 'business/cases/rules/flow.ts=../../../packages/package/mapping.ts', 'business does not know packages'],
    ['a floor above in a helper of tests', 'land/map/tiles/testing.ts=../../../business/cases/rules/flow.ts', 'land rests below business'],
    ['what lies beside the floors in a helper of tests', 'land/map/tiles/testing.ts=../../../tests/world.ts', 'floors import nothing beside them'],
    ['a server file in a pure one', 'land/definitions/household.ts=../cbf/cbf.server.ts', 'a model file may not import the server file'],
    ['a room that is crowded', 'land/map/sheets=26', 'land/map/sheets: has 26 files of code, at most 25'],
    ['a crowded room that grows', 'runtime=99', 'runtime: has 99 files of code, at most'],
  ] as const)
    test(what, () => {
      const { status, stderr } = judged(more)
      expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
    })
  test('nothing that stands in the repository', () => {
    const { status, stderr } = judged()
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('the rules of screens refuse', () => {
  const ROOT = resolve(import.meta.dirname, '..')
  const judged = (...more: string[]) => spawnSync(process.execPath, ['tools/design.mjs', ...more], { cwd: ROOT, encoding: 'utf8' })
  const many = Array.from({ length: 400 }, () => '<b style={{ width: 7 }} />').join('\n')
  for (const [what, text, words] of [
    ['a key of kept answers that is made by hand', "useQuery({ queryKey: ['dk', id] })", 'a key is made by queryKeyOf'],
    ['a colour by hand', "style={{ color: '#d46b08' }}", 'a colour by hand'],
    ['more sizes by hand', many, 'sizes by hand in styles, at most'],
    ['properties that are packed and spread', '<Part {...{ a, b }} />', 'packed properties'],
    ['more flags of calls under way', 'const [busy, setBusy] = useState(false)\n'.repeat(50), 'flags of a call under way by hand'],
  ] as const)
    test(what, () => {
      const { status, stderr } = judged('--with', `land/cbf/CbfRecord.web.tsx=${text}`)
      expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
    })
  test('nothing that stands in the repository', () => {
    const { status, stderr } = judged()
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('the bound on the length of functions', () => {
  const ROOT = resolve(import.meta.dirname, '..')
  const LIST: Record<string, number> = JSON.parse(readFileSync(resolve(ROOT, 'tools/long-functions.json'), 'utf8'))
  const [[first, lines]] = Object.entries(LIST) as [[string, number]]
  const judged = (list: Record<string, number>) => {
    const file = join(mkdtempSync(join(tmpdir(), 'functions-')), 'list.json')
    writeFileSync(file, JSON.stringify(list))
    return spawnSync(process.execPath, ['tools/functions.mjs', '--list', file], { cwd: ROOT, encoding: 'utf8' })
  }
  const { [first]: _, ...others } = LIST
  for (const [what, list, words] of [
    ['a long function that is not listed', others, `${first} has`],
    ['one that grew', { ...LIST, [first]: lines - 20 }, `${first} has grown from ${lines - 20}`],
    ['a list that leaves it room to grow', { ...LIST, [first]: lines + 10 }, `enter ${lines}`],
    ['a listed function that is short or gone', { ...LIST, 'kit/model/lang.ts nobody': 110 }, 'kit/model/lang.ts nobody is not too long any more'],
  ] as const)
    test(`refuses ${what}`, () => {
      const { status, stderr } = judged(list)
      expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
    })
  test('holds for what stands in the repository', () => {
    const { status, stderr } = judged(LIST)
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('the parts of the test run', () => {
  const ROOT = resolve(import.meta.dirname, '..')
  const [ordinary, long] = [partsOf(false), partsOf(true)]
  const filesIn = (parts: readonly { files: readonly string[] }[]) => [...new Set(parts.flatMap((p) => p.files))].toSorted()
  const there = filesOf([...FLOORS, ...BESIDE], (f) => /\.test\.tsx?$/.test(f)).toSorted()
  test('every test file is in the ordinary run, but these of the long run', () => {
    const left = there.filter((f) => !filesIn(ordinary).includes(f))
    expect(left).toEqual([
      'tests/browser/month.test.ts',
      'tests/crash/push.test.ts',
      'tests/long/converter.test.ts',
      'tests/long/export.test.ts',
      'tests/long/former.test.ts',
      'tests/long/pack.test.ts',
      'tests/long/planted.test.ts',
      'tests/long/prints.test.ts',
      'tests/long/qgis.test.ts',
      'tests/long/scans.test.ts',
    ])
    expect(filesIn(long)).toEqual(there)
  })
  test('nothing but the code says what the ordinary run has', () => {
    const list = (SEED: string) =>
      spawnSync(process.execPath, ['-e', "import('./tools/test-parts.mjs').then((m) => console.log(JSON.stringify(m.partsOf(false))))"], {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, SEED, TEST_TURN: SEED },
      }).stdout
    expect(list('1')).toBe(list('2'))
    expect(JSON.parse(list('1'))).toEqual(ordinary)
  })
  test('the long run has every file with a database on every database', () => {
    const of = (name: string) => long.find((p) => p.name === name)!.files
    expect(of('county')).toEqual(of('postgres'))
    expect(of('embedded')).toEqual(expect.arrayContaining([...of('postgres')]))
    expect(of('journeys-embedded')).toEqual(of('journeys'))
  })
})

describe('a rule of names, exports, clocks, sizes, ceilings or packing', () => {
  const ROOT = resolve(import.meta.dirname, '..')
  const many = (line: string, n: number) => `\n${`${line}\n`.repeat(n)}`
  for (const [what, tool, planted, words] of [
    ['refuses a name of the house dialect', 'names.ts', 'land/definitions/dk.ts=\nexport const told = 1', "'told' is a word of the house"],
    ['and such a part of one', 'names.ts', 'land/definitions/dk.ts=\nexport const rowToldOf = 1', "'rowToldOf' is a word of the house"],
    ['refuses a name that another file exports', 'names.ts', 'land/definitions/dk.ts=\nexport const cbf = 1', "'cbf' is exported by more files than before"],
    ['refuses an export that nobody uses', 'dead-exports.ts', 'land/definitions/dk.ts=\nexport const nobodyUsesThis = 1', "nothing uses 'nobodyUsesThis'"],
    ["refuses the machine's time", 'clock.mjs', 'land/definitions/dk.ts=\nconst at = Date.now()', 'Date.now'],
    ['refuses the day of a database session', 'clock.mjs', 'land/definitions/dk.ts=\nconst q = sql`select current' + '_date`', 'SQL current' + '_date'],
    ['refuses a kit that grows', 'size.ts', `kit/model/lang.ts=${many('const a = 1', 40)}`, 'kit/model is above its ceiling'],
    ['refuses one more any', 'ceilings.mjs', 'land/definitions/dk.ts=\nconst a: any = 1', "'any'"],
    ['refuses one more cast through unknown', 'ceilings.mjs', 'land/definitions/dk.ts=\nvoid (1 as unknown as string)', "'as unknown as'"],
    ['refuses one more cast to never', 'ceilings.mjs', 'land/definitions/dk.ts=\nvoid (1 as never)', "'as never'"],
    ['refuses rows that are cast', 'ceilings.mjs', 'land/definitions/dk.ts=\nvoid ((await q.execute()) as Row[])', "'execute() as'"],
    ['refuses one more handler of raw input', 'ceilings.mjs', 'land/definitions/dk.ts=\nconst run = (ctx: Ctx, b: Input) => save(ctx, b)', "': Input'"],
  ] as const)
    test(what, () => {
      const { status, stderr } = spawnSync(process.execPath, [`tools/${tool}`, '--with', planted], { cwd: ROOT, encoding: 'utf8' })
      expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
    })
  test('refuses an object that is packed to be spread at once', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'packing-')), 'packed.ts')
    writeFileSync(file, 'export const a = { ...{ b: 1 } }\nexport const c = [...[1, 2]]\n')
    const { status, stdout } = spawnSync(process.execPath, ['node_modules/oxlint/bin/oxlint', '--config', '.oxlintrc.json', '--deny-warnings', file], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    expect([status, stdout.match(/no-useless-spread/g)?.length]).toEqual([1, 2])
  })
  test('no ceiling is passed in the repository', () => {
    const { status, stderr } = spawnSync(process.execPath, ['tools/ceilings.mjs'], { cwd: ROOT, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('a floating number made of an area is refused:', () => {
  const ROOT = resolve(import.meta.dirname, '..')
  const judged = (...more: string[]) => spawnSync(process.execPath, ['tools/areas.mjs', ...more], { cwd: ROOT, encoding: 'utf8' })
  for (const [what, text, found = text] of [
    ['by its name', 'Number(line.htmjm ?? 0)'],
    ['out of text', 'parseFloat(String(p.scmj))'],
    ['alone', 'Number(qqmj)'],
    ['as the standard writes it', 'Number(row.HTMJM)'],
    ['in mu', 'Number(x.mu)'],
    ['as an area', 'Number(found.area)'],
    ['that a call answers', 'Number(areas(moves))'],
    ['by a sign', '+line.htmjm'],
    ['by a product', 'line.htmjm * 1'],
    ['of each in a list', '[a.scmjm, b.scmjm].map(Number)'],
    ['in a sum', 'lines.reduce((s, l) => s + l.mu, 0)'],
    ['by the name of its column', "const sum = (n: 'htmjm' | 'scmjm') => Number(d[n] ?? 0)", 'Number(d[n] ?? 0)'],
  ] as const)
    test(what, () => {
      const { status, stderr } = judged('--with', `land/definitions/dk.ts=;${text}`)
      expect([status, stderr]).toEqual([1, expect.stringContaining(`${found}: an area is no floating number`)])
    })
  test('nowhere in the repository', () => {
    const { status, stderr } = judged()
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('values without a type or a name are refused:', () => {
  const ROOT = resolve(import.meta.dirname, '..')
  const judged = (...more: string[]) => spawnSync(process.execPath, ['tools/values.mjs', ...more], { cwd: ROOT, encoding: 'utf8' })
  const handler = (code: string) => `async function submit(ctx: Ctx, b: Input) { ${code} }`
  for (const [what, text, found, why] of [
    ['what is sent made text', handler('return String(b.x)'), 'String(b.x)', 'textIn'],
    ['what may be left out', handler("return String(b.x ?? '')"), "String(b.x ?? '')", 'textIn'],
    ['a name that is computed', handler('return String(b[name])'), 'String(b[name])', 'textIn'],
    ['under a cast', handler('return String((b as Form).x)'), 'String((b as Form).x)', 'textIn'],
    ['in a template', handler('return `${b.x}`'), '`${b.x}`', 'textIn'],
    ['by a cast', handler('return b.x as string'), 'b.x as string', 'textIn'],
    ['where the route types it', 'const r = route({ run: (ctx, q) => look(ctx, String(q.id)) })', 'String(q.id)', 'textIn'],
    ['a status in SQL', "sql`select 1 from dk d where d.zt = '1'`", "zt = '1'", 'has a name'],
    ['one without spaces', "sql`select 1 from dk d where d.zt='1'`", "zt='1'", 'has a name'],
    ['several', "sql`select 1 from dk d where d.zt in ('1','2')`", "zt in ('1'", 'has a name'],
    ['a quoted column', 'const s = `f."signStatus" <> \'2\'`', `signStatus" <> '2'`, 'has a name'],
    ['by distinct', "sql`c.djzt is distinct from '2'`", "djzt is distinct from '2'", 'has a name'],
    ['in a condition of a query', "q.where('cbht.signStatus', '=', '2')", "q.where('cbht.signStatus', '=', '2')", 'has a name'],
    ['in code', "const a = row.lzzt === '1'", "row.lzzt === '1'", 'has a name'],
    ['in a list', "const a = ['0', '1'].includes(row.status)", "['0', '1'].includes(row.status)", 'has a name'],
    ['the words of a refusal compared', 'const same = a.msg.zh === b.msg.zh', 'a.msg.zh === b.msg.zh', 'for people'],
    ['looked into', "if (e.msg.includes('x')) stop()", "e.msg.includes('x')", 'for people'],
    ['a thread started by hand', 'const w = new Worker(url)', 'new Worker(url)', 'startThread'],
    ['compared with a phrase', 'if (told !== say(phrases.unknown)) stop()', 'told !== say(phrases.unknown)', 'for people'],
  ] as const)
    test(what, () => {
      const { status, stderr } = judged('--with', `land/definitions/dk.ts=${text}`)
      expect([status, stderr]).toEqual([1, expect.stringContaining(`${found}: `)])
      expect(stderr).toContain(why)
    })
  test('nothing that stands in the repository', () => {
    const { status, stderr } = judged()
    expect([status, stderr]).toEqual([0, ''])
  })
})
