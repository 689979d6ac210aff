/** F04–F11, F13: rules that join rows of the same or of neighbouring tables. */
import { nameKey } from '../../kit/model/clean.ts'
import { idKey } from '../../kit/model/id-card.ts'
import { draft } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Facts, Rules } from './facts.ts'
import type { Cbf, MemberRecord } from './tables.ts'
import type { Limits } from './limits.ts'
import { identityFault, isIdDate } from './identity.ts'

function* repeatedKeys({ tables }: Facts): Iterable<FindingDraft> {
  for (const { table, key, count } of tables.repeated.values()) yield draft(table, key, '', key, `主键相同的记录有${count}条，应只有1条`)
}

function* dateOrder({ tables }: Facts): Iterable<FindingDraft> {
  for (const [cbfbm, cbf] of tables.cbf) {
    const issuer = tables.fbf.get(cbfbm.slice(0, 14))
    if (issuer && later(issuer.fbfdcrq, cbf.cbfdcrq)) {
      yield draft('CBF', cbfbm, 'CBFDCRQ', cbf.cbfdcrq, `承包方调查日期${cbf.cbfdcrq}早于发包方调查日期${issuer.fbfdcrq}`)
    }
    if (later(cbf.cbfdcrq, cbf.gsshrq)) {
      yield draft('CBF', cbfbm, 'GSSHRQ', cbf.gsshrq, `公示审核日期${cbf.gsshrq}早于承包方调查日期${cbf.cbfdcrq}`)
    }
  }
  for (const [code, cbht] of tables.cbht) {
    const cbf = tables.cbf.get(cbht.cbfbm)
    const djb = tables.djb.get(code)
    if (cbf && later(cbf.gsshrq, cbht.qdsj)) yield draft('CBHT', code, 'QDSJ', cbht.qdsj, `合同签订时间${cbht.qdsj}早于公示审核日期${cbf.gsshrq}`)
    if (djb && later(cbht.qdsj, djb.djsj)) {
      yield draft('CBJYQZDJB', code, 'DJSJ', djb.djsj, `登记时间${djb.djsj}早于合同签订时间${cbht.qdsj}`, { severity: 'E' })
    }
  }
  for (const [code, qz] of tables.qz) {
    const djb = tables.djb.get(code)
    if (djb && later(djb.djsj, qz.fzrq)) yield draft('CBJYQZ', code, 'FZRQ', qz.fzrq, `发证日期${qz.fzrq}早于登记时间${djb.djsj}`)
    if (later(qz.fzrq, qz.qzlqrq)) yield draft('CBJYQZ', code, 'QZLQRQ', qz.qzlqrq, `权证领取日期${qz.qzlqrq}早于发证日期${qz.fzrq}`)
  }
}

function later(first: string, second: string): boolean {
  return isIdDate(first) && isIdDate(second) && first > second
}

const foreverText = /长久|永久|长期/

/** Days between two dates given as yyyy-MM-dd. */
function days(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

function* terms({ tables }: Facts, limits: Limits): Iterable<FindingDraft> {
  for (const [table, rows] of [
    ['CBHT', tables.cbht],
    ['CBJYQZDJB', tables.djb],
  ] as const) {
    for (const [code, row] of rows) {
      if (isIdDate(row.cbqxq) && isIdDate(row.cbqxz) && row.cbqxq >= row.cbqxz) {
        yield draft(table, code, 'CBQXZ', row.cbqxz, `承包期限止${row.cbqxz}不晚于承包期限起${row.cbqxq}`, { severity: 'E' })
      }
    }
  }
  for (const [code, { cbqx, cbqxq, cbqxz }] of tables.djb) {
    if (!cbqx || !isIdDate(cbqxq) || !isIdDate(cbqxz)) continue
    const forever = cbqxz.startsWith('9999')
    const years = Number(/(\d+(\.\d+)?)\s*年/.exec(cbqx)?.[1] ?? (/^\d+$/.test(cbqx) ? cbqx : Number.NaN))
    const fits =
      forever || foreverText.test(cbqx)
        ? forever && foreverText.test(cbqx)
        : Number.isNaN(years) || Math.abs(days(cbqxq, cbqxz) - years * 365.2425) <= limits.termDays
    if (!fits) yield draft('CBJYQZDJB', code, 'CBQX', cbqx, `承包期限写为“${cbqx}”，与起止日期${cbqxq}至${cbqxz}不符`, { severity: 'W' })
  }
}

const isMember = (tables: Facts['tables'], cbfbm: string, cbf: Cbf): boolean => tables.members.of('cbfbm', cbfbm).some((m) => m.person === idKey(cbf.cbfzjhm))

function* representatives({ tables, today }: Facts, limits: Limits): Iterable<FindingDraft> {
  for (const [cbfbm, cbf] of tables.cbf) {
    if (cbf.cbflx !== '1' || cbf.cbfzjlx !== '1' || !cbf.cbfzjhm || isMember(tables, cbfbm, cbf)) continue
    const fault = identityFault(cbf.cbfzjhm, today)
    if (fault) yield draft('CBF', cbfbm, 'CBFZJHM', cbf.cbfzjhm, `身份证号${cbf.cbfzjhm}${fault}`, limits.strictIdentity ? { severity: 'E' } : {})
  }
}

function* samePerson({ tables }: Facts): Iterable<FindingDraft> {
  for (const [cyzjhm, members] of tables.members.groups('person', 2)) {
    const codes = [...new Set(members.map((member) => member.cbfbm))].sort()
    if (!cyzjhm || codes.length < 2) continue
    yield draft('CBF_JTCY', codes.join('|'), 'CYZJHM', cyzjhm, `证件号码${cyzjhm}同时登记在${codes.length}户：${codes.join('、')}`)
  }
}

function* memberCount({ tables }: Facts): Iterable<FindingDraft> {
  for (const [cbfbm, { cbflx, cbfcysl }] of tables.cbf) {
    const members = tables.members.of('cbfbm', cbfbm)
    // a household without any member is reported once, by G05
    if (Number.isNaN(cbfcysl) || (cbflx === '1' && !members.length)) continue
    const expected = cbflx === '1' ? members.length : 1
    if (cbfcysl !== expected) {
      const why = cbflx === '1' ? `家庭成员表中有${expected}人` : '个人和单位应为1'
      yield draft('CBF', cbfbm, 'CBFCYSL', cbfcysl, `承包方成员数量填${cbfcysl}，${why}`)
    }
  }
}

/** Heads of a household: relation 02 (head), else 01 (self). */
function headsOf(members: readonly MemberRecord[]): MemberRecord[] {
  const heads = members.filter((member) => member.yhzgx === '02')
  return heads.length ? heads : members.filter((member) => member.yhzgx === '01')
}

function* oneHead({ tables }: Facts): Iterable<FindingDraft> {
  for (const [cbfbm, cbf] of tables.cbf) {
    const members = cbf.cbflx === '1' ? tables.members.of('cbfbm', cbfbm) : []
    if (!members.length) continue
    const heads = headsOf(members)
    const names = heads.map((member) => member.cyxm).join('、')
    const [head] = heads
    if (!head) yield draft('CBF_JTCY', cbfbm, 'YHZGX', '', '家庭成员中没有户主（与户主关系02或01）', { severity: 'E' })
    else if (heads.length > 1)
      yield draft('CBF_JTCY', cbfbm, 'YHZGX', heads.length, `家庭成员中有${heads.length}名户主：${names}，应只有1名`, { severity: 'E' })
    else yield* sameAsContractor(cbfbm, cbf, head)
  }
}

function* sameAsContractor(cbfbm: string, cbf: Cbf, head: MemberRecord): Iterable<FindingDraft> {
  if (nameKey(head.cyxm) !== nameKey(cbf.cbfmc)) {
    yield draft('CBF_JTCY', cbfbm, 'CYXM', head.cyxm, `户主姓名“${head.cyxm}”与承包方代表“${cbf.cbfmc}”不同`, { severity: 'W' })
  }
  if (head.person !== idKey(cbf.cbfzjhm)) {
    yield draft('CBF_JTCY', cbfbm, 'CYZJHM', head.cyzjhm, `户主证件号码${head.cyzjhm}与承包方代表的${cbf.cbfzjhm}不同`, { severity: 'E' })
  }
}

function* someCoOwner({ tables }: Facts): Iterable<FindingDraft> {
  for (const [cbfbm, { cbflx }] of tables.cbf) {
    const members = cbflx === '1' ? tables.members.of('cbfbm', cbfbm) : []
    if (!members.length || members.some((member) => member.sfgyr === '1')) continue
    yield draft('CBF_JTCY', cbfbm, 'SFGYR', '', '全户没有一名共有人，至少应有1名')
  }
}

/** Rules on households, contracts and books by their joined rows. */
export const householdRules = {
  F04: repeatedKeys,
  F05: dateOrder,
  F06: terms,
  F07: representatives,
  F08: samePerson,
  F10: memberCount,
  F11: oneHead,
  F13: someCoOwner,
} satisfies Rules<Facts>
