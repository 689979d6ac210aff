import { PlusOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, theme } from 'antd'
import { useState } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { formsIn } from '../cases/definitions/form.ts'
import { ListFault } from '../cases/web/Changes.web.tsx'
import type { PartProps } from '../cases/web/screen.web.ts'
import { useHolder } from './Book.web.tsx'
import { BalanceBar, useLines, useNames } from './BranchBalance.web.tsx'
import { BranchHousehold, BranchList } from './BranchHousehold.web.tsx'
import { BranchMember } from './BranchMember.web.tsx'
import { BranchParcel } from './BranchParcel.web.tsx'
import { moveParcel, placeMember, withoutHousehold, type PlacedPerson } from './branch-placing.ts'
import { words } from './branch-words.ts'
import { plain, type BranchesView } from './branches.web.ts'
import { Zone, type Dragged } from './Zone.web.tsx'

/** `form`: what names the household (`cbjyqzbm`, `djbId`) and who goes where (`households`, `cuts`), with its faults by paths of its own. */
export interface BranchesProps extends Pick<PartProps, 'form' | 'onChange' | 'editing' | 'faults'> {
  mayCut: boolean
}

/** The split as its zones and rows see it: its data, and what changes it. */
function useView({ form, onChange, editing, faults, mayCut }: BranchesProps, onDrag: (d: Dragged | undefined) => void): BranchesView {
  const isEditable = editing === 'all'
  const registered = useHolder(form.cbjyqzbm, isEditable).data?.jtcyList ?? []
  const lines = useLines(form)
  const name = useNames(form)
  const households = formsIn(form.households)
  const people: PlacedPerson[] = isEditable
    ? registered.map((m) => ({ id: m.id, cyxm: plain(m.cyxm), yhzgx: plain(m.yhzgx), cyxb: plain(m.cyxb) }))
    : households.flatMap((h) => formsIn(h.jtcyList).map((m) => ({ id: plain(m.id), cyxm: plain(m.cyxm), yhzgx: plain(m.yhzgx), cyxb: '' })))
  return {
    households,
    cuts: formsIn(form.cuts),
    people,
    numbers: new Map(registered.map((m) => [m.id, plain(m.cyzjhm)])),
    lines,
    faults,
    isEditable,
    mayCut,
    name,
    onHouseholds: (next) => onChange({ households: next }),
    onMember: (id, place) => onChange({ households: placeMember(households, id, place, people) }),
    onParcel: (dkbm, to) => onChange(moveParcel(form, dkbm, to)),
    onRemove: (place) => onChange(withoutHousehold(form, place)),
    onDrag: isEditable ? onDrag : undefined,
  }
}

/** Members and parcels that no household has yet. */
function Unplaced({ view, dragged, onDrop }: { view: BranchesView; dragged: Dragged | undefined; onDrop(d: Dragged): void }) {
  const { say } = useSay()
  const { token } = theme.useToken()
  const { households, cuts, people, lines, isEditable } = view
  const placed = new Set(households.flatMap((h) => formsIn(h.jtcyList).map((m) => m.id)))
  const given = new Set([...households.flatMap((h) => formsIn(h.dk).map((d) => d.dkbm)), ...cuts.map((c) => c.dkbm)])
  const members = people.filter((p) => !placed.has(p.id)).map(({ id }) => <BranchMember key={id} view={view} id={id} />)
  const parcels = lines.filter((l) => !given.has(l.dkbm)).map((l) => <BranchParcel key={l.dkbm} view={view} dkbm={String(l.dkbm)} />)
  if (!isEditable || members.length + parcels.length === 0) return null
  return (
    <Zone wide title={say(words.unplaced)} color={token.colorBorder} dragged={dragged} onDrop={onDrop}>
      <Flex vertical gap="small">
        {members.length > 0 && <BranchList title={say(words.members)} rows={members} isEditable wide />}
        {parcels.length > 0 && <BranchList title={say(words.parcels)} rows={parcels} isEditable wide />}
      </Flex>
    </Zone>
  )
}

/** Who goes where: members and parcels are dragged to the households, or chosen by the lists beside them. */
export function Branches(props: BranchesProps) {
  const { say } = useSay()
  const [dragged, setDragged] = useState<Dragged>()
  const view = useView(props, setDragged)
  const { form, faults } = props
  const { households, cuts, lines, people, isEditable } = view
  if (!plain(form.cbjyqzbm)) return <Alert type="info" showIcon title={say(words.chooseBook)} />
  const drop = (place: number | undefined) => (d: Dragged) => {
    // the row leaves its place and tells of its end no more
    setDragged(undefined)
    if (d.kind === 'member') view.onMember(d.id, place)
    else view.onParcel(d.id, place ?? 'none')
  }
  const cutRows = cuts.filter((c) => lines.some((l) => l.dkbm === c.dkbm)).map((c) => <BranchParcel key={plain(c.dkbm)} view={view} dkbm={plain(c.dkbm)} />)
  return (
    <Flex vertical gap="small">
      {isEditable && <Alert type="info" showIcon title={say(words.hint)} />}
      <BalanceBar form={form} lines={lines} people={people.length} />
      <ListFault faults={faults} at="households" />
      <Flex gap="middle" wrap align="stretch">
        <Unplaced view={view} dragged={dragged} onDrop={drop(undefined)} />
        {households.map((h, i) => (
          <BranchHousehold key={i} view={view} household={h} place={i} dragged={dragged} onDrop={isEditable ? drop(i) : undefined} />
        ))}
      </Flex>
      {isEditable && (
        <Button type="dashed" block icon={<PlusOutlined />} onClick={() => view.onHouseholds([...households, { kept: '2', jtcyList: [], dk: [] }])}>
          {say(words.add)}
        </Button>
      )}
      {cutRows.length > 0 && <BranchList title={say(words.cut)} rows={cutRows} isEditable={isEditable} wide />}
    </Flex>
  )
}
