import { both as w } from '../../kit/model/lang.ts'

/** Words of the page that verifies a document. */
export const checkWords = {
  title: w('合同文件核验', 'Verify a contract'),
  hint: w(
    '选择签署后的PDF文件，或输入合同页脚的文件编码（页上的二维码亦含此编码），或两者都给。不便上传文件时，可输入文件的SHA-256摘要。不需要账号；姓名只显示姓氏。',
    'Choose the signed PDF, or enter the document code at the foot of its pages (also in their QR code), or both. If you may not send the file, enter its SHA-256 digest instead. No account is needed; only surnames are shown.',
  ),
  code: w('文件编码或摘要', 'Document code or digest'),
  file: w('PDF文件', 'PDF file'),
  pick: w('选择文件', 'Choose a file'),
  check: w('核验', 'Verify'),
  needed: w('请输入文件编码或选择文件', 'Enter a document code or choose a file'),
  large: w('文件不能超过8MB', 'The file may have at most 8 MB'),
  good: w('核验通过', 'Verified'),
  bad: w('核验不通过', 'Not verified'),
  none: w('没有归档的签署', 'No signing on record'),
}
