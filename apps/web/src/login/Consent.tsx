import { useSearch } from '@tanstack/react-router'
import { Button, ConfigProvider, Result } from 'antd'
import { useEffect, useState } from 'react'
import { api, isApiError } from '../../../../kit/web/client.web.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import type { Consent as Answer } from '../../../../platform/sso/consent.ts'
import { isDark, themeOf, useLook } from '../../../../platform/shell/theme.web.ts'
import { frameWords } from '../../../../platform/shell/words.ts'
import { consentWords as words } from './consent-words.ts'

/** Whether somebody lets an application use his account: asked unless the application needs no consent, then the page leaves for it with a code. */
export function ConsentScreen() {
  const { say } = useSay()
  const look = useLook()
  const { user } = useSession()
  const q = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const [asks, setAsks] = useState<Answer['asks']>(null)
  const [wrong, setWrong] = useState('')
  const ask = (agreed: boolean) => {
    const body = { clientId: q.client_id, redirectUri: q.redirect_uri, scope: q.scope ?? '', state: q.state ?? '', ...(agreed ? { agreed: 1 } : {}) }
    api.post<Answer>('cpt-auth/oauth/authorize', body, undefined, { quiet: true }).then(
      (a) => (a.url ? window.location.assign(a.url) : setAsks(a.asks)),
      (e: unknown) => setWrong(isApiError(e) ? e.msg : say(phrases.unknown)),
    )
  }
  useEffect(() => ask(false), [])
  const home = (
    <Button key="home" href="/">
      {say(wrong ? frameWords.toHome : words.refuse)}
    </Button>
  )
  const agree = (
    <Button key="agree" type="primary" onClick={() => ask(true)}>
      {say(words.agree)}
    </Button>
  )
  return (
    <ConfigProvider theme={themeOf(look)} button={{ autoInsertSpace: false }}>
      <main className="page-wait" style={{ minHeight: '100%', background: isDark(look) ? '#141414' : '#f3f5f7' }}>
        {wrong && <Result status="error" title={wrong} extra={home} />}
        {!wrong && asks && (
          <Result
            status="info"
            title={say(words.asks(asks.clientId))}
            subTitle={say(words.what(user?.real_name ?? '', asks.site, /(^|,)\s*(all|write)/.test(asks.scope)))}
            extra={[agree, home]}
          />
        )}
      </main>
    </ConfigProvider>
  )
}
