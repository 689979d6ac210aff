import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What a letter of authorisation does not admit. */
export const letterProblems = {
  node: problem<{ node: Text }>(409, 'letter-node', ({ node }) => ({
    zh: `该合同没有由${node.zh}签署的节点`,
    en: `The contract is not signed by a ${node.en}`,
  })),
  notCoOwner: problem<{ agent: string }>(409, 'letter-not-co-owner', ({ agent }) => ({
    zh: `【${agent}】不是该承包方的家庭成员，不能代签`,
    en: `${agent} is not a member of the household and cannot sign for it`,
  })),
  bothSides: problem<{ agent: string }>(409, 'letter-both-sides', ({ agent }) => ({
    zh: `【${agent}】是该合同另一方或本人的签署人，不能受托代签`,
    en: `${agent} already signs this contract and cannot sign for another party too`,
  })),
  otherContract: problem<{ code: string }>(409, 'letter-other-contract', ({ code }) => ({
    zh: `该委托书是合同【${code}】的，不能用于本合同`,
    en: `This letter is for contract ${code}, not for this one`,
  })),
  expired: problem<{ agent: string; from: string; to: string }>(409, 'letter-expired', (d) => ({
    zh: `【${d.agent}】的授权委托书有效期为${d.from}至${d.to}，当前不在有效期内`,
    en: `The letter of ${d.agent} is valid from ${d.from} to ${d.to}, not today`,
  })),
  file: problem<{ agent: string }>(409, 'letter-file', ({ agent }) => ({
    zh: `【${agent}】的授权委托书文件已被删除或替换，请重新登记`,
    en: `The file of the letter of ${agent} was removed or replaced: record it again`,
  })),
}
