import { Alert, Button, Result } from 'antd'
import { both } from '../../../../kit/model/lang.ts'
import { useSay } from '../../../../kit/web/words.web.ts'

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

const WHY = {
  other: both('它不是为当前所选的对象录入的。每类业务只保留一份未保存的录入。', 'It is not about your current selection. One unsaved case is kept per type.'),
  behind: both(
    '该业务此后已有变动。继续录入并保存，会覆盖此后保存的内容。',
    'The case has changed since then. If you continue and save, your input replaces what was saved since.',
  ),
}
interface OtherDraftProps {
  /** what the unsaved case is called */
  name: string
  at: string
  /** it is of another row than the one that was begun from; or of a case that others saved since */
  why: keyof typeof WHY
  onResume(): void
  onGiveUp(): void
}
/** Asks whoever has something unsaved that does not go with what he opens which of the two he means. */
export function OtherDraft({ name, at, why, onResume, onGiveUp }: OtherDraftProps) {
  const { say } = useSay()
  const when = at.slice(0, 16)
  return (
    <Result
      status="info"
      title={say(both(`您有一份未保存的录入：${name}（${when}）`, `You have a case that is not saved: ${name} (${when})`))}
      subTitle={say(WHY[why])}
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
