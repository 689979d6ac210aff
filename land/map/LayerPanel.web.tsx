import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Empty, Flex, Slider, Switch, Tag, Typography } from 'antd'
import { useEffect } from 'react'
import { both as w } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import type { LayerChoices } from './layers.web.ts'

const words = {
  none: w('没有图层', 'No layers'),
  opacity: w('不透明度', 'Opacity'),
  up: w('上移', 'Up'),
  down: w('下移', 'Down'),
  away: w('服务暂不可用', 'Away'),
  legend: w('图例', 'Legend'),
  swipe: w('卷帘对比（最上面的影像）', 'Swipe the uppermost picture'),
}
/** The legend of a service, through the product. */
function ServiceLegend({ path, title }: { path: string; title: string }) {
  const { say } = useSay()
  const picture = useQuery({
    queryKey: queryKeyOf('map', 'legend', path),
    retry: false,
    staleTime: Infinity,
    queryFn: async () => URL.createObjectURL((await api.blob(path, {}, { quiet: true })).blob),
  })
  const url = picture.data
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url ? <img src={url} alt={`${title} ${say(words.legend)}`} style={{ maxWidth: '100%' }} /> : null
}

interface LayerPanelProps extends LayerChoices {
  /** where the uppermost picture is cut, 0 to 1; undefined = it is whole */
  swipe: number | undefined
  onSwipe(part: number | undefined): void
}
/** The layers of the map by groups: on and off, how strong, in which order; what a service says of itself. Source: screens.md G1. */
export function LayerPanel({ layers, change, move, swipe, onSwipe }: LayerPanelProps) {
  const { say } = useSay()
  const groups = [...Map.groupBy(layers, (l) => l.group)]
  if (groups.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.none)} />
  const hasPicture = layers.some((l) => l.isOn && l.kind === 'picture')
  return (
    <Flex vertical gap="small">
      {groups.map(([group, list]) => (
        <div key={group} role="group" aria-label={group}>
          <Typography.Text type="secondary">{group}</Typography.Text>
          {list.map((l) => (
            <div key={l.id}>
              <Flex align="center" gap={4}>
                <Checkbox checked={l.isOn} onChange={(e) => change(l.id, { isOn: e.target.checked })} style={{ flex: 1 }}>
                  {l.title}
                </Checkbox>
                {l.state === 'away' && <Tag color="error">{say(words.away)}</Tag>}
                <Button size="small" type="text" icon={<UpOutlined />} aria-label={`${l.title} ${say(words.up)}`} onClick={() => move(l.id, -1)} />
                <Button size="small" type="text" icon={<DownOutlined />} aria-label={`${l.title} ${say(words.down)}`} onClick={() => move(l.id, 1)} />
              </Flex>
              {l.isOn && l.kind !== 'ground' && (
                <Slider
                  min={0}
                  max={100}
                  value={l.opacity}
                  ariaLabelForHandle={`${l.title} ${say(words.opacity)}`}
                  onChange={(opacity) => change(l.id, { opacity })}
                />
              )}
              {l.isOn && l.legend && <ServiceLegend path={l.legend} title={l.title} />}
            </div>
          ))}
        </div>
      ))}
      {hasPicture && (
        <Flex vertical>
          <Flex gap="small" align="center">
            <Switch size="small" checked={swipe !== undefined} aria-label={say(words.swipe)} onChange={(on) => onSwipe(on ? 0.5 : undefined)} />
            {say(words.swipe)}
          </Flex>
          {swipe !== undefined && (
            <Slider min={0} max={100} value={Math.round(swipe * 100)} ariaLabelForHandle={say(words.swipe)} onChange={(v) => onSwipe(v / 100)} />
          )}
        </Flex>
      )}
    </Flex>
  )
}
