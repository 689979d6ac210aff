import { useState } from 'react'
import { permOf } from '../../kit/model/resource.ts'
import type { ToolCommand } from '../../kit/web/commands.web.tsx'
import type { LastAct } from './batch.web.ts'
import { BatchEditDialog } from './BatchEditDialog.web.tsx'
import type { ListData } from './list.web.ts'
import type { ResourcePageProps } from './props.web.ts'
import { SelectionBar } from './SelectionBar.web.tsx'
import { listPhrases as words } from './words.ts'

interface ListActsProps extends Pick<ResourcePageProps, 'of' | 'batch' | 'exported' | 'query'> {
  data: ListData
  /** the commands that take rows */
  commands: readonly ToolCommand[]
  onDone(act: LastAct): void
}
/** What may be done with the rows that are selected, and the dialog that changes all of them. */
export function ListActs({ of: r, batch, exported = {}, query, data, commands, onDone }: ListActsProps) {
  const { selected, question, state, page, tools } = data
  const [open, setOpen] = useState(false)
  const on = { rows: selected, question }
  const edit: ToolCommand = { key: 'batch', label: words.batchEdit, perm: permOf(r, 'edit'), run: () => setOpen(true), runAll: () => setOpen(true) }
  return (
    <>
      <SelectionBar
        of={r}
        on={on}
        total={page?.total ?? 0}
        onAll={data.selectAll}
        commands={batch?.length && !state.filters.asOf ? [edit, ...commands] : commands}
        tools={tools}
        exported={exported === false ? undefined : { ...state.filters, ...query, ...exported }}
        onClear={() => data.select([])}
      />
      {open && batch && (
        <BatchEditDialog
          of={r}
          fields={batch}
          on={on}
          onDone={(act) => {
            setOpen(false)
            onDone(act)
            void tools.reload()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
