import { both as w } from '../../kit/model/lang.ts'

/** Words of the screen of corrections that no definition has. */
export const words = {
  hint: w(
    '勘误只用于登记数据与原件不符、且未办理过业务的对象：一人申请并上传依据文件，另一人复核后自登记之日起更正。原件本身有误的，请办理更正或变更业务。',
    'A correction is for records that differ from the paper, of objects that no business has touched: one person requests it with the document, another confirms it, and it holds from the first day. If the paper itself is wrong, a business changes it.',
  ),
  find: w('请先选择勘误对象并输入编码', 'Choose the object and enter its code first'),
  notFound: w('没有该对象', 'There is no such object'),
  content: w('更正后的内容', 'Correct value'),
  field: w('项目', 'Field'),
  before: w('更正前', 'Before'),
  after: w('更正后', 'After'),
  headOnly: w(
    '户主姓名、证件号码和与户主关系请办理承包方信息更正业务',
    'Name, number and relation of the head are changed by a correction of the contractor, which is a business',
  ),
}
