import { both as w, type Text } from '../../../kit/model/lang.ts'
import { extensionOf, isNameTooLong } from '../names.ts'

const MB = 2 ** 20
/** Slicing of large files. Source: platform.md 5, 9. */
export const SLICING = {
  /** a file above this goes in chunks */
  over: 10 * MB,
  size: 20 * MB,
  leastSize: 10 * MB,
  count: 5,
  leastCount: 3,
  startMs: 100,
  delayMs: 500,
} as const
/** While the server is away a call is made again: the first rest, the longest one, and for how long. */
export const RETRY = { firstMs: 1000, longestMs: 10_000, mostMs: 600_000 } as const
/** Pictures above this are compressed, at this quality. Source: platform.md 9. */
export const COMPRESSION = { over: 524_288, quality: 0.8 } as const
/** Bytes of other files where a caller checks files itself and no list is shown. Source: platform.md 5. */
const HOOKED_MAX = 5 * MB

/** How files are shown. Source: platform.md 2 (file uploader). */
export const LIST_TYPES = ['text', 'picture', 'picture-card', 'picture-img', 'thumbnail', 'grid', 'diy', 'empty'] as const
export type ListType = (typeof LIST_TYPES)[number]

export interface UploadRules {
  /** extensions that are taken, small, without dot; all when empty */
  accept?: readonly string[]
  /** kB of one file at most */
  sizeKb?: number
  /** files at most */
  limit?: number
}
export interface Slicing {
  /** bytes of a chunk, at least 10 MB */
  size?: number
  /** chunks on their way at once in parallel mode, at least 3 */
  count?: number
  parallel?: boolean
}
/** What holds of a caller's wishes for slicing: sizes and counts below the least are raised to it. */
export const slicingOf = (s: Slicing) => ({
  size: Math.max(s.size ?? SLICING.size, SLICING.leastSize),
  count: Math.max(s.count ?? SLICING.count, SLICING.leastCount),
  parallel: s.parallel ?? false,
})
/** An extension by its usual name. */
export const plainUpload = (extension: string) => (extension === 'jpeg' ? 'jpg' : extension)
export const PICTURES = ['jpg', 'jpeg', 'png', 'bmp'] as const
export const isPicture = (name: string): boolean => (PICTURES as readonly string[]).includes(extensionOf(name))
/** Whether a picture of this name may become a JPEG where these types are taken: a JPEG stays one. */
export const mayBeJpeg = (name: string, accept: readonly string[] = []): boolean =>
  /^jpe?g$/.test(extensionOf(name)) || (isPicture(name) && (accept.length === 0 || accept.some((t) => plainUpload(t) === 'jpg')))
/** Files that are taken at once out of dropped folders. */
export const DROP_MOST = 200

/** What a file breaks, in the words of the specification, or undefined. `hooked`: a caller's own check without a list. Source: platform.md 5 (upload). */
export function faultOf(file: { name: string; size: number }, r: UploadRules, hooked = false): Text | undefined {
  if (isNameTooLong(file.name)) return w('上传失败，文件名称长度不能超过64位', 'Upload failed: the file name has more than 64 characters')
  if (r.accept?.length && !r.accept.map(plainUpload).includes(plainUpload(extensionOf(file.name)))) {
    const accept = r.accept.join('、')
    return w(`上传失败，只允许上传${accept}文件`, `Upload failed: only ${accept} files`)
  }
  if (r.sizeKb && file.size > r.sizeKb * 1024) return w(`上传失败，上传文件不能超过 ${r.sizeKb}kb`, `Upload failed: at most ${r.sizeKb} kB`)
  if (hooked && !isPicture(file.name) && file.size > HOOKED_MAX) return w('上传失败，上传文件不能超过5M!', 'Upload failed: at most 5 MB!')
  return undefined
}
/** The warning when too many are chosen, or undefined. Source: platform.md 5. */
export function crowdOf(limit: number | undefined, uploaded: number, chosen: number): Text | undefined {
  if (!limit || uploaded + chosen <= limit) return undefined
  return w(`最多上传${limit}个文件，已上传${uploaded}个，本次选择${chosen}个`, `At most ${limit} files: ${uploaded} uploaded already, ${chosen} chosen now`)
}

/** Words of the uploader. Source: platform.md 2, 8. */
export const words = {
  upload: w('上传', 'Upload'),
  dropHere: w('点击、拖入或粘贴文件', 'Click, drag or paste files'),
  camera: w('高拍仪', 'Photo tool'),
  rename: w('重命名', 'Rename'),
  download: w('下载', 'Download'),
  name: w('文件名称', 'File name'),
  type: w('类型', 'Type'),
  size: w('大小', 'Size'),
  uploader: w('上传人', 'Uploaded by'),
  time: w('上传时间', 'Time'),
  hashing: w('校验中', 'Checking'),
  waiting: w('连接中断，正在重试', 'No connection, retrying'),
  merging: w('合并中', 'Merging'),
  gone: w('文件已移动或修改，请重新选择', 'the file was moved or changed, choose it again'),
  underWay: w('该文件正在上传', 'This file is already being uploaded'),
  paused: w('已暂停', 'Paused'),
  pause: w('暂停', 'Pause'),
  resume: w('继续', 'Resume'),
  giveUp: w('放弃', 'Discard'),
  none: w('暂无附件', 'No files'),
  removed: w('刪除成功', 'Deleted'),
  move: w('拖动排序，或按 Alt 加方向键', 'Drag to reorder, or Alt with an arrow key'),
  noFolder: w('文件夹读取失败', 'The folder could not be read'),
  dropMany: w(`一次最多拖入${DROP_MOST}个文件`, `At most ${DROP_MOST} files can be dropped at once`),
} as const
export const removeAsk = (name: string): Text => w(`确定删除文件${name}？ 删除后无法恢复！`, `Delete the file ${name}? It cannot be recovered!`)
/** The server's own words follow, where it has any. */
export const notRemoved = (reason: string): Text => w(`刪除失败${reason && `：${reason}`}`, `Deleting failed${reason && `: ${reason}`}`)
export const uploadFailed = (name: string, reason: string): Text => w(`上传【${name}】失败，失败原因：${reason}`, `Upload of “${name}” failed: ${reason}`)
export const unfinished = (name: string, percent: number): Text =>
  w(`“${name}”上次已传 ${percent}%，重新选择该文件即可继续`, `“${name}” stopped at ${percent}%: choose the same file to continue`)
export const giveUpAsk = (name: string): Text =>
  w(`确定放弃上传“${name}”？已上传的分片将被删除`, `Discard the upload of “${name}”? The chunks already sent are deleted`)
/** '1.2 MB' */
export const sizeText = (bytes: number): string => (bytes < MB ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / MB).toFixed(1)} MB`)
