// Scans made of a really printed contract, right and wrong: each fault has its own message.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { degrees, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '../../../kit/model/problem.ts'
import { closeRenderer } from '../../../services/typeset/typeset.server.ts'
import { renderPdf } from '../documents/documents.server.ts'
import { sampleContract, sampleSketch } from '../documents/samples.ts'
import { paperFaults, scanFaults, stackOf } from './judge.ts'
import type { SeenPage } from './look.ts'
import { lookAt } from './look-apart.server.ts'
import { pageCodeText, readPageCode } from '../../../services/typeset/page-code.ts'
import { withPageCodes } from '../../../services/typeset/stamp.server.ts'

const TIME = '2026-03-02T09:00:00+08:00'
const MINE = { cbhtbm: '512021101201030007J', edition: '0123456789AB' }
const OTHER = { cbhtbm: '512021101201030008J', edition: 'BA9876543210' }
const A4: [number, number] = [595.28, 841.89]
const folder = mkdtempSync(join(tmpdir(), 'pages-'))
type Sheet = Buffer | 'blank' | 'torn'
/** Pages of the contract (its own, then the sketch) as pictures of a scanner at 200 dpi. */
let sheets: Buffer[]
let print: Buffer
/** What is seen on one scan of everything: the contract's pages in order, then one of another contract, a blank one, a torn one, a turned and a coarse one. */
let mine: SeenPage[], foreign: SeenPage, blank: SeenPage, torn: SeenPage, turned: SeenPage, coarse: SeenPage

async function printed(of: typeof MINE): Promise<Buffer> {
  const parts = [
    await withPageCodes(await renderPdf('contract', sampleContract(3, 2), { timestamp: TIME }), { ...of, part: 'H' }),
    await withPageCodes(await renderPdf('sketch', sampleSketch(2), { timestamp: TIME }), { ...of, part: 'S' }),
  ]
  const out = await PDFDocument.create()
  for (const part of parts) {
    const from = await PDFDocument.load(part)
    for (const page of await out.copyPages(from, from.getPageIndices())) out.addPage(page)
  }
  return Buffer.from(await out.save())
}
function scanned(pdf: Buffer, name: string, last = 99): Buffer[] {
  writeFileSync(join(folder, `${name}.pdf`), pdf)
  execFileSync('pdftoppm', ['-r', '200', '-l', String(last), '-jpeg', join(folder, `${name}.pdf`), join(folder, name)])
  const pictures = readdirSync(folder).filter((f) => f.startsWith(`${name}-`) && f.endsWith('.jpg'))
  return pictures.toSorted().map((f) => readFileSync(join(folder, f)))
}
/** A scan of these sheets; `turned`: the one that lies on its side. */
async function scanOf(list: readonly Sheet[], turned = -1): Promise<Buffer> {
  const doc = await PDFDocument.create()
  for (const [i, sheet] of list.entries()) {
    if (sheet === 'blank') doc.addPage(A4)
    else if (sheet === 'torn') doc.addPage(A4).drawText('A page whose code is torn away. '.repeat(2), { size: 12, x: 60, y: 400 })
    else {
      const picture = await doc.embedJpg(sheet)
      const [width, height] = picture.width > picture.height ? [A4[1], A4[0]] : A4
      const page = doc.addPage([width, height])
      page.drawImage(picture, { width, height })
      if (i === turned) page.setRotation(degrees(90))
    }
  }
  return Buffer.from(await doc.save())
}
const said = (faults: readonly Problem[]) => faults.map((f) => [f.key, f.words.zh, f.words.en])
/** What these pages are refused for: keys, Chinese, English. */
const refused = (...pages: readonly SeenPage[]) => said(scanFaults(pages, MINE))
/** What a file is refused for before its pages are compared. */
const unread = async (pdf: Buffer) => {
  const e: unknown = await lookAt(pdf).then(
    () => undefined,
    (x: unknown) => x,
  )
  return e instanceof Problem ? said([e]) : e
}

beforeAll(async () => {
  print = await printed(MINE)
  sheets = scanned(print, 'mine')
  const [other] = scanned(await printed(OTHER), 'other', 1)
  const small = await sharp(sheets[0]).resize({ width: 800 }).jpeg({ quality: 90 }).toBuffer()
  const all = await lookAt(await scanOf([...sheets, other!, 'blank', 'torn', sheets[1]!, small], sheets.length + 3))
  mine = all.slice(0, sheets.length)
  ;[foreign, blank, torn, turned, coarse] = all.slice(sheets.length) as [SeenPage, SeenPage, SeenPage, SeenPage, SeenPage]
})
afterAll(async () => {
  await closeRenderer()
  rmSync(folder, { recursive: true })
})

test('a code says contract, edition and page, and nothing else is taken for one', () => {
  const code = { ...MINE, part: 'H', n: 3, m: 12 } as const
  expect(readPageCode(pageCodeText(code))).toEqual(code)
  for (const text of ['', 'https://example.org', pageCodeText({ ...code, n: 13 }), `${pageCodeText(code)}x`]) expect(readPageCode(text)).toBeUndefined()
})

test('the print itself and a scan of all its pages are taken', async () => {
  expect(said(scanFaults(await lookAt(print), MINE))).toEqual([])
  expect(refused(...mine)).toEqual([])
})

test('blank, torn, foreign, missing, swapped and repeated pages, another edition, a turned and a coarse page are each named with their numbers', () => {
  const [one, two, ...rest] = mine as [SeenPage, SeenPage, ...SeenPage[]]
  const own = mine.length - 1
  expect(refused(blank)).toEqual([['scan-blank-page', '第1页是空白页', 'Blank page: 1']])
  expect(refused(torn, two, ...rest)).toEqual([
    ['scan-code-unreadable', expect.stringContaining('第1页的页码二维码无法识别'), expect.stringContaining('Page 1: its code cannot be read')],
  ])
  expect(refused(one, foreign, ...rest)).toEqual([
    ['scan-foreign-page', '第2页是合同【512021101201030008J】的页，不属于本合同', 'Page 2 belongs to contract 512021101201030008J, not to this one'],
  ])
  expect(refused(one, ...rest)).toEqual([['scan-missing-page', `缺少合同第2页（共${own}页）`, `Missing: page 2 of ${own} of the contract`]])
  expect(refused(...mine.slice(0, -1))).toEqual([['scan-missing-page', '缺少地块示意图', 'Missing: the sketch']])
  expect(refused(two, one, ...rest)).toEqual([
    ['scan-pages-swapped', '页序有误：第1、2页不在应在的位置', 'The pages are out of order: page 1、2 is not in its place'],
  ])
  expect(refused(one, one, two, ...rest)).toEqual([['scan-page-twice', '第2页重复', 'Page 2 appears twice']])
  expect(refused(one, turned, ...rest)).toEqual([['scan-turned', '第2页旋转了90度，请转正后上传', 'Page 2 is rotated by 90 degrees: turn it upright']])
  expect(refused(coarse, two, ...rest)[0]).toEqual([
    'scan-low-resolution',
    '第1页分辨率过低（97dpi），应不低于150dpi',
    'Page 1: the resolution of 97 dpi is too low; at least 150 dpi',
  ])
  expect(scanFaults(mine, { ...MINE, edition: OTHER.edition }).map((f) => f.key)).toEqual(['scan-other-edition'])
})

test('paper made elsewhere needs only pages that are fit; as soon as one bears a code of ours the scan is judged as our print', () => {
  const [one, two, ...rest] = mine as [SeenPage, SeenPage, ...SeenPage[]]
  const told = (...pages: SeenPage[]) => paperFaults(pages, MINE.cbhtbm).map((f) => f.key)
  expect([told(torn, torn), told(torn, blank), told(...mine)]).toEqual([[], ['scan-blank-page'], []])
  expect([told(one, ...rest), told(foreign), told(torn, two, ...rest)]).toEqual([['scan-missing-page'], ['scan-foreign-page'], ['scan-code-unreadable']])
})

test('too many pages, no PDF and an encrypted one are refused by name, before a page is drawn', async () => {
  expect(await unread(await scanOf(Array.from({ length: 301 }, () => 'blank' as const)))).toEqual([
    ['scan-too-many-pages', '文件有301页，最多300页', 'The file has 301 pages; at most 300'],
  ])
  expect(await unread(Buffer.from('a letter, not a PDF'))).toEqual([
    ['scan-no-pdf', expect.stringContaining('不是可以读取的PDF'), expect.stringContaining('not a readable PDF')],
  ])
  const heavy = await PDFDocument.create()
  const picture = { Type: 'XObject', Subtype: 'Image', Width: 20_000, Height: 20_000, ColorSpace: 'DeviceGray', BitsPerComponent: 1 }
  heavy.addPage().node.setXObject(PDFName.of('X'), heavy.context.register(heavy.context.stream(new Uint8Array(1), picture)))
  expect(await unread(Buffer.from(await heavy.save()))).toEqual([
    ['scan-too-heavy', '文件内容过大，无法逐页读取，请以200至300dpi重新扫描', expect.stringContaining('scan it again at 200 to 300 dpi')],
  ])
  const secret = await PDFDocument.load(print)
  secret.encrypt({ userPassword: 'secret', ownerPassword: 'owner' })
  expect(await unread(Buffer.from(await secret.save()))).toEqual([['scan-encrypted', expect.stringContaining('已加密'), expect.stringContaining('encrypted')]])
})

test('a stack of contracts is told apart by its codes, in whatever order it lies', () => {
  const { byContract, without } = stackOf([mine[0]!, foreign, mine[1]!, torn])
  expect([...byContract]).toEqual([
    [MINE.cbhtbm, [1, 3]],
    [OTHER.cbhtbm, [2]],
  ])
  expect(without).toEqual([4])
})
