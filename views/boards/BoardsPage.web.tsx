import { UploadOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useRef, useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { ResourcesContext, useSay } from '../../kit/web/words.web.ts'
import { role } from '../../platform/definitions/system.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { board } from './board.ts'
import Board from './Board.web.tsx'
import { Designer } from './Designer.web.tsx'
import { boardWords as words } from './words.ts'

/** Makes a board of a file that is chosen. */
function Import() {
  const { say } = useSay()
  const { can } = useSession()
  const toast = useToast()
  const { busy, run } = useOneCall()
  const input = useRef<HTMLInputElement>(null)
  if (!can('board_add')) return null
  const take = async (file: File | undefined) => {
    if (!file) return
    let content: unknown
    try {
      content = JSON.parse(await file.text())
    } catch {
      return toast.warn(words.noFile)
    }
    await run(() => api.post('data/board/import', { content }), { done: words.imported, touches: [queryKeyOf(board)] })
  }
  return (
    <>
      <Button icon={<UploadOutlined />} loading={busy} onClick={() => input.current?.click()}>
        {say(words.import)}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden
        aria-label={say(words.import)}
        onChange={(e) => {
          void take(e.target.files?.[0])
          e.target.value = ''
        }}
      />
    </>
  )
}
/** 看板: set up, laid out, looked at, exported and imported. */
export default function BoardsPage() {
  const [open, setOpen] = useState<{ row: AnyRow; designs: boolean }>()
  const { row } = defaultCommands(board)
  // the list has no panels: they are read with the board
  const read = async (r: AnyRow, designs: boolean) => setOpen({ row: await api.get<AnyRow>('data/board/detail', { id: r.id }), designs })
  const commands: RowCommand[] = [
    { key: 'design', label: words.design, perm: 'board_edit', run: (r) => read(r, true) },
    { key: 'preview', label: words.preview, perm: 'board_view', run: (r) => read(r, false) },
    { key: 'export', label: words.export, perm: 'board_view', run: (r) => download('data/board/export', { id: r.id }) },
    row.edit,
    row.delete,
  ]
  return (
    <ResourcesContext value={{ sys_role: { ...role, verb: 'list' } }}>
      <ResourcePage of={board} regionTree={false} rowCommands={commands} extra={<Import />} />
      {open?.designs && <Designer of={open.row} onClose={() => setOpen(undefined)} />}
      {open && !open.designs && (
        <Drawer open size="100%" title={String(open.row.name)} onClose={() => setOpen(undefined)}>
          <Board id={String(open.row.id)} />
        </Drawer>
      )}
    </ResourcesContext>
  )
}
