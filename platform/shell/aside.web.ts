import { clock } from '../../kit/model/clock.ts'
import { api } from '../../kit/web/client.web.ts'
import { timeOf } from '../../kit/web/clock.web.ts'
import { session } from '../../kit/web/session.web.ts'
import { DRAFT_LIMITS, keepable } from './form-draft.ts'

/**
 * What could not be sent lies aside in this browser, sealed under a key that the server gives to its person alone: it lives in the open page and nowhere else, so
 * that whoever sits down here later reads nothing (docs/adr/0066). A browser that may not seal (a page without https) lays nothing aside, and the form says so.
 */
const AT = 'chengbao.aside.'
const MOST = 20
interface Sealed {
  at: string
  iv: string
  data: string
}
export interface Aside {
  form: string
  page: string
  body: unknown
  at: string
}
/** The person who is signed in, as what is kept for him is named. */
export const personKey = (): string => `${session().user?.tenant_id}/${session().user?.account}`
const nameOf = (form: string): string => `${AT}${personKey()}/${form}`

let known: { whose: string; key: CryptoKey } | undefined
let asked: Promise<void> | undefined
/** Fetches the key while the line is there; without it nothing is laid aside or read. */
export async function fetchKey(): Promise<void> {
  const whose = personKey()
  if (known?.whose === whose || !globalThis.crypto?.subtle) return
  asked ??= (async () => {
    const { key } = await api.get<{ key: string }>('basic/form-draft/key', {}, { quiet: true })
    const raw = Uint8Array.from(key.match(/../g) ?? [], (x) => parseInt(x, 16))
    known = { whose, key: await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']) }
  })()
    .catch(() => undefined)
    .finally(() => (asked = undefined))
  await asked
}
const own = () => (known?.whose === personKey() ? known.key : undefined)
const text64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(''))
const bytes64 = (text: string) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
const aad = (form: string) => new TextEncoder().encode(nameOf(form))

const names = (): string[] => Object.keys(localStorage).filter((n) => n.startsWith(AT))
const sealedAt = (name: string): Sealed | undefined => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '') as Sealed
  } catch {
    return undefined
  }
}
/** What nobody came back for within a month goes, whosever it is. */
function forgetOld(): void {
  const before = timeOf(clock().getTime() - DRAFT_LIMITS.days * 86_400_000)
  for (const n of names()) if ((sealedAt(n)?.at ?? '') < before) localStorage.removeItem(n)
}
/** Lays a draft aside; false where this browser cannot, or is full. */
export async function layAside(form: string, page: string, body: unknown): Promise<boolean> {
  const key = own()
  const name = nameOf(form)
  forgetOld()
  if (!key || (localStorage.getItem(name) === null && names().length >= MOST)) return false
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify({ page, body: keepable(body) }))
  const data = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: aad(form) }, key, plain))
  try {
    localStorage.setItem(name, JSON.stringify({ at: timeOf(), iv: text64(iv), data: text64(data) } satisfies Sealed))
    return true
  } catch {
    return false
  }
}
/** What lies aside of a form of this person. */
export async function asideOf(form: string): Promise<Aside | undefined> {
  const key = own()
  const sealed = sealedAt(nameOf(form))
  if (!key || !sealed) return undefined
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes64(sealed.iv), additionalData: aad(form) }, key, bytes64(sealed.data))
    return { form, at: sealed.at, ...(JSON.parse(new TextDecoder().decode(plain)) as { page: string; body: unknown }) }
  } catch {
    // sealed under a former key, or changed: nobody reads it
    return undefined
  }
}
/** What lies aside of this person in this browser. */
export async function allAside(): Promise<Aside[]> {
  const start = nameOf('')
  const mine = names().filter((n) => n.startsWith(start))
  if (mine.length === 0) return []
  await fetchKey()
  const found = await Promise.all(mine.map((n) => asideOf(n.slice(start.length))))
  return found.filter((x) => x !== undefined)
}
export const forgetAside = (form: string): void => localStorage.removeItem(nameOf(form))
