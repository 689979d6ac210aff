// Which round of contracting a package shows for each of its issuers: proposed, confirmed by the auditor, recorded with the write. Pure. Source: register.md 6.
import { both } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { roundDaysWrong, roundNoOf, type Recorded } from '../../land/fbf/plan.ts'

/** A round of an issuer as a package shows it: the days that most of its household contracts have, how many of how many. */
export interface IssuerRound extends Recorded {
  fbfbm: string
  fbfmc: string | null
  contracts: number
  of: number
}

/** Counts the terms of household contracts by issuer. */
export class TermCounts {
  readonly #of = new Map<string, Map<string, number>>()

  /** One contract; days yyyy-MM-dd. Terms without an end, or that end before they begin, show no round. */
  add(fbfbm: string, fromDay: string, toDay: string): void {
    const terms = this.#of.get(fbfbm) ?? new Map<string, number>()
    this.#of.set(fbfbm, terms)
    const term = fromDay && fromDay < toDay && toDay < '9999' ? `${fromDay} ${toDay}` : ''
    terms.set(term, (terms.get(term) ?? 0) + 1)
  }
  /** The round of each issuer that has a household contract, by code: of terms that are equally frequent the one that ends first. */
  rounds(nameOf: (fbfbm: string) => string | null): IssuerRound[] {
    return [...this.#of]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([fbfbm, terms]) => {
        const by = ([a, n]: readonly [string, number], [b, m]: readonly [string, number]) => m - n || (reversed(a) < reversed(b) ? -1 : 1)
        const [first] = [...terms].filter(([term]) => term).toSorted(by)
        if (!first) return []
        const [fromDay, toDay] = first[0].split(' ') as [string, string]
        const of = [...terms.values()].reduce((sum, n) => sum + n, 0)
        return [{ fbfbm, fbfmc: nameOf(fbfbm), roundNo: roundNoOf(fromDay), fromDay, toDay, contracts: first[1], of }]
      })
  }
}
const reversed = (term: string) => term.split(' ').toReversed().join(' ')

/** Whether a round can be recorded as the package shows it; one that the law does not know is confirmed with other days, or not at all. */
export const isUsual = (r: Recorded): boolean => roundDaysWrong(r).length === 0

const DAY = /^\d{4}-\d\d-\d\d$/
const isDay = (v: unknown): v is string => typeof v === 'string' && DAY.test(v) && !Number.isNaN(Date.parse(`${v}T00:00:00Z`))
/** What an auditor confirms: the rounds that the package shows, some of them, or others for its issuers. `sent`: what came, none when nothing did; `shown`: what was proposed. */
export function confirmedRounds(sent: unknown, shown: readonly IssuerRound[]): { rounds: IssuerRound[]; wrong: Wrong[] } {
  if (sent === undefined || sent === null) return { rounds: shown.filter(isUsual), wrong: [] }
  if (!Array.isArray(sent)) return { rounds: [], wrong: [{ field: 'rounds', msg: both('承包轮次应为列表', 'The rounds are a list') }] }
  const wrong: Wrong[] = []
  const seen = new Set<string>()
  const rounds = sent.flatMap((raw: unknown, i): IssuerRound[] => {
    const { fbfbm, roundNo, fromDay, toDay } = (raw ?? {}) as Record<string, unknown>
    const at = `rounds.${i}`
    const known = shown.find((r) => r.fbfbm === fbfbm)
    if (!known) wrong.push({ field: `${at}.fbfbm`, msg: both('该发包方不在汇交包的承包轮次建议中', 'The package proposes no round for this issuer') })
    else if (seen.has(known.fbfbm)) wrong.push({ field: `${at}.fbfbm`, msg: both('发包方重复', 'This issuer is listed twice') })
    else if (!Number.isInteger(roundNo) || Number(roundNo) < 1 || Number(roundNo) > 9)
      wrong.push({ field: `${at}.roundNo`, msg: both('轮次应为1至9的整数', 'A round must have a number from 1 to 9') })
    else if (!isDay(fromDay)) wrong.push({ field: `${at}.fromDay`, msg: both('请输入承包期起', 'Please enter the first day') })
    else if (!isDay(toDay)) wrong.push({ field: `${at}.toDay`, msg: both('请输入承包期止', 'Please enter the last day') })
    else {
      const round = { roundNo: Number(roundNo), fromDay, toDay }
      const bad = roundDaysWrong(round)
      if (!bad.length) return (seen.add(known.fbfbm), [{ ...known, ...round }])
      wrong.push(...bad.map((w) => ({ field: `${at}.${w.field}`, msg: both(`发包方【${known.fbfbm}】：${w.msg.zh}`, `Issuer ${known.fbfbm}: ${w.msg.en}`) })))
    }
    return []
  })
  return { rounds, wrong }
}

/** What is wrong with the day of a package, from which holds what none of its books names. `today`: yyyy-MM-dd. */
export function packageDayWrong(day: unknown, today: string): Wrong[] {
  if (!isDay(day) || day < '1949-10-01') return [{ field: 'packageDay', msg: both('请输入数据日期', 'Please enter the day of the data') }]
  return day > today ? [{ field: 'packageDay', msg: both('数据日期不能晚于今天', 'The day of the data cannot be later than today') }] : []
}
