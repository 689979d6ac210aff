/**
 * What common passwords are made of, in small letters and digits. Sources: the heads of published lists of leaked passwords, foreign and Chinese, and
 * the words of this product's own field, which guessers try first.
 */
const PARTS: readonly string[] = (
  'password passwort passwd passw0rd pass admin administrator root user guest demo login welcome letmein master monkey dragon sunshine princess ' +
  'football baseball iloveyou superman batman trustno shadow michael jordan hunter killer secret abc123 qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm ' +
  'qazwsx qazwsxedc 1qaz2wsx 1q2w3e4r 1q2w3e q1w2e3r4 zaq12wsx qweasd qweasdzxc asdqwe qwe asd zxc 1qaz 2wsx 3edc qaz wsx edc rfv changeme default system server oracle ' +
  'postgres mysql manager hello love woaini aini 5201314 520 1314 woaiwojia wodemima mima mima123 zhongguo china beijing shanghai sichuan chengdu ziyang ' +
  'anyue guanliyuan guanli xitong denglu nongcun nongye nongmin tudi chengbao hetong quanqu queqquan queqan cunzhang xiangzhen spring summer autumn winter ' +
  'january february march april may june july august september october november december monday friday company office work life money ' +
  'taobao tencent wechat weixin alipay huawei xiaomi computer internet freedom whatever'
)
  .split(' ')
  .toSorted((a, b) => b.length - a.length)
const ROWS: readonly string[] = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** Letters behind the signs that people write for them. */
const LEET: Readonly<Record<string, string>> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }
/** Signs that must be left when everything that is guessed first is taken away. */
const LEAST_OWN = 4

/** A text without runs of a row of the keyboard or the alphabet (four signs and more, both ways), signs that repeat, and years. */
function withoutRuns(text: string): string {
  let out = ''
  for (let i = 0; i < text.length;) {
    let n = 1
    for (const row of ROWS)
      for (const way of [row, [...row].toReversed().join('')])
        for (let len = way.length; len > 3 && len > n; len -= 1) if (i + len <= text.length && way.includes(text.slice(i, i + len))) n = len
    if (n === 1) out += text[i]
    i += n
  }
  return out.replace(/(.)\1{2,}/g, '').replace(/(19|20)\d\d/g, '')
}
/** A word, and behind or before it so much: digits beside a year, a run or a repetition; signs. */
const WORD = 14,
  FEW_DIGITS = 4,
  FEW_SIGNS = 4
/**
 * Whether a password is a pattern by which people meet a rule: one word (all small, all capitals, or with a capital), and around it a year, a birthday or a few
 * digits, and a few signs. Who guesses puts a dictionary's words into it.
 */
export function isPattern(password: string): boolean {
  const [, before, word = '', after] = /^([^a-zA-Z]*)([A-Z]?[a-z]+|[A-Z]+)([^a-zA-Z]*)$/.exec(password) ?? []
  if (word === '' || word.length > WORD) return false
  const dress = withoutRuns(`${before} ${after}`)
  const count = (what: RegExp) => (dress.match(what) ?? []).length
  return count(/\d/g) <= FEW_DIGITS && count(/[^\d\s]/g) <= FEW_SIGNS && /^[\x20-\x7e]*$/.test(dress)
}
const without = (text: string): string => PARTS.reduce((left, part) => left.replaceAll(part, ''), text)

/** Whether a password is one of those that are tried first: little of it is left without common words, runs, repetitions and years. */
export function isCommon(password: string): boolean {
  const plain = password.toLowerCase()
  const spoken = (text: string) => [...text].map((c) => LEET[c] ?? c).join('')
  return [plain, spoken(plain), spoken(withoutRuns(plain))].some(
    (text) => [...withoutRuns(without(text))].length < LEAST_OWN || [...without(withoutRuns(text))].length < LEAST_OWN,
  )
}
