/** What a kind of contract (dictionary htlx) prints: its name and articles, as the built-in form has them. Source: codes.md (htlx); documents.md 6. */

import { agreementText, type AgreementKind } from '../../../land/paper/documents/agreement-text.ts'
import { householdText, otherWayText, textOfThree, type ContractText, type OtherKind } from '../../../land/paper/documents/contract-text.ts'

/** 分户协议, 合户协议, 终止（解除）承包合同协议. */
const AGREEMENTS: Readonly<Record<string, AgreementKind>> = { '7': 'split', '8': 'merge', '9': 'end' }
/** 转让合同, 互换合同. */
const THREE: Readonly<Record<string, { kind: OtherKind; title: string; other: string }>> = {
  '5': { kind: 'transfer', title: '农村土地承包经营权转让合同', other: '转让方代表' },
  '6': { kind: 'exchange', title: '农村土地承包经营权互换合同', other: '互换对方代表' },
}
/** Copies where nothing else is agreed. */
const COPIES = '肆'

/** Name and articles of an agreement; nothing for a contract, whose words its own form has. */
export const agreementOf = (htlx: string | null): { title: string; text: ContractText } | undefined =>
  AGREEMENTS[htlx ?? ''] && agreementText(AGREEMENTS[htlx!]!, COPIES)

/** 其他方式承包合同. */
const OTHER_WAY = '2'
/** What a template of the kind says; `fs`, `cbfs` and `other` stand in it as placeholders. */
export function wordsOf(flowType: string): { title: string; other?: string; text: ContractText } {
  const agreement = AGREEMENTS[flowType],
    three = THREE[flowType]
  const open = { fs: '{fs}', qtsx: [] }
  if (agreement) return agreementText(agreement, open.fs)
  if (three) return { title: three.title, other: three.other, text: textOfThree({ ...open, kind: three.kind }) }
  if (flowType === OTHER_WAY) return { title: '农村土地承包合同', text: otherWayText({ ...open, way: '{cbfs}' }) }
  return { title: '农村土地（耕地）承包合同', text: householdText(open) }
}
