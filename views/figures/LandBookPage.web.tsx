import { Pagination } from 'antd'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { date } from '../../kit/model/field.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { DateRange } from '../../kit/web/inputs.web.tsx'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { area, count, Numbers, Panel, PLAIN, Press } from '../home/parts.web.tsx'
import { FiguresFrame } from './FiguresFrame.web.tsx'
import { LAND_WAYS, type LandWay } from './land-book.ts'
import { causeName, figureWords as words, landBookWords } from './words.ts'
import { areaFigure, mu, sum as total } from '../../land/definitions/area.ts'

interface Sum {
  way: LandWay
  mu: string
  n: number
}
interface Book {
  asOf: string
  regionCode: string
  from: string
  to: string
  opening: string
  closing: string
  difference: string
  came: Sum[]
  went: Sum[]
  within: Sum
  acts: { type: string; n: number; got: string; gave: string; within: string }[]
}
interface Change {
  day: string
  type: string
  cause: string
  businessCode: string
  dkbm: string
  giver: string
  taker: string
  gave: string
  got: string
  net: string
  way: LandWay
}
const SIZE = 20
const DAYS = date('期间', { en: 'Days' })
const number = (v: string) => area(areaFigure(v))

/** What an act is called: the type of its case, or what else wrote it. */
function useActName() {
  const { say } = useSay()
  const type = useDict('business_type')
  return (key: string) => {
    const cause = causeName(key)
    return cause ? say(cause) : type.label(key)
  }
}
/** 承包地台账: land under contract on one day, what came and went by cause, and on another; land in = land out. Source: statistics.md 1, 4. */
export function LandBookPage() {
  const { say } = useSay()
  const { can } = useSession()
  const { search, setSearch } = usePageState()
  const query = { regionCode: search.regionCode, ...(search.from ? { from: search.from } : {}), ...(search.to ? { to: search.to } : {}) }
  return (
    <FiguresFrame<Book>
      title={landBookWords.title}
      queryKey={queryKeyOf('figures', 'land-book', query)}
      path="dzzw/land-book"
      narrower={landBookWords.narrower}
      query={query}
      exported={can('figure_export') ? { path: 'dzzw/land-book/export', query } : undefined}
      choices={
        <div style={{ width: 260 }}>
          <DateRange
            field={DAYS}
            aria-label={say(landBookWords.days)}
            value={[search.from, search.to]}
            onChange={(r) => setSearch({ from: r?.[0], to: r?.[1], current: undefined })}
          />
        </div>
      }
    >
      {(data) => (
        <>
          <Statement data={data} />
          <Acts data={data} />
          <Changes query={query} ways={[...data.came, ...data.went, ...(data.within.n ? [data.within] : [])].map((x) => x.way)} />
        </>
      )}
    </FiguresFrame>
  )
}
/** Opening, what came, what went, closing: the last line is nothing where each difference has its cause. */
function Statement({ data }: { data: Book }) {
  const { say } = useSay()
  const { setSearch } = usePageState()
  const sum = (list: readonly Sum[]) => number(total(list.map((x) => mu(x.mu))))
  const lines = [...data.came.map((x) => ({ ...x, sign: '+' })), ...data.went.map((x) => ({ ...x, sign: '−' }))]
  return (
    <Panel title={`${say(landBookWords.title)} ${data.from} – ${data.to}`}>
      <Numbers
        items={[
          { label: landBookWords.opening, value: number(data.opening) },
          { label: landBookWords.came, value: sum(data.came) },
          { label: landBookWords.went, value: sum(data.went) },
          { label: landBookWords.closing, value: number(data.closing) },
          { label: landBookWords.difference, value: number(data.difference) },
          { label: LAND_WAYS.within, value: number(data.within.mu) },
        ]}
      />
      <Table<(typeof lines)[number]>
        {...PLAIN}
        style={{ marginTop: 12 }}
        rowKey={(r) => `${r.sign} ${r.way}`}
        dataSource={lines}
        locale={{ emptyText: say(landBookWords.none) }}
        columns={[
          { key: 'way', title: say(landBookWords.way), render: (_v, r) => `${r.sign} ${say(LAND_WAYS[r.way])}` },
          { key: 'mu', title: say(words.area), align: 'right', render: (_v, r) => number(r.mu) },
          {
            key: 'n',
            title: say(landBookWords.n),
            align: 'right',
            render: (_v, r) => (
              <Press label={`${say(LAND_WAYS[r.way])} ${r.n}`} run={() => setSearch({ way: r.way, current: undefined })}>
                {count(r.n)}
              </Press>
            ),
          },
        ]}
      />
    </Panel>
  )
}
/** The same by what wrote it. */
function Acts({ data }: { data: Book }) {
  const { say } = useSay()
  const name = useActName()
  if (data.acts.length === 0) return null
  const column = (key: 'got' | 'gave' | 'within', title: string) => ({
    key,
    title,
    align: 'right' as const,
    render: (_v: unknown, r: Book['acts'][number]) => number(r[key]),
  })
  return (
    <Panel title={say(landBookWords.acts)}>
      <Table<Book['acts'][number]>
        {...PLAIN}
        rowKey="type"
        dataSource={data.acts}
        columns={[
          { key: 'type', title: say(landBookWords.type), render: (_v, r) => name(r.type) },
          { key: 'n', title: say(landBookWords.cases), align: 'right', render: (_v, r) => count(r.n) },
          column('got', say(landBookWords.got)),
          column('gave', say(landBookWords.gave)),
          column('within', say(LAND_WAYS.within)),
        ]}
      />
    </Panel>
  )
}
/** Each difference with its cause, its parcel and who gave and got. */
function Changes({ query, ways }: { query: Record<string, string | undefined>; ways: readonly LandWay[] }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const name = useActName()
  const { search, setSearch } = usePageState()
  const way = ways.find((x) => x === search.way)
  const asked = { ...query, ...(way ? { way } : {}), current: Number(search.current ?? 1), size: SIZE }
  const list = useQuery({
    queryKey: queryKeyOf('figures', 'land-book-rows', asked),
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () => api.get<{ total: number; records: Change[] }>('dzzw/land-book/rows', asked, { quiet: true }),
  })
  return (
    <Panel title={say(landBookWords.rows)}>
      <ClearSelect
        style={{ width: 220, marginBottom: 12 }}
        aria-label={say(landBookWords.way)}
        placeholder={say(landBookWords.way)}
        value={way}
        onChange={(v?: LandWay) => setSearch({ way: v, current: undefined })}
        options={[...new Set(ways)].map((value) => ({ value, label: say(LAND_WAYS[value]) }))}
      />
      <Table<Change>
        {...PLAIN}
        rowKey={(r) => `${r.day} ${r.cause} ${r.dkbm}`}
        loading={list.isFetching}
        dataSource={list.data?.records ?? []}
        locale={{ emptyText: say(landBookWords.none) }}
        columns={[
          { key: 'day', dataIndex: 'day', title: say(landBookWords.day) },
          { key: 'way', title: say(landBookWords.way), render: (_v, r) => say(LAND_WAYS[r.way]) },
          { key: 'type', title: say(landBookWords.type), render: (_v, r) => name(r.type) },
          {
            key: 'code',
            title: say(landBookWords.businessCode),
            render: (_v, r) =>
              r.businessCode && can('business_view') ? (
                <Press run={() => openPage('/business/all', { open: `view.${r.cause}` })}>{r.businessCode}</Press>
              ) : (
                r.businessCode
              ),
          },
          {
            key: 'dkbm',
            title: say(landBookWords.parcel),
            render: (_v, r) => (r.dkbm && can('dk_view') ? <Press run={() => openPage('/land/dk', { dkbm: r.dkbm })}>{r.dkbm}</Press> : r.dkbm),
          },
          { key: 'giver', dataIndex: 'giver', title: say(landBookWords.giver) },
          { key: 'taker', dataIndex: 'taker', title: say(landBookWords.taker) },
          { key: 'gave', title: say(landBookWords.gave), align: 'right', render: (_v, r) => number(r.gave) },
          { key: 'got', title: say(landBookWords.got), align: 'right', render: (_v, r) => number(r.got) },
          { key: 'net', title: say(landBookWords.net), align: 'right', render: (_v, r) => number(r.net) },
        ]}
      />
      <Pagination
        style={{ marginTop: 12 }}
        current={asked.current}
        pageSize={SIZE}
        total={list.data?.total ?? 0}
        onChange={(n) => setSearch({ current: n === 1 ? undefined : String(n) })}
        hideOnSinglePage
        showSizeChanger={false}
      />
    </Panel>
  )
}
