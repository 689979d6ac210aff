import { Button, Result } from 'antd'
import { isApiError } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'

/** What could not be loaded and why, in the place of what should stand there; `onRetry` asks for it again. */
export function LoadFailed({ error, onRetry }: { error: Error; onRetry?(): unknown }) {
  const { say } = useSay()
  // what somebody may not see is no failure, and trying again changes nothing
  if (isApiError(error) && error.code === 403) return <Result status="403" title={say(phrases.notAllowed)} subTitle={say(phrases.askForRight)} />
  return (
    <Result
      status="error"
      title={say(phrases.loadFailed)}
      subTitle={error.message}
      extra={onRetry && <Button onClick={() => void onRetry()}>{say(phrases.retry)}</Button>}
    />
  )
}
