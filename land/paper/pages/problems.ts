import type { Text } from '../../../kit/model/lang.ts'
import { problem } from '../../../kit/model/problem.ts'

/** What is refused of a scanned paper before its pages are compared with the print. */
export const pageProblems = {
  notPdf: problem(400, 'scan-no-pdf', () => ({ zh: '文件不是可以读取的PDF，或者没有页', en: 'The file is not a readable PDF, or it has no pages' })),
  encrypted: problem(400, 'scan-encrypted', () => ({ zh: 'PDF已加密或设有密码，请去除密码后上传', en: 'The PDF is encrypted: remove its password first' })),
  tooMany: problem<{ pages: number; most: number }>(400, 'scan-too-many-pages', (d) => ({
    zh: `文件有${d.pages}页，最多${d.most}页`,
    en: `The file has ${d.pages} pages; at most ${d.most}`,
  })),
  tooLarge: problem(400, 'scan-too-heavy', () => ({
    zh: '文件内容过大，无法逐页读取，请以200至300dpi重新扫描',
    en: 'The file is too large to be read page by page: scan it again at 200 to 300 dpi',
  })),
  blank: problem<{ pages: string }>(400, 'scan-blank-page', (d) => ({ zh: `第${d.pages}页是空白页`, en: `Blank page: ${d.pages}` })),
  lowDpi: problem<{ pages: string; dpi: number; least: number }>(400, 'scan-low-resolution', (d) => ({
    zh: `第${d.pages}页分辨率过低（${d.dpi}dpi），应不低于${d.least}dpi`,
    en: `Page ${d.pages}: the resolution of ${d.dpi} dpi is too low; at least ${d.least} dpi`,
  })),
  unreadable: problem<{ pages: string }>(400, 'scan-code-unreadable', (d) => ({
    zh: `第${d.pages}页的页码二维码无法识别，请重新扫描；早前打印、没有二维码的合同请重新打印签署`,
    en: `Page ${d.pages}: its code cannot be read. Scan it again; a contract printed before pages had codes must be printed and signed again`,
  })),
  turned: problem<{ pages: string; degrees: number }>(400, 'scan-turned', (d) => ({
    zh: `第${d.pages}页旋转了${d.degrees}度，请转正后上传`,
    en: `Page ${d.pages} is rotated by ${d.degrees} degrees: turn it upright`,
  })),
  foreign: problem<{ pages: string; cbhtbm: string }>(400, 'scan-foreign-page', (d) => ({
    zh: `第${d.pages}页是合同【${d.cbhtbm}】的页，不属于本合同`,
    en: `Page ${d.pages} belongs to contract ${d.cbhtbm}, not to this one`,
  })),
  otherEdition: problem<{ pages: string }>(400, 'scan-other-edition', (d) => ({
    zh: `第${d.pages}页出自内容不同的另一版合同，请按现有内容重新打印签署`,
    en: `Page ${d.pages} is from another edition of the contract, whose content differs: print and sign the current one`,
  })),
  twice: problem<{ pages: string }>(400, 'scan-page-twice', (d) => ({ zh: `第${d.pages}页重复`, en: `Page ${d.pages} appears twice` })),
  missing: problem<Text>(400, 'scan-missing-page', (d) => ({ zh: `缺少${d.zh}`, en: `Missing: ${d.en}` })),
  swapped: problem<{ pages: string }>(400, 'scan-pages-swapped', (d) => ({
    zh: `页序有误：第${d.pages}页不在应在的位置`,
    en: `The pages are out of order: page ${d.pages} is not in its place`,
  })),
} as const
