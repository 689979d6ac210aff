import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button, Card, Descriptions, Empty, Flex, Spin, Tabs, Typography } from 'antd'
import { both as w } from '../../kit/model/lang.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { useHits, type ClickedPlace, type LayerChoices, type LayerHits } from './layers.web.ts'

const words = {
  title: w('此处的要素', 'What lies here'),
  nothing: w('打开的图层在此处没有要素', 'The layers that are on have nothing here'),
  open: w('查看地块', 'Show the parcel'),
}
function Value({ dict, value }: { dict: string; value: string }) {
  const { choices } = useDict(dict)
  return <>{choices.find((c) => c.value === value)?.label ?? value}</>
}
type Found = LayerHits['features'][number]
const FoundFacts = ({ of, onOpen }: { of: Found; onOpen(dkbm: string): void }) => {
  const { say } = useSay()
  return (
    <Flex vertical gap={4} style={{ flex: '1 1 180px', minWidth: 0 }}>
      <Typography.Text strong>{of.title}</Typography.Text>
      <Descriptions
        size="small"
        column={1}
        items={of.values.map((v) => ({ key: v.name, label: v.label, children: v.dict ? <Value dict={v.dict} value={v.value} /> : v.value }))}
      />
      {of.dkbm && (
        <Button size="small" onClick={() => onOpen(of.dkbm)}>
          {say(words.open)}
        </Button>
      )}
    </Flex>
  )
}

interface HitsCardProps {
  place: ClickedPlace
  layers: LayerChoices['layers']
  /** the registered day that the map shows; none: today */
  asOf?: string | undefined
  onOpen(dkbm: string): void
  onClose(): void
}
/** What the layers that are on have at a place, a tab a layer; two results of one layer stand side by side. Source: screens.md G1. */
export function HitsCard({ place, layers, asOf, onOpen, onClose }: HitsCardProps) {
  const { say } = useSay()
  const hits = useHits(place, layers, asOf)
  const some = (hits.data ?? []).filter((h) => h.features.length > 0 || h.state === 'failed')
  return (
    <Card
      size="small"
      title={say(words.title)}
      extra={<Button size="small" type="text" icon={<CloseOutlined />} aria-label={say(phrases.close)} onClick={onClose} />}
      styles={{ body: { maxHeight: 360, overflow: 'auto' } }}
    >
      {hits.isFetching && <Spin />}
      {hits.error && <Alert type="error" title={hits.error.message} />}
      {!hits.isFetching && !hits.error && some.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.nothing)} />}
      {some.length > 0 && (
        <Tabs
          size="small"
          items={some.map((h) => ({
            key: h.id,
            label: h.state === 'ok' ? `${h.name} (${h.features.length})` : h.name,
            children:
              h.state === 'failed' ? (
                <Alert type="warning" title={h.message} />
              ) : (
                <Flex wrap gap="small">
                  {h.features.map((f, i) => (
                    <FoundFacts key={`${f.title} ${i}`} of={f} onOpen={onOpen} />
                  ))}
                </Flex>
              ),
          }))}
        />
      )}
    </Card>
  )
}
