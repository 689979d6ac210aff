import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Spin, Timeline as Line } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { minuteText } from '../../kit/web/clock.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { auditRow } from '../../services/operations/operations.ts'
import { comparePhrases } from '../../platform/list/compare/words.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'
import { RecordPart } from '../../platform/record/Values.web.tsx'
import { WHY } from './History.web.tsx'
import type { CauseKind } from '../register/acts/acts.ts'
import { recordPartWords as words, WAYS_BACK } from './record-words.ts'
import { useShownValue, useVersions, type RecordedVersion } from './versions.web.tsx'

const CompareDialog = lazy(() => import('../../platform/list/compare/Compare.web.tsx').then((m) => ({ default: m.CompareDialog })))
const COLOURS: Readonly<Record<string, string>> = { new: 'green', import: 'gray', change: 'blue', correction: 'orange', restore: 'red' }
const CASE = 'business'
/** Entries of the log that are shown of one row. */
const MOST_SEEN = 50

/** An entry of the audit log about a row: who looked at it in full, printed it, was refused … */
type SeenRow = Record<'at' | 'account' | 'actionName' | 'action', string>
/** What was done with a row beside changing it, for who may read the log: a change of its own is a version already. */
function useSeen(r: AnyResource, id: string | undefined): readonly SeenRow[] {
  const { can } = useSession()
  const { data } = useQuery({
    queryKey: queryKeyOf(auditRow, 'of-row', r.name, id),
    enabled: id !== undefined && can('audit_view'),
    retry: false,
    queryFn: () => api.get<Page<SeenRow>>('cpt-log/usual/page', { object: r.name, objectId: id!, size: MOST_SEEN, current: 1 }, { quiet: true }),
  })
  return (data?.records ?? []).filter((x) => !x.action.startsWith(`${r.name}.`))
}

/**
 * What happened to an object, the latest first: what, from which day it holds, who recorded it when, as what and where, each value before and after, and how the
 * latest is taken back or why not; beside it who saw it. An earlier version stands beside the latest at a press.
 */
export function Timeline({ of: r, code, value }: { of: AnyResource; code: string; value: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const causes = useDict('register_cause')
  const { versions: rows, error, isLoading, refetch } = useVersions(r, code, value)
  const shown = useShownValue(r)
  const seen = useSeen(r, rows[0]?.row.id)
  const [compared, compare] = useState<RecordedVersion>()
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
        {i > 0 && (
          <Button type="link" size="small" onClick={() => compare(row)}>
            {say(comparePhrases.withNow)}
          </Button>
        )}
        {row.causeKind === CASE && row.causeId && can('business_view') && (
          <Button type="link" size="small" onClick={() => openPage('/business/all', { open: `view.${row.causeId}` })}>
            {say(words.seeCase)}
          </Button>
        )}
        {changes(row, before)}
        <div className="record-note">
          {[row.by && `${say(words.by)} ${row.by}`, row.role, row.place, `${say(words.recorded)} ${minuteText(row.recordedAt)}`].filter(Boolean).join(' · ')}
          {i === 0 && WAYS_BACK[row.causeKind as CauseKind] && (
            <div>
              {say(words.wayBack)}
              {say({ zh: '：', en: ': ' })}
              {say(WAYS_BACK[row.causeKind as CauseKind])}
            </div>
          )}
        </div>
      </>
    ),
  }))
  const nameOf = (v: RecordedVersion) => `${v.regFrom} ${WHY[v.why] ? say(WHY[v.why]!) : v.why}`
  const latest = rows[0]!.row
  return (
    <>
      <RecordPart title={say(words.history)}>
        <Line items={items} style={{ paddingTop: 6 }} />
      </RecordPart>
      {seen.length > 0 && (
        <RecordPart title={say(words.seenBy)}>
          <Line
            items={seen.map((x, i) => ({ key: i, color: 'gray', content: `${minuteText(x.at)} ${x.actionName} · ${say(words.by)} ${x.account}` }))}
            style={{ paddingTop: 6 }}
          />
        </RecordPart>
      )}
      {compared && (
        <Suspense fallback={null}>
          <CompareDialog of={r} rows={[compared, latest]} names={[nameOf(compared), nameOf(latest)]} onClose={() => compare(undefined)} />
        </Suspense>
      )}
    </>
  )
}
