import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card, Descriptions, Flex, InputNumber, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { making_plan } from '../../../land/fbf/making-plan.ts'
import { ALTERNATIVES, LAND_BOUNDS, type AlternativeName } from './alternatives.ts'
import { planWords as words } from './words.ts'

export interface ChosenAlternative {
  mode: string
  moves: { dkbm: string; fromCbfbm?: string; toCbfbm: string; areaMu: string; reason: string }[]
}
interface Shown extends ChosenAlternative {
  name: AlternativeName
  households: number
  people: number
  area: string
  landless: number
  landlessPeople: number
  mean: string
  least: string
  most: string
  reserveLeft: string
  changed: { cbfbm: string; cbfmc: string; people: number; before: string; after: string; perHeadBefore: string | null; perHeadAfter: string | null }[]
}
interface AlternativesProps {
  fbfbm: string
  onChoose(chosen: ChosenAlternative): void
  onClose(): void
}
/** Ways in which a plan could go, side by side; the one that is chosen fills the form, and nothing is stored before the form is. */
export function Alternatives({ fbfbm, onChoose, onClose }: AlternativesProps) {
  const { say } = useSay()
  const [bounds, setBounds] = useState(LAND_BOUNDS)
  const [open, setOpen] = useState<AlternativeName>()
  const query = { fbfbm, ...bounds }
  const { data, error } = useQuery({
    queryKey: queryKeyOf(making_plan, 'alternatives', query),
    retry: false,
    staleTime: 0,
    placeholderData: (before) => before,
    queryFn: () => api.get<{ alternatives: Shown[] }>('ybProcess/makingPlan/alternatives', query, { quiet: true }),
  })
  const bound = (name: 'lower' | 'upper', min: number, max: number) => (
    <InputNumber
      min={min}
      max={max}
      precision={0}
      value={bounds[name]}
      onChange={(v) => v !== null && setBounds({ ...bounds, [name]: v })}
      suffix="%"
      aria-label={say(words[name])}
    />
  )
  const detailed = data?.alternatives.find((a) => a.name === open)
  return (
    <Dialog open width={1080} title={say(words.alternatives)} onCancel={onClose}>
      <Flex vertical gap="small">
        <Alert type="info" showIcon title={say(words.alternativesHint)} />
        <Flex gap="small" align="center" wrap>
          {say(words.lower)} {bound('lower', 0, 100)} {say(words.upper)} {bound('upper', 100, 1000)}
        </Flex>
        {error ? <Alert type="error" showIcon title={error.message} /> : !data && <Skeleton active />}
        <Flex gap="small" wrap align="stretch">
          {data?.alternatives.map((a) => (
            <Card
              key={a.name}
              size="small"
              style={{ flex: '1 1 300px' }}
              title={say(ALTERNATIVES[a.name])}
              extra={
                <Button size="small" type="primary" onClick={() => onChoose({ mode: a.mode, moves: a.moves })}>
                  {say(words.choose)}
                </Button>
              }
            >
              <Facts of={a} onShow={() => setOpen(open === a.name ? undefined : a.name)} />
            </Card>
          ))}
        </Flex>
        {detailed && <Changed of={detailed} />}
      </Flex>
    </Dialog>
  )
}
function Facts({ of: a, onShow }: { of: Shown; onShow(): void }) {
  const { say } = useSay()
  const item = (key: keyof typeof words, children: string | number) => ({ key, label: say(words[key] as typeof words.choose), children })
  return (
    <Descriptions
      size="small"
      column={1}
      items={[
        item('withLand', a.households),
        item('landArea', a.area),
        item('perHead', `${a.mean}（${a.least}–${a.most}）`),
        item('landless', `${a.landless} / ${a.landlessPeople}`),
        item('reserveLeft', a.reserveLeft),
        item('movedParcels', a.moves.length),
        {
          key: 'changed',
          label: say(words.changedHouseholds),
          children:
            a.changed.length > 0 ? (
              <Button type="link" size="small" style={{ padding: 0 }} onClick={onShow}>
                {a.changed.length}
              </Button>
            ) : (
              0
            ),
        },
      ]}
    />
  )
}
/** Households whose land an alternative changes, before and after. */
function Changed({ of: a }: { of: Shown }) {
  const { say } = useSay()
  const column = (key: keyof Shown['changed'][number], title: string) => ({ key, dataIndex: key, title, align: 'right' as const })
  return (
    <Table<Shown['changed'][number]>
      size="small"
      rowKey="cbfbm"
      title={() => say(ALTERNATIVES[a.name])}
      dataSource={a.changed}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ x: 'max-content' }}
      columns={[
        { key: 'cbfmc', title: say(words.household), render: (_v, h) => `${h.cbfmc} ${h.cbfbm}` },
        column('people', say(words.people)),
        column('before', say(words.before)),
        column('after', say(words.after)),
        column('perHeadBefore', say(words.perHeadBefore)),
        column('perHeadAfter', say(words.perHeadAfter)),
      ]}
    />
  )
}
