import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { count, Panel, PLAIN, Press } from '../home/parts.web.tsx'
import { FiguresFrame } from './FiguresFrame.web.tsx'
import { POPULATION, POPULATION_GROUPS, populationFigure, type PopulationFigure, type PopulationGroup } from './population.ts'
import { figureWords, openRows, populationWords as words } from './words.ts'
import './figures.css'

interface Answer {
  asOf: string
  regionCode: string
  values: Record<string, number>
}
type Row = Record<string, string | null>
const SIZE = 20
const GROUPS = Object.keys(POPULATION_GROUPS) as PopulationGroup[]

/** 人口统计: members and households by remark, age and size, and who is to be looked at; each number opens its rows. Source: statistics.md 13. */
export function PopulationPage() {
  const { say } = useSay()
  const { can } = useSession()
  const { search, setSearch } = usePageState()
  const query = { regionCode: search.regionCode }
  const figure = populationFigure(search.figure)
  return (
    <FiguresFrame<Answer>
      title={words.title}
      queryKey={queryKeyOf('figures', 'population', query)}
      path="dzzw/population"
      query={query}
      narrower={words.narrower}
      remark={words.nightly}
    >
      {({ values }) => (
        <>
          {GROUPS.map((g) => (
            <Panel key={g} title={say(POPULATION_GROUPS[g])}>
              <dl className="figures-lines">
                {POPULATION.filter((f) => f.group === g).map((f) => {
                  const n = values[f.key] ?? 0
                  return (
                    <div key={f.key}>
                      <dt>{say(f.label)}</dt>
                      <dd>
                        {n > 0 && can('cbf_view') ? (
                          <Press label={say(openRows(say(f.label), n))} run={() => setSearch({ figure: f.key, rows: undefined })}>
                            {count(n)}
                          </Press>
                        ) : (
                          count(n)
                        )}
                        <small>{say(f.of === 'people' ? words.people : words.households)}</small>
                      </dd>
                    </div>
                  )
                })}
              </dl>
            </Panel>
          ))}
          {figure && <Rows of={figure} region={search.regionCode} onClose={() => setSearch({ figure: undefined, rows: undefined })} />}
        </>
      )}
    </FiguresFrame>
  )
}
/** Who or which households a number is. */
function Rows({ of: f, region, onClose }: { of: PopulationFigure; region: string | undefined; onClose(): void }) {
  const { say } = useSay()
  const openPage = useOpenPage()
  const { search, setSearch } = usePageState()
  const relation = useDict('yhzgx')
  const remark = useDict('cybz')
  const query = { ...(region ? { regionCode: region } : {}), figure: f.key, current: Number(search.rows ?? 1), size: SIZE }
  const list = useQuery({
    queryKey: queryKeyOf('figures', 'population-rows', query),
    retry: false,
    queryFn: () => api.get<{ total: number; records: Row[] }>('dzzw/population/rows', query, { quiet: true }),
  })
  const plain = (key: string, title: string) => ({ key, dataIndex: key, title })
  const person =
    f.of === 'people'
      ? [
          plain('cyxm', say(words.name)),
          { key: 'yhzgx', title: say(words.relation), render: (_v: unknown, r: Row) => (r.yhzgx ? relation.label(r.yhzgx) : '—') },
          plain('cyzjhm', say(words.number)),
          { key: 'cybz', title: say(words.remark), render: (_v: unknown, r: Row) => (r.cybz ? remark.label(r.cybz) : '—') },
        ]
      : [plain('living', say(words.living))]
  return (
    <Drawer open size="large" title={say(f.label)} onClose={onClose}>
      <Table<Row>
        {...PLAIN}
        rowKey="id"
        loading={list.isFetching}
        dataSource={list.data?.records ?? []}
        locale={{ emptyText: list.error ? list.error.message : say(figureWords.nothing) }}
        pagination={{
          current: query.current,
          pageSize: SIZE,
          total: list.data?.total ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: (n) => setSearch({ rows: n === 1 ? undefined : String(n) }),
        }}
        columns={[
          {
            key: 'household',
            title: say(words.household),
            render: (_v, r) => <Press run={() => openPage('/land/cbf', { open: `view.${r.cbfId}` })}>{`${r.cbfmc ?? ''} ${r.cbfbm ?? ''}`}</Press>,
          },
          ...person,
        ]}
      />
    </Drawer>
  )
}
