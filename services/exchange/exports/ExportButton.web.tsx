import { ExportOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { api, isApiError } from '../../../kit/web/client.web.ts'
import { useToast } from '../../../kit/web/dialogs.web.tsx'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { export_record, LISTS, typeOfList } from './exports.ts'
import { exportChosen, words } from './words.ts'

interface Props {
  /** of the definition, and of its list */
  name: string
  path: string
  /** the filters of the list as it stands */
  query: object
  /** rows that are ticked: these alone are exported */
  ids?: readonly string[]
  onStarted(): void
}

/** Exports the list that is on the screen, with its filters; for those who hold its export button. */
export default function ExportButton({ name, path, query, ids = [], onStarted }: Props) {
  const { say } = useSay()
  const { can } = useSession()
  const toast = useToast()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const fixed = LISTS[path]
  if (!fixed || !can(`${name}_export`)) return null
  const start = async () => {
    setBusy(true)
    try {
      const type = typeOfList(name)
      await api.get('widget/export', { ...query, ...fixed, type, entity: name, ...(ids.length ? { ids: ids.join(',') } : {}) } as Record<string, string>)
      toast.done(words.started)
      void client.invalidateQueries({ queryKey: queryKeyOf(export_record) })
      onStarted()
    } catch (e) {
      // a refused call was told by the client already
      if (!isApiError(e)) toast.failed(e)
    } finally {
      setBusy(false)
    }
  }
  const label = say(ids.length ? exportChosen(ids.length) : words.export)
  return (
    <Tooltip title={label}>
      <Button shape="circle" icon={<ExportOutlined />} aria-label={label} loading={busy} onClick={() => void start()} />
    </Tooltip>
  )
}
