/** Characters that the name of a form may have (shell/form-draft). */
const MOST = 120
/** A short digest of a text (53 bits, cyrb53): tells texts apart, hides nothing. */
function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (const c of text) {
    const n = c.codePointAt(0)!
    a = Math.imul(a ^ n, 2654435761)
    b = Math.imul(b ^ n, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}
/** The signs that a name may not have (shell/form-draft). */
const OTHERS = /[^\p{L}\w .,:'/()-]/gu
/** The name by which the draft of a dialog is known: its title, and what it is about, which may be the ids of many rows and then stands there as a digest. */
export function formName(title: string, about: string): string {
  const head = title.slice(0, 60).replace(OTHERS, ' ')
  const name = `${head} ${about}`
  return name.length <= MOST && about.search(OTHERS) < 0 ? name : `${head} ${about.length} ${digest(about)}`
}
