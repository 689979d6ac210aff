import { both as w } from '../../kit/model/lang.ts'

export const printWords = {
  jobs: w('打印任务', 'Jobs'),
  records: w('打印记录', 'Records'),
  start: w('批量打印', 'Print in bulk'),
  begin: w('开始打印', 'Print'),
  region: w('打印区域', 'Region to print'),
  askRegion: w('请选择打印区域', 'Choose the region to print'),
  forms: w('表单（按所选顺序打印）', 'Forms, in the order in which they are chosen'),
  askForms: w('请选择要打印的表单', 'Choose the forms to print'),
  packing: w('装订方式', 'Packing'),
  duplex: w('双面打印：每份从正面开始，奇数页后加空白页', 'Both sides: each begins on the front, with an empty page after an odd one'),
  skip: w('跳过姓名或地址有缺字的户', 'Leave out households whose name or address has a character without glyph'),
  download: w('下载', 'Download'),
  left: w('未打印内容', 'What was left out'),
  again: w('重印', 'Print again'),
  againReason: w('重印原因', 'Reason of the reprint'),
  askReason: w('重印请填写原因', 'Give the reason of the reprint'),
  resume: w('继续打印', 'Go on'),
  resumed: w('已继续，从停下的户开始', 'It goes on where it stopped'),
  cancel: w('取消打印', 'Cancel'),
  seeRecords: w('打印记录', 'Records'),
}
