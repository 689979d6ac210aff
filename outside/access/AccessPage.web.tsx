import { Button, DatePicker, Space } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { both } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import type { RowCommand } from '../../kit/web/commands.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { arranged } from '../../land/parts/columns.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { withStates } from '../../services/operations/StateTag.web.tsx'
import { ACCESS, ACCESS_STATES, access_message } from './config.ts'

const COLOURS: Readonly<Record<string, string>> = { [ACCESS.accepted]: 'success', [ACCESS.refused]: 'error', [ACCESS.trying]: 'processing' }
const words = {
  name: both('上报报文', 'Access messages'),
  nothing: both('业务办结后，每件一个报文显示在这里，按县排成一条链。', 'Once a business is finished its message appears here, in the chain of its county.'),
  again: both('再次上报', 'Send again'),
  confirm: both('确定再次上报?', 'Send it again?'),
  done: both('已安排上报', 'It will be sent'),
  day: both('办结日期', 'Finished on'),
  export: both('导出当日报文', 'Export the day'),
}
/** How it stands and what was answered stand beside the case. */
const FIRST = ['businessCode', 'seq', 'status', 'answer', 'day', 'businessTypeCode', 'regionCode']
const drawn = withStates({ words: ACCESS_STATES, colours: COLOURS })
const rows: RowCommand[] = [
  {
    key: 'again',
    label: words.again,
    perm: 'access_message_edit',
    confirm: words.confirm,
    done: words.done,
    when: (r) => r.status !== ACCESS.accepted && r.status !== ACCESS.withdrawn,
    run: (r, t) => api.post(`${access_message.path}/submit`, undefined, { ids: r.id }).then(t.reload),
  },
]

/** 上报报文: one message a finished business in the chain of its county; sent again, and the files of a day. Source: data-format.md 13. */
export default function AccessPage() {
  const { say } = useSay()
  const { can } = useSession()
  const [day, setDay] = useState(today())
  return (
    <>
      {can('access_message_export') && (
        <Space wrap>
          <DatePicker aria-label={say(words.day)} allowClear={false} value={dayjs(day)} onChange={(d) => d && setDay(d.format('YYYY-MM-DD'))} />
          <Button onClick={() => void download(`${access_message.path}/export`, { day })}>{say(words.export)}</Button>
        </Space>
      )}
      <ResourcePage
        regionTree={false}
        of={access_message}
        name={words.name}
        nothing={words.nothing}
        rowCommands={rows}
        toolCommands={[]}
        columns={(list) => arranged(drawn(list), FIRST)}
        table={{ rowSelection: undefined }}
      />
    </>
  )
}
