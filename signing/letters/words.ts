import { both as w } from '../../kit/model/lang.ts'

/** Words of the screen of letters of authorisation that no definition has. */
export const words = {
  letters: w('授权委托书', 'Letters'),
  title: w('签署授权委托书', 'Letters of authorisation'),
  hint: w(
    '承包方由其家庭成员凭委托书代签；发包方负责人可委托他人。签署开始后不能再改。',
    'A member of the household signs for it by a letter; the principal of an issuer may send anybody. Nothing can be changed once signing has begun.',
  ),
  none: w('本合同由各签署人本人签署', 'Everybody signs this contract in person'),
  period: w('委托期限', 'Valid from and until'),
  periodNeeded: w('请选择委托期限', 'Please select the period of validity'),
  pick: w('选择委托书（PDF 或图片）', 'Choose the letter (PDF or picture)'),
  add: w('登记委托书', 'Record the letter'),
  remove: w('删除', 'Remove'),
  removeAsk: w('删除后由本人签署，确定删除该委托书?', 'The person will then sign in person. Remove this letter?'),
  see: w('查看', 'View'),
  sends: w('委托人', 'Principal'),
  done: w('操作成功', 'Done'),
}
