import { both, type Text } from '../../../kit/model/lang.ts'
import type { Problem } from '../../../kit/model/problem.ts'
import { isBlank, LEAST_DPI, type SeenPage } from './look.ts'
import { readPageCode, type PageCode, type PagePart } from '../../../services/typeset/page-code.ts'
import { pageProblems } from './problems.ts'

/** A page of a scan by its number in the file, with what its code says. */
interface Coded {
  at: number
  code: PageCode
}
export const judgedCode = (p: SeenPage): PageCode | undefined => p.codes.map(readPageCode).find((c) => c !== undefined)
const numbers = (pages: readonly { at: number }[] | readonly number[]): string => pages.map((p) => (typeof p === 'number' ? p : p.at)).join('、')
const ORDER: readonly PagePart[] = ['H', 'S']
const NAMES: Readonly<Record<PagePart, Text>> = { H: both('合同', 'the contract'), S: both('地块示意图', 'the sketch') }

/** What is wrong with the pages themselves, whatever they were printed by: blank ones, and pictures too coarse for handwriting. */
export function unfitPages(pages: readonly SeenPage[]): Problem[] {
  const all = pages.map((p, i) => ({ ...p, at: i + 1 }))
  const blank = all.filter(isBlank)
  const coarse = all.filter((p) => p.dpi !== null && p.dpi < LEAST_DPI)
  return [
    ...(blank.length ? [pageProblems.blank({ pages: numbers(blank) })] : []),
    ...(coarse.length ? [pageProblems.lowDpi({ pages: numbers(coarse), dpi: Math.min(...coarse.map((p) => p.dpi!)), least: LEAST_DPI })] : []),
  ]
}

/**
 * What is wrong with a scan of a contract that this product printed, worst first; nothing where every page of contract and sketch is there once, upright,
 * legible and in order. Missing pages are told after all others: what cannot be read is not called missing.
 */
export function scanFaults(pages: readonly SeenPage[], of: { cbhtbm: string; edition: string }): Problem[] {
  const unfit = unfitPages(pages)
  const numbered = pages.map((p, i) => ({ p, at: i + 1, code: judgedCode(p) }))
  const unread = numbered.filter(({ p, code }) => !code && !isBlank(p) && !(p.dpi !== null && p.dpi < LEAST_DPI))
  const coded = numbered.filter((x): x is typeof x & Coded => x.code !== undefined)
  const foreign = coded.filter(({ code }) => code.cbhtbm !== of.cbhtbm)
  const former = coded.filter(({ code }) => code.cbhtbm === of.cbhtbm && code.edition !== of.edition)
  const own = coded.filter(({ code }) => code.cbhtbm === of.cbhtbm && code.edition === of.edition)
  const turned = own.filter(({ p }) => p.turned !== 0)
  const faults = [
    ...unfit,
    ...(unread.length ? [pageProblems.unreadable({ pages: numbers(unread) })] : []),
    ...(foreign[0] ? [pageProblems.foreign({ pages: numbers(foreign), cbhtbm: foreign[0].code.cbhtbm })] : []),
    ...(former.length ? [pageProblems.otherEdition({ pages: numbers(former) })] : []),
    ...(turned[0] ? [pageProblems.turned({ pages: numbers(turned), degrees: turned[0].p.turned })] : []),
    ...placesOf(own),
  ]
  return faults.length || unread.length ? faults : missingOf(own)
}

/**
 * What is wrong with a scan of a contract of the register. Paper made elsewhere has no codes: its pages need only be fit. As soon as a page bears a code of this
 * product the scan is judged as its print, by the edition that its pages name. Source: rulings.md 2.
 */
export function paperFaults(pages: readonly SeenPage[], cbhtbm: string): Problem[] {
  const codes = pages.map(judgedCode).filter((c) => c !== undefined)
  if (codes.length === 0) return unfitPages(pages)
  return scanFaults(pages, { cbhtbm, edition: codes.find((c) => c.cbhtbm === cbhtbm)?.edition ?? '' })
}

const rank = ({ code }: Coded) => ORDER.indexOf(code.part) * 1000 + code.n
/** Pages that are there twice, or not where they belong. */
function placesOf(own: readonly Coded[]): Problem[] {
  const seen = new Set<number>()
  const twice = own.filter((c) => seen.size === seen.add(rank(c)).size)
  if (twice.length) return [pageProblems.twice({ pages: numbers(twice) })]
  const inOrder = own.toSorted((a, b) => rank(a) - rank(b))
  const swapped = own.filter((c, i) => inOrder[i] !== c)
  return swapped.length ? [pageProblems.swapped({ pages: numbers(swapped) })] : []
}
/** Pages of contract and sketch that are not there. */
function missingOf(own: readonly Coded[]): Problem[] {
  const gaps = ORDER.flatMap((part) => {
    const have = own.filter(({ code }) => code.part === part)
    const most = have[0]?.code.m
    const { zh, en } = NAMES[part]
    if (most === undefined) return [NAMES[part]]
    const there = new Set(have.map(({ code }) => code.n))
    const gone = Array.from({ length: most }, (_, i) => i + 1).filter((n) => !there.has(n))
    return gone.length ? [both(`${zh}第${gone.join('、')}页（共${most}页）`, `page ${gone.join(', ')} of ${most} of ${en}`)] : []
  })
  return gaps.length ? [pageProblems.missing(both(gaps.map((g) => g.zh).join('；'), gaps.map((g) => g.en).join('; ')))] : []
}

/** The pages of a stack by the contract that their codes name, in the order of the stack; of pages without code, the numbers. */
export function stackOf(pages: readonly SeenPage[]): { byContract: Map<string, number[]>; without: number[] } {
  const byContract = new Map<string, number[]>()
  const without: number[] = []
  for (const [i, p] of pages.entries()) {
    const code = judgedCode(p)
    if (!code) without.push(i + 1)
    else byContract.set(code.cbhtbm, [...(byContract.get(code.cbhtbm) ?? []), i + 1])
  }
  return { byContract, without }
}
