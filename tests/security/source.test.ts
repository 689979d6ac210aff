// K06: what must not stand in the source, looked for in every file that is delivered. An exception is a line here with its reason.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, FLOORS } from '../../tools/floors.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const files = filesOf(
  [...FLOORS.filter((f) => f !== 'apps'), 'apps/server', 'apps/web'],
  (f) => /\.(tsx?|mjs)$/.test(f) && !/\.test\.tsx?$|\.d\.ts$|(^|\/)testing(\.server)?\.ts$/.test(f),
).sort()
/** Comments say what is not done, so they may name it. Texts stay: a sign of a comment inside one is no comment. */
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
const sources = new Map(files.map((f) => [f, code(readFileSync(join(ROOT, f), 'utf8'))]))

interface Rule {
  what: string
  found: RegExp
  /** a line that breaks the rule */
  bad: string
}
const RULES: readonly Rule[] = [
  { what: 'eval', found: /\beval\s*\(/, bad: 'eval(text)' },
  { what: 'a function made of a text', found: /\b(new\s+)?Function\s*\(\s*['"`\w]|set(Timeout|Interval)\s*\(\s*['"`]/, bad: "new Function('a', body)" },
  { what: 'a machine inside the machine', found: /['"](node:)?vm['"]|isolated-vm|\bvm2\b/, bad: "import vm from 'node:vm'" },
  { what: 'another program', found: /['"](node:)?child_process['"]|process\.binding/, bad: "import { exec } from 'node:child_process'" },
  {
    what: 'markup that is taken as it comes',
    found: /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\b|\.srcdoc\b|createContextualFragment/,
    bad: '<p dangerouslySetInnerHTML={{ __html: text }} />',
  },
  { what: 'an address that is a program', found: /['"`]javascript:|['"`]vbscript:/i, bad: "href='javascript:go()'" },
  {
    what: 'a name that is looked for among what every object inherits',
    found: /(?<!\bfor \()[!(&|>?]\s*\(?(?!\w*\s+in keyof)[a-z]\w*(\.\w+)? in (?!keyof\b)[a-zA-Z_][\w.]*\s*(\)(?!['"`，：；])|&&|\|\||\?)/,
    bad: 'if (!(name in LISTS)) throw unknown()',
  },
  { what: 'SQL put together of texts', found: /\.query\(\s*(`[^`]*\$\{|['"][^'"\n]*['"]\s*\+|\w+\s*\+)/, bad: 'pool.query(`select * from ${table}`)' },
  { what: 'a list of names from a request as SQL', found: /sql\.raw\(\s*(`[^`]*\$\{|.*\b(input|query|body|params)\b)/, bad: 'sql.raw(input.order)' },
  { what: 'a broken digest that is trusted', found: /createHash\(\s*['"](md5|sha1)['"]/i, bad: "createHash('md5')" },
  { what: 'a chance that can be guessed', found: /Math\.random\(/, bad: 'Math.random()' },
  { what: 'a cipher without a seal', found: /createCipheriv\(\s*['"][\w-]*(ecb|des|rc4)/i, bad: "createCipheriv('aes-128-ecb', k, null)" },
  { what: 'TLS that believes everybody', found: /rejectUnauthorized\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/, bad: 'rejectUnauthorized: false' },
  {
    what: 'a reader of workbooks, archives or documents',
    found:
      /from ['"](yauzl|@e965\/xlsx|mdb-reader|@hyzyla\/pdfium)['"]|import\(['"](yauzl|@e965\/xlsx|mdb-reader)['"]\)|\b(readXlsx|streamXlsxRows|readOds|readCsv)\b|PDFDocument\.load\(|\b(gunzip|inflate|inflateRaw|unzip|brotliDecompress)Sync\b/,
    bad: "import { readXlsx } from 'hucre/xlsx'",
  },
  {
    what: 'a form that keeps nothing of what is typed',
    found: /^(?![\s\S]*\buse(Dialog|Form)?Draft\b)[\s\S]*(?<!\w)<Form(<\w[^>]*>)?[\s>]/,
    bad: '<Form layout="vertical">',
  },
  {
    what: 'a dialog that keeps nothing of what is typed',
    found:
      /^(?![\s\S]*(\buse(Dialog|Form)?Draft\b|<(DialogForm|FormDialog|ResourceForm)\b))(?=[\s\S]*<(Dialog|Modal|SidePanel|Drawer)\b)[\s\S]*<((Clear)?Input|Input\.TextArea|InputNumber|DatePicker|Mentions)\b/,
    bad: '<Dialog open><Input.TextArea value={reason} /></Dialog>',
  },
  { what: 'a call to the outside past its one door', found: /from 'undici'|from '(node:)?https?'/, bad: "import http from 'node:http'" },
]
/** Where a rule may be broken. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'another program': {
    'services/backup/programs.server.ts': 'pg_dump, pg_restore and our own restore in a drill: arguments of ours alone, no shell, passwords by the environment',
    'business/archives/recognise.server.ts':
      'Tesseract at the path that the administrator set: arguments of ours alone, no shell, a picture by its input, ended after its time',
    'signing/templates/converter.server.ts':
      'LibreOffice at the path that the administrator set: arguments of ours alone, no shell, an environment and a profile of its own, ended with all it started',
  },
  'markup that is taken as it comes': { 'services/notice/Rich.web.tsx': 'reads what was typed into the editor, through the sanitiser of rich-text.ts' },
  'a list of names from a request as SQL': {
    'land/parts/tallies.server.ts': 'keys and measures of tallies.ts, which is part of the code; nothing of a request',
  },
  'SQL put together of texts': { 'runtime/maintenance-database.server.ts': 'ANALYZE and VACUUM of tables that the catalogue names, quoted by it' },
  'a broken digest that is trusted': {
    'services/files/intake/intake.server.ts': 'the label that the dialect gives a file; equality is decided by SHA-256',
    'platform/messages/mas.server.ts': 'the digest that China Mobile asks for: its protocol has no better one',
    'outside/push/message-id.server.ts': 'RFC 9562 makes a UUID of version 5 with SHA-1; it names, it proves nothing',
  },
  'a reader of workbooks, archives or documents': {
    'business/archives/filed-pages-worker.server.ts': 'a thread itself',
    'business/archives/text-worker.server.ts': 'a thread itself',
    'business/archives/volume-worker.server.ts': 'a thread itself',
    'services/pades/pades.server.ts': 'the contract that this server typeset itself',
    'services/pades/revisions.server.ts': 'in the thread of verify-worker',
    'signing/templates/docx-read.server.ts': 'in the thread of docx-worker',
    'signing/templates/placed.server.ts': 'what LibreOffice made of a template that this server filled itself',
    'services/pades/verify.server.ts': 'in the thread of verify-worker',
    'land/cbht/pages-worker.server.ts': 'a thread itself',
    'land/cbht/scans-job.server.ts': 'takes so many entries and no more, one after another to the disk within its size; zlib has threads of its own',
    'land/paper/pages/look-worker.server.ts': 'a thread itself',
    'land/paper/pages/split-worker.server.ts': 'a thread itself',
    'land/prints/bind-worker.server.ts': 'a thread itself',
    'services/typeset/pdf.server.ts': 'documents that this server typeset itself',
    'services/typeset/stamp.server.ts': 'documents that this server typeset itself',
    'packages/export/access/database.server.ts': 'the empty database that the program brings',
    'packages/export/sheets.server.ts': 'writes workbooks and reads none',
    'packages/package/archive.server.ts': 'in the thread of open-worker',
    'packages/package/mdb-reader.server.ts': 'in the thread of open-worker',
    'packages/package/sheets.server.ts': 'in the thread of open-worker',
    'runtime/embedded/slim.server.ts': 'the database that the package brings',
    'runtime/workbook/reader.server.ts': 'in the thread of its worker',
    'services/files/intake/archive.server.ts': 'in the thread of archive-worker',
    'services/files/preview/sheets.web.ts': 'in a thread of the browser',
  },
  'a form that keeps nothing of what is typed': {
    'apps/web/src/login/Register.tsx': 'nobody is signed in, and half of it is a password',
    'apps/web/src/shell/account/PasswordForm.tsx': 'passwords alone',
    'apps/web/src/shell/account/RoleSwitch.tsx': 'two choices, nothing typed',
    'apps/web/src/shell/lock/LockDialog.tsx': 'a password alone',
    'business/extension/field/FieldHousehold.web.tsx': 'the page without network: its own store keeps what is taken up',
    'business/extension/field/FieldSurvey.web.tsx': 'opens the store of the page without network: a code',
    'kit/web/SearchBar.web.tsx': 'conditions, which stand in the address',
    'land/dk/Boundaries.web.tsx': 'one cell of a row at a time',
    'packages/hjb/ExportPackage.web.tsx': 'choices, and it says that nothing is kept',
    'platform/offline/OfflinePage.web.tsx': 'opens the store of the page without network: a code',
    'platform/parts/SteadyForm.web.tsx': 'the form of the cases, whose draft is their own (useDraft)',
    'platform/session/SecondFactor.web.tsx': 'codes alone',
    'services/camera/DeviceBar.web.tsx': 'settings of the device, each kept when it is set',
    'services/develop/UploaderPage.web.tsx': 'tries the uploader out',
    'services/exchange/imports/ImportStart.web.tsx': 'a file and choices, and it says that nothing is kept',
    'services/process/web/Properties.web.tsx': 'writes into the diagram at once',
    'signing/away/TakeDialog.web.tsx': 'a code, and it says that nothing is kept',
    'signing/onsite/DeskAct.web.tsx': 'the document of who stands there, and it says that nothing is kept',
    'signing/public/CheckPage.web.tsx': 'of strangers: nobody is signed in',
  },
  'a dialog that keeps nothing of what is typed': {
    'apps/web/src/login/Register.tsx': 'nobody is signed in, and half of it is a password',
    'apps/web/src/shell/Palette.tsx': 'a search',
    'apps/web/src/shell/lock/LockDialog.tsx': 'a password alone',
    'business/extension/plans/Alternatives.web.tsx': 'bounds of a question; nothing is sent',
    'outside/open/ConsoleDrawer.web.tsx': 'tries a call out; what it begins with stands there again',
    'packages/hjb/ExportPackage.web.tsx': 'choices, and it says that nothing is kept',
    'platform/messages/Costs.web.tsx': 'months of a question; nothing is sent',
    'platform/people/UserPage.web.tsx': 'a search',
    'platform/session/SecondFactor.web.tsx': 'codes alone',
    'services/camera/Parts.web.tsx': 'a text that was read, to be copied; nothing is sent',
  },
  'a call to the outside past its one door': { 'runtime/outbound.server.ts': 'it is the door' },
}

for (const rule of RULES)
  test(`no file holds ${rule.what}, but those that are named here`, () => {
    const broken = [...sources].filter(([, text]) => rule.found.test(text)).map(([f]) => f)
    expect(broken).toEqual(Object.keys(ALLOWED[rule.what] ?? {}).sort())
    // the rule sees what it is for
    expect(rule.found.test(code(rule.bad))).toBe(true)
  })

/** Files that a program loads with its own thread: what they import, and what that imports. Types and threads (`new URL`) are not followed. */
function reached(from: string, more: Readonly<Record<string, string>> = {}): Set<string> {
  const seen = new Set<string>()
  const visit = (f: string): void => {
    if (seen.has(f) || !sources.has(f)) return
    seen.add(f)
    const text = `${more[f] ?? ''}\n${sources.get(f)!}`
    for (const [, spec] of text.matchAll(/^(?:import|export)(?! type)[^'"]* from ['"](\.[^'"]+)['"]/gm)) visit(join(dirname(f), spec!))
    for (const [, spec] of text.matchAll(/\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g)) visit(join(dirname(f), spec!))
  }
  visit(from)
  return seen
}
test('the thread that answers people loads no reader of what somebody sent', () => {
  const readers = Object.entries(ALLOWED['a reader of workbooks, archives or documents']!).flatMap(([f, why]) =>
    why.startsWith('in the thread of ') ? [f] : [],
  )
  expect(readers.length).toBeGreaterThan(5)
  const main = 'apps/server/main.server.ts'
  const all = reached(main)
  expect(all.size).toBeGreaterThan(200)
  expect(readers.filter((f) => all.has(f))).toEqual([])
  // planted: one that reads where it stands is found, however far from the start
  const planted = reached(main, { 'platform/people/user.server.ts': "import { readSheet } from '../../runtime/workbook/reader.server.ts'" })
  expect(readers.filter((f) => planted.has(f))).toEqual(['runtime/workbook/reader.server.ts'])
})

test('only the kit and the embedded engine make pools of their own, and one file connects to databases of others', () => {
  const mine = (f: string) => /^(kit\/server|runtime)\//.test(f) || f === 'platform/settings/foreign.server.ts'
  const broken = [...sources].filter(([f, text]) => /\bnew (pg\.)?(Pool|Client)\(/.test(text) && !mine(f)).map(([f]) => f)
  expect(broken).toEqual([])
})

test('English words have the apostrophe of the keyboard: the other one is as wide as a sign in the fonts of Chinese', () => {
  const wide = /[A-Za-z]\u2019/
  expect([...sources].filter(([, text]) => wide.test(text)).map(([f]) => f)).toEqual([])
})
