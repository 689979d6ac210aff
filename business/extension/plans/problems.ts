import { problem } from '../../../kit/model/problem.ts'
import type { Text } from '../../../kit/model/lang.ts'

/** What is refused of plans of extension. Source: business-flows.md 9.2. */
export const planProblems = {
  open: problem<{ version: number }>(409, 'plan-open', (d) => ({
    zh: `该发包方已有在办的延包方案（第${d.version}版），请先办完或删除`,
    en: `The issuer has a plan under way (version ${d.version}): finish or remove it first`,
  })),
  inForce: problem(409, 'plan-in-force', () => ({
    zh: '方案已生效，不能修改；确需更正的，请发起更正，经公示、表决、审核后由新版本替代',
    en: 'The plan is in force and cannot be changed: a correction is a new version, which is posted, voted on and audited',
  })),
  noMoves: problem(409, 'plan-no-moves', () => ({
    zh: '小调整方案没有调整地块，请先填写调整或改为直接延包',
    en: 'A plan with a small adjustment moves no parcel: enter what it moves, or extend directly',
  })),
  ownAudit: problem<{ name: string }>(403, 'plan-own-audit', (d) => ({
    zh: `方案由${d.name}上报或已由其审核，须由其他人员审核`,
    en: `${d.name} has reported or already audited the plan: another person must audit it`,
  })),
  townAudits: problem(403, 'plan-town-audits', () => ({ zh: '方案由乡镇审核', en: 'The township audits the plan' })),
  countyAudits: problem(403, 'plan-county-audits', () => ({ zh: '方案由县级备案（批复）', en: 'The county audits the plan' })),
  lacks: problem<{ names: Text }>(409, 'plan-documents', (d) => ({ zh: `资料不齐，缺：${d.names.zh}`, en: `Documents are missing: ${d.names.en}` })),
  noPlan: problem<{ fbfbm: string }>(409, 'plan-none', (d) => ({ zh: `发包方【${d.fbfbm}】没有延包方案`, en: `Issuer ${d.fbfbm} has no plan of extension` })),
  early: problem(409, 'plan-documents-early', () => ({ zh: '方案表决后才能提交资料', en: 'Documents are submitted once the plan is voted on' })),
  fixed: problem(409, 'plan-documents-fixed', () => ({ zh: '资料已提交，不能增减', en: 'The documents are submitted and stay as they are' })),
}
