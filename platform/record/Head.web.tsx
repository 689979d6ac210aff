import { WarningFilled } from '@ant-design/icons'
import { Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { isOneWord } from '../list/layout.ts'
import { recordWords as words } from './words.ts'
import { Heading } from '../../kit/web/session.web.ts'

/** How something stands: a colour is never without its word. */
export type Tone = 'success' | 'processing' | 'warning' | 'error' | 'default'
/** A state in a word. */
export interface StateSign {
  key: string
  text: ReactNode
  tone?: Tone
}
/** A fact that decides; `note` says what is to be seen in it. */
export interface Fact {
  key: string
  label: string
  value: ReactNode
  note?: ReactNode
  tone?: Tone
}
interface RecordHeadProps {
  title: ReactNode
  /** the code, to be copied */
  code?: string | null | undefined
  signs: readonly StateSign[]
  facts: readonly Fact[]
  /** what stands in the way of a business, each a line with its way on */
  hinders?: readonly { key: string; text: ReactNode; act?: ReactNode }[]
  acts?: ReactNode
}

/** A code in figures of one width, with a button that copies it. */
export function CodeText({ of }: { of: string | null | undefined }) {
  const { say } = useSay()
  if (!of) return <>{say(words.none)}</>
  return (
    <Typography.Text className="record-code" copyable={{ text: of, tooltips: [say(words.copy), say(words.copied)] }}>
      {of}
    </Typography.Text>
  )
}

/** The head of a record: its name, how it stands, the facts that decide, what hinders, and what may be done. */
export function RecordHead({ title, code, signs, facts, hinders = [], acts }: RecordHeadProps) {
  const { say } = useSay()
  return (
    <header className="record-head">
      <div className="record-top">
        <div className="record-title">
          <Heading tabIndex={-1}>{title}</Heading>
          {signs.map((s) => (
            <Tag key={s.key} color={s.tone ?? 'default'} variant="filled">
              {s.text}
            </Tag>
          ))}
          {code && <CodeText of={code} />}
        </div>
        {acts}
      </div>
      <dl className="record-facts" aria-label={say(words.facts)}>
        {facts.map((f) => (
          <div key={f.key} data-fact={f.key}>
            <dt>{f.label}</dt>
            <dd className={isOneWord(f.value) ? 'record-one' : undefined}>{f.value ?? say(words.none)}</dd>
            {f.note && <dd className={`record-note record-${f.tone ?? 'default'}`}>{f.note}</dd>}
          </div>
        ))}
      </dl>
      {hinders.length > 0 && (
        <div className="record-hinders" role="note">
          <WarningFilled aria-hidden />
          <strong>{say(words.hinders)}</strong>
          <ul>
            {hinders.map((h) => (
              <li key={h.key}>
                {h.text} {h.act}
              </li>
            ))}
          </ul>
        </div>
      )}
    </header>
  )
}
