/** What a kind of contract (dictionary htlx) prints: its name and articles, as the built-in form has them. Source: codes.md (htlx); documents.md 6. */

import { NAMES_OF_THREE } from '../../land/paper/documents/contract.ts'
import { agreementText, type AgreementKind } from '../../land/paper/documents/agreement-text.ts'
import { householdText, otherWayText, textOfThree, type ContractText, type OtherKind } from '../../land/paper/documents/contract-text.ts'

/** 分户协议, 合户协议, 终止（解除）承包合同协议. */
const AGREEMENTS: Readonly<Record<string, AgreementKind>> = { '7': 'split', '8': 'merge', '9': 'end' }
/** 转让合同, 互换合同. */
const THREE: Readonly<Record<string, OtherKind>> = { '5': 'transfer', '6': 'exchange' }
/** Copies where nothing else is agreed. */
const COPIES = '肆'

/** Name and articles of an agreement; nothing for a contract, whose words its own form has. */
export const agreementOf = (htlx: string | null): { title: string; text: ContractText } | undefined =>
  AGREEMENTS[htlx ?? ''] && agreementText(AGREEMENTS[htlx!]!, COPIES)

/** 其他方式承包合同. */
const OTHER_WAY = '2'
/** Where agreed matters stand: they bring their numbers. */
export const MATTERS = '{#qtsx}{qtsxnr}{/qtsx}'
/** What a template of the kind says; `fs`, `cbfs` and agreed matters stand in it as placeholders; `parties`: what those of a contract of three are called. */
export function kindWords(flowType: string): { title: string; text: ContractText; parties?: (typeof NAMES_OF_THREE)[OtherKind] } {
  const agreement = AGREEMENTS[flowType],
    three = THREE[flowType]
  const open = { fs: '{fs}', qtsx: [MATTERS] }
  if (agreement) return agreementText(agreement, open.fs)
  if (three) return { title: NAMES_OF_THREE[three].title, parties: NAMES_OF_THREE[three], text: textOfThree({ ...open, kind: three }) }
  if (flowType === OTHER_WAY) return { title: '农村土地承包合同', text: otherWayText({ ...open, way: '{cbfs}' }) }
  return { title: '农村土地（耕地）承包合同', text: householdText(open) }
}
