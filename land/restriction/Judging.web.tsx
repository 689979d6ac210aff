import { useState, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { FormItems } from '../../kit/web/ResourceForm.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { DialogForm } from '../../platform/parts/DialogForm.web.tsx'
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
  const [asking, setAsking] = useState<Asked>()
  const { row, tool } = defaultCommands(r)
  const at = r.path.slice(1)
  const step = (verb: string) => (x: AnyRow, t: { reload(): Promise<unknown> }) => api.post(`${at}/${verb}`, { rev: x.rev }, { id: x.id }).then(t.reload)
  const mine = (x: AnyRow) => x.createUser === userId || x.updateUser === userId
  const judge = (x: AnyRow) => isOpen(x) && (!mine(x) || words.own)
  /** Begins a step of a row that wants a reason: asked for in a dialog. */
  const withReason =
    (verb: string, title: Text, reason = labelOf(r.fields.opinion!)) =>
    (row: AnyRow) =>
      setAsking({ row, verb, title, reason })
  const commands: RowCommand[] = [
    {
      key: 'confirm',
      label: words.confirm,
      perm: `${r.name}_check`,
      confirm: about ? (x) => askAbout(about(x)) : words.confirmAsk,
      done: phrases.done,
      when: judge,
      run: step('confirm'),
    },
    {
      key: 'withdraw',
      label: words.withdraw,
      perm: `${r.name}_add`,
      confirm: words.withdrawAsk,
      when: (x) => isOpen(x) && x.createUser === userId,
      run: step('withdraw'),
    },
    row.view,
    { ...row.edit, when: (x) => isOpen(x) && edits(x) },
    { key: 'refuse', label: words.refuse, perm: `${r.name}_check`, when: judge, danger: true, run: withReason('refuse', backOf(r)) },
  ]
  const dialog = asking ? <ReasonDialog r={r} of={asking} onClose={() => setAsking(undefined)} onDone={reload} /> : null
  return { commands, tool, dialog, withReason }
}
/** What is done with a row for a reason: the step of its call, and what the dialog is called. */
interface Asked {
  row: AnyRow
  verb: string
  title: Text
  /** what the reason is called */
  reason: Text
}
const backOf = (r: AnyResource): Text => ({ zh: `退回${r.label}`, en: `Send back: ${r.en}` })
/** A step that is taken with a reason: a request sent back by the second person, or taken back. */
function ReasonDialog({ r, of: { row, verb, title, reason }, onClose, onDone }: { r: AnyResource; of: Asked; onClose(): void; onDone(): Promise<unknown> }) {
  const opinion = r.fields.opinion!
  const send = (v: Record<string, unknown>) => api.post(`${r.path.slice(1)}/${verb}`, { opinion: v.opinion, rev: row.rev }, { id: row.id }).then(onDone)
  return (
    <Small title={title} about={row.id} onClose={onClose} onSend={send}>
      <FormItems of={{ ...r, fields: { opinion: { ...opinion, label: reason.zh, en: reason.en, form: 'edit', required: true } } }} />
    </Small>
  )
}
interface SmallProps {
  title: Text
  /** id of the row that it is about */
  about: string
  onClose(): void
  onSend(values: Record<string, unknown>): Promise<unknown>
  children: ReactNode
}
/** A small form in a dialog: sent, told, closed. */
export function Small({ title, about, onClose, onSend, children }: SmallProps) {
  const { say } = useSay()
  const { busy, run } = useOneCall()
  const send = (v: Record<string, unknown>) => run(() => onSend(v), { done: phrases.done })
  return (
    <Dialog open width={640} title={say(title)} onCancel={onClose}>
      <DialogForm of={title} about={about} busy={busy} act={phrases.ok} onSend={send} onDone={onClose} onCancel={onClose}>
        {children}
      </DialogForm>
    </Dialog>
  )
}
