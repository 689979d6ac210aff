import { both as w } from '../../kit/model/lang.ts'

/** Words of the screen of corrections that no definition has. */
export const words = {
  hint: w(
    '勘误只用于登记数据与原件不符、且未办理过业务的对象：一人申请并上传依据文件，另一人复核后自登记之日起更正。原件本身有误的，请办理更正或变更业务。',
    'A correction is for records that differ from the paper, of objects that no business has touched: one person requests it with the document, another confirms it, and it holds from the first day. If the paper itself is wrong, a business changes it.',
  ),
  personHint: w(
    '登记的人员不是原件上的人员的，同时更正其姓名和证件号码：写明原因并上传证明文件，由具有更正人员复核权限的登记人员复核，登记监测中予以提示。共有人身份和户主不变；确需换人的，请办理合同变更。',
    'Where the record names another person than the paper, name and number are corrected together: give the reason and the document. A registrar with the right to confirm corrections of persons confirms it, and the register watch reports it. Co-ownership and the head stay as they are; if the household itself has changed, use a contract change.',
  ),
  officerOnly: w('更正人员由具有更正人员复核权限的登记人员复核', 'Only a registrar with the right to confirm corrections of persons can confirm this'),
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
