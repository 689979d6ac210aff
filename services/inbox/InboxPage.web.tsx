import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge, Button, Checkbox, Flex, Grid, Popover, Segmented, Select, Typography } from 'antd'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { usePageState, useSession, Heading } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { frameWords } from '../../platform/shell/words.ts'
import { INBOX_KINDS, inboxLine, inboxWords as words, isInboxKind, type InboxMessage } from './inbox.ts'
import { useInbox, useInboxActs } from './inbox-calls.web.ts'
import '../../platform/list/list.css'

interface OutsideSettings {
  channels: { channel: string; name: string }[]
  chosen: string[]
  quietFrom: number
  quietTo: number
  digestHour: string
  phone: string
  email: string
}
const HOURS = Array.from({ length: 24 }, (_, value) => ({ value, label: `${value}:00` }))
interface Chosen {
  kinds: { kind: string; name: string }[]
  muted: string[]
}
/** By what each kind is told outside, and when. */
function Outside({ kinds }: Pick<Chosen, 'kinds'>) {
  const { say } = useSay()
  const client = useQueryClient()
  const key = queryKeyOf('inbox', 'outside')
  const { data } = useQuery({ queryKey: key, queryFn: () => api.get<OutsideSettings>('cpt-desk/inbox/outside', {}, { quiet: true }) })
  const save = (change: Partial<OutsideSettings>) => {
    const next = { ...data!, ...change }
    const { quietFrom, quietTo, digestHour } = next
    void api.post('cpt-desk/inbox/choose-outside', undefined, { chosen: next.chosen.join(','), quietFrom, quietTo, digestHour }).then(
      () => client.invalidateQueries({ queryKey: key }),
      () => undefined,
    )
  }
  if (!data) return null
  const tick = (pair: string, on: boolean) => save({ chosen: on ? [...data.chosen, pair] : data.chosen.filter((c) => c !== pair) })
  return (
    <Flex vertical gap="small">
      <Typography.Text type="secondary">{say(words.outsideHelp)}</Typography.Text>
      <Typography.Text>{`${data.phone || '—'} · ${data.email || '—'}`}</Typography.Text>
      {kinds.map((k) => (
        <Flex key={k.kind} gap="small" wrap>
          <span>{k.name}</span>
          {data.channels.map((c) => (
            <Checkbox
              key={c.channel}
              aria-label={`${k.name} ${c.name}`}
              checked={data.chosen.includes(`${k.kind}:${c.channel}`)}
              onChange={(e) => tick(`${k.kind}:${c.channel}`, e.target.checked)}
            >
              {c.name}
            </Checkbox>
          ))}
        </Flex>
      ))}
      <Flex gap="small" wrap align="center">
        <span>{say(words.quiet)}</span>
        <Select aria-label={say(words.quietFrom)} value={data.quietFrom} options={HOURS} onChange={(v) => save({ quietFrom: v })} />
        <Select aria-label={say(words.quietTo)} value={data.quietTo} options={HOURS} onChange={(v) => save({ quietTo: v })} />
        <span>{say(words.digest)}</span>
        <Select
          aria-label={say(words.digest)}
          value={data.digestHour}
          options={[{ value: '', label: say(words.atOnce) }, ...HOURS.map((h) => ({ value: String(h.value), label: h.label }))]}
          onChange={(v) => save({ digestHour: v })}
        />
      </Flex>
    </Flex>
  )
}
/** Which kinds ring: a tick for each. */
function Settings() {
  const { say } = useSay()
  const client = useQueryClient()
  const key = queryKeyOf('inbox', 'settings')
  const { data } = useQuery({ queryKey: key, queryFn: () => api.get<Chosen>('cpt-desk/inbox/settings', {}, { quiet: true }) })
  const choose = (on: readonly string[]) => {
    const muted = (data?.kinds ?? []).map((k) => k.kind).filter((k) => !on.includes(k))
    void api.post('cpt-desk/inbox/choose', undefined, { muted: muted.join(',') }).then(
      () => client.invalidateQueries({ queryKey: key }),
      () => undefined,
    )
  }
  if (!data) return null
  return (
    <Flex vertical gap="small" style={{ maxWidth: 420 }}>
      <Typography.Text type="secondary">{say(words.settingsHelp)}</Typography.Text>
      <Checkbox.Group
        value={data.kinds.map((k) => k.kind).filter((k) => !data.muted.includes(k))}
        options={data.kinds.map((k) => ({ value: k.kind, label: k.name }))}
        onChange={(on) => choose(on as string[])}
      />
      <Outside kinds={data.kinds} />
    </Flex>
  )
}

/** Everything that reached the reader: read and unread, by kind, with the way to what each is about. Source: screens.md A22. */
export default function InboxPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const acts = useInboxActs()
  const openPage = useOpenPage()
  const { can } = useSession()
  const wide = Grid.useBreakpoint().md !== false
  const kind = isInboxKind(search.kind) ? search.kind : undefined
  const unread = search.unread === '1' ? '1' : undefined
  const current = Number(search.current) || 1
  const size = Number(search.size) || 20
  const { data, isLoading } = useInbox({ current, size, kind, unread })
  return (
    <Flex vertical gap="middle">
      <Flex gap="small" wrap align="center">
        <Heading className="list-title">{say(words.title)}</Heading>
        <Segmented
          value={unread ?? '0'}
          options={[
            { value: '0', label: say(words.all) },
            { value: '1', label: say(words.unreadOnly) },
          ]}
          onChange={(v) => setSearch({ unread: v === '1' ? '1' : undefined, current: undefined })}
        />
        <ClearSelect
          style={{ width: 160 }}
          aria-label={say(words.kind)}
          placeholder={say(words.kind)}
          value={kind ?? null}
          options={Object.entries(INBOX_KINDS).map(([value, t]) => ({ value, label: say(t) }))}
          onChange={(v: string | null) => setSearch({ kind: v ?? undefined, current: undefined })}
        />
        <Button onClick={() => void acts.markAll(kind)}>{say(words.markAll)}</Button>
        <Button onClick={() => openPage('/desk/calendar')}>{say(frameWords.calendar)}</Button>
        {can('business_view') && <Button onClick={() => openPage('/desk/absence')}>{say(frameWords.absence)}</Button>}
        <Popover trigger="click" content={<Settings />}>
          <Button>{say(words.settings)}</Button>
        </Popover>
      </Flex>
      <Table<InboxMessage>
        rowKey="id"
        size="small"
        loading={isLoading}
        dataSource={data?.records ?? []}
        locale={{ emptyText: say(words.none) }}
        pagination={{
          current,
          pageSize: size,
          total: data?.total ?? 0,
          showSizeChanger: true,
          onChange: (page, pageSize) => setSearch({ current: page, size: pageSize }),
        }}
        showHeader={wide}
        columns={[
          ...(wide ? [{ key: 'kind', title: say(words.kind), width: 120, render: (_v: unknown, m: InboxMessage) => say(INBOX_KINDS[m.kind]) }] : []),
          {
            key: 'subject',
            title: say(words.subject),
            render: (_v, m) => {
              const text = inboxLine(m)
              const link = m.link ? <Typography.Link onClick={() => acts.open(m)}>{text}</Typography.Link> : text
              const unseen = (
                <Badge dot={m.isRead !== 1} offset={[6, 2]} title={say(words.unread)}>
                  {link}
                </Badge>
              )
              return wide ? (
                unseen
              ) : (
                <Flex vertical>
                  {unseen}
                  <Typography.Text type="secondary">{`${say(INBOX_KINDS[m.kind])} · ${m.createTime}`}</Typography.Text>
                </Flex>
              )
            },
          },
          ...(wide ? [{ key: 'time', title: say(words.time), width: 170, dataIndex: 'createTime' }] : []),
          {
            key: 'do',
            title: say(phrases.actions),
            width: 110,
            render: (_v, m) =>
              m.isRead === 1 ? null : (
                <Button type="link" size="small" onClick={() => void acts.markRead([m.id])}>
                  {say(words.markRead)}
                </Button>
              ),
          },
        ]}
      />
    </Flex>
  )
}
