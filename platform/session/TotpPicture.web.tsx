import { QRCode } from 'antd'
import { useSay } from '../../kit/web/words.web.ts'
import { factorWords as words } from './factor-words.ts'

/** The picture of a new authenticator, and its key for who cannot scan it. */
export function TotpPicture({ secret, uri }: { secret: string; uri: string }) {
  const { say } = useSay()
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 20, alignItems: 'center', marginBottom: 20 }}>
      <div role="img" aria-label={say(words.qr)}>
        <QRCode value={uri} type="svg" size={168} color="#000000" bgColor="#ffffff" />
      </div>
      <p style={{ margin: 0, fontSize: 13, lineHeight: 1.8 }}>
        {say(words.secret)}
        <br />
        <code>{secret.match(/.{1,4}/g)!.join(' ')}</code>
      </p>
    </div>
  )
}
