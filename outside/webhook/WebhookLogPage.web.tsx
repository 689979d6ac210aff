import { Segmented } from 'antd'
import { both } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import type { RowCommand } from '../../kit/web/commands.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { arranged } from '../../land/parts/columns.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { withStates } from '../../services/operations/StateTag.web.tsx'
import { DELIVERY_STATES, webhook_log } from './webhook.ts'

const COLOURS: Readonly<Record<string, string>> = { '1': 'processing', '2': 'success', '3': 'error' }
/** How it stands and what was answered stand beside what it tells. */
const FIRST = ['about', 'event', 'status', 'attempts', 'error', 'target', 'createTime']
const drawn = withStates({ words: DELIVERY_STATES, colours: COLOURS })
const rows: RowCommand[] = [
  {
    key: 'again',
    label: both('再次投递', 'Deliver again'),
    perm: 'webhook_log_edit',
    confirm: both('确定再次投递?', 'Deliver it again?'),
    done: both('已安排投递', 'It will be delivered'),
    run: (r, t) => api.post(`${webhook_log.path}/submit`, undefined, { ids: r.id }).then(t.reload),
  },
]
const searched = { ...webhook_log, fields: { ...webhook_log.fields, status: { ...webhook_log.fields.status, search: undefined } } }

const nothing = both('有订阅的事件发生后，每次投递显示在这里。', 'Each delivery appears here, once an event happens to which somebody subscribes.')
/** 事件投递: what was told to partners, the dead letters among it, delivered again by one click. */
export default function WebhookLogPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const dead = search.only === 'dead'
  return (
    <>
      <Segmented
        style={{ marginBottom: 12 }}
        value={dead ? 'dead' : ''}
        onChange={(v) => setSearch({ only: v || undefined, current: undefined })}
        options={[
          { value: '', label: say(both('全部投递', 'All deliveries')) },
          { value: 'dead', label: say(DELIVERY_STATES['3']!) },
        ]}
      />
      <ResourcePage
        nothing={nothing}
        regionTree={false}
        of={searched}
        query={dead ? { status: '3' } : {}}
        rowCommands={rows}
        toolCommands={[]}
        columns={(list) => arranged(drawn(list), FIRST)}
        table={{ rowSelection: undefined }}
      />
    </>
  )
}
