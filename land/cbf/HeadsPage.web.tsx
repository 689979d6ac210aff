import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Input, Pagination, Select, Table, Tag, Typography } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { BesideRegions } from '../../platform/parts/BesideRegions.web.tsx'
import { cbf } from '../definitions/cbf.ts'
import { isHead, type Likeness } from '../definitions/household.ts'
import { MoreFilters } from '../parts/ListPicker.web.tsx'
import type { HeadFault } from './heads.ts'
import { words } from './words.ts'

interface ListedMember {
  id: string
  cyxm: string
  cyzjhm: string | null
  yhzgx: string | null
  mayHead: boolean
  like: Likeness | null
  changes: { id: string; after: string }[]
}
interface Queued {
  id: string
  cbfbm: string
  cbfmc: string
  cbfzjhm: string | null
  fault: HeadFault
  members: ListedMember[]
  proposed: { id: string; by: Likeness } | null
}
const SIZE = 20
const FILTERS = {
  fault: {
    label: words.fault,
    choices: [
      { value: 'none', label: words.faultNone },
      { value: 'several', label: words.faultSeveral },
    ],
  },
} as const
const LIKE = { same: words.likeSame, number: words.likeNumber, name: words.likeName } as const

/** 户主修复: households that nobody heads, or several do, each with who is proposed and one button that writes it. Source: rulings.md 41. */
export default function HeadsPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const region = search.regionCode
  const query = {
    ...(region ? { regionCode: region } : {}),
    ...(search.fault ? { fault: search.fault } : {}),
    current: Number(search.current ?? 1),
    size: SIZE,
  }
  const list = useQuery({
    queryKey: queryKeyOf(cbf, 'heads', query),
    retry: false,
    staleTime: 0,
    queryFn: () => api.get<{ total: number; records: Queued[] }>('base-qssj/cbf/heads', query, { quiet: true }),
  })
  return (
    <BesideRegions value={region} onChange={(code) => setSearch({ regionCode: code, current: undefined })}>
      <Alert type="info" showIcon style={{ marginBottom: 12 }} title={say(words.headsHint)} />
      <MoreFilters of={FILTERS} />
      {list.error ? (
        <Alert type="error" showIcon title={list.error.message} />
      ) : (
        <Flex vertical gap="small">
          <Table<Queued>
            size="small"
            rowKey="id"
            loading={list.isFetching}
            dataSource={list.data?.records ?? []}
            pagination={false}
            scroll={{ x: 900 }}
            locale={{ emptyText: say(words.headsDone) }}
            columns={[
              { key: 'household', title: say(words.list), width: 210, render: (_v, r) => <Household of={r} /> },
              {
                key: 'fault',
                title: say(words.fault),
                width: 100,
                render: (_v, r) => <Tag color="warning">{say(r.fault === 'none' ? words.faultNone : words.faultSeveral)}</Tag>,
              },
              { key: 'members', title: say(words.members), width: 260, render: (_v, r) => <Members of={r.members} /> },
              { key: 'repair', title: say(words.headProposed), render: (_v, r) => <Repair of={r} /> },
            ]}
          />
          <Pagination
            current={query.current}
            pageSize={SIZE}
            total={list.data?.total ?? 0}
            onChange={(n) => setSearch({ current: n === 1 ? undefined : String(n) })}
            hideOnSinglePage
            showSizeChanger={false}
          />
        </Flex>
      )}
    </BesideRegions>
  )
}

function Household({ of: r }: { of: Queued }) {
  const openPage = useOpenPage()
  return (
    <Flex vertical>
      <Button type="link" size="small" style={{ padding: 0, alignSelf: 'start' }} onClick={() => openPage('/land/cbf', { open: `view.${r.id}` })}>
        {r.cbfmc}
      </Button>
      <Typography.Text type="secondary">{r.cbfbm}</Typography.Text>
      <Typography.Text type="secondary">{r.cbfzjhm}</Typography.Text>
    </Flex>
  )
}
function Members({ of: list }: { of: readonly ListedMember[] }) {
  const relation = useDict('yhzgx')
  return (
    <Flex wrap gap={4}>
      {list.map((m) => (
        <Tag key={m.id} color={isHead(m) ? 'processing' : 'default'}>
          {m.cyxm} {m.yhzgx ? relation.label(m.yhzgx) : '—'}
        </Tag>
      ))}
    </Flex>
  )
}
/** Who is to be the head, what the other heads become, and the button that writes both. */
function Repair({ of: r }: { of: Queued }) {
  const { say } = useSay()
  const { can } = useSession()
  const relation = useDict('yhzgx')
  const [memberId, setMember] = useState(r.proposed?.id)
  const [reason, setReason] = useState('')
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({})
  const { busy, run } = useOneCall()
  const head = r.members.find((m) => m.id === memberId)
  const others = head?.changes.filter((c) => c.id !== head.id) ?? []
  const isOther = head && !head.like
  const repair = () =>
    run(() => api.post('base-qssj/cbf/head', { cbfbm: r.cbfbm, memberId, relations: said, reason }), { done: words.repaired, touches: [queryKeyOf(cbf)] })
  return (
    <Flex vertical gap={4}>
      <Flex gap={8} wrap align="center">
        <Select
          size="small"
          style={{ width: 150 }}
          aria-label={say(words.headProposed)}
          value={memberId}
          onChange={setMember}
          options={r.members.filter((m) => m.mayHead).map((m) => ({ value: m.id, label: m.cyxm }))}
        />
        {can('correction_add') && (
          <Button size="small" type="primary" disabled={!head || (!!isOther && !reason.trim())} loading={busy} onClick={() => void repair()}>
            {say(words.repairHead)}
          </Button>
        )}
      </Flex>
      {others.map((c) => (
        <Flex key={c.id} gap={4} align="center">
          {say(words.becomes)} {r.members.find((m) => m.id === c.id)?.cyxm}
          <Select
            size="small"
            showSearch
            optionFilterProp="label"
            style={{ width: 130 }}
            aria-label={say(words.becomes)}
            value={said[c.id] ?? c.after}
            onChange={(v) => setSaid({ ...said, [c.id]: v })}
            options={relation.choices.filter((x) => !isHead({ yhzgx: x.value })).map((x) => ({ value: x.value, label: x.label }))}
          />
        </Flex>
      ))}
      {isOther && <Input size="small" maxLength={254} placeholder={say(words.repairReason)} value={reason} onChange={(e) => setReason(e.target.value)} />}
      <Typography.Text type="secondary">{say(head ? (head.like ? LIKE[head.like] : words.likeOther) : words.likeNobody)}</Typography.Text>
    </Flex>
  )
}
