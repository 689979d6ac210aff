import { both as w } from '../../../kit/model/lang.ts'

/** Words of this type's form that no definition has. */
export const words = {
  issuer: w('发包方', 'Issuer'),
  correction: w('更正内容', 'What is corrected'),
  reason: w('更正原因', 'Reason'),
  choose: w('请先选择发包方', 'Select the issuer first'),
  principal: w('负责人已更换', 'Another principal'),
  renew: w(
    '办结后未签合同由新负责人签署，已签合同不变；原负责人的签署代理授权和印章须重新办理',
    'Contracts not signed yet are signed by the new principal, signed ones stay; authority and seals given under the former one must be renewed',
  ),
  keeps: w(
    '现有登记簿保留登记时的发包方信息，今后登记和打印使用更正后的信息',
    "Existing books keep the issuer's former data; whatever is registered and printed from now on uses the new data",
  ),
  books: (n: number) =>
    w(`现有登记簿 ${n} 份：每份逐一加注，一份不成不影响其他`, `${n} current books: each gets its note separately; one that fails does not stop the others`),
}
