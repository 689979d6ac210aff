import { both as w, type Text } from '../../../kit/model/lang.ts'
import { extensionOf } from '../names.ts'

const MB = 2 ** 20
/** How a file is shown in place. */
export type PreviewKind = 'picture' | 'pdf' | 'video' | 'text' | 'sheet' | 'document'
const BY_EXTENSION: Readonly<Record<PreviewKind, readonly string[]>> = {
  picture: ['jpg', 'jpeg', 'png', 'bmp'],
  pdf: ['pdf'],
  video: ['mp4'],
  text: ['txt', 'csv', 'json', 'xml', 'log'],
  sheet: ['xlsx'],
  document: ['docx'],
}
/** What a view of a file is given. */
export interface ViewProps {
  file: Blob
  title: string
  /** the file turns out not to be what it seemed */
  onFail(why: Text): void
}
/** Content types that say more than a name: files that the product makes have titles without an extension. */
const BY_TYPE: readonly (readonly [RegExp, PreviewKind])[] = [
  [/^image\//, 'picture'],
  [/^application\/pdf/, 'pdf'],
  [/^video\/mp4/, 'video'],
]
/** Bytes that are shown in place at most: what is taken apart in the browser, and what the browser or the PDF reader shows by itself. */
const MOST: Readonly<Record<PreviewKind, number>> = { picture: 100 * MB, pdf: 100 * MB, video: 100 * MB, text: 20 * MB, sheet: 20 * MB, document: 20 * MB }

/** How a file of this name (and content type, when it is known) is shown, or undefined: no browser shows it. */
export const kindOf = (name: string, type = ''): PreviewKind | undefined =>
  BY_TYPE.find(([is]) => is.test(type))?.[1] ?? (Object.keys(BY_EXTENSION) as PreviewKind[]).find((k) => BY_EXTENSION[k].includes(extensionOf(name)))

/** Why a file of this size in bytes is not shown in place, in words; undefined when it is. */
export function notShown(kind: PreviewKind | undefined, size: number): Text | undefined {
  if (!kind) return words.noKind
  const mb = MOST[kind] / MB
  return size > MOST[kind] ? w(`文件超过${mb}MB，不在线预览，请下载后查看`, `Files above ${mb} MB are not shown here; download the file to view it`) : undefined
}

/** What is shown of a text, in characters. */
export const TEXT_MOST = 200_000
/** What is shown of each sheet. */
export const SHEET_ROWS = 500
export const SHEET_COLUMNS = 50

/** A cell as it is shown; numbers stand to the right. */
export interface ShownCell {
  text: string
  right: boolean
}
/** A sheet as it is shown, and whether more rows or columns stand in the file. */
export interface ShownSheet {
  name: string
  rows: ShownCell[][]
  moreRows: boolean
  moreColumns: boolean
}

/** Text out of bytes, in UTF-8 or else in GB 18030 (with which GBK and GB 2312 are read); undefined when it is neither. `cut`: the bytes end in the middle. */
export function previewText(bytes: Uint8Array, cut: boolean): string | undefined {
  for (const coding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(coding, { fatal: true }).decode(bytes, { stream: cut })
    } catch {
      // not in this coding
    }
  }
  return undefined
}

/** Words of the preview. */
export const words = {
  noKind: w('此类文件不能在线预览，请下载后查看', 'Files of this kind cannot be shown here; download the file to view it'),
  unreadable: w('文件内容无法在线预览，请下载后查看', 'The content of this file cannot be shown here; download the file to view it'),
  noVideo: w('浏览器不能播放此视频，请下载后查看', 'This browser cannot play the video; download it to watch it'),
  reading: w('正在读取文件', 'Reading the file'),
  textCut: w(`内容较长，只显示前 ${TEXT_MOST / 10_000} 万字`, `Long text: the first ${TEXT_MOST.toLocaleString('en')} characters are shown`),
  layout: w('预览只显示文字、表格和图片，排版以原文件为准', 'Text, tables and pictures only; download the file to see its layout'),
  emptySheet: w('空工作表', 'An empty sheet'),
  emptyFile: w('文件没有内容', 'This file is empty'),
} as const
/** What is left out of a sheet, or undefined. */
export function cutText(rows: boolean, columns: boolean): Text | undefined {
  if (!rows && !columns) return undefined
  const zh = [rows && `前 ${SHEET_ROWS} 行`, columns && `前 ${SHEET_COLUMNS} 列`].filter(Boolean).join('、')
  const en = [rows && `the first ${SHEET_ROWS} rows`, columns && `the first ${SHEET_COLUMNS} columns`].filter(Boolean).join(' and ')
  return w(`数据较多，只显示${zh}`, `A large sheet: ${en} are shown`)
}
/** Name of a column by its number from 0: A, B, … AA. */
export const columnLetter = (i: number): string => (i < 26 ? '' : columnLetter(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26))
