import { createElement, type ReactNode } from 'react'
import { safeHref } from '../../notice/rich-text.ts'

/** Elements of a document that are shown; of all others only what stands in them. */
const KEPT = 'p h1 h2 h3 h4 h5 h6 strong em u s sup sub ul ol li table thead tbody tr td th'.split(' ')
/** Elements that go with everything in them. */
const DROPPED = 'script style iframe object embed svg math template noscript link meta base form input button textarea select video audio title'.split(' ')
const IMAGE = /^data:image\/(png|jpe?g|gif|bmp|webp);base64,[a-z0-9+/=]+$/i
const MAX_DEPTH = 60
/** Cells that one cell of a table may stand for. */
const span = (e: Element, name: string) => Math.min(Math.max(Math.trunc(Number(e.getAttribute(name))) || 1, 1), 1000)

function element(e: Element, key: number, depth: number): ReactNode {
  const tag = e.localName
  if (DROPPED.includes(tag) || depth > MAX_DEPTH) return null
  if (tag === 'br') return createElement('br', { key })
  if (tag === 'img') {
    const src = e.getAttribute('src') ?? ''
    return IMAGE.test(src) ? createElement('img', { key, src, alt: e.getAttribute('alt') ?? '' }) : null
  }
  const inside = children(e, depth + 1)
  const href = tag === 'a' ? safeHref(e.getAttribute('href') ?? '') : undefined
  if (href) return createElement('a', { key, href, target: '_blank', rel: 'noopener noreferrer' }, ...inside)
  if (!KEPT.includes(tag)) return createElement('span', { key }, ...inside)
  const cell = tag === 'td' || tag === 'th' ? { colSpan: span(e, 'colspan'), rowSpan: span(e, 'rowspan') } : {}
  const middle = e.getAttribute('class') === 'middle' ? { className: 'middle' } : {}
  return createElement(tag, { key, ...cell, ...middle }, ...inside)
}
const children = (e: Element, depth: number): ReactNode[] =>
  // 3 = text; a blank between the rows of a table is none of React's
  [...e.childNodes].flatMap((n, i) => {
    if (n.nodeType === 3) return /^(table|thead|tbody|tr)$/.test(e.localName) ? [] : [n.nodeValue]
    return n.nodeType === 1 ? [element(n as Element, i, depth)] : []
  })

/**
 * Markup as elements of React out of a closed set: the markup is read into a document that belongs to no window, where nothing loads or runs, and
 * none of its attributes is copied but the address of a web link, a picture's own bytes and the extent of a cell.
 */
export const treeOf = (html: string): ReactNode[] => children(new DOMParser().parseFromString(html, 'text/html').body, 0)
