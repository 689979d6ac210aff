import { both as w } from '../../../kit/model/lang.ts'

/** Words of the page that verifies a document. */
export const checkWords = {
  title: w('合同文件核验', 'Verify a contract'),
  hint: w(
    '输入合同页脚的文件编码（扫描页上的二维码亦可），或选择PDF文件，或两者都给。不需要账号；姓名只显示姓氏。',
    'Give the document code at the foot of the pages (their QR code holds it too), the PDF, or both. No account is needed; of names the surname alone is shown.',
  ),
  code: w('文件编码', 'Document code'),
  file: w('PDF文件', 'PDF file'),
  pick: w('选择文件', 'Choose a file'),
  check: w('核验', 'Verify'),
  needed: w('请输入文件编码或选择文件', 'Give a document code or a file'),
  large: w('文件不能超过8MB', 'The file may have 8 MB at most'),
  good: w('核验通过', 'Verified'),
  bad: w('核验不通过', 'Not verified'),
  none: w('没有可核验的签署', 'Nothing signed to verify'),
}
