import { Alert, Button, Space } from 'antd'
import { useSay } from '../../kit/web/words.web.ts'
import { frameWords as words } from './words.ts'

/** Offers what was typed before and not saved, above the form: whoever begins anew is not kept from it. */
export default function DraftOffer({ at, onAnswer }: { at: string; onAnswer(wanted: boolean): void }) {
  const { say } = useSay()
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBottom: 12 }}
      title={say(words.draftOf(at.slice(0, 16)))}
      action={
        <Space>
          <Button size="small" type="primary" onClick={() => onAnswer(true)}>
            {say(words.draftBack)}
          </Button>
          <Button size="small" onClick={() => onAnswer(false)}>
            {say(words.draftDrop)}
          </Button>
        </Space>
      }
    />
  )
}
