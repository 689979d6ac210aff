// Sums that are typed into the search, worked out exactly: areas are decimal, and a binary number is not what an office writes down. Pure.

/** A number as a fraction, its denominator above zero. */
type Fraction = readonly [n: bigint, d: bigint]
const LONGEST = 60
/** Digits behind the point of a result. */
const PLACES = 6
const SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '÷': '/',
  '−': '-',
  '（': '(',
  '）': ')',
  '＋': '+',
  '－': '-',
  '。': '.',
  '，': '',
  ',': '',
  '=': '',
  '＝': '',
}
const TOKEN = /\d+(?:\.\d+)?|[-+*/()]/g

const fractionOf = (text: string): Fraction => {
  const [whole, part = ''] = text.split('.')
  return [BigInt(whole + part), 10n ** BigInt(part.length)]
}
const OPERATIONS: Readonly<Record<string, (a: Fraction, b: Fraction) => Fraction | undefined>> = {
  '+': ([a, b], [c, d]) => [a * d + c * b, b * d],
  '-': ([a, b], [c, d]) => [a * d - c * b, b * d],
  '*': ([a, b], [c, d]) => [a * c, b * d],
  '/': ([a, b], [c, d]) => (c === 0n ? undefined : c < 0n ? [-a * d, b * -c] : [a * d, b * c]),
}
/** A fraction as decimal text, rounded half up and without zeros at its end. */
function textOf([n, d]: Fraction): string {
  const size = 10n ** BigInt(PLACES)
  const whole = ((n < 0n ? -n : n) * size * 2n + d) / (d * 2n)
  const part = String(whole % size)
    .padStart(PLACES, '0')
    .replace(/0+$/, '')
  return `${n < 0n && whole > 0n ? '-' : ''}${whole / size}${part ? `.${part}` : ''}`
}

/** How numbers are written; days and phone numbers, whose parts begin with nought, are none. */
const NUMBER = /^(?:0|[1-9]\d*)(?:\.\d+)?$/
/**
 * Whether a text can be nothing but a sum. Whole numbers joined by hyphens, strokes or one star are as often a house, a number of a paper, a day, a telephone or
 * a masked number as a sum; they are reckoned where an equals sign, a plus, a decimal point, or room around the sign says so.
 */
const isMeant = (text: string): boolean => /[=＝+＋×÷]|\d[.。]\d|\s[-−－*/]\s/.test(text)
/** The result of a sum of numbers (+ − × ÷ and brackets, with or without = before or after it); undefined where the text is none, or divides by nothing. */
export function typedSum(text: string): string | undefined {
  if (!isMeant(text)) return undefined
  const typed = [...text.replaceAll(/\s/g, '')].map((c) => SIGNS[c] ?? c).join('')
  if (typed.length > LONGEST || !/[-+*/]/.test(typed.slice(1)) || /[^-+*/().\d]/.test(typed)) return undefined
  const tokens = typed.match(TOKEN) ?? []
  if (tokens.join('') !== typed) return undefined
  let at = 0
  const value = (): Fraction | undefined => {
    const token = tokens[at++]
    if (token === '-') {
      const of = value()
      return of && [-of[0], of[1]]
    }
    if (token !== '(') return token !== undefined && NUMBER.test(token) ? fractionOf(token) : undefined
    const of = line(['+', '-'], () => line(['*', '/'], value))
    return tokens[at++] === ')' ? of : undefined
  }
  const line = (signs: readonly string[], next: () => Fraction | undefined): Fraction | undefined => {
    let of = next()
    while (of && signs.includes(tokens[at] ?? '')) {
      const sign = tokens[at++]!
      const other = next()
      of = other && OPERATIONS[sign]!(of, other)
    }
    return of
  }
  const of = line(['+', '-'], () => line(['*', '/'], value))
  return of && at === tokens.length ? textOf(of) : undefined
}
