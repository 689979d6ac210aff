// Writes docs/forms.md and the picture of every form: node tools/run.mjs tools/forms/write.ts [key…]. Needs pdftoppm (poppler-utils).
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderPdf } from '../../land/paper/documents/documents.server.ts'
import { closeRenderer } from '../../services/typeset/typeset.server.ts'
import { FORMS, formsPage } from './list.ts'

/** Pixels of the longer side of a picture. */
const SIDE = '560'
const folder = mkdtempSync(join(tmpdir(), 'forms-'))
const to = join(import.meta.dirname, '../../docs')
const asked = process.argv.slice(2)
mkdirSync(join(to, 'forms'), { recursive: true })
for (const form of FORMS.filter((x) => asked.length === 0 || asked.includes(x.key))) {
  const [kind, doc] = form.sample()
  const file = join(folder, 'x.pdf')
  writeFileSync(file, await renderPdf(kind, doc as never, { timestamp: '2028-01-20T00:00:00Z' }))
  execFileSync('pdftoppm', ['-png', '-gray', '-singlefile', '-scale-to', SIDE, file, join(to, 'forms', form.key)])
}
writeFileSync(join(to, 'forms.md'), formsPage())
await closeRenderer()
rmSync(folder, { recursive: true })
