import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Button, Empty, Spin, Timeline as Line } from 'antd'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { minuteText } from '../../kit/web/clock.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'
import { RecordPart } from '../../platform/record/Values.web.tsx'
import { WHY } from './History.web.tsx'
import { recordPartWords as words } from './record-words.ts'
import { useShownValue, useVersions, type RecordedVersion } from './versions.web.tsx'

const COLOURS: Readonly<Record<string, string>> = { new: 'green', import: 'gray', change: 'blue', correction: 'orange', restore: 'red' }
const CASE = 'business'

/** What happened to an object, the latest first: what, from which day it holds, who recorded it when and as what, each value before and after. */
export function Timeline({ of: r, code, value }: { of: AnyResource; code: string; value: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const causes = useDict('register_cause')
  const { versions: rows, error, isLoading, refetch } = useVersions(r, code, value)
  const shown = useShownValue(r)
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  if (isLoading) return <Spin />
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.noHistory)} />
  const changes = (row: RecordedVersion, before: AnyRow | undefined) => {
    if (!before) return <div>{say(words.first)}</div>
    if (row.changed.length === 0) return <div>{say(words.same)}</div>
    return row.changed.map((n) => (
      <div key={n}>
        {r.fields[n]!.kind === 'geom' ? (
          say(words.shape)
        ) : (
          <>
            {say(labelOf(r.fields[n]!))}
            {say({ zh: '：', en: ': ' })}
            <span className="record-before">{shown(before, n)}</span> → <span className="record-after">{shown(row, n)}</span>
          </>
        )}
      </div>
    ))
  }
  const items = rows.map(({ row, before }, i) => ({
    key: `${row.id}-${i}`,
    color: COLOURS[row.why] ?? 'blue',
    content: (
      <>
        <strong>
          {row.regFrom} {WHY[row.why] ? say(WHY[row.why]!) : row.why}
        </strong>{' '}
        {causes.label(row.causeKind)}
        {row.version !== undefined && row.version !== null ? ` · V${row.version}` : ''}
        {row.causeKind === CASE && row.causeId && can('business_view') && (
          <Button type="link" size="small" onClick={() => openPage('/business/all', { open: `view.${row.causeId}` })}>
            {say(words.seeCase)}
          </Button>
        )}
        {changes(row, before)}
        <div className="record-note">
          {[row.by && `${say(words.by)} ${row.by}`, row.role, `${say(words.recorded)} ${minuteText(row.recordedAt)}`].filter(Boolean).join(' · ')}
        </div>
      </>
    ),
  }))
  return (
    <RecordPart title={say(words.history)}>
      <Line items={items} style={{ paddingTop: 6 }} />
    </RecordPart>
  )
}
