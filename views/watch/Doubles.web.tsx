import { useQuery } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Alert, Button, Card, Descriptions, Empty, Flex, Pagination, Spin } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { words } from './words.ts'

interface Stand {
  cbfId: string
  cbfbm: string
  cbfmc?: string
  yhzgx: string
  sfgyr: string
  cybz?: string | null
  djzt?: string
  htzmjm?: string | null
  cbdkzs?: number | null
}
interface Double {
  name: string
  number: string
  stands: Stand[]
}
const SIZE = 20

/** Persons who stand in more than one household: the households side by side. Source: register.md 5. */
export default function Doubles({ region }: { region: string }) {
  const { say } = useSay()
  const [current, setCurrent] = useState(1)
  const { data, error } = useQuery({
    queryKey: queryKeyOf('watch', 'doubles', region, current),
    enabled: region.length >= 6,
    staleTime: 0,
    queryFn: () => api.get<{ total: number; records: Double[] }>('watch/finding/doubles', { regionCode: region, current, size: SIZE }, { quiet: true }),
  })
  if (region.length < 6) return <Empty description={say(words.county)} />
  if (error) return <Alert type="error" showIcon title={error.message} />
  if (!data) return <Spin />
  if (data.records.length === 0) return <Empty description={say(words.nobody)} />
  return (
    <Flex vertical gap="small">
      {data.records.map((d) => (
        <Card key={d.number + d.stands[0]?.cbfId} size="small" title={`${d.name} ${d.number}`}>
          <Flex gap="small" wrap>
            {d.stands.map((s) => (
              <Household key={s.cbfId} of={s} />
            ))}
          </Flex>
        </Card>
      ))}
      <Pagination current={current} pageSize={SIZE} total={data.total} onChange={setCurrent} hideOnSinglePage showSizeChanger={false} />
    </Flex>
  )
}

function Household({ of: s }: { of: Stand }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const relation = useDict('yhzgx').label,
    owner = useDict('yes_no').label,
    note = useDict('cybz').label,
    registered = useDict('djzt').label
  const own = s.cbfmc !== undefined
  const item = (key: keyof typeof words, children: unknown) => ({
    key,
    label: say(words[key] as typeof words.name),
    children: children ? String(children) : '—',
  })
  return (
    <Card
      size="small"
      type="inner"
      style={{ flex: '1 1 320px', maxWidth: 480 }}
      title={s.cbfbm}
      extra={
        own && (
          <Flex gap={4}>
            {can('cbf_view') && (
              <Button size="small" onClick={() => openPage('/land/cbf', { open: `view.${s.cbfId}` })}>
                {say(words.household)}
              </Button>
            )}
            {can('business_add') && (
              <Button size="small" type="primary" onClick={() => openPage('/business/all', { open: `add.correct_cbf.${s.cbfbm}` })}>
                {say(words.repair)}
              </Button>
            )}
          </Flex>
        )
      }
    >
      <Descriptions
        size="small"
        column={1}
        items={[
          item('name', own ? s.cbfmc : say(words.elsewhere)),
          item('relation', relation(s.yhzgx)),
          item('share', owner(s.sfgyr)),
          ...(own
            ? [item('note', s.cybz && note(s.cybz)), item('registered', s.djzt && registered(s.djzt)), item('area', s.htzmjm), item('parcelCount', s.cbdkzs)]
            : []),
        ]}
      />
    </Card>
  )
}
