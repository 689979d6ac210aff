import { theme } from 'antd'
import type { ReactNode } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import type { Text } from '../../kit/model/lang.ts'

/** Words beside what matters, paler. Of the library only its colour: its own texts bring an editor with them, which the start would wait for. */
export function Muted({ children }: { children: ReactNode }) {
  const { token } = theme.useToken()
  return <span style={{ color: token.colorTextSecondary }}>{children}</span>
}

/** A number under its name, with its unit. */
export function Figure({ label, value, suffix }: { label: Text; value: string; suffix?: Text | undefined }) {
  const { say } = useSay()
  return (
    <>
      <Muted>{say(label)}</Muted>
      <div style={{ fontSize: 22, fontVariantNumeric: 'tabular-nums' }}>
        {value}
        {suffix && ` ${say(suffix)}`}
      </div>
    </>
  )
}
