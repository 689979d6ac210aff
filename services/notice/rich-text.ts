/**
 * Rich text of notices as a closed set. What a person typed is taken apart and written anew from this set: nothing of the input's markup is copied,
 * so whatever the set does not know is text or is gone. Server and browser use the same functions. Source: security.md 5.15.
 */

/** Elements that stay; all but `a` lose every attribute. */
const KEPT = ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'a'] as const
export type Tag = (typeof KEPT)[number]
/** Elements that go with everything in them. */
const DROPPED = ['script', 'style', 'iframe', 'object', 'embed', 'svg', 'math', 'template', 'noscript', 'textarea', 'title', 'select', 'xmp', 'plaintext']
/** Elements whose lines stay apart when they go. */
const BLOCKS = ['div', 'h1', 'h5', 'h6', 'section', 'article', 'pre', 'tr', 'td', 'th']

export type RichNode = string | RichElement
export interface RichElement {
  tag: Tag
  /** of `a` only: an http or https address */
  href?: string
  children: RichNode[]
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, dec?: string, hex?: string, name?: string) => {
    if (name) return Object.hasOwn(NAMED, name) ? NAMED[name]! : whole
    const n = dec ? Number.parseInt(dec, 10) : Number.parseInt(hex!, 16)
    return n === 0 || n > 0x10ffff || (n >= 0xd800 && n <= 0xdfff) ? '\ufffd' : String.fromCodePoint(n)
  })
}
const encoded = (text: string) => text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]!)

/** The address of a link if it is one of the web; anything else (javascript:, data:, relative) is none. */
export function safeHref(raw: string): string | undefined {
  const text = raw.trim()
  if (!/^https?:\/\/[^\s"'<>\\]+$/i.test(text) || text.length > 2000) return undefined
  return text
}
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?/g
const hrefOf = (attributes: string): string | undefined => {
  const m = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i.exec(attributes)
  return m ? safeHref(decoded(m[1] ?? m[2] ?? m[3] ?? '')) : undefined
}

const MAX_DEPTH = 20
/** Takes text with markup apart into elements of the closed set. Never throws; what is not closed is closed at the end. */
export function parseRich(html: string): RichNode[] {
  const root: RichNode[] = []
  const open: RichElement[] = []
  const into = () => open.at(-1)?.children ?? root
  const say = (raw: string) => {
    const text = decoded(raw)
    if (text === '') return
    const list = into()
    if (typeof list.at(-1) === 'string') list[list.length - 1] = list.at(-1) + text
    else list.push(text)
  }
  let at = 0
  let skip: string | undefined
  for (const m of html.matchAll(TAG)) {
    const [whole, slash, name = '', attributes = ''] = m
    if (!skip) say(html.slice(at, m.index))
    at = m.index + whole.length
    const tag = name.toLowerCase()
    if (skip) {
      if (slash && tag === skip) skip = undefined
      continue
    }
    if (tag === '') continue
    if (DROPPED.includes(tag)) {
      if (!slash && !/\/\s*$/.test(attributes)) skip = tag
      continue
    }
    if (BLOCKS.includes(tag)) {
      if (into().length && (into().at(-1) as RichElement).tag !== 'br') into().push({ tag: 'br', children: [] })
      continue
    }
    if (!(KEPT as readonly string[]).includes(tag)) continue
    if (tag === 'br') {
      if (!slash) into().push({ tag: 'br', children: [] })
      continue
    }
    if (slash) {
      const i = open.findLastIndex((e) => e.tag === tag)
      if (i >= 0) open.length = i
      continue
    }
    if (open.length >= MAX_DEPTH) continue
    const href = tag === 'a' ? hrefOf(attributes) : undefined
    const element: RichElement = { tag: tag as Tag, ...(href ? { href } : {}), children: [] }
    into().push(element)
    open.push(element)
  }
  if (!skip) say(html.slice(at))
  return root
}
/** Writes elements as markup; every sign of their texts that could be markup is escaped. */
export function writeRich(nodes: readonly RichNode[]): string {
  return nodes
    .map((n) => {
      if (typeof n === 'string') return encoded(n)
      if (n.tag === 'br') return '<br>'
      const href = n.tag === 'a' && n.href ? ` href="${encoded(n.href)}" rel="noopener noreferrer" target="_blank"` : ''
      return `<${n.tag}${href}>${writeRich(n.children)}</${n.tag}>`
    })
    .join('')
}
/** Markup of the closed set, whatever came in. Applied twice it changes nothing more. */
export const sanitised = (html: string): string => writeRich(parseRich(html))
/** The words alone, for lists and messages. */
export const plainText = (nodes: readonly RichNode[]): string =>
  nodes.map((n) => (typeof n === 'string' ? n : n.tag === 'br' ? ' ' : plainText(n.children))).join('')
