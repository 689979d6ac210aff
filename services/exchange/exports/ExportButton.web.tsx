import { ExportOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { api } from '../../../kit/web/client.web.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { export_record, LISTS, typeOfList } from './exports.ts'
import { exportChosen, words } from './words.ts'

interface Props {
  /** of the definition, and of its list */
  name: string
  path: string
  /** the filters of the list as it stands */
  query: object
  /** of a selection: the rows that are ticked, which alone are exported, or none where all that match are selected */
  ids?: readonly string[]
  onStarted(): void
}

/** Exports the list that is on the screen, with its filters; for those who hold its export button. */
export default function ExportButton({ name, path, query, ids, onStarted }: Props) {
  const { say } = useSay()
  const { can } = useSession()
  const { busy, run } = useOneCall()
  const fixed = LISTS[path]
  if (!fixed || !can(`${name}_export`)) return null
  const start = async () => {
    const asked = { ...query, ...fixed, type: typeOfList(name), entity: name, ...(ids?.length ? { ids: ids.join(',') } : {}) } as Record<string, string>
    if (await run(() => api.get('widget/export', asked), { done: words.started, touches: [queryKeyOf(export_record)] })) onStarted()
  }
  const label = say(ids?.length ? exportChosen(ids.length) : words.export)
  const button = { icon: <ExportOutlined />, loading: busy, onClick: () => void start() }
  // the bar of what is selected has its words on every button
  if (ids)
    return (
      <Button size="small" {...button}>
        {label}
      </Button>
    )
  return (
    <Tooltip title={label}>
      <Button shape="circle" aria-label={label} {...button} />
    </Tooltip>
  )
}
