import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Grid, Typography } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { CALENDAR_KINDS, calendarWords as words, type CalendarEntry } from './calendar.ts'
import '../../platform/list/list.css'
import { Heading } from '../../kit/web/session.web.ts'

/** The private address: made, shown once, revoked. */
function Subscription() {
  const { say } = useSay()
  const { busy, run } = useOneCall()
  const key = queryKeyOf('calendar', 'address')
  const [made, setMade] = useState('')
  const { data } = useQuery({ queryKey: key, queryFn: () => api.get<{ createTime: string }>('cpt-desk/calendar/address', {}, { quiet: true }) })
  const make = async () => setMade(`${window.location.origin}${(await api.post<{ path: string }>('cpt-desk/calendar/subscribe')).path}`)
  const revoke = async () => {
    await api.post('cpt-desk/calendar/revoke')
    setMade('')
  }
  return (
    <Flex vertical gap="small">
      <Flex gap="small" wrap align="center">
        <Button loading={busy} onClick={() => void run(make, { touches: [key] })}>
          {say(data?.createTime ? words.renew : words.subscribe)}
        </Button>
        {data?.createTime && (
          <>
            <Button loading={busy} onClick={() => void run(revoke, { done: words.revoked, touches: [key] })}>
              {say(words.revoke)}
            </Button>
            <Typography.Text type="secondary">{`${say(words.has)} ${data.createTime}`}</Typography.Text>
          </>
        )}
      </Flex>
      {made && (
        <Alert
          type="info"
          title={say(words.help)}
          description={
            <Typography.Text copyable style={{ wordBreak: 'break-all' }}>
              {made}
            </Typography.Text>
          }
        />
      )}
    </Flex>
  )
}

/** The days that the reader has, in their order, and the address of his calendar. */
export default function CalendarPage() {
  const { say } = useSay()
  const openPage = useOpenPage()
  // on a phone the words of an entry have most of the room
  const isNarrow = Grid.useBreakpoint().md === false
  const { data = [], isLoading } = useQuery({
    queryKey: queryKeyOf('calendar', 'list'),
    queryFn: () => api.get<CalendarEntry[]>('cpt-desk/calendar/list', {}, { quiet: true }),
  })
  const open = (e: CalendarEntry) => {
    const to = new URL(e.link, window.location.origin)
    openPage(to.pathname, Object.fromEntries(to.searchParams))
  }
  return (
    <Flex vertical gap="middle">
      <Heading className="list-title">{say(words.title)}</Heading>
      <Subscription />
      <Table<CalendarEntry>
        rowKey={(e) => `${e.kind}${e.id}`}
        size="small"
        loading={isLoading}
        dataSource={[...data]}
        locale={{ emptyText: say(words.none) }}
        pagination={{ pageSize: 50, hideOnSinglePage: true }}
        columns={[
          {
            key: 'day',
            title: say(words.day),
            width: isNarrow ? 104 : 230,
            render: (_v, e) => `${e.fromDay}${e.toDay === e.fromDay ? '' : ` — ${e.toDay}`}${e.time ? ` ${e.time}` : ''}`,
          },
          { key: 'kind', title: say(words.kind), width: isNarrow ? 76 : 130, render: (_v, e) => say(CALENDAR_KINDS[e.kind]) },
          { key: 'what', title: say(words.what), render: (_v, e) => <Typography.Link onClick={() => open(e)}>{e.title}</Typography.Link> },
        ]}
      />
    </Flex>
  )
}
