import { api, requestToken } from '../../../../kit/web/client.web.ts'
import type { Entered } from './useEntry.ts'

const KEPT = 'chengbao.journey'
interface Journey {
  source: string
  tenantId: string
  /** what proves that the return belongs to this browser */
  browser: string
  redirectUri: string
  redirect?: string
}

/** Leaves for another service; the page is gone afterwards. Source: platform-api.md 2.3 (authorization_code). */
export async function leaveFor(source: string, tenantId: string, redirect: string | undefined): Promise<void> {
  const redirectUri = window.location.origin + window.location.pathname
  const o = { anonymous: true, quiet: true }
  const { url, browser } = await api.post<{ url: string; browser: string }>(
    'cpt-auth/oauth/prepare',
    { step: 'authorize', tenantId, source, redirectUri },
    undefined,
    o,
  )
  sessionStorage.setItem(KEPT, JSON.stringify({ source, tenantId, browser, redirectUri, ...(redirect ? { redirect } : {}) } satisfies Journey))
  window.location.assign(url)
}

/** A return that stands in the address and began in this browser: how to come in with it, and where it was to lead. Taken once. */
export function takeReturn(): { enter: () => Promise<Entered>; redirect: string | undefined } | undefined {
  const q = new URLSearchParams(window.location.search)
  // DingTalk names it in its own way
  const [code, state, kept] = [q.get('code') ?? q.get('authCode'), q.get('state'), sessionStorage.getItem(KEPT)]
  if (!state || !kept) return undefined
  sessionStorage.removeItem(KEPT)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  const j = JSON.parse(kept) as Journey
  const back = { code: code ?? '', state, redirect_uri: j.redirectUri, iss: q.get('iss') ?? '' }
  const form = { grant_type: 'authorization_code', tenantId: j.tenantId, source: j.source, ...back }
  return { enter: () => requestToken({ ...form, browser: j.browser, scope: 'all' }, { 'Tenant-Id': j.tenantId }), redirect: j.redirect }
}
