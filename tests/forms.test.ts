// docs/forms.md is true: every form has its call, its button and its sample, and no form is left out.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { VOLUME_PARTS } from '../business/archives/volume-doc.ts'
import { PLAN_PAPERS } from '../business/extension/plans/papers.ts'
import { PAPERS } from '../business/papers/papers.ts'
import { LAND_FORMS } from '../land/parts/land-form-names.ts'
import { renderPdf } from '../land/paper/documents/documents.server.ts'
import { REGISTER_FORMS } from '../land/paper/register-forms.ts'
import { entries } from '../kit/model/resource.ts'
import { closeRenderer } from '../services/typeset/typeset.server.ts'
import { composed } from '../tools/composed.ts'
import { FORMS, formsPage } from '../tools/forms/list.ts'

const { routes, slices } = composed()
const keys = FORMS.map((x) => x.key)

test('docs/forms.md is what the list says', () => {
  expect(readFileSync('docs/forms.md', 'utf8')).toBe(formsPage())
})
test.each(FORMS)('$no $name has a call that answers a file, a button that names it, and a sample', ({ key, route, page, says }) => {
  const call = routes.find((r) => r.path === route && r.method === 'GET') ?? routes.find((r) => r.path === route)
  expect([route, call?.answer]).toEqual([route, 'file'])
  expect([page, readFileSync(page, 'utf8').includes(says)]).toEqual([page, true])
  expect([key, existsSync(`docs/forms/${key}.png`) && statSync(`docs/forms/${key}.png`).size > 1000]).toEqual([key, true])
})
test('no form is left out, and no picture is of none', () => {
  const expected = [
    ...Object.keys(PAPERS)
      .filter((p) => p !== 'mandates')
      .map((p) => `case-${p}`),
    'declaration',
    'authority',
    'boundary-mandate',
    ...Object.keys(LAND_FORMS),
    ...Object.keys(REGISTER_FORMS),
    ...Object.keys(PLAN_PAPERS).map((p) => `plan-${p}`),
    ...VOLUME_PARTS.map((p) => `volume-${p}`),
  ]
  expect(expected.filter((k) => !keys.includes(k))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
  expect(readdirSync('docs/forms').toSorted()).toEqual(keys.map((k) => `${k}.png`).toSorted())
  expect(FORMS.length).toBeGreaterThanOrEqual(62)
})

test('what is said under a field is short, in both languages, more than its name, and stands in a form', () => {
  const helped = slices.flatMap((s) => s.resources).flatMap((r) => entries(r).flatMap(([n, f]) => (f.help ? [{ at: `${r.name}.${n}`, f, help: f.help }] : [])))
  const wrong = helped.filter(
    ({ f, help: { zh, en } }) =>
      f.form === 'none' || f.form === 'read' || !/^(?=.*\p{Script=Han})[^。]{4,60}$/u.test(zh) || !/^[^\u3000-\u9fff]{10,140}$/.test(en) || zh === f.label,
  )
  expect(wrong.map((w) => w.at)).toEqual([])
  expect(helped.length).toBeGreaterThanOrEqual(60)
})

const folder = mkdtempSync(join(tmpdir(), 'all-forms-'))
afterAll(async () => {
  await closeRenderer()
  rmSync(folder, { recursive: true })
})
/** What a file is made of, unpacked by another's hand, so that its objects can be read as text. Fails where the file is not whole. */
function objectsOf(file: string): string {
  execFileSync('qpdf', ['--check', file])
  return execFileSync('qpdf', ['--qdf', '--object-streams=disable', file, '-'], { encoding: 'latin1', maxBuffer: 2 ** 28 })
}
/** A booklet's cover has no foot; a certificate is the county's blank. */
const BARE: Readonly<Record<string, number>> = { contract: 1, djb: 1, certificate: Infinity }
const unspaced = (text: string) => text.replace(/[ \t\n]/g, '')

describe.each(FORMS)('the printed form $no $name', ({ key, sample }) => {
  test('ends each page with what it is, its code and its place among the pages; is whole, PDF/A-2b with all its fonts, and does nothing', async () => {
    const [kind, doc] = sample()
    const file = join(folder, `${key}.pdf`)
    writeFileSync(file, await renderPdf(kind, doc as never, { timestamp: '2028-01-20T00:00:00Z' }))

    const pages = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).split('\f').slice(0, -1)
    const feet = pages.slice(BARE[kind] ?? 0).map((p) => unspaced(p).slice(-160))
    const title = unspaced(/<dc:title>.*?<rdf:li[^>]*>([^<]+)</s.exec(readFileSync(file, 'utf8'))![1]!)
    const codes = new Set<string>()
    for (const [i, foot] of feet.entries()) {
      const n = i + 1 + (BARE[kind] ?? 0)
      expect([key, n, foot.includes(title), foot.includes(`第${n}页共${pages.length}页`)]).toEqual([key, n, true, true])
      codes.add((foot.slice(-100).match(/[0-9A-Z]+(?:-[0-9A-Z]+)+/g) ?? []).toSorted((x, y) => y.length - x.length)[0] ?? '')
    }
    if (feet.length) expect([key, [...codes].map((c) => c.length > 8)]).toEqual([key, [true]])

    const fonts = execFileSync('pdffonts', [file], { encoding: 'utf8' }).trim().split('\n').slice(2)
    for (const f of fonts) expect([key, f]).toEqual([key, expect.stringMatching(/^[A-Z]{6}\+Noto(Serif|Sans)SC-\S+ .* yes yes yes +\d+ +0$/)])
    const objects = objectsOf(file)
    for (const said of ['<pdfaid:part>2</pdfaid:part>', '<pdfaid:conformance>B</pdfaid:conformance>', '/S /GTS_PDFA1', '/DestOutputProfile'])
      expect([key, said, objects.includes(said)]).toEqual([key, said, true])
    // nothing that acts, asks for a password, or has a file within
    expect([key, objects.match(/\/(JavaScript|JS|OpenAction|AA|Launch|SubmitForm|EmbeddedFiles?|Encrypt|RichMedia|XFA)\b/g)]).toEqual([key, null])
  })
})
