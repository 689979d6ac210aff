// A national package out of the register: of which region, for which year, and what is there of it; the file comes into the export records.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Form, Input, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import { Dialog, Foot } from '../../kit/web/dialogs.web.tsx'
import { RegionPicker } from '../../kit/web/RegionTree.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { export_record, PACKAGE_TYPE } from '../../services/exchange/exports/exports.ts'
import { notKept } from '../../kit/web/dialog-draft.web.ts'
import { hjb } from '../package/hjb.ts'
import { exportWords as words, withdrawWords } from './words.ts'

const COUNTED: readonly [string, Text][] = [
  ['fbf', withdrawWords.fbf],
  ['cbf', withdrawWords.cbf],
  ['dk', withdrawWords.dk],
  ['cbht', withdrawWords.cbht],
  ['djb', withdrawWords.djb],
]

/** Asks for the package of a region. */
export function ExportPackage({ onClose }: { onClose(): void }) {
  const { say } = useSay()
  const { user } = useSession()
  const client = useQueryClient()
  const own = user?.dept_region ?? ''
  const [regionCode, setRegion] = useState(own.length >= 6 ? own : '')
  const [year, setYear] = useState<number | null>(Number(today().slice(0, 4)))
  const [what, setWhat] = useState<'whole' | 'last' | 'day'>('whole')
  const [day, setDay] = useState('')
  const since = what === 'whole' ? '' : what === 'last' ? 'last' : day
  const { busy, run } = useOneCall()
  const [refused, setRefused] = useState<string>()
  const isCounty = regionCode.length >= 6
  const { data } = useQuery({
    queryKey: queryKeyOf(hjb, 'exported', regionCode),
    enabled: isCounty,
    queryFn: () => api.post<{ counts: Record<string, number> }>('hjb/hjbinfo/checkDataSave', { regionCode }, undefined, { quiet: true }),
  })
  const start = async () => {
    setRefused(undefined)
    await run(
      async () => {
        await api.get('widget/export', { type: PACKAGE_TYPE, regionCode, year: String(year ?? ''), ...(since ? { since } : {}) }, { quiet: true })
        void client.invalidateQueries({ queryKey: queryKeyOf(export_record) })
        onClose()
      },
      { done: words.started, refused: (e) => (setRefused((e as Error).message), true) },
    )
  }
  const foot = (
    <Foot onCancel={onClose} disabled={busy} note={say(notKept)}>
      <Button type="primary" loading={busy} disabled={!isCounty || !year || (what === 'day' && !day)} onClick={() => void start()}>
        {say(words.start)}
      </Button>
    </Foot>
  )
  return (
    <Dialog open title={say(words.title)} width={640} onCancel={onClose} footer={foot}>
      <Form layout="vertical">
        <Form.Item label={say(words.region)} required>
          <RegionPicker
            {...(regionCode ? { value: regionCode } : {})}
            aria-label={say(words.region)}
            onChange={(v: unknown) => setRegion(v ? String(v) : '')}
          />
        </Form.Item>
        <Form.Item label={say(words.what)}>
          <Radio.Group
            value={what}
            onChange={(e) => setWhat(e.target.value)}
            options={[
              { value: 'whole', label: say(words.whole) },
              { value: 'last', label: say(words.sinceLast) },
              { value: 'day', label: say(words.sinceDay) },
            ]}
          />
          {what === 'day' && <Input type="date" max={today()} value={day} aria-label={say(words.day)} onChange={(e) => setDay(e.target.value)} />}
        </Form.Item>
        <Form.Item label={say(words.year)} required>
          <InputNumber min={1980} max={2099} precision={0} value={year} aria-label={say(words.year)} onChange={setYear} />
        </Form.Item>
        {data && (
          <Form.Item label={say(words.counts)}>
            <Descriptions
              size="small"
              column={5}
              layout="vertical"
              items={COUNTED.map(([key, label]) => ({ key, label: say(label), children: data.counts[key] ?? 0 }))}
            />
          </Form.Item>
        )}
        {regionCode && !isCounty && <Alert type="warning" showIcon message={say(words.needCounty)} />}
        {refused ? (
          <Alert type="error" showIcon message={refused} />
        ) : (
          <Alert type="info" showIcon message={say(what === 'whole' ? words.hint : words.changesHint)} />
        )}
      </Form>
    </Dialog>
  )
}
