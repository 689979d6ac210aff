import { useEffect, useState } from 'react'
import { api, isApiError } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import { TotpPicture } from '../../../../platform/session/TotpPicture.web.tsx'

/** What an authenticator scans, and the same as text; made for this challenge. Loaded only when somebody must set one up. */
export default function Enroll({ challenge, failed }: { challenge: string; failed: (msg: string) => void }) {
  const { say } = useSay()
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  useEffect(() => {
    api
      .post<{ secret: string; uri: string }>('cpt-auth/oauth/prepare', { step: 'totp', challenge }, undefined, { anonymous: true, quiet: true })
      .then(setBegun, (e: unknown) => failed(isApiError(e) ? e.msg : say(phrases.unknown)))
  }, [challenge])
  return begun ? <TotpPicture {...begun} /> : <div className="login-qr" />
}
