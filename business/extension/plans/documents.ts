// The documents that an issuer hands in with its plan: which there are and which lack. Pure. Source: business-flows.md 9.3; screens.md D2.
import { both, type Text } from '../../../kit/model/lang.ts'
import type { Problem } from '../../../kit/model/problem.ts'
import { MAKING } from '../../../land/fbf/making-plan.ts'
import { planProblems } from './problems.ts'

/** Kinds (dictionary attach_kind) in the order in which they come: work group, plan, minutes, posting, summary. */
export const DOCUMENTS = {
  GZZ: both('工作组名单', 'work group'),
  YBFA: both('延包方案', 'plan'),
  HYJL: both('会议记录（决议）', 'meeting minutes'),
  GSB: both('公示材料', 'publicity proof'),
  HZB: both('汇总表', 'summary table'),
} as const satisfies Readonly<Record<string, Text>>
export const lackingOf = (has: readonly string[]): (keyof typeof DOCUMENTS)[] =>
  (Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[]).filter((k) => !has.includes(k))
/** Names of kinds as one text. */
export const documentNames = (kinds: readonly (keyof typeof DOCUMENTS)[]): Text => ({
  zh: kinds.map((k) => DOCUMENTS[k].zh).join('、'),
  en: kinds.map((k) => DOCUMENTS[k].en).join(', '),
})
/** Why the documents of an issuer cannot be submitted; the button and the server ask the same. */
export function whyNotSubmitted(
  fbfbm: string,
  plan: { status: string | null; documentsTime: string | null } | undefined,
  has: readonly string[],
): Problem | undefined {
  if (!plan) return planProblems.noPlan({ fbfbm })
  if (plan.documentsTime) return planProblems.fixed()
  if (![MAKING.voted, MAKING.reported, MAKING.passed, MAKING.effective].some((s) => s === plan.status)) return planProblems.early()
  const lacks = lackingOf(has)
  return lacks.length ? planProblems.lacks({ names: documentNames(lacks) }) : undefined
}
