import { useQuery } from '@tanstack/react-query'
import { Collapse, Space, Statistic, Tag } from 'antd'
import { both, type Text } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { minuteText } from '../../kit/web/clock.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { words } from '../../services/operations/words.ts'

/** What was sent about a push and what was answered, call by call, persons with stars. Source: screens.md F1. */
export function PushCalls({ of: calls }: { of: readonly AnyRow[] }) {
  const { say } = useSay()
  if (calls.length === 0) return null
  const text = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 260, overflow: 'auto' } as const
  return (
    <>
      <h4>{say(words.callsOf)}</h4>
      <Collapse
        size="small"
        items={calls.map((c) => ({
          key: c.id,
          label: (
            <Space>
              <span>{minuteText(c.createTime)}</span>
              <Tag color={c.fault ? 'error' : 'success'}>{c.httpStatus ?? '—'}</Tag>
              <span>{`${c.ms} ms · ${c.bytes} B`}</span>
            </Space>
          ),
          children: (
            <>
              <pre style={text}>{c.request}</pre>
              <pre style={text}>{c.answer}</pre>
            </>
          ),
        }))}
      />
    </>
  )
}

const HOUR = 3600
const DAY = 24 * HOUR
/** Seconds as people say them. */
export function delayText(s: number | null): Text {
  if (s === null) return both('—', '—')
  if (s < 60) return both(`${s} 秒`, `${s} s`)
  if (s < HOUR) return both(`${Math.round(s / 60)} 分钟`, `${Math.round(s / 60)} min`)
  const [n, zh, en] = s < 2 * DAY ? [s / HOUR, '小时', 'h'] : [s / DAY, '天', 'days']
  return both(`${n.toFixed(1)} ${zh}`, `${n.toFixed(1)} ${en}`)
}
/** Both sides in one line: what went up by its fate, which adds up to the finished cases, and what came down. Source: statistics.md 12. */
export function PushTotals() {
  const { say } = useSay()
  const { data } = useQuery({ queryKey: queryKeyOf('push-log', 'count'), queryFn: () => api.get<AnyRow>('dataPushLog/count', {}, { quiet: true }) })
  if (!data) return null
  const { countReportInfo: up, countDownInfo: down } = data
  const shown: [Text, string | number][] = [
    [words.pushTotal, up.total],
    [words.pushArrived, up.success],
    [words.pushFailed, up.failed],
    [words.pushPending, up.pending],
    [words.pushEnded, up.disposed],
    [words.pushNone, up.notNeeded],
    [words.pushDelay, say(delayText(up.meanDelay))],
    [words.noticesIn, down.total],
    [words.noticesOpen, down.waiting],
  ]
  return (
    <Space size="large" wrap style={{ marginBottom: 12 }}>
      {shown.map(([title, value]) => (
        <Statistic key={title.en} title={say(title)} value={value} styles={{ content: { fontSize: 20 } }} />
      ))}
    </Space>
  )
}
