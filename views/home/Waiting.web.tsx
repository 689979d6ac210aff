import { useQuery } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Badge, Button, Card, Empty, Flex, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { words } from './home.ts'

/** A card of the start with the way to its whole screen. */
function Waiting({ title, to, body, children }: { title: string; to?: string; body: object; children: ReactNode }) {
  const { say } = useSay()
  const openPage = useOpenPage()
  const more = to && (
    <Button type="link" size="small" onClick={() => openPage(to)}>
      {say(phrases.more)}
    </Button>
  )
  return (
    <Card size="small" title={title} extra={more} styles={{ body }}>
      {children}
    </Card>
  )
}

/** Businesses that wait for the reader, the newest first; each leads to its own page. */
export function Todo() {
  const { say } = useSay()
  const { can } = useSession()
  const { label } = useDict('task_key')
  const openPage = useOpenPage()
  const { data, isLoading } = useQuery({
    queryKey: ['business', 'todo', 'home'],
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('yw-accept/business/todo-list', { current: 1, size: 10 }, { quiet: true }),
  })
  const open = (row: AnyRow) => openPage('/business/todo', { open: `${can('business_edit') ? 'edit' : 'view'}.${row.id}` })
  return (
    <Waiting title={say(words.todo)} to="/business/todo" body={{ minHeight: 220, padding: 0 }}>
      <Table<AnyRow>
        size="small"
        rowKey="id"
        loading={isLoading}
        pagination={false}
        dataSource={data?.records ?? []}
        scroll={{ x: 420 }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.nothing)} /> }}
        onRow={(row) => ({ onClick: () => open(row), style: { cursor: 'pointer' } })}
        columns={[
          { key: 'name', title: say(words.business), dataIndex: 'businessName', ellipsis: true },
          { key: 'task', title: say(words.task), width: 100, ellipsis: true, render: (_v, row) => label(row.currentActive) || row.taskName },
          { key: 'day', title: say(words.received), width: 110, render: (_v, row) => String(row.businessReceiveTime ?? '').slice(0, 10) },
          {
            key: 'do',
            title: say(phrases.actions),
            width: 110,
            render: (_v, row) => (
              <Button
                type="link"
                size="small"
                onClick={(e) => {
                  e.stopPropagation()
                  open(row)
                }}
              >
                {say(can('business_edit') ? words.handle : phrases.view)}
              </Button>
            ),
          },
        ]}
      />
    </Waiting>
  )
}

interface Mine {
  unread: number
  records: { id: string; title: string; releaseTime: string; isRead: 0 | 1 }[]
}
/** The newest notices that are meant for the reader; unread ones are marked. */
export function Notices() {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const { data } = useQuery({ queryKey: ['notice', 'mine'], retry: false, queryFn: () => api.get<Mine>('cpt-desk/notice/mine', {}, { quiet: true }) })
  // without the button of the notices their text would be refused
  const reads = can('notice_view')
  return (
    <Waiting
      title={data?.unread ? `${say(words.notices)}（${data.unread}）` : say(words.notices)}
      {...(reads ? { to: '/desk/notice' } : {})}
      body={{ minHeight: 100 }}
    >
      {data?.records.length ? (
        <Flex component="ul" vertical gap={4} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {data.records.map((n) => (
            <Flex component="li" key={n.id} justify="space-between" gap="small">
              <Badge dot={n.isRead !== 1} offset={[6, 2]} title={say(words.unread)} style={{ minWidth: 0 }}>
                {reads ? (
                  <Typography.Link ellipsis onClick={() => openPage('/desk/notice', { open: `view.${n.id}` })}>
                    {n.title}
                  </Typography.Link>
                ) : (
                  <Typography.Text ellipsis>{n.title}</Typography.Text>
                )}
              </Badge>
              <Typography.Text type="secondary" style={{ flex: 'none' }}>
                {n.releaseTime.slice(0, 10)}
              </Typography.Text>
            </Flex>
          ))}
        </Flex>
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.noNotice)} />
      )}
    </Waiting>
  )
}
