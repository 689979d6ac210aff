import { Button, Result } from 'antd'
import { isApiError } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'

interface LoadFailedProps {
  error: Error
  onRetry?(): unknown
  /** the way back, where what failed is a page of its own */
  onClose?(): void
}
/** What could not be loaded and why, in the place of what should stand there; `onRetry` asks for it again. */
export function LoadFailed({ error, onRetry, onClose }: LoadFailedProps) {
  const { say } = useSay()
  const back = onClose && (
    <Button key="back" type="primary" onClick={onClose}>
      {say(phrases.back)}
    </Button>
  )
  // what somebody may not see is no failure, and trying again changes nothing
  if (isApiError(error) && error.code === 403) return <Result status="403" title={say(phrases.notAllowed)} subTitle={say(phrases.askForRight)} extra={back} />
  return (
    <Result
      status="error"
      title={say(phrases.loadFailed)}
      subTitle={error.message}
      extra={[
        back,
        onRetry && (
          <Button key="again" onClick={() => void onRetry()}>
            {say(phrases.retry)}
          </Button>
        ),
      ]}
    />
  )
}
