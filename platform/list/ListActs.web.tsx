import { lazy, Suspense, useState } from 'react'
import { permOf } from '../../kit/model/resource.ts'
import type { ToolCommand } from '../../kit/web/commands.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import type { LastAct } from './batch.web.ts'
import { BatchEditDialog } from './BatchEditDialog.web.tsx'
import { comparePhrases } from './compare/words.ts'
import type { ListData } from './list.web.ts'
import type { ResourcePageProps } from './props.web.ts'
import { SelectionBar } from './SelectionBar.web.tsx'
import { listPhrases as words } from './words.ts'

const CompareDialog = lazy(() => import('./compare/Compare.web.tsx').then((m) => ({ default: m.CompareDialog })))

interface ListActsProps extends Pick<ResourcePageProps, 'of' | 'batch' | 'exported' | 'query'> {
  data: ListData
  /** the commands that take rows */
  commands: readonly ToolCommand[]
  /** what a row is called */
  nameOf(row: AnyRow): string
  onDone(act: LastAct): void
}
/** What may be done with the rows that are selected, and the dialog that changes all of them. */
export function ListActs({ of: r, batch, exported = {}, query, data, commands, nameOf, onDone }: ListActsProps) {
  const { selected, question, state, page, tools } = data
  const [open, setOpen] = useState(false)
  const [compared, compare] = useState<readonly [AnyRow, AnyRow]>()
  const on = { rows: selected, question }
  const two: ToolCommand = {
    key: 'compare',
    label: comparePhrases.compare,
    past: true,
    when: ([a, b, ...more]) => (a && b && more.length === 0 ? true : comparePhrases.two),
    run: ([a, b]) => a && b && compare([a, b]),
  }
  const edit: ToolCommand = { key: 'batch', label: words.batchEdit, perm: permOf(r, 'edit'), run: () => setOpen(true), runAll: () => setOpen(true) }
  return (
    <>
      <SelectionBar
        of={r}
        on={on}
        total={page?.total ?? 0}
        onAll={data.selectAll}
        commands={[...(batch?.length && !state.filters.asOf ? [edit] : []), ...commands, ...(question ? [] : [two])]}
        tools={tools}
        exported={exported === false ? undefined : { ...state.filters, ...query, ...exported }}
        onClear={() => data.select([])}
      />
      {compared && (
        <Suspense fallback={null}>
          <CompareDialog of={r} rows={compared} names={[nameOf(compared[0]), nameOf(compared[1])]} onClose={() => compare(undefined)} />
        </Suspense>
      )}
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
