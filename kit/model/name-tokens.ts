/** Tokens of a name for the index: each character, each pair of neighbours. Pinyin tokens are added by the server. */
export function nameTokens(name: string): string[] {
  const chars = [...name.replace(/\s/g, '')]
  const pairs = chars.slice(1).map((c, i) => chars[i]! + c)
  return [...new Set([...chars, ...pairs])]
}
/** Pinyin tokens: every beginning of the initials ('z', 'zs') and of the full reading ('zh', … 'zhangsan'). */
export function pinyinTokens(syllables: readonly string[]): string[] {
  const clean = syllables.map((s) => s.toLowerCase().replace(/[^a-z]/g, '')).filter(Boolean)
  const starts = (w: string) => Array.from({ length: Math.min(w.length, 24) }, (_, i) => `:${w.slice(0, i + 1)}`)
  return [...new Set([...starts(clean.map((s) => s[0]).join('')), ...starts(clean.join(''))])]
}
/** The tokens that a row must have all of to be a hit for what a person typed. */
export function queryTokens(typed: string): string[] {
  const t = typed.trim()
  if (/^[a-zA-Z]+$/.test(t)) return [`:${t.toLowerCase().slice(0, 24)}`]
  const chars = [...t.replace(/\s/g, '')]
  return chars.length === 1 ? chars : chars.slice(1).map((c, i) => chars[i]! + c)
}
