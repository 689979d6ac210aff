import { Segmented, Tag } from 'antd'
import { permOf } from '../../../kit/model/resource.ts'
import { api } from '../../../kit/web/client.web.ts'
import type { RowCommand, ToolCommand } from '../../../kit/web/commands.web.tsx'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { columnsOf } from '../../../kit/web/ResourceTable.web.tsx'
import { usePageState } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { BatchView } from './BatchView.web.tsx'
import { BATCH, BATCH_WORDS, import_batch, isMoving, importMay, type BatchStatus } from './imports.ts'
import { ImportStart, useImportTypes } from './ImportStart.web.tsx'
import { words } from './words.ts'

/** 导入中心: the own batches; one of them with its preview; a new one. Batch and dialog stand in the address. */
export default function ImportPage() {
  const { say, lang } = useSay()
  const { search, setSearch } = usePageState()
  const types = useImportTypes()
  const open = (batch: string | undefined) => setSearch({ batch, start: undefined })
  const start: ToolCommand = { key: 'start', label: words.start, primary: true, perm: permOf(import_batch, 'edit'), run: () => setSearch({ start: '1' }) }
  const rowCommands: readonly RowCommand[] = [
    { key: 'view', label: words.preview, perm: permOf(import_batch, 'view'), run: (r) => open(r.id) },
    {
      key: 'cancel',
      label: words.cancel,
      perm: permOf(import_batch, 'edit'),
      danger: true,
      when: (r) => importMay('cancel', r.status),
      confirm: words.confirmCancel,
      run: (r, t) => api.post('importBatch/cancel', undefined, { id: r.id }).then(t.reload),
    },
  ]
  const columns = columnsOf(import_batch, lang).map((c) => {
    if (c.key === 'entity') return { ...c, render: (v: string) => types.find((t) => t.entity === v)?.name ?? v }
    if (c.key === 'status') return { ...c, render: (v: BatchStatus) => <Tag color={BATCH_WORDS[v].color}>{say(BATCH_WORDS[v])}</Tag> }
    return c
  })
  return (
    <>
      {search.batch ? (
        <BatchView key={search.batch} id={search.batch} onBack={() => open(undefined)} />
      ) : (
        <>
          <div style={{ overflowX: 'auto', marginBottom: 12 }}>
            <Segmented
              value={search.status ?? ''}
              onChange={(v) => setSearch({ status: v || undefined, current: undefined })}
              options={[{ value: '', label: say(words.all) }, ...Object.values(BATCH).map((v) => ({ value: v as string, label: say(BATCH_WORDS[v]) }))]}
            />
          </div>
          <ResourcePage
            of={import_batch}
            columns={columns}
            toolCommands={[start]}
            rowCommands={rowCommands}
            isMoving={(r) => isMoving(r.status)}
            regionTree={false}
            table={{ rowSelection: undefined }}
            {...(search.status ? { query: { status: search.status } } : {})}
          />
        </>
      )}
      {search.start && <ImportStart entity={search.start} onClose={() => setSearch({ start: undefined })} onStarted={open} />}
    </>
  )
}
