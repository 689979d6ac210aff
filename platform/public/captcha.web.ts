import { useEffect, useState } from 'react'
import { api, isApiError } from '../../kit/web/client.web.ts'
import { NOBODY, patiently } from './public-calls.web.ts'

interface Captcha {
  key: string
  image: string
  enabled?: boolean
}
/** The captcha and the way to another one; undefined while it is on its way or when it failed. */
export function useCaptcha(failed: (msg: string) => void): [Captcha | undefined, () => void] {
  const [captcha, setCaptcha] = useState<Captcha>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    patiently(() => api.get<Captcha>('cpt-auth/oauth/captcha', {}, { ...NOBODY, signal }), { isReading: true, signal }).then(setCaptcha, (e: unknown) => {
      if (!signal.aborted && isApiError(e)) failed(e.msg)
    })
    return () => stop.abort()
  }, [turn])
  return [captcha, () => setTurn((n) => n + 1)]
}
