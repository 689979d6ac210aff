import type * as PdfLib from '@cantoo/pdf-lib'
import { encode } from 'uqr'
import { pageCodeText, type PageCode } from './page-code.ts'

/** Side of a code in points (11.5 mm), and its distance from the edges of the page: below on the right of a page that stands, within the title of one that lies. */
const SIDE = 32.6
const EDGE = { standing: 17, lying: 24.4 }
/** White squares around a code. */
const BORDER = 2

/** Puts the code of each page on it: below on the right, and above on the right where the page lies. Everything else of the file stays. */
export async function withPageCodes(pdf: Buffer, of: Pick<PageCode, 'cbhtbm' | 'edition' | 'part'>): Promise<Buffer> {
  // a large library, loaded with the first file that needs it
  const lib = await import('@cantoo/pdf-lib')
  const doc = await lib.PDFDocument.load(pdf, { updateMetadata: false })
  const pages = doc.getPages()
  for (const [i, page] of pages.entries()) draw(lib, page, pageCodeText({ ...of, n: i + 1, m: pages.length }))
  return Buffer.from(await doc.save({ useObjectStreams: false, updateFieldAppearances: false }))
}

function draw(lib: typeof PdfLib, page: PdfLib.PDFPage, text: string): void {
  const { fill, popGraphicsState, pushGraphicsState, rectangle, setFillingGrayscaleColor } = lib
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const { width, height } = page.getSize()
  const module = SIDE / size
  const lies = width > height
  const left = width - (lies ? EDGE.lying : EDGE.standing) - SIDE
  const top = lies ? height - EDGE.lying : EDGE.standing + SIDE
  page.pushOperators(
    pushGraphicsState(),
    setFillingGrayscaleColor(1),
    rectangle(left, top - SIDE, SIDE, SIDE),
    fill(),
    setFillingGrayscaleColor(0),
    // one rectangle a run: neighbours drawn apart show hairlines between them
    ...data.flatMap((row, y) => runsOf(row).map(([from, to]) => rectangle(left + from * module, top - (y + 1) * module, (to - from) * module, module))),
    fill(),
    popGraphicsState(),
  )
}

/** The runs of dark squares of a row, each from its first to the one after its last. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const out: [number, number][] = []
  for (const [x, dark] of row.entries()) {
    if (!dark) continue
    const last = out.at(-1)
    if (last && last[1] === x) last[1] = x + 1
    else out.push([x, x + 1])
  }
  return out
}
