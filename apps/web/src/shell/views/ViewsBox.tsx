import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { LONGEST_NAME, type View } from './views.ts'
import { words } from '../../../../../platform/shell/dialog-words.ts'
import { isComposing } from '../../../../../kit/web/day-clock.web.ts'

interface ViewsBoxProps {
  views: readonly View[]
  shown: View | undefined
  onShow(view: View): void
  onKeep(name: string): void
  onDelete(view: View): void
}
/** The saved views of a list, and a line to save what is shown now. */
export default function ViewsBox({ views, shown, onShow, onKeep, onDelete }: ViewsBoxProps) {
  const { say } = useSay()
  const [name, setName] = useState('')
  const keep = () => {
    if (!name.trim()) return
    onKeep(name.trim())
    setName('')
  }
  return (
    <div className="shell-views">
      {views.length === 0 && <p>{say(words.viewsNone)}</p>}
      <ul>
        {views.map((v) => (
          <li key={v.name}>
            <button type="button" aria-pressed={v === shown} onClick={() => onShow(v)}>
              {v.name}
            </button>
            <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={`${say(words.viewDelete)} ${v.name}`} onClick={() => onDelete(v)} />
          </li>
        ))}
      </ul>
      <Space.Compact>
        <Input
          value={name}
          maxLength={LONGEST_NAME}
          placeholder={say(words.viewName)}
          aria-label={say(words.viewName)}
          onChange={(e) => setName(e.target.value)}
          onKeyDown={(e) => {
            if (e.key === 'Enter' && !isComposing(e)) keep()
          }}
        />
        <Button type="primary" disabled={name.trim() === ''} onClick={keep}>
          {say(words.viewKeep)}
        </Button>
      </Space.Compact>
    </div>
  )
}
