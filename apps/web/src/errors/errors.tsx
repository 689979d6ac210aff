import { Button, ConfigProvider, Result } from 'antd'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import { isDark, themeOf, useLook } from '../theme.ts'

type Status = '403' | '404' | '500'

/** An error page with the ways back. */
function ErrorPage({ status }: { status: Status }) {
  const { t } = useWords()
  const look = useLook()
  const go = (to: () => void) => <Button onClick={to}>{t('common.back')}</Button>
  return (
    <ConfigProvider theme={themeOf(look)} button={{ autoInsertSpace: false }}>
      <main className="page-wait" style={{ minHeight: '100%', background: isDark(look) ? '#141414' : '#f3f5f7' }}>
        <Result
          status={status}
          title={status}
          subTitle={t(`error.${status}`)}
          extra={[
            <span key="back">{go(() => window.history.back())}</span>,
            <Button key="home" type="primary" href="/">
              {t('common.home')}
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
