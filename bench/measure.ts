import { readFileSync, writeFileSync } from 'node:fs'

/** Middle of a list; the mean of both middles when their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b),
    half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** The value below which this share (0 to 1) of them lies, the value itself counted. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!
}

export type Work = () => Promise<unknown>
/** Milliseconds a call of each side, and ours : side as medians over the rounds. */
export interface Compared<K extends string> {
  ms: Record<K, number>
  ratio: Record<K, number>
}

async function clock(work: Work): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/**
 * Runs all sides alternately, call by call, so that other work on the machine hits them alike. A round's figure is the median of its calls, the
 * result the median of the rounds; the ratio is formed within a round. The order turns with every call; one round before is not counted.
 */
export async function compare<K extends string>(sides: Record<K | 'ours', Work>, { rounds = 7, calls = 10 } = {}): Promise<Compared<K | 'ours'>> {
  const names = Object.keys(sides) as (K | 'ours')[]
  const times = new Map(names.map((n) => [n, [] as number[]])),
    ratios = new Map(names.map((n) => [n, [] as number[]]))
  for (let round = 0; round <= rounds; round++) {
    const taken = new Map(names.map((n) => [n, [] as number[]]))
    for (let call = 0; call < calls; call++) {
      for (const n of call % 2 ? names : names.toReversed()) taken.get(n)!.push(await clock(sides[n]))
    }
    if (round === 0) continue
    for (const n of names) {
      times.get(n)!.push(median(taken.get(n)!))
      ratios.get(n)!.push(median(taken.get('ours')!) / median(taken.get(n)!))
    }
  }
  const of = (all: Map<string, number[]>) => Object.fromEntries(names.map((n) => [n, median(all.get(n)!)])) as Record<K | 'ours', number>
  return { ms: of(times), ratio: of(ratios) }
}

/** The kernel's own record of the most memory a process held since `forget`, and what it holds, bytes (Linux). */
export const memory = (pid: number, what: 'VmHWM' | 'VmRSS'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) * 1024
export const forget = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Prints rows under their heads, columns aligned. */
export function print(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((h, i) => Math.max(h.length, ...rows.map((r) => r[i]!.length)))
  for (const row of [heads, ...rows])
    console.log(
      row
        .map((text, i) => text.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
}
export const figure = (v: number): string => v.toFixed(v < 10 ? 2 : 1)

/** Says what is over its limit and sets the exit code. */
export function judge(over: readonly string[]): void {
  console.log(over.length ? `\nover the limit: ${over.join('; ')}` : '\nall within the limits')
  process.exitCode = over.length ? 1 : 0
}

/** Numbers of parcels from the command line, '100000 1000000' or '--rows=100000'; 100,000 when none is given. */
export function sizesOf(args: readonly string[]): number[] {
  const sizes = args.map((a) => Number(a.replace(/^--rows=/, '')))
  if (sizes.some((n) => !Number.isInteger(n) || n < 1)) throw new Error(`not a number of parcels: ${args.join(' ')}`)
  return sizes.length ? sizes : [100_000]
}
