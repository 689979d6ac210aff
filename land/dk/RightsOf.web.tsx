import { useQuery } from '@tanstack/react-query'
import { Alert, Descriptions, Spin } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { RestrictionsOf } from '../restriction/RestrictionsOf.web.tsx'
import { words } from './words.ts'

interface Holder {
  cbfbm: string
  cbfmc: string | null
  cbhtbm: string
  htmjm: string
  share: string | null
}
/** Who has which share of the parcel; what is left of 1 belongs to nobody yet. */
function Shares({ of }: { of: readonly Holder[] }) {
  const { say } = useSay()
  const sum = of.reduce((s, h) => s + Math.round(Number(h.share ?? 0) * 10_000), 0)
  return (
    <Table<Holder>
      size="small"
      rowKey="cbhtbm"
      pagination={false}
      style={{ marginBottom: 16 }}
      dataSource={[...of]}
      columns={[
        { key: 'cbfbm', title: say(words.holderCode), dataIndex: 'cbfbm', width: 200 },
        { key: 'cbfmc', title: say(words.holder), dataIndex: 'cbfmc' },
        { key: 'htmjm', title: say(words.areaOf), dataIndex: 'htmjm', align: 'right', width: 140 },
        { key: 'share', title: say(words.share), dataIndex: 'share', align: 'right', width: 110 },
      ]}
      footer={() => `${say(words.sumOfShares)} ${(sum / 10_000).toFixed(4)}`}
    />
  )
}
/** Whether a parcel is confirmed in shares and whether it is circulated, asked anew, and what stands against it. */
export function RightsOf({ dkbm, onClose }: { dkbm: string; onClose(): void }) {
  const { say } = useSay()
  const { can } = useSession()
  const { data, error } = useQuery({
    queryKey: queryKeyOf('dk', 'rights', dkbm),
    retry: false,
    staleTime: 0,
    queryFn: async () => {
      const [shares, circulated] = await Promise.all([
        api.get<boolean>('base-dlxx/dk/is-qqqg', { dkbm }, { quiet: true }),
        api.get<string>('base-dlxx/dk/getDkLzStatus', { dkbm }, { quiet: true }),
      ])
      const holders = shares ? await api.get<Holder[]>('base-dlxx/dk/shares', { dkbm }, { quiet: true }) : []
      return { shares, circulated: circulated === '1', holders }
    },
  })
  return (
    <Dialog open width={900} title={`${say(words.facts)} · ${dkbm}`} onCancel={onClose}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Spin />}
      {data && (
        <Descriptions
          bordered
          size="small"
          column={2}
          style={{ marginBottom: 16 }}
          items={[
            { key: 'shares', label: say(words.shares), children: say(data.shares ? words.inShares : words.notShares) },
            { key: 'lz', label: say(words.circulation), children: say(data.circulated ? words.circulated : words.notCirculated) },
          ]}
        />
      )}
      {data && data.holders.length > 0 && <Shares of={data.holders} />}
      {can('restriction_view') && <RestrictionsOf code={dkbm} asOf={undefined} />}
    </Dialog>
  )
}
