import { momentOf } from '../../kit/server/clock.server.ts'
import { problems } from '../../kit/model/problem.ts'
import { DeferredResponse, type Input, type Route, textIn } from '../../kit/server/route.server.ts'
import { addRow, ATTACH_PATH, out, attachmentPlace, attachmentRow } from './attachments.server.ts'
import type { Filing } from './owners.server.ts'
import { keepMade, keptName } from './intake/intake.server.ts'
import { forPage } from './intake/pictures.server.ts'
import { fileProblems } from './problems.ts'
import { requireRoom } from './quota.server.ts'
import type { Storage } from './storage/storage.server.ts'

/** Bytes of one photo, photos of one document, bytes of the whole call. Source: platform.md 2 (photo tool), 9. */
const MAX_PHOTO = 10_485_760
const MAX_PHOTOS = 50
const MAX_BODY = 96 * 2 ** 20
/** A4 in points. */
const [SHORT, LONG] = [595.28, 841.89]

interface Photo {
  bytes: Buffer
  order: number
}
/** The photos of a request in their order. @throws what is wrong with the list */
function photosOf(list: unknown): Photo[] {
  const bad = () => problems.badRequest({ zh: '请选择图片', en: 'Select pictures' })
  if (!Array.isArray(list) || list.length === 0) throw bad()
  if (list.length > MAX_PHOTOS) throw problems.badRequest({ zh: `图片不能超过${MAX_PHOTOS}张`, en: `At most ${MAX_PHOTOS} pictures` })
  const photos = (list as Input[]).map((p, i) => {
    if (typeof p?.file !== 'string') throw bad()
    const bytes = Buffer.from(p.file.replace(/^data:image\/[\w.+-]+;base64,/, ''), 'base64')
    if (bytes.length > MAX_PHOTO) throw fileProblems.tooLarge({ kb: MAX_PHOTO / 1024 })
    const picture = (bytes[0] === 0xff && bytes[1] === 0xd8) || bytes.subarray(1, 4).toString('latin1') === 'PNG'
    if (!picture) throw fileProblems.type({ accept: 'png、jpg、jpeg' })
    const order = Number(p.order ?? i)
    if (!Number.isFinite(order)) throw bad()
    return { bytes, order }
  })
  return photos.sort((a, b) => a.order - b.order)
}
/** One page for each photo, turned as the photo lies. `now` stands in the document. */
async function pdfOf(photos: readonly Photo[], now: string): Promise<Buffer> {
  // a large library, loaded with the first file that needs it
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  for (const p of photos) {
    const picture = await pdf.embedJpg(await forPage(p.bytes))
    const [width, height] = picture.width > picture.height ? [LONG, SHORT] : [SHORT, LONG]
    const s = picture.scaleToFit(width, height)
    pdf.addPage([width, height]).drawImage(picture, { x: (width - s.width) / 2, y: (height - s.height) / 2, width: s.width, height: s.height })
  }
  const time = new Date(momentOf(now))
  pdf.setCreationDate(time)
  pdf.setModificationDate(time)
  return Buffer.from(await pdf.save())
}

/** Ordered photos of a signed contract as one PDF with the business. Source: platform.md 2 (photo tool), 3 (offline PDF request). */
export const offlinePdfRoute = (storage: Storage, filing: Filing): Route => ({
  method: 'POST',
  path: `${ATTACH_PATH}/offline_pdf`,
  perm: 'attach_add',
  scope: 'land',
  audit: 'attach.add',
  summary: '图片合成PDF附件',
  body: 'any',
  maxBody: MAX_BODY,
  run: async (ctx, input) => {
    const photos = photosOf(input.offlineFileList)
    const businessItem = textIn(input, 'businessItem') || 'CBHT'
    // a contract that is named beside its business is one that the caller sees
    const contract = input.cbhtId ? await attachmentPlace(ctx, filing, { businessId: textIn(input, 'cbhtId'), businessItem }) : undefined
    const place = input.businessId || !contract ? await attachmentPlace(ctx, filing, { businessId: textIn(input, 'businessId'), businessItem }) : contract
    const name = keptName(`${input.cbhtbm || input.cbhtId || input.businessId || '合同'}.pdf`)
    await requireRoom(
      ctx,
      photos.reduce((n, p) => n + p.bytes.length, 0),
    )
    return new DeferredResponse(async (again) => {
      const bytes = await pdfOf(photos, ctx.now)
      const file = await keepMade(storage, ctx.who.tenantId, { name, contentType: 'application/pdf' }, bytes)
      return again(async (next) => out(await attachmentRow(next, await addRow(next, filing.frozen, file, place))))
    })
  },
})
