import { Alert, Button } from 'antd'
import { both } from '../../../kit/model/lang.ts'
import { useSay } from '../../../kit/web/words.web.ts'

/** Says that the form shows what was typed before and not saved, and lets the person begin anew. `at`: when it was kept. */
export function Resumed({ at, onGiveUp }: { at: string; onGiveUp(): void }) {
  const { say } = useSay()
  const when = at.slice(0, 16)
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBottom: 12 }}
      title={say(both(`已恢复 ${when} 未保存的录入`, `What was typed until ${when} and not saved is here again`))}
      action={
        <Button size="small" onClick={onGiveUp}>
          {say(both('放弃', 'Give it up'))}
        </Button>
      }
    />
  )
}
