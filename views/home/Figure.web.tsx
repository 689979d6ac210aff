import { Typography } from 'antd'
import { useSay } from '../../kit/web/words.web.ts'
import type { Text } from '../../kit/model/lang.ts'

/** A number under its name, with its unit. */
export function Figure({ label, value, suffix }: { label: Text; value: string; suffix?: Text | undefined }) {
  const { say } = useSay()
  return (
    <>
      <Typography.Text type="secondary">{say(label)}</Typography.Text>
      <div style={{ fontSize: 22, fontVariantNumeric: 'tabular-nums' }}>
        {value}
        {suffix && ` ${say(suffix)}`}
      </div>
    </>
  )
}
