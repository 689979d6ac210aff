// What came between two signatures: signatures alone, or something that the first signer did not sign.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuthority } from './authority.server.ts'
import { signContractPdf } from '../../signing/contract/sign-pdf.server.ts'
import { verify } from './verify.server.ts'

let dir = ''
let authority: Awaited<ReturnType<typeof openAuthority>>
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'revisions-'))
  authority = await openAuthority(dir, '2026-11-28T00:00:00+08:00')
})
afterAll(() => rm(dir, { recursive: true }))

const place = (name: string, x: number) => ({ name, page: 1, rect: [x, 100, x + 80, 150] })
const anchors = [place('cbfSign', 20), place('fbfSeal', 220), place('jzSeal', 420)] as never[]
const NODES = [
  ['王试', 'cbf'],
  ['玉顶村一组', 'fbf'],
] as const
const sign = (pdf: Buffer, n: number) =>
  signContractPdf({ pdf, anchors }, [{ name: NODES[n]![0], node: NODES[n]![1], time: `2026-11-28T0${8 + n}:00:00+08:00` }], authority)
async function contract(): Promise<Buffer> {
  const doc = await PDFDocument.create()
  const font = await doc.embedFont(StandardFonts.Helvetica)
  doc.addPage([595, 842]).drawText('Term: 30 years', { x: 60, y: 700, size: 18, font })
  doc.addPage([595, 842])
  return Buffer.from(await doc.save({ useObjectStreams: false }))
}
/** A revision that is added by somebody who signs nothing. */
async function changed(pdf: Buffer, change: (doc: PDFDocument) => Promise<void> | void): Promise<Buffer> {
  const doc = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false } as never)
  await change(doc)
  const out = Buffer.from(await doc.save({ useObjectStreams: false }))
  expect(out.subarray(0, pdf.length).equals(pdf)).toBe(true)
  return out
}
const told = async (pdf: Buffer) => (await verify(pdf)).map((s) => [s.valid, s.whole, s.changedAfter])

test('signatures alone, one after the other, change nothing', async () => {
  const two = await sign(await sign(await contract(), 0), 1)
  expect(await told(two)).toEqual([
    [true, false, false],
    [true, true, false],
  ])
})

test('the seal over the edges of the pages, a name in its line and the day change nothing, since the signature that they came with shows them', async () => {
  const seal = await sharp({ create: { width: 60, height: 60, channels: 4, background: '#d00' } })
    .png()
    .toBuffer()
  const day = await PDFDocument.create()
  day.addPage([142, 20]).drawText('2026-11-28', { font: await day.embedFont(StandardFonts.Helvetica), size: 11, y: 6 })
  const places = [...anchors, place('fbfPrincipal', 320), place('signDay', 500)] as never
  const last = { name: '玉顶村一组', node: 'fbf', time: '2026-11-28T09:00:00+08:00', image: seal, seal, day: Buffer.from(await day.save()) } as const
  const sealed = await signContractPdf({ pdf: await sign(await contract(), 0), anchors: places }, [last], authority)
  expect(sealed.toString('latin1').split('/Subtype /Stamp').length - 1).toBe(4)
  expect(await told(sealed)).toEqual([
    [true, false, false],
    [true, true, false],
  ])
  // a file that was frozen by a former version has its place of the day over the words of its line: nothing is written there
  const former = [...anchors, place('fbfPrincipal', 320), place('date', 500)] as never
  const old = await signContractPdf({ pdf: await sign(await contract(), 0), anchors: former }, [last], authority)
  expect(old.toString('latin1').split('/Subtype /Stamp').length - 1).toBe(3)
})

const CHANGES: Readonly<Record<string, (doc: PDFDocument) => Promise<void> | void>> = {
  'a term covered by another one': async (doc) => {
    const font = await doc.embedFont(StandardFonts.Helvetica)
    const page = doc.getPages()[0]!
    page.drawRectangle({ x: 110, y: 695, width: 90, height: 22, color: rgb(1, 1, 1) })
    page.drawText('70 years', { x: 112, y: 700, size: 18, font })
  },
  'another page': (doc) => void doc.addPage([595, 842]),
  'a note on the page': (doc) => {
    const note = doc.context.register(doc.context.obj({ Type: 'Annot', Subtype: 'FreeText', Rect: [100, 690, 300, 720], Contents: PDFString.of('70 years') }))
    doc.getPages()[0]!.node.addAnnot(note)
  },
  'a field that is no signature': (doc) => doc.getForm().createTextField('term').addToPage(doc.getPages()[0]!, { x: 100, y: 690 }),
  'a signature field that shows something and is not signed': (doc) => {
    const face = doc.context.register(doc.context.stream('70 years', { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 90, 20] }))
    const field = doc.context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [100, 690, 190, 710], AP: { N: face } })
    doc.getPages()[0]!.node.addAnnot(doc.context.register(field))
  },
  'a stamp of a picture that no signature shows': async (doc) => {
    const png = await doc.embedPng(
      await sharp({ create: { width: 60, height: 60, channels: 4, background: '#fff' } })
        .png()
        .toBuffer(),
    )
    await png.embed()
    const look = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 60, 60], Resources: { XObject: { Im: png.ref } } }
    const N = doc.context.register(doc.context.stream('q 60 0 0 60 0 0 cm /Im Do Q', look))
    doc.getPages()[0]!.node.addAnnot(doc.context.register(doc.context.obj({ Type: 'Annot', Subtype: 'Stamp', Rect: [100, 690, 160, 750], AP: { N } })))
  },
  'a rotated page': (doc) => doc.getPages()[0]!.node.set(PDFName.of('Rotate'), doc.context.obj(90)),
}
for (const [what, change] of Object.entries(CHANGES))
  test(`${what} between two signatures is told of the first`, async () => {
    const one = await sign(await contract(), 0)
    expect(await told(await sign(await changed(one, change), 1))).toEqual([
      [true, false, true],
      [true, true, false],
    ])
  })
