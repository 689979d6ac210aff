import { Alert, Button, Result } from 'antd'
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
      title={say(both(`已恢复 ${when} 未保存的录入`, `Unsaved input from ${when} has been restored`))}
      action={
        <Button size="small" onClick={onGiveUp}>
          {say(both('放弃', 'Discard it'))}
        </Button>
      }
    />
  )
}

/** Asks whoever begins a case from another row than the one of his unsaved case which of the two he means. `name`: what the unsaved one is called. */
export function OtherDraft({ name, at, onResume, onGiveUp }: { name: string; at: string; onResume(): void; onGiveUp(): void }) {
  const { say } = useSay()
  const when = at.slice(0, 16)
  return (
    <Result
      status="info"
      title={say(both(`您有一份未保存的录入：${name}（${when}）`, `You have a case that is not saved: ${name} (${when})`))}
      subTitle={say(
        both('它不是为当前所选的对象录入的。每类业务只保留一份未保存的录入。', 'It is not about your current selection. One unsaved case is kept per type.'),
      )}
      extra={[
        <Button key="resume" type="primary" onClick={onResume}>
          {say(both('继续上次录入', 'Continue with it'))}
        </Button>,
        <Button key="anew" danger onClick={onGiveUp}>
          {say(both('放弃并重新录入', 'Discard it and start again'))}
        </Button>,
      ]}
    />
  )
}
