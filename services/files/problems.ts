import type { Text } from '../../kit/model/lang.ts'
import { problem, problems } from '../../kit/model/problem.ts'

const millions = ({ width, height }: { width: number; height: number }) => Math.round((width * height) / 1e6)
/** What may go wrong with files. Source: platform.md 5 (upload), 8; security.md K15, K16. */
export const fileProblems = {
  nameTooLong: problem(400, 'file-name', () => ({ zh: '上传失败，文件名称长度不能超过64位', en: 'Upload failed: the file name has more than 64 characters' })),
  noName: problem(400, 'file-no-name', () => ({ zh: '上传失败，文件名称不正确', en: 'Upload failed: the file name is malformed' })),
  type: problem<{ accept: string }>(400, 'file-type', (d) => ({ zh: `上传失败，只允许上传${d.accept}文件`, en: `Upload failed: only ${d.accept} files` })),
  otherType: problem<{ named: string; is: string }>(400, 'file-other-type', (d) => ({
    zh: `上传失败，文件名为${d.named}，内容却是${d.is}，请改用正确的文件名`,
    en: `Upload failed: the file is named ${d.named}, but its content is ${d.is}: correct the extension`,
  })),
  notSound: problem<{ type: string; why: Text }>(400, 'file-not-sound', (d) => ({
    zh: `上传失败，不是完好的${d.type}文件：${d.why.zh}`,
    en: `Upload failed: this is not a valid ${d.type} file: ${d.why.en}`,
  })),
  pixels: problem<{ width: number; height: number; most: number }>(400, 'file-pixels', (d) => ({
    zh: `上传失败，图片为${d.width}×${d.height}像素（共${millions(d)}百万），最多${d.most / 1e6}百万像素，请缩小后上传`,
    en: `Upload failed: the picture has ${d.width}×${d.height} pixels (${millions(d)} million); at most ${d.most / 1e6} million are allowed: make it smaller`,
  })),
  unsafe: problem<{ zh: string; en: string }>(400, 'file-unsafe', (d) => ({ zh: `上传失败，${d.zh}`, en: `Upload failed: ${d.en}` })),
  tooLarge: problems.fileTooLarge,
  quota: problem<{ mb: number }>(409, 'file-quota', (d) => ({
    zh: `上传失败，存储空间不足，上限 ${d.mb}MB`,
    en: `Upload failed: the storage limit of ${d.mb} MB is reached`,
  })),
  tooManyUploads: problem<{ max: number }>(409, 'file-uploads', (d) => ({
    zh: `上传失败，未完成的上传不能超过${d.max}个`,
    en: `Upload failed: at most ${d.max} uploads at a time`,
  })),
  infected: problem<{ found: string }>(400, 'file-infected', (d) => ({
    zh: `上传失败，文件含有恶意代码：${d.found}`,
    en: `Upload failed: malicious code was found in the file: ${d.found}`,
  })),
  unscanned: problem(503, 'file-unscanned', () => ({
    zh: '上传失败，病毒扫描服务不可用，请稍后重试',
    en: 'Upload failed: the virus scanner is not available, try again later',
  })),
  unscannable: problem(400, 'file-unscannable', () => ({
    zh: '上传失败，病毒扫描未能完成，文件可能超过扫描服务的大小上限，请联系管理员',
    en: 'Upload failed: the virus scan was interrupted; the file may be too large for the scanner. Contact the administrator',
  })),
  damaged: problem(400, 'file-damaged', () => ({
    zh: '上传失败，文件内容校验不一致，请重新上传',
    en: 'Upload failed: the content does not match its digest; upload it again',
  })),
  nowhere: problem(404, 'file-nowhere', () => ({
    zh: '上传失败，附件所属的数据不存在或不在您的管辖范围内',
    en: 'Upload failed: the record the file belongs to does not exist or is outside your scope',
  })),
  archived: problem(409, 'E5001', () => ({ zh: '附件已归档，不能删除', en: 'The attachment is archived and cannot be removed' })),
  sealed: problem(409, 'file-archived', () => ({ zh: '附件已归档，不能修改', en: 'The attachment is archived and cannot be changed' })),
  zipTooLarge: problem<{ n: number; mb: number; files: number; most: number }>(409, 'zip-too-large', (d) => ({
    zh: `附件共${d.n}个、${d.mb}MB，一次最多打包${d.files}个、${d.most}MB，请按附件类别分别下载`,
    en: `There are ${d.n} files of ${d.mb} MB; one archive holds at most ${d.files} files and ${d.most} MB: download them by kind`,
  })),
  gone: problem<{ name: string }>(409, 'file-gone', (d) => ({ zh: `附件文件缺失：${d.name}`, en: `The file of an attachment is missing: ${d.name}` })),
  changed: problem<{ name: string }>(409, 'file-changed', (d) => ({
    zh: `附件【${d.name}】的内容与其摘要不一致，文件可能被改动，不能打开，请联系管理员`,
    en: `The content of ${d.name} does not match its digest: the file may have been changed and is not opened. Tell the administrator`,
  })),
  linkOver: problem(403, 'file-link', () => ({ zh: '链接已失效，请重新打开', en: 'This link is no longer valid; open the file again' })),
  crossSite: problem(403, 'file-site', () => ({ zh: '不允许从其他网站打开附件', en: 'Files are not opened from other sites' })),
}
