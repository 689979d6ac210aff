import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'
import { LIMITS } from './sign-flow.ts'

/** What signing at the desk refuses. */
export const onsiteProblems = {
  noNumber: problem<{ node: Text; cbfbm?: string; fbfbm?: string }>(409, 'signer-no-number', ({ node }) => ({
    zh: `${node.zh}缺少证件号码，不能现场核对身份；请先补充其证件号码或配置签署代理人`,
    en: `The ${node.en} has no ID number, so identity cannot be verified on site: enter it, or name an agent`,
  })),
  otherWay: problem(409, 'sign-onsite-way', () => ({ zh: '该合同不是现场签署', en: 'This contract is not signed on site' })),
  turn: problem<{ signer: string }>(409, 'sign-onsite-turn', ({ signer }) => ({
    zh: `现在不是【${signer}】签署，或已在另一办理台办理，请刷新`,
    en: `It is not the turn of ${signer}, or another desk was quicker: reload`,
  })),
  notHis: problem<{ signer: string; shown: string }>(409, 'sign-onsite-name', ({ signer, shown }) => ({
    zh: `证件姓名【${shown}】与签署人【${signer}】不一致`,
    en: `The document belongs to ${shown}, not to ${signer}`,
  })),
  otherNumber: problem<{ signer: string }>(409, 'sign-onsite-number', ({ signer }) => ({
    zh: `证件号码与签署人【${signer}】登记的号码不一致`,
    en: `The number of the document is not that of ${signer}`,
  })),
  tries: problem<{ signer: string }>(409, 'sign-onsite-tries', ({ signer }) => ({
    zh: `【${signer}】的证件已核对不符${LIMITS.wrongIds}次，请取消签署后重新发起`,
    en: `The document of ${signer} was wrong ${LIMITS.wrongIds} times: cancel the signing and start again`,
  })),
  pass: problem<{ signer: string }>(403, 'sign-onsite-pass', ({ signer }) => ({
    zh: `请先核对【${signer}】的证件；核对${LIMITS.passMinutes}分钟内有效，交给平板或在另一办理台重新核对后须再次核对`,
    en: `Compare the document of ${signer} first: it is valid for ${LIMITS.passMinutes} minutes, or until a tablet or another desk takes over`,
  })),
  noSeal: problem<{ signer: string }>(409, 'sign-onsite-seal', ({ signer }) => ({
    zh: `【${signer}】所在机构没有已认证的印章，请手写签名`,
    en: `The organisation of ${signer} has no certified seal: sign by hand`,
  })),
  former: problem(409, 'sign-onsite-former', () => ({
    zh: '现场签署已改为逐个签署人办理，请重新发起',
    en: 'Contracts are now signed on site person by person: start again',
  })),
}
