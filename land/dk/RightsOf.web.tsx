import { useQuery } from '@tanstack/react-query'
import { Alert, Descriptions, Spin } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { RestrictionsOf } from '../restriction/RestrictionsOf.web.tsx'
import { words } from './words.ts'

/** Whether a parcel is confirmed in shares and whether it is circulated, asked anew, and what stands against it. */
export function RightsOf({ dkbm, onClose }: { dkbm: string; onClose(): void }) {
  const { say } = useSay()
  const { can } = useSession()
  const { data, error } = useQuery({
    queryKey: ['dk', 'rights', dkbm],
    retry: false,
    staleTime: 0,
    queryFn: async () => {
      const [shares, circulated] = await Promise.all([
        api.get<boolean>('base-dlxx/dk/is-qqqg', { dkbm }, { quiet: true }),
        api.get<string>('base-dlxx/dk/getDkLzStatus', { dkbm }, { quiet: true }),
      ])
      return { shares, circulated: circulated === '1' }
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
      {can('restriction_view') && <RestrictionsOf code={dkbm} asOf={undefined} />}
    </Dialog>
  )
}
