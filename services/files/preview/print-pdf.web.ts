import { pdfjs } from 'react-pdf'

/** Dots per point of paper when pages are printed: 180 dots an inch. */
const SCALE = 2.5
/** How long the pages stay for the printer, once its dialog was opened, in milliseconds. */
const KEPT = 600_000

/** A page drawn for paper, as an address of a picture. */
async function pictureOf(pdf: pdfjs.PDFDocumentProxy, n: number): Promise<string> {
  const page = await pdf.getPage(n)
  const viewport = page.getViewport({ scale: SCALE })
  const canvas = Object.assign(document.createElement('canvas'), { width: viewport.width, height: viewport.height })
  await page.render({ canvas, viewport, intent: 'print' }).promise
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (!blob) throw new Error(`page ${n} was not drawn`)
  return URL.createObjectURL(blob)
}
/** Opens the browser's print dialog over the pages of a PDF. They are drawn as pictures: a frame of this site shows no PDF of its own. */
export async function printPdf(file: Blob): Promise<void> {
  const task = pdfjs.getDocument({ data: await file.arrayBuffer() })
  const pdf = await task.promise
  const pictures: string[] = []
  for (let n = 1; n <= pdf.numPages; n++) pictures.push(await pictureOf(pdf, n))
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  const frame = Object.assign(document.createElement('iframe'), { title: 'print' })
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0'
  document.body.append(frame)
  const page = frame.contentDocument!
  const style = page.createElement('style')
  style.textContent = `@page { size: ${width}pt ${height}pt; margin: 0 } body { margin: 0 } img { display: block; width: 100%; break-after: page }`
  page.head.append(style)
  const images = pictures.map((src) => Object.assign(page.createElement('img'), { src }))
  page.body.append(...images)
  await Promise.all(images.map((i) => i.decode()))
  frame.contentWindow!.print()
  setTimeout(() => {
    frame.remove()
    for (const src of pictures) URL.revokeObjectURL(src)
    void task.destroy()
  }, KEPT)
}
