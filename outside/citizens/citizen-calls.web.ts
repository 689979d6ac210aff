import { useEffect, useState } from 'react'
import { api, isApiError } from '../../kit/web/client.web.ts'
import { NOBODY, patiently } from '../../platform/public/public-calls.web.ts'

/** The tenant whose page this is: of the address' host, else of `?tenantId=`, else the first. */
export function useTenant(named: string | undefined): string | undefined {
  const [tenant, setTenant] = useState<string>()
  useEffect(() => {
    const set = (found?: string) => setTenant(found ?? named ?? '000000')
    const info = () => api.get<{ tenantId?: string }>('cpt-system/tenant/info', { domain: window.location.host }, NOBODY)
    void patiently(info, { isReading: true }).then(
      (t) => set(t.tenantId),
      () => set(),
    )
  }, [named])
  return tenant
}
/** Asks as a citizen. `proof`: key and signs of the picture, where the call needs them. */
export const send = <T>(verb: string, body: object, proof?: { key: string; signs: string }) =>
  patiently(() =>
    api.post<T>(`usr/public/${verb}`, body, undefined, proof ? { ...NOBODY, headers: { 'Captcha-Key': proof.key, 'Captcha-Code': proof.signs } } : NOBODY),
  )
/** What a citizen reads, and why he does not; asked again where what is asked for changes. */
export function useRead<T>(verb: string, query: Readonly<Record<string, string>>): { found: T | undefined; wrong: string; again(): void } {
  const [state, setState] = useState<{ found?: T; wrong: string }>({ wrong: '' })
  const [turn, setTurn] = useState(0)
  const key = JSON.stringify(query)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    void patiently(() => api.get<T>(`usr/public/${verb}`, query, { ...NOBODY, signal }), { isReading: true, signal }).then(
      (found) => setState({ found, wrong: '' }),
      (e: unknown) => signal.aborted || setState({ wrong: isApiError(e) ? e.msg : String(e) }),
    )
    return () => stop.abort()
  }, [verb, key, turn])
  return { found: state.found, wrong: state.wrong, again: () => setTurn((n) => n + 1) }
}
