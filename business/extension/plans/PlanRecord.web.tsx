import { useQuery } from '@tanstack/react-query'
import { Empty, Tabs, Tag, Timeline } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { labelOf } from '../../../kit/model/field.ts'
import { making_plan, making_plan_move, MAKING, STEP_RESULT, type PlanWorker } from '../../../land/fbf/making-plan.ts'
import type { RecordProps } from '../../../platform/list/props.web.ts'
import { RecordHead, type Fact } from '../../../platform/record/Head.web.tsx'
import { RecordActs, RecordPage } from '../../../platform/record/RecordPage.web.tsx'
import { GroupedValues, RecordPart } from '../../../platform/record/Values.web.tsx'
import { Uploader } from '../../../services/files/uploader/Uploader.web.tsx'
import { DOCUMENTS } from './documents.ts'
import { PLAN_PAPERS } from './papers.ts'
import { planWords as words } from './words.ts'

interface Move {
  id: string
  fromCbfbm: string | null
  fromCbfmc: string | null
  toCbfbm: string | null
  toCbfmc: string | null
  dkbm: string
  dkmc: string | null
  areaMu: string
  reason: string
  isDone: boolean
}
/** A plan as a page: how it stands, its next step, what it moves, its steps and documents. Source: screens.md D3. */
export function PlanRecord(open: RecordProps) {
  const [tab, setTab] = useState('overview')
  return <RecordPage {...open}>{(row) => <Plan key={row.id} row={row} open={open} tab={tab} onTab={setTab} />}</RecordPage>
}
interface PlanProps {
  row: AnyRow
  open: RecordProps
  tab: string
  onTab(key: string): void
}
function Plan({ row, open, tab, onTab }: PlanProps) {
  const { say } = useSay()
  const group = (row.workGroup ?? []) as readonly PlanWorker[]
  const items = [
    {
      key: 'overview',
      label: say(words.overview),
      children: (
        <div className="record-column">
          <GroupedValues of={making_plan} row={row} />
          {group.length > 0 && (
            <RecordPart title={say(words.workGroup)}>
              {group.map((g) => (
                <div key={`${g.name} ${g.role}`}>{[g.name, g.role, g.phone].filter(Boolean).join(' · ')}</div>
              ))}
            </RecordPart>
          )}
        </div>
      ),
    },
    { key: 'moves', label: say(words.moves), children: <Moves of={(row.moves ?? []) as readonly Move[]} /> },
    { key: 'steps', label: say(words.steps), children: <Steps id={row.id} rev={row.rev} /> },
    { key: 'documents', label: say(words.documents), children: <Documents row={row} /> },
  ]
  return (
    <>
      <Head row={row} open={open} />
      <Tabs activeKey={tab} onChange={onTab} items={items} tabBarGutter={20} />
    </>
  )
}
const NEXT: Readonly<Record<string, readonly string[]>> = {
  [MAKING.draft]: ['post', 'edit'],
  [MAKING.posted]: ['vote'],
  [MAKING.voted]: ['report'],
  [MAKING.reported]: ['audit'],
  [MAKING.passed]: ['audit'],
  [MAKING.effective]: ['correct'],
  [MAKING.returned]: ['edit'],
}
function Head({ row, open }: Pick<PlanProps, 'row' | 'open'>) {
  const { say } = useSay()
  const state = useDict('plan_status')
  const { posting } = row
  const facts: Fact[] = [
    { key: 'fbf', label: say(labelOf(making_plan.fields.fbfbm)), value: row.fbfmc ?? row.fbfbm },
    { key: 'version', label: say(words.versions), value: row.version },
    {
      key: 'posting',
      label: say(words.posting),
      value: posting ? `${posting.startDate} – ${posting.endDate}` : undefined,
      ...(posting?.daysLeft ? { note: say(words.daysLeft(Number(posting.daysLeft))) } : {}),
    },
    { key: 'vote', label: say(words.voteOf), value: row.votersTotal ? `${row.agreeCount} / ${row.votersTotal}` : undefined },
  ]
  return (
    <RecordHead
      title={row.planName}
      code={row.fbfbm}
      signs={[{ key: 'status', text: state.label(row.status), tone: row.status === MAKING.effective ? 'success' : 'processing' }]}
      facts={facts}
      hinders={[]}
      acts={
        <RecordActs
          of={open.commands}
          on={row}
          tools={open.tools}
          main={NEXT[String(row.status)] ?? []}
          prints={Object.keys(PLAN_PAPERS).map((p) => `print-${p}`)}
        />
      }
    />
  )
}
/** What the plan moves, and whether the register has carried it out. */
function Moves({ of }: { of: readonly Move[] }) {
  const { say } = useSay()
  const f = making_plan_move.fields
  if (of.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.noMoves)} />
  const who = (name: string | null, code: string | null) => (code ? [name, code].filter(Boolean).join(' ') : say(words.reserve))
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={[...of]}
      columns={[
        { key: 'dkbm', title: say(words.parcel), render: (_v, m: Move) => [m.dkmc, m.dkbm].filter(Boolean).join(' ') },
        { key: 'from', title: say(words.from), render: (_v, m: Move) => who(m.fromCbfmc, m.fromCbfbm) },
        { key: 'to', title: say(words.to), render: (_v, m: Move) => who(m.toCbfmc, m.toCbfbm) },
        { key: 'areaMu', dataIndex: 'areaMu', title: say(labelOf(f.areaMu)), align: 'right' },
        { key: 'reason', dataIndex: 'reason', title: say(labelOf(f.reason)) },
        {
          key: 'done',
          title: say(words.carriedOut),
          render: (_v, m: Move) => <Tag color={m.isDone ? 'success' : 'default'}>{say(m.isDone ? words.done : words.notDone)}</Tag>,
        },
      ]}
    />
  )
}
/** The steps of a plan, the last one first. */
function Steps({ id, rev }: { id: string; rev: number }) {
  const step = useDict('plan_step'),
    result = useDict('plan_result')
  const { data } = useQuery({
    queryKey: queryKeyOf('making_plan', 'steps', id, rev),
    queryFn: () => api.get<AnyRow[]>('ybProcess/comment/getProcessList', { makingPlanId: id }),
  })
  return (
    <Timeline
      items={(data ?? []).toReversed().map((s) => ({
        key: s.id,
        color: s.result === STEP_RESULT.back ? 'red' : 'blue',
        content: (
          <>
            <strong>{step.label(s.step)}</strong> {result.label(s.result)} · {s.user} · {String(s.time ?? '').slice(0, 16)}
            {s.opinion && <div>{s.opinion}</div>}
          </>
        ),
      }))}
    />
  )
}
/** The documents of a plan by their kinds; once submitted they stay as they are. */
export function Documents({ row }: { row: AnyRow }) {
  const { say } = useSay()
  return (
    <div className="record-column">
      {Object.entries(DOCUMENTS).map(([kind, label]) => (
        <RecordPart key={kind} title={say(label)}>
          <Uploader businessId={row.id} businessItem={kind} readOnly={!!row.documentsTime} label={say(label)} />
        </RecordPart>
      ))}
    </div>
  )
}
