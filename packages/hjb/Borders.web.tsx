// Borders of regions that packages told, beside those that the map has: looked at, taken over, given back.
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { hjb_border } from '../package/hjb.ts'
import { borderWords as words } from './words.ts'

const BordersMap = lazy(() => import('./BordersMap.web.tsx'))
const COLORS: Readonly<Record<string, string>> = { new: 'green', moved: 'blue', same: 'default', refused: 'red' }
interface Border {
  code: string
  name: string
  state: string
  why: string
  was: string
  becomes: string
  mark: string
  taken: boolean
}

/** The look at the borders of a written package; nothing is asked for before it is opened. */
export function Borders({ id }: { id: string }) {
  const { say } = useSay()
  const { busy, run } = useOneCall()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<React.Key[]>([])
  const [shown, setShown] = useState<string>()
  const { data, isFetching } = useQuery({
    queryKey: queryKeyOf(hjb_border, id),
    enabled: isOpen,
    queryFn: () => api.get<{ mayMove: boolean; borders: Border[] }>('hjb/hjbinfo/borders', { id }, { quiet: true }),
  })
  const outline = useQuery({
    queryKey: queryKeyOf(hjb_border, id, 'outline', shown ?? ''),
    enabled: isOpen && shown !== undefined,
    queryFn: () => api.get<{ was: string; becomes: string }>('hjb/hjbinfo/border', { id, code: shown }, { quiet: true }),
  })
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{say(words.title)}</Button>
  const borders = data?.borders ?? []
  const touches = [queryKeyOf(hjb_border)]
  const take = async () => {
    const of = borders.filter((b) => chosen.includes(b.code)).map(({ code, mark }) => ({ code, mark }))
    if (await run(() => api.post('hjb/hjbinfo/takeBorders', { id, borders: of }), { done: phrases.done, touches })) setChosen([])
  }
  const back = () => run(() => api.post('hjb/hjbinfo/returnBorders', { id }), { done: phrases.done, touches })
  return (
    <Flex vertical gap="small">
      <Flex gap="small" align="center">
        <b>{say(words.title)}</b>
        {data?.mayMove && (
          <Button type="primary" disabled={chosen.length === 0} loading={busy} onClick={() => void take()}>
            {say(words.take(chosen.length))}
          </Button>
        )}
        {data?.mayMove && borders.some((b) => b.taken) && (
          <Button loading={busy} onClick={() => void back()}>
            {say(words.back)}
          </Button>
        )}
      </Flex>
      <Alert type="info" showIcon title={say(words.hint)} />
      <Table<Border>
        rowKey={(b) => `${b.code} ${b.mark}`}
        size="small"
        scroll={{ x: 'max-content', y: 260 }}
        loading={isFetching}
        dataSource={borders}
        pagination={false}
        onRow={(b) => ({ onClick: () => setShown(b.code), style: { cursor: 'pointer', fontWeight: b.code === shown ? 600 : 400 } })}
        rowSelection={{
          selectedRowKeys: borders.filter((b) => chosen.includes(b.code)).map((b) => `${b.code} ${b.mark}`),
          onChange: (_keys, rows) => setChosen(rows.map((r) => r.code)),
          getCheckboxProps: (b) => ({ disabled: b.state !== 'new' && b.state !== 'moved' }),
        }}
        columns={[
          { title: say(words.code), dataIndex: 'code', width: 150 },
          { title: say(words.name), dataIndex: 'name', width: 200 },
          {
            title: say(words.state),
            key: 'state',
            width: 280,
            render: (_v, b) => (
              <>
                <Tag color={COLORS[b.state]}>{say(words.states[b.state] ?? words.state)}</Tag>
                {b.taken && <Tag color="gold">{say(words.taken)}</Tag>}
                {b.why}
              </>
            ),
          },
          { title: say(words.was), dataIndex: 'was', align: 'right', width: 170 },
          { title: say(words.becomes), dataIndex: 'becomes', align: 'right', width: 170 },
        ]}
      />
      {outline.data && (
        <Suspense fallback={null}>
          <BordersMap {...outline.data} label={say(words.title)} />
          <Flex gap="middle">
            <span>{`┄ ${say(words.before)}`}</span>
            <span>{`━ ${say(words.after)}`}</span>
          </Flex>
        </Suspense>
      )}
    </Flex>
  )
}
