import { problem } from '../../kit/model/problem.ts'

/** What is refused about rounds of contracting. */
export const roundProblems = {
  exists: problem<{ no: number; from: string; to: string }>(409, 'round-exists', (d) => ({
    zh: `第${d.no}轮承包期已登记（${d.from}至${d.to}），不能重复登记；登记有误的，请由有复核权限的人员先撤销该轮登记`,
    en: `Round ${d.no} is already recorded, ${d.from} to ${d.to}; if that is wrong, somebody who may confirm rounds must take it back first`,
  })),
  used: problem<{ no: number; code: string }>(409, 'round-used', (d) => ({
    zh: `登记簿【${d.code}】已按第${d.no}轮承包期登记，不能撤销该轮登记`,
    en: `Book ${d.code} was registered in round ${d.no}, which cannot be taken back`,
  })),
  ofPlan: problem<{ name: string }>(409, 'round-of-plan', (d) => ({
    zh: `该轮承包期由延包方案《${d.name}》生效登记，不能单独撤销，请更正方案`,
    en: `The plan of extension ${d.name} recorded this round: correct the plan instead`,
  })),
  open: problem<{ fbfbm: string }>(409, 'round-open', (d) => ({
    zh: `发包方【${d.fbfbm}】已有待复核的承包轮次，请先复核或撤回`,
    en: `Issuer ${d.fbfbm} has a round waiting for a second person: decide or withdraw it first`,
  })),
}
