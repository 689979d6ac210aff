import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { Small, useJudging } from './Judging.web.tsx'
import { RestrictionPapers, useThenPapers } from './Papers.web.tsx'
import { DEED, REQUEST, restriction_request } from './request.ts'
import { words } from './words.ts'

const AT = 'base-qssj/restriction-request'

/** What is asked of the register: entered by one person with its document, confirmed or refused by another. */
export function Requests() {
  const { commands, tool, dialog } = useJudging(restriction_request, { edits: (r) => r.deed === DEED.set })
  return (
    <>
      <ResourcePage of={restriction_request} query={{ descs: 'id' }} toolCommands={[tool.add]} rowCommands={commands} form={(p) => <RequestForm {...p} />} />
      {dialog}
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
      <RestrictionPapers id={row?.id} item="restriction" readOnly={mode === 'view' || row?.status !== REQUEST.open} />
    </ResourceForm>
  )
}

interface OneProps {
  of: AnyRow
  onClose(): void
}
/** Asks for the end of a restriction; the document is put to the request, which opens afterwards. */
export function EndDialog({ of: row, onClose, onDone }: OneProps & { onDone(id: string): void }) {
  const send = (v: Record<string, unknown>) => api.post<string>(`${AT}/end`, { restrictionId: row.id, paperNo: v.paperNo, reason: v.reason }).then(onDone)
  return (
    <Small title={words.endTitle} about={row.id} onClose={onClose} onSend={send}>
      <FormItems of={restriction_request} only={['paperNo', 'reason']} />
    </Small>
  )
}
