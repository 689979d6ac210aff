import { useOpenPage } from '../../../../kit/web/open-page.web.ts'
import { App, Button } from 'antd'
import type { Text } from '../../../../kit/model/lang.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { registered, words } from '../words.ts'

/** How long the way to a finished case is offered, in seconds. */
const OFFERED = 10
/** Tells that a case has ended, and leads to what it made: whoever passes the last task stands at the list of tasks, where the case is no more. */
export function useEnded(): (done: Text, id: string) => void {
  const { message } = App.useApp()
  const { say } = useSay()
  const openPage = useOpenPage()
  return (done, id) => {
    const key = `ended-${id}`
    const look = () => {
      message.destroy(key)
      openPage('/business/all', { open: `view.${id}` })
    }
    const content = (
      <>
        {say(registered(done))}
        <Button type="link" size="small" onClick={look}>
          {say(words.seeResults)}
        </Button>
      </>
    )
    void message.success({ key, duration: OFFERED, content })
  }
}
