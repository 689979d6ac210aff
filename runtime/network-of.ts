// Who calls from where, as limits count it, and what is told where too many are there. Pure.
import { problem } from '../kit/model/problem.ts'

/**
 * The network of an address: an IPv4 address itself; of IPv6 the first four groups, since a household is given all the addresses behind them.
 * Anything else is its own network.
 */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.toLowerCase().replace(/%.*$/, '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const whole = tail === undefined ? first : [...first, ...Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0'), ...last]
  return `${whole
    .slice(0, 4)
    .map((g) => g.replace(/^0+(?=.)/, ''))
    .join(':')}::`
}

/** What strangers are told who cannot be served soon. Nothing of their call was begun: the same one may be sent again. */
export const turnProblems = {
  many: problem<{ retryAfter: number }>(503, 'strangers-many', (d) => ({
    zh: `当前使用人数较多，请${d.retryAfter}秒后再试`,
    en: `Many people are using this service just now: try again in ${d.retryAfter} seconds`,
  })),
}
