// Looking through filed files: authentic, complete, usable, safe. What is asked when is a table. Source: business-flows.md 11; 农业农村档案 four properties.
import { both, type Text } from '../../kit/model/lang.ts'
import { pdfFault } from '../../services/files/intake/pdf.server.ts'
import { isRecoded, pictureFault } from '../../services/files/intake/pictures.server.ts'
import { digestIn } from '../../services/files/digest.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { pagesOfPdf } from './volume-pdf.server.ts'
import { verifyInWorker } from '../../services/pades/verify-apart.server.ts'

/** Dictionary archive_property. */
export const PROPERTY = { authentic: '1', complete: '2', usable: '3', safe: '4' } as const
/** The four properties as they are told outside of the product. */
export const PROPERTY_NAMES = {
  [PROPERTY.authentic]: both('真实性', 'Authentic'),
  [PROPERTY.complete]: both('完整性', 'Complete'),
  [PROPERTY.usable]: both('可用性', 'Usable'),
  [PROPERTY.safe]: both('安全性', 'Safe'),
} as const
/** When a look is taken: as a paper is filed, each night, as a volume is closed or handed over. */
export type Moment = 'file' | 'night' | 'close'
/** The check list: what is asked, of which property, and when. */
export const CHECKS = [
  { item: 'there', property: PROPERTY.complete, moments: ['file', 'night', 'close'], zh: '文件存在', en: 'The file is there' },
  { item: 'hash', property: PROPERTY.authentic, moments: ['file', 'night', 'close'], zh: '内容与摘要一致', en: 'The bytes are those of the digest' },
  { item: 'signature', property: PROPERTY.authentic, moments: ['file', 'close'], zh: '电子签名有效', en: 'Electronic signatures are valid' },
  { item: 'place', property: PROPERTY.authentic, moments: ['night', 'close'], zh: '档案记录与附件一致', en: 'The record names the file that is there' },
  { item: 'pages', property: PROPERTY.complete, moments: ['night', 'close'], zh: '页号连续', en: 'Page numbers without gaps' },
  { item: 'count', property: PROPERTY.complete, moments: ['night', 'close'], zh: '卷内件数、页数与归档时一致', en: 'As many papers and pages as were filed' },
  { item: 'volume', property: PROPERTY.complete, moments: ['night'], zh: '案卷存在', en: 'The volume is there' },
  // nothing filed goes: what was complete stays so as long as its pages have no gap and no file lies outside
  { item: 'required', property: PROPERTY.complete, moments: ['file'], zh: '必需材料齐全', en: 'Required kinds are there' },
  { item: 'untracked', property: PROPERTY.complete, moments: ['night', 'close'], zh: '业务附件均已归档', en: 'No file of a filed business lies outside' },
  { item: 'format', property: PROPERTY.usable, moments: ['file', 'close'], zh: '格式允许长期保存', en: 'The format may be kept' },
  { item: 'opens', property: PROPERTY.usable, moments: ['file', 'close'], zh: '文件可打开', en: 'The file opens' },
  { item: 'active', property: PROPERTY.safe, moments: ['file', 'close'], zh: '未加密且不含活动内容', en: 'Not encrypted, nothing active' },
] as const satisfies readonly { item: string; property: string; moments: readonly Moment[]; zh: string; en: string }[]
export type Item = (typeof CHECKS)[number]['item']
export interface FileFault {
  item: Item
  msg: Text
}
export const propertyOf = (item: Item): string => CHECKS.find((c) => c.item === item)!.property

/** Formats that an archive keeps: pages and pictures; tables and shapes as they were handed in. */
const KEPT = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/bmp',
  'image/tiff',
  'text/plain',
  'text/csv',
  'text/xml',
  'application/xml',
  'application/json',
]
const PACKED = [
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'video/mp4',
]
/** PDFs larger than this are taken as they are: reading them would take a gigabyte. */
const MOST_READ = 100 * 2 ** 20

/** A stored file as its row says it. */
export interface StoredFile {
  ossName: string
  sha256: string
  contentType: string
  /** bytes */
  size: number
}
/** What is not asked of a file when all else is: a PDF too large to be read, and what is packed, which nobody opens here. */
export function notAsked({ contentType, size }: Pick<StoredFile, 'contentType' | 'size'>): readonly Item[] {
  if (contentType === 'application/pdf') return size > MOST_READ ? ['signature', 'opens', 'active'] : []
  return PACKED.includes(contentType) ? ['opens', 'active'] : []
}
/** What a look at a file found, its digest now, and its pages (1 for what has none). */
export interface FileLook {
  faults: FileFault[]
  sha256: string
  pages: number
}
/** Whether the bytes are there, and still those of the digest. */
export async function hashFault(storage: Storage, f: Pick<StoredFile, 'ossName' | 'sha256'>): Promise<FileFault | undefined> {
  const digest = await digestIn(storage)(f.ossName)
  if (digest === undefined) return { item: 'there', msg: both('文件缺失', 'the file is missing') }
  return digest === f.sha256
    ? undefined
    : { item: 'hash', msg: both('内容与摘要不一致，文件可能被改动', 'its bytes are not those of its digest: it was changed') }
}
/** Looks through a file by all checks that concern it alone. With a signal it waits for a thread as long as it takes, else a person is told that all are busy. */
export async function inspected(storage: Storage, f: StoredFile, signal?: AbortSignal): Promise<FileLook> {
  const changed = await hashFault(storage, f)
  if (changed) return { faults: [changed], sha256: '', pages: 1 }
  const whole: FileLook = { faults: [], sha256: f.sha256, pages: 1 }
  if (!KEPT.includes(f.contentType) && !PACKED.includes(f.contentType))
    whole.faults.push({ item: 'format', msg: both(`格式不适合长期保存（${f.contentType}）`, `its format cannot be kept (${f.contentType})`) })
  if (isRecoded(f.contentType)) {
    const fault = await pictureFault(await storage.read(f.ossName))
    if (fault) whole.faults.push({ item: 'opens', msg: fault })
  }
  if (f.contentType !== 'application/pdf' || f.size > MOST_READ) return whole
  const bytes = await storage.read(f.ossName)
  // a row that says nothing of its size
  if (bytes.length > MOST_READ) return whole
  const fault = await pdfFault(bytes)
  if (fault) whole.faults.push({ item: 'active', msg: fault })
  const pages = await pagesOfPdf(bytes, signal)
  if (pages === 0) whole.faults.push({ item: 'opens', msg: both('文件无法打开', 'it does not open') })
  if (bytes.includes('/ByteRange')) {
    const broken = (await verifyInWorker(bytes, [], { signal })).filter((s) => !s.valid || s.changedAfter)
    if (broken.length) whole.faults.push({ item: 'signature', msg: both('电子签名无效', 'an electronic signature is not valid') })
  }
  return { ...whole, pages: Math.max(1, pages) }
}
