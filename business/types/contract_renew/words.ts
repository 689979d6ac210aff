import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  issuer: w('发包方', 'Issuer'),
  households: w('延包农户', 'Households'),
  reason: w('延包说明与权证', 'Note and certificate'),
  choose: w('请先选择发包方', 'Select the issuer first'),
  alone: w(
    '每户单独登记：新期限自原期限届满次日起30年，一户不成不影响其他户；确权面积不填的按已确权或实测面积',
    'Each household is registered by itself: the new term runs thirty years from the end of the old; one that fails stops no other. A confirmed area that is left open is the one confirmed or measured before',
  ),
  eligible: w('可延包的登记簿', 'Books that can be extended'),
  only: w('只看可办理', 'Only those that can be done'),
  chosen: (n: number) => w(`已选 ${n} 户`, `${n} chosen`),
  why: w('不能办理的原因', 'Why not'),
  holder: w('承包方', 'Contractor'),
  confirmed: w('确权面积（亩）', 'Confirmed area (mu)'),
  former: w('原合同面积（亩）', 'Former area (mu)'),
  returned: w('交回', 'Returned'),
  out: w('移出', 'Take out'),
  outAsk: w('将该户移出本业务？其登记簿随即可以办理其他业务。', 'Take this household out of the case? Its book is free for other business at once.'),
  outDone: w('已移出', 'Taken out'),
  none: w('尚未选择农户', 'No household chosen yet'),
}
