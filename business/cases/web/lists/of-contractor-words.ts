import { both as w } from '../../../../kit/model/lang.ts'

/** Words of the two tabs of a contractor that tell its cases and its files. */
export const words = {
  cases: w('业务', 'Cases'),
  archive: w('档案', 'Archive'),
  noCases: w('该承包方没有办理过业务', 'There has been no case about this contractor'),
  noFiles: w('没有留存的材料', 'No files are kept'),
  name: w('文件名称', 'File'),
  kind: w('附件类别', 'Kind'),
  held: w('所属', 'Belongs to'),
  size: w('大小', 'Size'),
  by: w('上传人', 'Sent by'),
  at: w('上传时间', 'Sent'),
  remade: w(
    '合同、登记簿和权证的打印件按登记内容随时生成，见“合同/权证/登记簿”。',
    'Contract, book and certificate can be printed from the register at any time: see “Book and papers”.',
  ),
} as const
