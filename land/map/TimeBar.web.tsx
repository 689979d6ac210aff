import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, List, Slider, Tag, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { both as w, type Text } from '../../kit/model/lang.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import './map.css'

const words = {
  bar: w('登记日期', 'Registered day'),
  play: w('播放', 'Play'),
  pause: w('暂停', 'Pause'),
  now: w('当前', 'Now'),
  compare: w('与该日比较', 'Compare with'),
  differs: w('两日差异', 'What differs'),
  none: w('没有差异', 'Nothing differs'),
}
/** What became of a parcel between two days: in words, and its colour on the map. */
const CHANGES: Readonly<Record<string, { text: Text; color: string }>> = {
  added: { text: w('新增', 'New'), color: '#1b7f5c' },
  ended: { text: w('注销', 'Ended'), color: '#b8476b' },
  redrawn: { text: w('图形变更', 'Redrawn'), color: '#d18f00' },
  changed: { text: w('属性变更', 'Changed'), color: '#3566c9' },
}
interface Difference {
  counts: { before: number; after: number }
  records: { dkbm?: string; dkmc?: string; change: string; fields: string[] }[]
}
/** What differs between two registered days of a village; `to` undefined: today. */
export const useDifference = (regionCode: string, from: string | undefined, to: string | undefined) =>
  useQuery({
    queryKey: queryKeyOf('map', 'difference', regionCode, from, to),
    enabled: !!from,
    retry: false,
    queryFn: () => api.get<Difference>('map/dk/difference', { regionCode, from, ...(to ? { to } : {}) }, { quiet: true }),
  })
/** Colours of the parcels that differ, by code. */
export const differenceMarks = (d: Difference | undefined): ReadonlyMap<string, string> | undefined =>
  d && new Map(d.records.flatMap((r) => (r.dkbm && CHANGES[r.change] ? [[r.dkbm, CHANGES[r.change]!.color]] : [])))

/** Between one day and the next while it plays. */
const STEP_MS = 1500
/** So many days have a tick each; more would be one band. */
const MOST_TICKS = 40
/** Ticks of the bar. The names of its ends stand over it, and not over what is beside it. */
function marksOf(days: readonly string[], now: string) {
  const end = (label: string | undefined, transform: string) => ({ label, style: { transform, whiteSpace: 'nowrap' as const } })
  const ticks = days.length > MOST_TICKS ? [] : days.map((_, i) => [i, ' '] as const)
  return { ...Object.fromEntries(ticks), 0: end(days[0], 'translateX(-6px)'), [days.length]: end(now, 'translateX(calc(6px - 100%))') }
}
interface TimeBarProps {
  regionCode: string
  day: string | undefined
  onDay(day: string | undefined): void
  /** the earlier day that the shown one is compared with */
  from: string | undefined
  onFrom(day: string | undefined): void
  difference: ReturnType<typeof useDifference>
  onPick(dkbm: string): void
}
/** The days on which a village's parcels changed, as a bar that plays, and what differs between two of them. Source: screens.md G1. */
export function TimeBar({ regionCode, day, onDay, from, onFrom, difference, onPick }: TimeBarProps) {
  const { say } = useSay()
  const [isPlaying, setPlaying] = useState(false)
  const listed = useQuery({
    queryKey: queryKeyOf('map', 'days', regionCode),
    retry: false,
    queryFn: () => api.get<{ day: string; began: number; ended: number }[]>('map/dk/days', { regionCode }, { quiet: true }),
  })
  const days = (listed.data ?? []).map((d) => d.day)
  // what stands on a day came with the last change until then; after the last of the days is now
  const at =
    day === undefined
      ? days.length
      : Math.max(
          0,
          days.findLastIndex((d) => d <= day),
        )
  const go = (i: number) => onDay(i >= days.length ? undefined : days[i])
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => (at >= days.length ? setPlaying(false) : go(at + 1)), STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, at, days.length])
  if (listed.error) return <Alert type="info" title={listed.error.message} />
  if (days.length === 0) return null
  const play = () => {
    if (!isPlaying && at >= days.length) go(0)
    setPlaying(!isPlaying)
  }
  return (
    <Flex vertical gap={4} className="map-days">
      <Flex gap="small" align="center">
        <Button
          size="small"
          icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
          aria-label={say(isPlaying ? words.pause : words.play)}
          onClick={play}
        />
        <Slider
          style={{ flex: 1 }}
          min={0}
          max={days.length}
          value={at}
          marks={marksOf(days, say(words.now))}
          ariaLabelForHandle={say(words.bar)}
          tooltip={{ formatter: (i) => (i === undefined || i >= days.length ? say(words.now) : days[i]) }}
          onChange={go}
        />
        <ClearSelect
          size="small"
          showSearch
          className="map-day"
          aria-label={say(words.compare)}
          placeholder={say(words.compare)}
          value={from ?? null}
          onChange={(d) => onFrom(d ?? undefined)}
          options={days.filter((d) => day === undefined || d <= day).map((d) => ({ value: d, label: d }))}
        />
      </Flex>
      {from && (
        <Card size="small" title={say(words.differs)} loading={difference.isFetching} className="map-difference">
          {difference.error ? (
            <Alert type="info" title={difference.error.message} />
          ) : (
            <List
              size="small"
              dataSource={difference.data?.records ?? []}
              locale={{ emptyText: say(words.none) }}
              renderItem={(r) => (
                <List.Item style={{ cursor: 'pointer' }} onClick={() => r.dkbm && onPick(r.dkbm)}>
                  <Tag color={CHANGES[r.change]!.color}>{say(CHANGES[r.change]!.text)}</Tag>
                  <Typography.Text>
                    {r.dkbm} {r.dkmc}
                  </Typography.Text>
                </List.Item>
              )}
            />
          )}
        </Card>
      )}
    </Flex>
  )
}
