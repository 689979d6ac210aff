import { Button, Flex, Form } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { FormItems } from '../../kit/web/ResourceForm.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { REQUEST } from './request.ts'
import { words } from './words.ts'

const isOpen = (r: AnyRow) => r.status === REQUEST.open
/** The question before a request is confirmed, which says first what is. */
const askAbout = (what: Text): Text => ({ zh: `${what.zh}。${words.confirmAsk.zh}`, en: `${what.en}. ${words.confirmAsk.en}` })
interface Judged {
  /** whether a row may be changed */
  edits?(row: AnyRow): boolean
  /** what a row asks for, in one sentence */
  about?(row: AnyRow): Text
}
/** The commands of a list of requests that one person makes and another judges, and the dialog in which one is sent back. */
export function useJudging(r: AnyResource, { edits = () => true, about }: Judged = {}) {
  const { userId } = useSession()
  const { reload } = useWrites(r)
  const [refusing, setRefusing] = useState<AnyRow>()
  const { row, tool } = defaultCommands(r)
  const at = r.path.slice(1)
  const step = (verb: string) => (x: AnyRow, t: { reload(): Promise<unknown> }) => api.post(`${at}/${verb}`, {}, { id: x.id }).then(t.reload)
  const mine = (x: AnyRow) => x.createUser === userId || x.updateUser === userId
  const judge = (x: AnyRow) => isOpen(x) && (!mine(x) || words.own)
  const commands: RowCommand[] = [
    row.view,
    { ...row.edit, when: (x) => isOpen(x) && edits(x) },
    {
      key: 'confirm',
      label: words.confirm,
      perm: `${r.name}_check`,
      confirm: about ? (x) => askAbout(about(x)) : words.confirmAsk,
      done: phrases.done,
      when: judge,
      run: step('confirm'),
    },
    { key: 'refuse', label: words.refuse, perm: `${r.name}_check`, when: judge, danger: true, run: setRefusing },
    {
      key: 'withdraw',
      label: words.withdraw,
      perm: `${r.name}_add`,
      confirm: words.withdrawAsk,
      when: (x) => isOpen(x) && x.createUser === userId,
      run: step('withdraw'),
    },
  ]
  const dialog = refusing ? <RefuseDialog r={r} of={refusing} onClose={() => setRefusing(undefined)} onDone={reload} /> : null
  return { commands, tool, dialog }
}
/** The second person sends a request back, with an opinion. */
function RefuseDialog({ r, of: row, onClose, onDone }: { r: AnyResource; of: AnyRow; onClose(): void; onDone(): Promise<unknown> }) {
  const opinion = r.fields.opinion!
  const send = (v: Record<string, unknown>) => api.post(`${r.path.slice(1)}/refuse`, { opinion: v.opinion }, { id: row.id }).then(onDone)
  return (
    <Small title={words.refuseTitle} onClose={onClose} onSend={send}>
      <FormItems of={{ ...r, fields: { opinion: { ...opinion, form: 'edit', required: true } } }} />
    </Small>
  )
}
interface SmallProps {
  title: Text
  onClose(): void
  onSend(values: Record<string, unknown>): Promise<unknown>
  children: ReactNode
}
/** A small form in a dialog: sent, told, closed. */
export function Small({ title, onClose, onSend, children }: SmallProps) {
  const { say } = useSay()
  const toast = useToast()
  const send = (v: Record<string, unknown>) =>
    onSend(v).then(
      () => {
        toast.done()
        onClose()
      },
      // a refused call was told by the client already
      () => undefined,
    )
  return (
    <Dialog open width={640} title={say(title)} onCancel={onClose}>
      <Form layout="vertical" onFinish={(v) => void send(v)}>
        {children}
        <Flex justify="end" gap="small">
          <Button type="primary" htmlType="submit">
            {say(phrases.ok)}
          </Button>
          <Button onClick={onClose}>{say(phrases.cancel)}</Button>
        </Flex>
      </Form>
    </Dialog>
  )
}
