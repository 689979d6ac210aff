// A Word file of the county's own: what it may not hold, how it is filled, what the converter is given, and where its places of signing are found.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { afterAll, expect, test } from 'vitest'
import { sha256 } from '../../runtime/sha256.server.ts'
import { sampleContract } from '../../land/paper/documents/samples.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { keysOf } from '../../tests/samples.ts'
import { dayPlace } from '../contract/sign-pdf.server.ts'
import { officeConverter } from './converter.server.ts'
import { fillDocx } from './docx-fill.server.ts'
import { readParagraphs } from './docx-read.server.ts'
import { isShipped, shippedDocx, wordFile } from './docx.server.ts'
import { placesIn } from './placed.server.ts'
import { shippedDocument } from './shipped.ts'
import { fillForm, requirePlaces } from './typeset.server.ts'
import { valuesOf } from './values.ts'

const AT = '2026-03-02T09:00:00+08:00'
const folder = mkdtempSync(join(tmpdir(), 'chengbao-test-own-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const body = (inner: string) => `<w:document ${W}><w:body>${inner}</w:body></w:document>`
const refusal = (bytes: Buffer) =>
  readParagraphs(bytes).then(
    () => undefined,
    (e) => e.details.fields?.[0]?.message ?? e.words,
  )

test('a template that names files outside of it, or holds what a program would run, is refused by what it names', async () => {
  const rel = (type: string, target: string, quote = '"') =>
    `<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target=${quote}${target}${quote} TargetMode=${quote}External${quote}/></Relationships>`
  const rels = (xml: string) => wordFile(body('<w:p/>'), { 'word/_rels/document.xml.rels': xml })
  const told = async (bytes: Promise<Buffer>) => JSON.stringify(await refusal(await bytes))
  expect(await told(rels(rel('image', 'http://10.0.0.7/a.png')))).toContain('模板文件含有外部链接或活动内容（http://10.0.0.7/a.png），请删除后重新上传')
  expect(await told(rels(rel('image', 'file:///etc/passwd', "'")))).toContain('holds active content (file:///etc/passwd)')
  const field = (xml: string) => told(wordFile(body(`<w:p><w:r>${xml}</w:r></w:p>`)))
  expect(await field('<w:instrText> INCLUDE</w:instrText></w:r><w:r><w:instrText>TEXT "/etc/passwd"</w:instrText>')).toContain('INCLUDE')
  expect(await field('<w:fldSimple w:instr="DDEAUTO c cmd"/>')).toContain('DDE')
  expect(await field('<w:altChunk/>')).toContain('altChunk')
  expect(await told(wordFile(body('<w:p/>'), { 'word/embeddings/a.bin': 'x' }))).toContain('word/embeddings/a.bin')
  // numbers of pages, and links that people follow
  expect(
    await refusal(await wordFile(body('<w:p><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:instrText>HYPERLINK "x"</w:instrText></w:r></w:p>'))),
  ).toBeUndefined()
  expect(await refusal(await rels(rel('hyperlink', 'https://www.moa.gov.cn')))).toBeUndefined()
})

const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const related = (...all: [type: string, target: string][]) =>
  `<Relationships>${all.map(([type, target], i) => `<Relationship Id="r${i}" Type="${RELS}/${type}" Target="${target}"/>`).join('')}</Relationships>`
test('what a program would open is what was read: the main part by its relationship and type, every part whatever it is called, heads and feet by their names', async () => {
  const told = async (more: Record<string, string>, inner = '<w:p/>') => JSON.stringify(await refusal(await wordFile(body(inner), more)))
  const office = (target: string) => ({ '_rels/.rels': related(['officeDocument', target]) })
  const inDocument = (type: string, target: string) => ({ 'word/_rels/document.xml.rels': related([type, target]) })
  const evil = body('<w:p><w:r><w:t>别的合同</w:t></w:r></w:p>')
  for (const [what, more] of [
    ['word/evil.dat', { ...office('word/evil.dat'), 'word/evil.dat': evil }],
    ['word/evil.xml', { ...office('word/evil.xml'), 'word/evil.xml': evil }],
    ['有效的Word文档', { '_rels/.rels': related(['officeDocument', 'word/document.xml'], ['officeDocument', 'word/evil.xml']), 'word/evil.xml': evil }],
    ['有效的Word文档', { '_rels/.rels': related() }],
    ['有效的Word文档', { '[Content_Types].xml': '<Types><Default Extension="xml" ContentType="application/xml"/></Types>' }],
    [
      'macroEnabled',
      {
        '[Content_Types].xml': '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
      },
    ],
    ['word/media/a.png', { ...inDocument('image', 'media/a.png'), 'word/media/a.png': evil }],
    ['word/media/a.svg', { ...inDocument('image', 'media/a.svg'), 'word/media/a.svg': '<svg/>' }],
    ['word/a.html', { ...inDocument('aFChunk', 'a.html'), 'word/a.html': '<p>x</p>' }],
    ['word/side.xml', { ...inDocument('header', 'side.xml'), 'word/side.xml': evil }],
    ['word/Document.xml', { 'word/Document.xml': evil }],
    ['gone.xml', inDocument('settings', 'gone.xml')],
    ['../../x.xml', inDocument('settings', '../../x.xml')],
    // an address that does not say that it is outside
    ['file:///etc/passwd', inDocument('image', 'file:///etc/passwd')],
    ['//10.0.0.7/a.png', inDocument('image', '//10.0.0.7/a.png')],
    ['有效的Word文档', { 'word/header1.xml': '<?xml version="1.0" encoding="UTF-7"?><w:hdr/>' }],
    ['不能写在word/footnotes.xml', { 'word/footnotes.xml': `<w:footnotes ${W}><w:p><w:r><w:t>{cbfmc}</w:t></w:r></w:p></w:footnotes>` }],
  ] as const)
    expect([what, await told(more)]).toEqual([what, expect.stringContaining(what)])
  const png = '\x89PNG\r\n\x1a\n'
  const whole = {
    ...inDocument('image', 'media/a.png'),
    'word/media/a.png': png,
    'word/settings.xml': '<w:settings xmlns:w="w"/>',
    'docProps/app.xml': '<Properties/>',
  }
  const head = { 'word/_rels/document.xml.rels': related(['header', 'header1.xml'], ['settings', '/word/settings.xml'], ['image', 'media/a.png']) }
  expect(await refusal(await wordFile(body('<w:p/>'), { ...whole, ...head, 'word/header1.xml': `<w:hdr ${W}><w:p/></w:hdr>` }))).toBeUndefined()
})

test('a place of signing in the last paragraph has a paragraph behind it, which the converter does not drop', async () => {
  const lines = ['{cbhtbm}', '{@fbfSeal}', '{@cbfSign}'].map((t) => `<w:p><w:r><w:t>${t}</w:t></w:r></w:p>`)
  for (const end of ['', '<w:sectPr/>', '\n  <w:sectPr/>\n']) {
    const filled = await fillDocx(await wordFile(body(lines.join('') + end)), valuesOf(sampleContract(1, 1)))
    expect([end, await readParagraphs(filled)]).toEqual([end, [sampleContract(1, 1).cbhtbm, '', '', '']])
  }
})

test('the shipped file of each kind is filled whole: no placeholder is left, each place of signing is a mark where it stood', async () => {
  for (const kind of keysOf('htlx')) {
    const three = ['5', '6'].includes(kind)
    const sample = {
      ...sampleContract(4, 5),
      ...(three ? { other: { ...sampleContract(1, 1).cbf, cbfmc: '李四', kind: 'transfer' as const }, qtsx: ['每亩三千元', '秋后交地'] } : {}),
    }
    const filled = await fillDocx(await shippedDocx(kind), valuesOf(sample))
    const paragraphs = await readParagraphs(filled)
    expect([kind, paragraphs.filter((p) => /[{}]/.test(p))]).toEqual([kind, []])
    const text = paragraphs.join('\n')
    // the transferor signs first, as in the built-in form
    if (kind === '5') expect(text.match(/.{5}（签章）/g)).toEqual(['转让方代表（签章）', '受让方代表（签章）'])
    for (const said of [
      sample.cbhtbm,
      '张三',
      ...sample.dk.map((d) => d.dkbm),
      '王桂芳',
      '2057年12月31日',
      ...(three ? ['（1）每亩三千元（2）秋后交地', '李四'] : []),
    ])
      expect([kind, said, text.includes(said)]).toEqual([kind, said, true])
  }
  // more parcels than rows: one row says where they are
  const many = valuesOf({ ...sampleContract(1, 5), dkRowLimit: 4 })
  expect([many.dk, many.dks]).toEqual([[expect.objectContaining({ dkmc: '详见附表', dkbm: '' })], '5'])
})

test('templates with the file that was shipped before stay the built-in form, any other file is the county’s own', async () => {
  const shipped = sha256(await shippedDocx('1'))
  expect(
    await Promise.all([shipped, '3c32dc21924ad4a0d28f2ed1676e5de1b9efc053ec7dce02c0e1f4de505907d1', sha256('x'), null].map((h) => isShipped('1', h))),
  ).toEqual([true, true, false, false])
  // whoever changes a shipped file writes the former digest into FORMER, and the present one here
  const all = await Promise.all(keysOf('htlx').map(async (k) => sha256(await shippedDocx(k)).slice(0, 8)))
  expect(all).toEqual(['aa9bb5a7', 'fb3858c5', 'aa9bb5a7', 'aa9bb5a7', '6fbb0d23', '37b00008', 'eba0f9e9', '13cbfe00', '274747ff', 'aa9bb5a7'])
})

/** A program in the place of soffice. */
function program(name: string, script: string): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return file
}
const converter = (name: string, script: string, ms?: number) => officeConverter(program(name, script), join(folder, 'fonts'), ms)

test('the converter is given one file, a profile and fonts of its own and no secrets; one that fails, hangs, or makes nothing is told in both languages', async () => {
  process.env.SECRET_OF_TEST = 'x'
  // the last argument is the file, that before it the folder
  const asked = await converter('copies', 'for last; do :; done; { env; echo "$@"; cat "$last"; } > "$(dirname "$last")/contract.pdf"').toPdf(
    Buffer.from('docx'),
  )
  delete process.env.SECRET_OF_TEST
  expect(asked.toString()).toMatch(/docx$/)
  expect(asked.toString()).toContain('FONTCONFIG_FILE=')
  expect(asked.toString()).toMatch(
    /--headless .*-env:UserInstallation=file:.*--convert-to pdf:writer_pdf_Export:\{"SelectPdfVersion":\{"type":"long","value":"2"\}/,
  )
  expect(asked.toString()).not.toContain('SECRET_OF_TEST')
  const words = {
    zh: '模板文件转换为PDF失败，请用Word或WPS另存为docx后重试，或使用系统内置模板文件',
    en: 'The template file could not be converted to PDF: save it again as docx with Word or WPS, or use the built-in template file',
  }
  for (const [name, script] of [
    ['fails', 'exit 1'],
    ['nothing', 'exit 0'],
    ['hangs', 'sleep 600 & wait'],
  ] as const)
    await expect(converter(name, script, 500).toPdf(Buffer.from('docx'))).rejects.toMatchObject({ status: 409, key: 'not-converted', words })
  await expect(officeConverter(join(folder, 'absent'), join(folder, 'fonts')).toPdf(Buffer.from('docx'))).rejects.toMatchObject({ key: 'not-converted' })
  // a job that is stopped stops it
  const stop = new AbortController()
  const stopped = converter('waits', 'sleep 600').toPdf(Buffer.from('docx'), stop.signal)
  setTimeout(() => stop.abort(new Error('stopped')), 100)
  await expect(stopped).rejects.toThrow('stopped')
})

/** A PDF of two pages with marks, as the converter makes it. */
async function marked(marks: Readonly<Record<string, readonly [page: number, x: number, top: number]>>): Promise<Buffer> {
  const doc = await PDFDocument.create()
  for (const _ of [1, 2]) doc.addPage([595, 842])
  const dests = Object.entries(marks).map(([n, [page, x, top]]) => [n, [doc.getPage(page - 1).ref, PDFName.of('XYZ'), x, top, 0]] as const)
  doc.catalog.set(PDFName.of('Dests'), doc.context.obj(Object.fromEntries(dests)))
  return Buffer.from(await doc.save())
}

test('a place of signing is to the right of its mark and below, within its page; the marks themselves are gone', async () => {
  const { pdf, anchors } = await placesIn(await marked({ cbfSign: [2, 100, 500], fbfSeal: [2, 580, 40], date: [1, 90, 300], other: [1, 0, 0] }))
  const mm = (n: number) => (n * 72) / 25.4
  expect(anchors).toEqual([
    { name: 'fbfSeal', page: 2, rect: [595 - mm(42), 0, 595, mm(30)].map((n) => expect.closeTo(n, 3)) },
    { name: 'cbfSign', page: 2, rect: [100, 500 - mm(16), 100 + mm(40), 500].map((n) => expect.closeTo(n, 3)) },
    { name: 'signDay', page: 1, rect: [90, 300 - mm(7), 90 + mm(50), 300].map((n) => expect.closeTo(n, 3)) },
  ])
  expect(dayPlace(anchors)).toBe(anchors[2])
  expect((await PDFDocument.load(pdf)).catalog.has(PDFName.of('Dests'))).toBe(false)
  expect(() => requirePlaces(anchors, ['fbfSeal', 'cbfSign'])).not.toThrow()
  const words = {
    zh: '合同模板缺少签署流程所需的签署位置：{@cbfZrSign} {@jzSeal}',
    en: 'The contract template lacks signature fields that the signing flow needs: {@cbfZrSign} {@jzSeal}',
  }
  expect(() => requirePlaces(anchors, ['cbfSign', 'cbfZrSign', 'jzSeal'])).toThrow(expect.objectContaining({ status: 409, key: 'no-place', words }))
})

test('a form is refused without a converter, with another file than was saved, with characters of no font; what it has no room for comes behind it', async () => {
  const bytes = await shippedDocx('5')
  const storage = { read: async () => bytes } as unknown as Storage
  const form = { ossName: 'a', fileHash: sha256(bytes) }
  const pdf = await marked({ cbfSign: [2, 100, 500] })
  const to = { storage, converter: { toPdf: async () => pdf } }
  const doc = { ...sampleContract(2, 20), dkRowLimit: 4, qtsx: ['每亩三千元'] }
  // what was made, should it be made, is too long to be told
  const refused = (...of: Parameters<typeof fillForm>) =>
    fillForm(...of).then(
      () => 'made',
      ({ status, key, words }) => ({ status, key, words }),
    )
  expect(await refused({ storage }, doc, form, AT)).toMatchObject({ key: 'no-converter' })
  expect(await refused(to, doc, { ...form, fileHash: sha256('x') }, AT)).toEqual({
    status: 409,
    key: 'template-changed',
    words: {
      zh: '模板文件与保存时的不一致，请重新上传模板文件并新增版本',
      en: 'The template file differs from the one that was saved: upload it again as a new version',
    },
  })
  expect(await refused(to, { ...doc, qddd: '\u{10fffd}' }, form, AT)).toMatchObject({ key: 'unprintable' })
  const pages = async (b: Buffer) => (await PDFDocument.load(b)).getPageCount()
  // the shipped file names the agreed matters, so the parcels alone come behind it
  expect(await pages((await fillForm(to, doc, form, AT)).pdf)).toBe(4)
  expect(await pages((await fillForm(to, { ...doc, dkRowLimit: 20 }, form, AT)).pdf)).toBe(2)
  const silent = await wordFile(shippedDocument('5').replace('{#qtsx}{qtsxnr}{/qtsx}', '无'))
  const other = { storage: { read: async () => silent } as unknown as Storage, converter: to.converter }
  expect(await pages((await fillForm(other, { ...doc, dkRowLimit: 20 }, { ossName: 'b', fileHash: sha256(silent) }, AT)).pdf)).toBe(3)
})
