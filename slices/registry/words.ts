import type { Text } from '../../kit/model/lang.ts'

const w = (zh: string, en: string): Text => ({ zh, en })
/** Words of the register's screens that no definition has. */
export const words = {
  contractPdf: w('合同及示意图', 'Contract and sketch'), contractInfo: w('合同信息', 'Contract'), parcels: w('承包地块', 'Parcels'), download: w('下载', 'Download'),
  printPdf: w('打印预览', 'Print preview'), book: w('登记簿', 'Book'), bookTitle: w('农村土地承包经营权登记簿', 'Register of rural land contracting rights'), lifeCycle: w('沿革', 'Life cycle'),
  current: w('现行', 'Current'), cancelled: w('已注销', 'Cancelled'), right: w('承包经营权', 'The right'), holder: w('承包方', 'Contractor'), issuer: w('发包方', 'Issuer'),
  members: w('承包方家庭成员（共有人）', 'Household members (co-owners)'), total: w('合计', 'Total'), remark: w('附记', 'Remark'), registrar: w('登簿', 'Entry'),
  history: w('权证历史', 'History'), versions: w('版本', 'Versions'), events: w('补发、换发、注销', 'Replacement, exchange, cancellation'), date: w('日期', 'Date'),
  kind: w('事项', 'Event'), reason: w('原因', 'Reason'), version: w('第', 'Version '), versionEnd: w('版', ''), noHistory: w('没有变更记录', 'No changes so far'),
  inForce: w('现势', 'In force'), selected: w('当前查看', 'Shown'), noPdf: w('无法生成文件', 'The document could not be made'),
} as const
