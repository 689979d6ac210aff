/** Where a text stands in a source, whatever a formatter makes of either: blanks, lines, semicolons, kinds of quotes and commas before a closing sign say nothing. */
export function placesOf(source: string, text: string): [from: number, to: number][] {
  const [signs, wanted] = [signsOf(source), signsOf(text)]
  const words = wanted.map((s) => s.sign).join('')
  const all = signs.map((s) => s.sign).join('')
  const found: [number, number][] = []
  for (let i = all.indexOf(words); i >= 0; i = all.indexOf(words, i + 1)) found.push([signs[i]!.at, signs[i + words.length - 1]!.at + 1])
  return found
}
/** The signs of a source that say something, and where each stands. */
function signsOf(source: string): { sign: string; at: number }[] {
  const out: { sign: string; at: number }[] = []
  for (const { 0: sign, index: at } of source.matchAll(/[^\s;]/g)) {
    if (/[)\]}]/.test(sign) && out.at(-1)?.sign === ',') out.pop()
    out.push({ sign: sign === '"' ? "'" : sign, at })
  }
  return out
}
