import { useQuery } from '@tanstack/react-query'
import { Empty, Timeline } from 'antd'
import { memo } from 'react'
import { minuteText } from '../../../kit/web/clock.web.ts'
import type { Text } from '../../../kit/model/lang.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { nameIn } from './names.ts'
import { words } from './words.ts'

const DID: Readonly<Record<string, readonly [Text, string]>> = {
  start: [words.startDid, 'blue'],
  claim: [words.claimDid, 'gray'],
  pass: [words.passDid, 'green'],
  return: [words.returnDid, 'orange'],
  revoke: [words.revokeDid, 'red'],
  finish: [words.finishDid, 'green'],
  skip: [words.skipDid, 'gray'],
  transfer: [words.transferDid, 'blue'],
  undo: [words.undoDid, 'red'],
  sign: [words.signDid, 'green'],
  delegate: [words.delegateDid, 'blue'],
  opinion: [words.opinionDid, 'blue'],
  'take-back': [words.takeBackDid, 'gray'],
}
/** ⑤ what happened to the process, step by step, with the opinions. */
export const Story = memo(function Story({ processInstanceId }: { processInstanceId?: string | null }) {
  const { say, lang } = useSay()
  const { label } = useDict('task_key')
  const { data = [] } = useQuery({
    queryKey: queryKeyOf('process', 'story', processInstanceId),
    enabled: !!processInstanceId,
    staleTime: 0,
    queryFn: () => api.get<AnyRow[]>('cpt-flow/process/history-flow-list', { processInstanceId }, { quiet: true }),
  })
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.noHistory)} />
  return (
    <Timeline
      items={data.map((h) => {
        const [did, color] = DID[String(h.action)] ?? [{ zh: String(h.action), en: String(h.action) }, 'gray']
        return {
          key: h.id,
          color,
          content: (
            <div>
              <strong>
                {h.taskKey ? (label(h.taskKey) === h.taskKey ? nameIn(lang, h.name) : label(h.taskKey)) : ''} {say(did)}
              </strong>{' '}
              <span style={{ opacity: 0.7 }}>
                {h.userName} {minuteText(h.endTime)}
                {h.historyActivityDurationTime && ` · ${say(words.lasted)} ${h.historyActivityDurationTime}`}
              </span>
              {h.comment && <div>{h.comment}</div>}
            </div>
          ),
        }
      })}
    />
  )
})
