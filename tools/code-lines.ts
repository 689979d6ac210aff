/** Lines of TypeScript that hold code: blank lines and lines that only carry a comment do not count. */
export function codeLines(text: string): number {
  const bare = text.replace(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (all, quoted: string | undefined) =>
    quoted ? all : '\n'.repeat(all.split('\n').length - 1),
  )
  return bare.split('\n').filter((line) => line.trim() !== '').length
}
