import iconv from 'iconv-lite'

/**
 * Name of an archive's entry as text: UTF-8 when flag bit 11 says so or when the bytes are valid UTF-8, else GBK (Windows zip tools).
 * Back-slashes become '/', empty and '.' segments vanish; '..' and a leading '/' stay, so that who judges names can see them.
 */
export function entryName(bytes: Uint8Array, utf8Flag: boolean): string {
  return tidy(utf8Flag ? new TextDecoder().decode(bytes) : (utf8OrNull(bytes) ?? iconv.decode(bytes, 'gb18030')))
}

function tidy(raw: string): string {
  const slashed = raw.replaceAll('\\', '/')
  const segments = slashed
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
  return slashed.startsWith('/') ? `/${segments}` : segments
}

/** Strict UTF-8 decoding: the text, or null when the bytes are not UTF-8. */
export function utf8OrNull(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
