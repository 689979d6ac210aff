import { useState } from 'react'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { words } from '../../services/operations/words.ts'
import { DisposeDialog } from './DisposeDialog.web.tsx'
import { NOTICE, registry_notice } from './notice.ts'

const AT = 'registryNotice'
const waits = (r: AnyRow) => r.status === NOTICE.waiting
/** 登记机构通知: what the registry tells; what could not be written is written by a person, or disposed of with a reason. Source: business-flows.md 10.3. */
export default function NoticesPage() {
  const { reload } = useWrites(registry_notice)
  const [ending, setEnding] = useState<AnyRow>()
  const perm = 'registry_notice_edit'
  const commands: RowCommand[] = [
    defaultCommands(registry_notice).row.view,
    {
      key: 'apply',
      label: words.writeNotice,
      perm,
      confirm: words.confirmWriteNotice,
      done: phrases.done,
      when: waits,
      run: (r, t: Tools) => api.post(`${AT}/apply`, undefined, { ids: r.id }).then(t.reload),
    },
    { key: 'dispose', label: words.dispose, perm, when: waits, run: (r) => setEnding(r) },
  ]
  return (
    <>
      <ResourcePage of={registry_notice} query={{ descs: 'id' }} toolCommands={[]} rowCommands={commands} table={{ rowSelection: undefined }} />
      {ending && <DisposeDialog at={AT} ids={String(ending.id)} most={500} onDone={reload} onClose={() => setEnding(undefined)} />}
    </>
  )
}
