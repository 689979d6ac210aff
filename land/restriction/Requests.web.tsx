import { Button, Flex, Form } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../kit/web/ResourcePage.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { Papers, useThenPapers } from './Papers.web.tsx'
import { DEED, REQUEST, restriction_request } from './request.ts'
import { words } from './words.ts'

const AT = 'base-qssj/restriction-request'
const isOpen = (r: AnyRow) => r.status === REQUEST.open

/** What is asked of the register: entered by one person with its document, confirmed or refused by another. */
export function Requests() {
  const { userId } = useSession()
  const { reload } = useWrites(restriction_request)
  const [refusing, setRefusing] = useState<AnyRow>()
  const { row, tool } = defaultCommands(restriction_request)
  const step = (verb: string) => (r: AnyRow, t: { reload(): Promise<unknown> }) => api.post(`${AT}/${verb}`, {}, { id: r.id }).then(t.reload)
  const mine = (r: AnyRow) => r.createUser === userId || r.updateUser === userId
  const judge = (r: AnyRow) => isOpen(r) && (!mine(r) || words.own)
  const commands: RowCommand[] = [
    row.view,
    { ...row.edit, when: (r) => isOpen(r) && r.deed === DEED.set },
    {
      key: 'confirm',
      label: words.confirm,
      perm: 'restriction_request_check',
      confirm: words.confirmAsk,
      done: phrases.done,
      when: judge,
      run: step('confirm'),
    },
    { key: 'refuse', label: words.refuse, perm: 'restriction_request_check', when: judge, danger: true, run: setRefusing },
    {
      key: 'withdraw',
      label: words.withdraw,
      perm: 'restriction_request_add',
      confirm: words.withdrawAsk,
      when: (r) => isOpen(r) && r.createUser === userId,
      run: step('withdraw'),
    },
  ]
  return (
    <>
      <ResourcePage of={restriction_request} query={{ descs: 'id' }} toolCommands={[tool.add]} rowCommands={commands} form={(p) => <RequestForm {...p} />} />
      {refusing && <RefuseDialog of={refusing} onClose={() => setRefusing(undefined)} onDone={reload} />}
    </>
  )
}

/** A request and its document. A new one is saved first and opens again, so that the document can be put to it. */
function RequestForm(props: ResourceFormProps) {
  const { mode, row } = props
  const isNew = mode === 'add'
  const { submit, done } = useThenPapers(restriction_request)
  return (
    <ResourceForm {...props} {...(isNew ? { onSubmit: submit, onDone: done } : {})}>
      <Papers id={row?.id} item="restriction" readOnly={mode === 'view' || row?.status !== REQUEST.open} />
    </ResourceForm>
  )
}

interface OneProps {
  of: AnyRow
  onClose(): void
}
/** The second person sends a request back, with an opinion. */
function RefuseDialog({ of: row, onClose, onDone }: OneProps & { onDone(): Promise<unknown> }) {
  const { opinion } = restriction_request.fields
  const send = (v: Record<string, unknown>) => api.post(`${AT}/refuse`, { opinion: v.opinion }, { id: row.id }).then(onDone)
  return (
    <Small title={words.refuseTitle} onClose={onClose} onSend={send}>
      <FormItems of={{ ...restriction_request, fields: { opinion: { ...opinion, form: 'edit', required: true } } }} />
    </Small>
  )
}
/** Asks for the end of a restriction; the document is put to the request, which opens afterwards. */
export function EndDialog({ of: row, onClose, onDone }: OneProps & { onDone(id: string): void }) {
  const send = (v: Record<string, unknown>) => api.post<string>(`${AT}/end`, { restrictionId: row.id, paperNo: v.paperNo, reason: v.reason }).then(onDone)
  return (
    <Small title={words.endTitle} onClose={onClose} onSend={send}>
      <FormItems of={restriction_request} only={['paperNo', 'reason']} />
    </Small>
  )
}
interface SmallProps {
  title: Text
  onClose(): void
  onSend(values: Record<string, unknown>): Promise<unknown>
  children: ReactNode
}
function Small({ title, onClose, onSend, children }: SmallProps) {
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
