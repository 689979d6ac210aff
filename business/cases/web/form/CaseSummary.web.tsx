import { Button } from 'antd'
import type { ReactNode } from 'react'
import { labelOf } from '../../../../kit/model/field.ts'
import { minuteText } from '../../../../kit/web/clock.web.ts'
import { RegionText } from '../../../../kit/web/inputs.web.tsx'
import { useSession } from '../../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { RecordHead, type Fact, type StateSign, type Tone } from '../../../../platform/record/Head.web.tsx'
import { business } from '../../definitions/business.ts'
import { STATUS } from '../../rules/flow.ts'
import { Due, Holder, TaskName } from '../lists/cells.web.tsx'
import type { CaseRow } from '../form.web.ts'
import { words } from '../words.ts'
import '../case.css'

const TONES: Readonly<Record<string, Tone>> = { [STATUS.todo]: 'warning', [STATUS.doing]: 'processing', [STATUS.done]: 'success' }

interface CaseSummaryProps {
  row: CaseRow
  busy?: string
  /** stands beside the buttons */
  menu?: ReactNode
  on: Readonly<Record<'undo' | 'flow' | 'leave', () => void>>
}
/** A case that is looked at: its name and state, who applies, at which step it is and who does it, by when, and the ways on; nothing of it is a field to type in. */
export function CaseSummary({ row, busy, menu, on }: CaseSummaryProps) {
  const { say } = useSay()
  const { can } = useSession()
  const types = useDict('business_type')
  const states = useDict('business_status')
  const { fields } = business
  const label = (name: keyof typeof fields) => say(labelOf(fields[name]))
  const isOpen = row.status === STATUS.doing
  const signs: StateSign[] = [
    { key: 'type', text: types.label(row.businessTypeCode) },
    { key: 'status', text: states.label(row.status), tone: TONES[String(row.status)] ?? 'default' },
    ...(row.undone ? [{ key: 'undone', text: say(words.undone), tone: 'error' as const }] : []),
  ]
  const facts: Fact[] = [
    { key: 'applicant', label: label('obligeName'), value: row.obligeName, note: row.obligePhone || undefined },
    ...(isOpen
      ? [
          { key: 'task', label: label('currentActive'), value: <TaskName row={row} ends /> },
          { key: 'holder', label: say(words.holder), value: <Holder row={row} /> },
        ]
      : []),
    ...(row.dueDay ? [{ key: 'due', label: label('dueDay'), value: <Due row={row} /> }] : []),
    { key: 'region', label: label('regionCode'), value: <RegionText code={row.regionCode} name={row.regionName} /> },
    { key: 'received', label: label('businessReceiver'), value: row.businessReceiver, note: minuteText(row.businessReceiveTime) },
    ...(row.finishTime ? [{ key: 'finished', label: label('finishTime'), value: minuteText(row.finishTime) }] : []),
  ]
  const hinders = row.revokeReason ? [{ key: 'revoked', text: `${label('revokeReason')}${say({ zh: '：', en: ': ' })}${row.revokeReason}` }] : []
  return (
    <RecordHead
      title={row.businessName}
      code={row.businessCode}
      signs={signs}
      facts={facts}
      hinders={hinders}
      acts={
        <div className="record-acts" role="group">
          <Button onClick={on.leave}>{say(words.back)}</Button>
          {row.processInstanceId && <Button onClick={on.flow}>{say(words.flow)}</Button>}
          {menu}
          {row.actions.includes('undo') && can('business_revoke') && (
            <Button danger disabled={!!busy} onClick={on.undo}>
              {say(words.undo)}
            </Button>
          )}
        </div>
      }
    />
  )
}
