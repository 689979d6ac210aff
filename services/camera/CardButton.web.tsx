import { IdcardOutlined } from '@ant-design/icons'
import { Button, Flex, Form, Tooltip } from 'antd'
import { useRef } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { useAsk } from '../../kit/web/ask.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { useDesk } from './desk.web.ts'
import { deviceService } from './device.web.ts'
import { cardPerson, type CardPerson } from './id-card.ts'
import { useDoing } from './useDoing.web.ts'
import { askOverwrite, cardRead, words, wrongText } from './words.ts'

/** Seconds in which a card must lie on the reader. */
const WAIT = 15

interface CardButtonProps {
  /** names the fields where something typed would be lost */
  of: Pick<AnyResource, 'fields'>
  /** the form's field for each thing that a card says */
  fields: Readonly<Partial<Record<keyof CardPerson, string>>>
  /** where these fields stand in the form: a line of a list */
  at?: readonly (string | number)[]
  /** an icon alone, for a line of a table, with the line's name; without it a button in a line of its own */
  sign?: string
  /** after filling, with what was filled */
  onFilled?(patch: Record<string, string>): void
}
/** Reads an identity card into the form around it. It shows only where a reader answers; what was typed is not lost unasked. Source: screens.md B2. */
export function CardButton(props: CardButtonProps) {
  const port = useDesk('idCard')
  return port === undefined ? null : <Reader {...props} port={port} />
}
function Reader({ port, sign, ...given }: CardButtonProps & { port: number }) {
  const { say } = useSay()
  const form = Form.useFormInstance()
  const ask = useAsk(),
    toast = useToast()
  const { busy, doing } = useDoing<'idCard'>()
  // while somebody looks for the card the line may move up
  const now = useRef(given)
  now.current = given
  async function fill(person: CardPerson): Promise<void> {
    const { of, fields, onFilled } = now.current
    const place = (name: string) => [...(now.current.at ?? []), name]
    const told = (Object.keys(fields) as (keyof CardPerson)[]).map((k) => [fields[k]!, person[k]] as const).filter(([, v]) => v !== '')
    const lost = told.filter(([n, v]) => {
      const typed: unknown = form.getFieldValue(place(n))
      return typed !== undefined && typed !== null && typed !== '' && typed !== v
    })
    if (lost.length && !(await ask(askOverwrite(lost.map(([n]) => labelOf(of.fields[n]!)))))) return
    for (const [n, v] of told) form.setFieldValue(place(n), v)
    onFilled?.(Object.fromEntries(told))
    toast.done(cardRead(person.name))
  }
  const read = () =>
    doing('idCard', async () => {
      const person = cardPerson(await deviceService(port).idCard(WAIT))
      return () => (person ? fill(person) : toast.warn(wrongText('strange')))
    })
  const button = { icon: <IdcardOutlined />, loading: !!busy, onClick: () => void read() }
  if (sign === undefined)
    return (
      <Flex justify="end" style={{ marginBottom: 12 }}>
        <Button {...button}>{say(words.readCard)}</Button>
      </Flex>
    )
  return (
    <Tooltip title={say(words.readCard)}>
      <Button {...button} type="link" size="small" aria-label={`${say(words.readCard)} ${sign}`} />
    </Tooltip>
  )
}
