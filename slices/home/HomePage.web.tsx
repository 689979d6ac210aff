import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Breadcrumb, Button, Card, Col, Empty, Flex, Result, Row, Skeleton, Statistic, Typography } from 'antd'
import { useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { AreaBars } from './AreaBars.web.tsx'
import { CARDS, ENTRIES, words, type HomeFigures } from './home.ts'

/** The start: what there is in the reader's region, what waits, the contract area by region, and the ways to begin a business. */
export default function HomePage() {
  const { say } = useSay()
  const { user, can } = useSession()
  const [path, setPath] = useState<readonly { code: string; name: string }[]>([])
  // without the button of the business screens the list would be refused
  const mayTodo = can('business_view')
  const code = path.at(-1)?.code ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['home', code],
    retry: false,
    queryFn: () => api.get<HomeFigures>('data/statistics/home', { regionCode: code }, { quiet: true }),
  })
  if (error && !data)
    return (
      <Result
        status="error"
        title={say(phrases.loadFailed)}
        subTitle={error.message}
        extra={<Button onClick={() => void refetch()}>{say(phrases.retry)}</Button>}
      />
    )
  const crumbs = [{ code: '', name: user?.dept_name || say(words.all) }, ...path]
  const children = data?.children.filter((c) => !c.self) ?? []
  return (
    <Flex vertical gap="middle">
      <Flex justify="space-between" align="baseline" wrap>
        <Typography.Title level={4} style={{ margin: 0 }}>
          {say(words.welcome)}
          {user?.real_name ?? ''}
        </Typography.Title>
        {data && (
          <Typography.Text type="secondary">
            {say(words.asOf)} {data.asOf}
          </Typography.Text>
        )}
      </Flex>
      <Row gutter={[16, 16]}>
        {CARDS.map((c) => (
          <Col key={c.label.zh} xs={12} md={8} xl={4}>
            <Card size="small">
              {data ? (
                <Statistic
                  title={say(c.label)}
                  value={c.value(data.total)}
                  precision={c.precision ?? 0}
                  {...(c.suffix ? { suffix: say(c.suffix) } : {})}
                  styles={{ content: { fontSize: 22 } }}
                />
              ) : (
                <Skeleton active paragraph={{ rows: 1 }} title={false} />
              )}
            </Card>
          </Col>
        ))}
      </Row>
      <Entries />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={mayTodo ? 14 : 24}>
          <Card size="small" title={say(words.byRegion)} styles={{ body: { minHeight: 380 } }}>
            <Breadcrumb
              items={crumbs.map((c, i) => ({
                key: c.code,
                title:
                  i === crumbs.length - 1 ? (
                    c.name
                  ) : (
                    <a role="button" tabIndex={0} onClick={() => setPath(path.slice(0, i))}>
                      {c.name}
                    </a>
                  ),
              }))}
            />
            {data && data.children.length === 0 ? (
              <Empty style={{ marginTop: 80 }} description={say(phrases.empty)} />
            ) : (
              <AreaBars
                children_={data?.children ?? []}
                onOpen={(c) => children.some((x) => x.regionCode === c.regionCode) && setPath([...path, { code: c.regionCode, name: c.regionName }])}
              />
            )}
          </Card>
        </Col>
        {mayTodo && (
          <Col xs={24} xl={10}>
            <Todo />
          </Col>
        )}
      </Row>
    </Flex>
  )
}

/** Businesses that wait for the reader. */
function Todo() {
  const { say } = useSay()
  const navigate = useNavigate()
  const { data, isLoading } = useQuery({
    queryKey: ['business', 'todo', 'home'],
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('yw-accept/business/todo-list', { current: 1, size: 10 }, { quiet: true }),
  })
  const go = () => void navigate({ to: '/business/todo' as never })
  return (
    <Card
      size="small"
      title={say(words.todo)}
      extra={
        <Button type="link" size="small" onClick={go}>
          {say(phrases.more)}
        </Button>
      }
      styles={{ body: { minHeight: 380, padding: 0 } }}
    >
      <Table<AnyRow>
        size="small"
        rowKey={(r) => r.taskId ?? r.id}
        loading={isLoading}
        pagination={false}
        dataSource={data?.records ?? []}
        scroll={{ x: 480 }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.nothing)} /> }}
        onRow={() => ({ onClick: go, style: { cursor: 'pointer' } })}
        columns={[
          { key: 'code', title: say(words.code), dataIndex: 'businessCode', width: 160, ellipsis: true },
          { key: 'name', title: say(words.business), dataIndex: 'businessName', ellipsis: true },
          { key: 'task', title: say(words.task), dataIndex: 'taskName', width: 110, ellipsis: true },
        ]}
      />
    </Card>
  )
}

function Entries() {
  const { say } = useSay()
  const { can } = useSession()
  const navigate = useNavigate()
  const open = ENTRIES.filter((e) => can(e.perm))
  if (open.length === 0) return null
  return (
    <Card size="small" title={say(words.entries)}>
      <Flex gap="small" wrap>
        {open.map((e) => (
          <Button
            key={e.label.zh}
            {...(e.primary ? { type: 'primary' as const } : {})}
            onClick={() => void navigate({ to: e.to as never, search: (e.search ?? {}) as never })}
          >
            {say(e.label)}
          </Button>
        ))}
      </Flex>
    </Card>
  )
}
