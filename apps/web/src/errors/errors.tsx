import { Button, ConfigProvider, Result } from 'antd'
import { useSay } from '../../../../kit/web/words.web.ts'
import { errorHints, errorWords, frameWords } from '../../../../platform/shell/words.ts'
import { isDark, themeOf, useLook } from '../../../../platform/shell/theme.web.ts'

type Status = '403' | '404' | '500'

/** An error page with the ways back. */
function ErrorPage({ status }: { status: Status }) {
  const { say } = useSay()
  const look = useLook()
  const go = (to: () => void) => <Button onClick={to}>{say(frameWords.back)}</Button>
  return (
    <ConfigProvider theme={themeOf(look)} button={{ autoInsertSpace: false }}>
      <main className="page-wait" style={{ minHeight: '100%', background: isDark(look) ? '#141414' : '#f3f5f7' }}>
        <Result
          status={status}
          title={<h1 style={{ margin: 0, font: 'inherit', color: 'inherit' }}>{say(errorWords[status])}</h1>}
          subTitle={
            <>
              <span>{status}</span> {say(errorHints[status])}
            </>
          }
          extra={[
            <span key="back">{go(() => window.history.back())}</span>,
            <Button key="home" type="primary" href="/">
              {say(frameWords.toHome)}
            </Button>,
          ]}
        />
      </main>
    </ConfigProvider>
  )
}
export const E403 = () => <ErrorPage status="403" />
export const E404 = () => <ErrorPage status="404" />
export const E500 = () => <ErrorPage status="500" />
