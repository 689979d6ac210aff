/** Worker thread that draws the pages of one PDF, one after the other, and reads their codes. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFDict, PDFDocument, PDFName, PDFNumber, PDFStream, type PDFPage } from '@cantoo/pdf-lib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader'
import { workOn } from '../../../runtime/thread-work.server.ts'
import { MOST_PAGES, type SeenPage } from './look.ts'
import { pageProblems } from './problems.ts'

const require = createRequire(import.meta.url)
/** Dots an inch at which a page is drawn, and dots of a side at most: a code's squares are then more than two dots wide. */
const DRAWN_DPI = 170
const MOST_DOTS = 4200
/** Dots of a picture at most: more unpacks to more memory than a page is worth. */
const MOST_PICTURE = 120_000_000
const FORMS_DEEP = 4

interface Picture {
  width: number
  height: number
}
const number = (d: PDFDict, key: string): number => {
  const v = d.lookup(PDFName.of(key))
  return v instanceof PDFNumber ? v.asNumber() : 0
}
/** The pictures that a page, or a form on it, names. */
function picturesOf(resources: unknown, deep = 0): Picture[] {
  const objects = resources instanceof PDFDict ? resources.lookup(PDFName.of('XObject')) : undefined
  if (!(objects instanceof PDFDict) || deep > FORMS_DEEP) return []
  return objects.keys().flatMap((key) => {
    const object = objects.lookup(key)
    if (!(object instanceof PDFStream)) return []
    const kind = object.dict.lookup(PDFName.of('Subtype'))
    if (kind === PDFName.of('Image')) return [{ width: number(object.dict, 'Width'), height: number(object.dict, 'Height') }]
    return kind === PDFName.of('Form') ? picturesOf(object.dict.lookup(PDFName.of('Resources')), deep + 1) : []
  })
}
/** Dots an inch of the picture that has the page's form, so that it covers it. */
function dpiOf(page: PDFPage, pictures: readonly Picture[]): number | null {
  const { width, height } = page.getSize()
  const form = Math.max(width, height) / Math.min(width, height)
  const covers = pictures.filter((p) => Math.abs(Math.max(p.width, p.height) / Math.min(p.width, p.height) / form - 1) < 0.1)
  if (covers.length === 0) return null
  return Math.round(Math.max(...covers.map((p) => Math.max(p.width, p.height))) / (Math.max(width, height) / 72))
}

/** Part of a picture of one byte a dot that is much darker than its paper. */
function inkOf(grey: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (let i = 0; i < grey.length; i += 3) counts[grey[i]!]! += 1
  const seen = Math.ceil(grey.length / 3)
  let paper = 255
  let lighter = counts[paper]!
  while (paper > 0 && lighter < seen / 2) {
    paper -= 1
    lighter += counts[paper]!
  }
  let dark = 0
  for (let v = 0; v < paper - 70; v += 1) dark += counts[v]!
  return dark / seen
}
function turnedBy(r: ReadResult): SeenPage['turned'] {
  const { topLeft, topRight } = r.position
  const degrees = (Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x) * 180) / Math.PI
  return ((((Math.round(degrees / 90) * 90) % 360) + 360) % 360) as SeenPage['turned']
}

const isEncrypted = (e: unknown) => /encrypt|password/i.test(String(e))
async function look({ pdf }: { pdf: Uint8Array }): Promise<SeenPage[]> {
  const bytes = Buffer.from(pdf)
  if (!bytes.subarray(0, 1024).includes('%PDF-')) throw pageProblems.notPdf()
  const doc = await PDFDocument.load(bytes, { updateMetadata: false }).catch((e: unknown) => {
    throw isEncrypted(e) ? pageProblems.encrypted() : pageProblems.notPdf()
  })
  const pages = doc.getPages()
  if (pages.length === 0) throw pageProblems.notPdf()
  if (pages.length > MOST_PAGES) throw pageProblems.tooMany({ pages: pages.length, most: MOST_PAGES })
  const pictures = pages.map((p) => picturesOf(p.node.Resources()))
  const huge = pictures.findIndex((list) => list.some((p) => p.width * p.height > MOST_PICTURE))
  if (huge >= 0) throw pageProblems.tooLarge()
  const wasm = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const library = await PDFiumLibrary.init()
  const out: SeenPage[] = []
  const drawn = await library.loadDocument(bytes).catch(() => {
    throw pageProblems.notPdf()
  })
  for (const page of drawn.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const scale = Math.min(DRAWN_DPI / 72, MOST_DOTS / Math.max(originalWidth, originalHeight, 1))
    const { data, width, height } = await page.render({ scale, render: 'bitmap', colorSpace: 'Gray' })
    const colour = new Uint8ClampedArray(width * height * 4)
    const grey = new Uint32Array(colour.buffer)
    for (let i = 0; i < grey.length; i += 1) grey[i] = data[i]! * 0x010101 + 0xff000000
    const found = await readBarcodes({ data: colour, width, height, colorSpace: 'srgb' } as ImageData, { formats: ['QRCode'], maxNumberOfSymbols: 4 })
    const own = pages[page.number]!
    out.push({
      codes: found.filter((r) => r.isValid).map((r) => r.text),
      ink: inkOf(data),
      dpi: dpiOf(own, pictures[page.number]!),
      turned: found[0] ? turnedBy(found[0]) : 0,
    })
  }
  drawn.destroy()
  library.destroy()
  return out
}

await workOn(look)
