import { DeleteOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, Input, Tag, theme, Typography } from 'antd'
import type { ReactNode } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import type { Form } from '../cases/definitions/business.ts'
import { formsIn } from '../cases/definitions/form.ts'
import { faultAt, Fields, ListFault } from '../cases/web/Changes.web.tsx'
import { colourOf } from './BranchBalance.web.tsx'
import { BranchMember } from './BranchMember.web.tsx'
import { BranchParcel } from './BranchParcel.web.tsx'
import { headOf, keepCode } from './branch-placing.ts'
import { words } from './branch-words.ts'
import { HOUSE, YES } from './branches.ts'
import { plain, type BranchesView } from './branches.web.ts'
import { Zone, type Dragged } from './Zone.web.tsx'
import { HeldInput } from '../cases/web/HeldInput.web.tsx'

const CONTACT = { lxdh: HOUSE.lxdh, cbfdz: HOUSE.cbfdz, yzbm: HOUSE.yzbm }

/** Rows under a title with their number; an empty list says that something may be dropped there. */
export function BranchList({ title, rows, isEditable, wide = false }: { title: string; rows: readonly ReactNode[]; isEditable: boolean; wide?: boolean }) {
  const { say } = useSay()
  const { token } = theme.useToken()
  return (
    <div>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {title} {rows.length}
      </Typography.Text>
      <div style={{ display: 'grid', gap: 4, minHeight: 34, gridTemplateColumns: wide ? 'repeat(auto-fill, minmax(280px, 1fr))' : 'minmax(0, 1fr)' }}>
        {rows.length > 0 ? rows : <span style={{ color: token.colorTextQuaternary, padding: '4px 8px' }}>{isEditable ? say(words.drop) : '—'}</span>}
      </div>
    </div>
  )
}

interface HouseholdProps {
  view: BranchesView
  household: Form
  place: number
}
/** Which household keeps the code; with more than two, one may be given up. */
function Choices({ view, household, place }: HouseholdProps) {
  const { say } = useSay()
  return (
    <Flex gap="small" align="center">
      <Checkbox checked={household.kept === YES} onChange={(e) => view.onHouseholds(keepCode(view.households, e.target.checked ? place : undefined))}>
        {say(words.keeps)}
      </Checkbox>
      {view.households.length > 2 && (
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={`${say(words.remove)} ${view.name(place)}`}
          onClick={() => view.onRemove(place)}
        />
      )}
    </Flex>
  )
}
/** Why a household gets no land; how a new one is reached. */
function Details({ view, household, place }: HouseholdProps) {
  const { say, label } = useSay()
  const { token } = theme.useToken()
  const { faults, isEditable, households } = view
  const prefix = `households.${place}.`
  const patch = (part: Form) => view.onHouseholds(households.map((h, i) => (i === place ? { ...h, ...part } : h)))
  return (
    <>
      {formsIn(household.dk).length === 0 && (isEditable || plain(household.wdyy)) && (
        <>
          <HeldInput value={household.wdyy} onType={(v) => patch({ wdyy: v || null })}>
            {({ value, onChange, onBlur }) => (
              <Input
                size="small"
                disabled={!isEditable}
                value={plain(value)}
                maxLength={200}
                placeholder={label(HOUSE.wdyy)}
                aria-label={`${label(HOUSE.wdyy)} ${view.name(place)}`}
                {...(faultAt(faults, `${prefix}wdyy`) ? { status: 'error' as const } : {})}
                onChange={(e) => onChange(e.target.value)}
                onBlur={onBlur}
              />
            )}
          </HeldInput>
          <ListFault faults={faults} at={`${prefix}wdyy`} />
        </>
      )}
      {household.kept !== YES && (
        <details>
          <summary style={{ cursor: 'pointer', color: token.colorTextSecondary }}>{say(words.contact)}</summary>
          <div style={{ paddingTop: 8 }}>
            <Fields
              form={household}
              of={CONTACT}
              editable={isEditable}
              faults={faults.flatMap((f) => (f.field.startsWith(prefix) ? [{ ...f, field: f.field.slice(prefix.length) }] : []))}
              onChange={patch}
            />
          </div>
        </details>
      )}
    </>
  )
}

interface ZoneProps extends HouseholdProps {
  dragged: Dragged | undefined
  onDrop: ((d: Dragged) => void) | undefined
}
/** One of the households afterwards: its members, its parcels, and what is asked of it. */
export function BranchHousehold({ view, household, place, dragged, onDrop }: ZoneProps) {
  const { say } = useSay()
  const { faults, isEditable } = view
  const title = (
    <Flex gap="small" align="center">
      {view.name(place)}
      {!headOf(household) && <Tag color="warning">{say(words.noHead)}</Tag>}
      {!isEditable && household.kept === YES && <Tag color="blue">{say(words.keeps)}</Tag>}
    </Flex>
  )
  const members = formsIn(household.jtcyList).map((m) => <BranchMember key={plain(m.id)} view={view} id={plain(m.id)} place={place} />)
  const parcels = formsIn(household.dk).map((d) => <BranchParcel key={plain(d.dkbm)} view={view} dkbm={plain(d.dkbm)} place={place} />)
  return (
    <Zone
      color={colourOf(place)}
      dragged={dragged}
      onDrop={onDrop}
      title={title}
      extra={isEditable && <Choices view={view} household={household} place={place} />}
    >
      <Flex vertical gap="small">
        <ListFault faults={faults} at={`households.${place}.kept`} />
        <BranchList title={say(words.members)} rows={members} isEditable={isEditable} />
        <ListFault faults={faults} at={`households.${place}.jtcyList`} />
        <BranchList title={say(words.parcels)} rows={parcels} isEditable={isEditable} />
        <Details view={view} household={household} place={place} />
      </Flex>
    </Zone>
  )
}
