import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Col, Flex, Row } from 'antd'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { DateRange } from '../../kit/web/inputs.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { business } from '../../business/cases/definitions/business.ts'
import { STATUS } from '../../business/cases/rules/flow.ts'
import { AxesChart, COLOURS } from './Chart.web.tsx'
import { count, Numbers, Panel, PLAIN, Press, share, TotalRow } from './parts.web.tsx'
import { words } from './home.ts'
import { openCases, viewWords } from './view-words.ts'
import type { Bucket, BusinessFigures, OpenCase } from './views.ts'

const STATUSES = Object.values(STATUS)
const COLOUR_OF: Readonly<Record<string, string>> = {
  [STATUS.todo]: COLOURS.gold,
  [STATUS.doing]: COLOURS.blue,
  [STATUS.done]: COLOURS.green,
  [STATUS.revoked]: COLOURS.grey,
}

export interface Period {
  from?: string | undefined
  to?: string | undefined
}
interface MatrixProps {
  types: readonly Bucket[]
  region: string
  period?: Period
  /** these are all types that there are */
  every?: boolean
}
/** Types by status; for who may see the list each number leads to exactly its cases. Source: statistics.md 1 S1, 3. */
export function CaseMatrix({ types, region, period: { from, to } = {}, every = false }: MatrixProps) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const type = useDict('business_type')
  const status = useDict('business_status')
  const number = (n: number, typeCode: string, state: string) => {
    // cases without a type, or of some types together, cannot be asked for by one filter
    if (n === 0 || !can('business_view') || !(typeCode || every)) return count(n)
    const search = {
      ...(typeCode ? { businessTypeCode: typeCode } : {}),
      ...(state ? { status: state } : {}),
      ...(region ? { regionCode: region } : {}),
      ...(from ? { businessReceiveTimeStart: from } : {}),
      ...(to ? { businessReceiveTimeEnd: to } : {}),
    }
    const what = [typeCode && type.label(typeCode), state && status.label(state)].filter(Boolean).join(' ')
    return (
      <Press label={say(openCases(what || say(words.all), n))} run={() => openPage('/business/all', search)}>
        {count(n)}
      </Press>
    )
  }
  const sum = (key: string) => types.reduce((n, t) => n + t.values[key]!, 0)
  // one type alone is its own total
  const whole = types.length === 1 ? types[0]!.key : ''
  return (
    <Table<Bucket>
      {...PLAIN}
      rowKey="key"
      dataSource={types}
      columns={[
        { key: 'type', title: say(viewWords.type), fixed: 'left', render: (_v, t) => (t.key ? type.label(t.key) : say(viewWords.none)) },
        ...STATUSES.map((s) => ({
          key: s,
          title: status.label(s),
          align: 'right' as const,
          render: (_v: unknown, t: Bucket) => (t.key ? number(t.values[s]!, t.key, s) : count(t.values[s]!)),
        })),
        { key: 'all', title: say(viewWords.total), align: 'right', render: (_v, t) => (t.key ? number(t.values.all!, t.key, '') : count(t.values.all!)) },
      ]}
      summary={() => <TotalRow cells={[...STATUSES, 'all'].map((s) => number(sum(s), whole, s === 'all' ? '' : s))} />}
    />
  )
}

/** Cases: what became of them, by type, and where those under way stand. Source: statistics.md 3. */
export function BusinessView({ data, region, period }: { data: BusinessFigures; region: string; period: Period }) {
  const { say } = useSay()
  const { setSearch } = usePageState()
  const type = useDict('business_type')
  const status = useDict('business_status')
  const task = useDict('task_key')
  const drawn = data.types.filter((t) => t.values.all! > 0)
  // in the order in which a case goes through them
  const order = task.choices.map((c) => c.value)
  const tasks = [...data.tasks].sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  const dwell = [...data.dwell].sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
  const { todo, doing, done, accepted } = data.total as Record<'todo' | 'doing' | 'done' | 'accepted', number>
  return (
    <Flex vertical gap="middle">
      <div style={{ maxWidth: 360 }}>
        <DateRange
          field={business.fields.businessReceiveTime}
          aria-label={say(viewWords.period)}
          value={[period.from, period.to]}
          onChange={(r) => setSearch({ from: r?.[0], to: r?.[1] })}
        />
      </div>
      <Numbers
        items={[
          { label: viewWords.accepted, value: count(accepted) },
          { label: { zh: status.label(STATUS.doing), en: status.label(STATUS.doing) }, value: count(doing) },
          { label: { zh: status.label(STATUS.done), en: status.label(STATUS.done) }, value: count(done) },
          { label: viewWords.finishRate, value: share(data.finishRate) },
          { label: viewWords.revokeRate, value: share(data.revokeRate) },
          { label: viewWords.meanBoth, value: data.days === null ? '—' : `${data.workdays?.toFixed(1)} / ${data.days.toFixed(1)}` },
          data.ninetieth === null
            ? { label: viewWords.ninetieth, value: '—' }
            : { label: viewWords.ninetieth, value: count(data.ninetieth), suffix: viewWords.workdays },
          { label: viewWords.overdue, value: count(data.overdue) },
        ]}
      />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={14}>
          <Panel title={say(viewWords.byTypeStatus)}>
            <CaseMatrix types={data.types} region={region} period={period} every />
          </Panel>
        </Col>
        <Col xs={24} xl={10}>
          <Flex vertical gap="middle">
            <Panel
              title={say(viewWords.byType)}
              empty={todo + accepted === 0 && say(viewWords.noCase)}
              chart={
                <AxesChart
                  sideways
                  height={Math.max(140, 60 + drawn.length * 32)}
                  label={say(viewWords.byType)}
                  names={drawn.map((t) => (t.key ? type.label(t.key) : say(viewWords.none)))}
                  series={STATUSES.map((s) => ({ name: status.label(s), stack: 'all', color: COLOUR_OF[s]!, data: drawn.map((t) => t.values[s]!) }))}
                />
              }
            />
            <TaskPanel tasks={tasks} doing={doing} />
          </Flex>
        </Col>
        <Col xs={24} xl={14}>
          <Panel title={say(viewWords.oldest)} empty={data.oldest.length === 0 && say(viewWords.noTask)}>
            {data.oldest.length > 0 && <Open of={data.oldest} />}
          </Panel>
        </Col>
        <Col xs={24} xl={10}>
          <DwellPanel dwell={dwell} />
        </Col>
        {data.late.length > 0 && (
          <Col xs={24} xl={14}>
            <Panel title={`${say(viewWords.late)} (${count(data.overdue)})`}>
              <Open of={data.late} />
            </Panel>
          </Col>
        )}
      </Row>
    </Flex>
  )
}

/** The name of a task, in the words of its dictionary. */
function useTaskName(): (key: string) => string {
  const { say } = useSay()
  const task = useDict('task_key')
  return (key) => (key ? task.label(key) : say(viewWords.none))
}
/** Where the cases under way stand. */
function TaskPanel({ tasks, doing }: { tasks: readonly Bucket[]; doing: number }) {
  const { say } = useSay()
  const taskName = useTaskName()
  return (
    <Panel
      title={say(viewWords.byTask)}
      empty={doing === 0 && say(viewWords.noTask)}
      chart={
        <AxesChart
          sideways
          height={Math.max(110, 30 + tasks.length * 32)}
          label={say(viewWords.byTask)}
          names={tasks.map((t) => taskName(t.key))}
          series={[{ name: say(viewWords.cases), color: COLOURS.blue, data: tasks.map((t) => t.values.n!) }]}
        />
      }
    >
      {doing > 0 && (
        <Table<Bucket>
          {...PLAIN}
          rowKey="key"
          dataSource={[...tasks]}
          columns={[
            { key: 'task', title: say(viewWords.task), render: (_v, t) => taskName(t.key) },
            { key: 'n', title: say(viewWords.cases), align: 'right', render: (_v, t) => count(t.values.n!) },
          ]}
          summary={() => <TotalRow cells={[count(doing)]} />}
        />
      )}
    </Panel>
  )
}
/** How long cases stay at each task. */
function DwellPanel({ dwell }: { dwell: readonly Bucket[] }) {
  const { say } = useSay()
  const taskName = useTaskName()
  return (
    <Panel
      title={say(viewWords.dwell)}
      empty={dwell.length === 0 && say(viewWords.noDwell)}
      chart={
        <AxesChart
          sideways
          height={Math.max(110, 30 + dwell.length * 32)}
          label={say(viewWords.dwell)}
          names={dwell.map((t) => taskName(t.key))}
          series={[{ name: say(viewWords.meanStay), color: COLOURS.gold, data: dwell.map((t) => t.values.days!) }]}
        />
      }
    >
      {dwell.length > 0 && (
        <Table<Bucket>
          {...PLAIN}
          rowKey="key"
          dataSource={[...dwell]}
          columns={[
            { key: 'task', title: say(viewWords.task), render: (_v, t) => taskName(t.key) },
            { key: 'n', title: say(viewWords.tasksDone), align: 'right', render: (_v, t) => count(t.values.n!) },
            { key: 'days', title: say(viewWords.meanStay), align: 'right', render: (_v, t) => t.values.days!.toFixed(1) },
          ]}
        />
      )}
    </Panel>
  )
}

/** Cases under way; each leads to the case for who may see it. */
function Open({ of: cases }: { of: readonly OpenCase[] }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const type = useDict('business_type')
  const task = useDict('task_key')
  const go = (c: OpenCase) => openPage('/business/all', { open: `view.${c.id}` })
  return (
    <Table<OpenCase>
      {...PLAIN}
      rowKey="id"
      dataSource={cases}
      columns={[
        {
          key: 'code',
          title: say(viewWords.code),
          render: (_v, c) => (can('business_view') ? <Press run={() => go(c)}>{c.businessCode || c.id}</Press> : c.businessCode),
        },
        { key: 'type', title: say(viewWords.type), render: (_v, c) => type.label(c.businessTypeCode) },
        { key: 'task', title: say(viewWords.task), render: (_v, c) => (c.task ? task.label(c.task) : '') },
        { key: 'received', dataIndex: 'received', title: say(viewWords.received) },
        { key: 'due', dataIndex: 'due', title: say(viewWords.due) },
        { key: 'age', title: say(viewWords.age), align: 'right', render: (_v, c) => count(c.age) },
      ]}
    />
  )
}
