import { useEffect, useState } from 'react'
import { api, isApiError } from '../../../../kit/web/client.web.ts'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import { TotpPicture } from '../../../../slices/session/TotpPicture.web.tsx'

/** What an authenticator scans, and the same as text; made for this challenge. Loaded only when somebody must set one up. */
export default function Enroll({ challenge, failed }: { challenge: string; failed: (msg: string) => void }) {
  const { t } = useWords()
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  useEffect(() => {
    api
      .post<{ secret: string; uri: string }>('cpt-auth/oauth/prepare', { step: 'totp', challenge }, undefined, { anonymous: true, quiet: true })
      .then(setBegun, (e: unknown) => failed(isApiError(e) ? e.msg : t('error.unknown')))
  }, [challenge])
  return begun ? <TotpPicture {...begun} /> : <div className="login-qr" />
}
