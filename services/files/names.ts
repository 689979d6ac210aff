/** Characters that a file name may have before its extension. Source: platform.md 5. */
export const NAME_MAX = 64

/** Extension of a name, lower case, without the dot. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
/** A name without its extension. */
export const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '')

/**
 * What is kept of a name that somebody sent: its last part, composed (NFC), without control signs, signs that turn the direction of writing,
 * signs that file systems refuse, and dots or blanks at its ends. '' when nothing is left.
 */
export function cleanFileName(raw: string): string {
  const last = raw.normalize('NFC').split(/[\\/]/).at(-1)!
  return last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
}
/** Whether the part before the extension is too long, counted in signs as people see them in the limit. */
export const isNameTooLong = (name: string): boolean => [...stemOf(name)].length > NAME_MAX

/** Each name once: a second 'a.pdf' becomes 'a(2).pdf'. */
export function distinctNames(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.map((name) => {
    const extension = extensionOf(name)
    let free = name
    for (let n = 2; seen.has(free.toLowerCase()); n++) free = `${stemOf(name)}(${n})${extension ? `.${extension}` : ''}`
    seen.add(free.toLowerCase())
    return free
  })
}
