import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Button, type TableColumnType } from 'antd'
import { memo, useMemo, useState } from 'react'
import { permOf } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { RecordPart } from '../../platform/record/Values.web.tsx'
import { sumTyped } from '../definitions/area.ts'
import { dk } from '../definitions/dk.ts'
import { CBFLX } from '../definitions/household.ts'
import { ageOn } from '../definitions/membership.ts'
import { LandSketch } from '../parts/LandSketch.web.tsx'
import { muFact, recordPartWords as words } from '../parts/record-words.ts'

const SKETCH_HEIGHT = 440
interface HouseholdOverviewProps {
  row: AnyRow
  members: readonly AnyRow[]
  isWhole: boolean
  parcels: readonly AnyRow[]
  loading: boolean
  asOf?: string | undefined
}
/** The people of a household and its land side by side: a parcel that is pressed stands out in the list and on the sketch. */
export const HouseholdOverview = memo(function HouseholdOverview({ row, members, isWhole, parcels, loading, asOf }: HouseholdOverviewProps) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const [chosen, setChosen] = useState<string>()
  const areas = useMemo(() => new Map(parcels.map((d) => [String(d.dkbm), String(d.scmjm ?? '')])), [parcels])
  const seesMap = can('map_view')
  return (
    <div className={seesMap ? 'record-grid' : 'record-column'}>
      <div className="record-column">
        {row.cbflx === CBFLX.household && <MembersPart members={members} loading={!isWhole} asOf={asOf} />}
        <ParcelsPart parcels={parcels} loading={loading} chosen={chosen} onChoose={setChosen} />
      </div>
      {seesMap && (
        <RecordPart
          title={say(words.land)}
          note={
            <Button type="link" size="small" onClick={() => openPage('/map/index', { regionCode: String(row.regionCode) })}>
              {say(words.onMap)}
            </Button>
          }
        >
          <LandSketch
            of={{ cbfbm: String(row.cbfbm) }}
            areas={areas}
            isOwn={(c) => areas.has(c)}
            asOf={asOf}
            height={SKETCH_HEIGHT}
            chosen={chosen}
            onChoose={(c) => areas.has(c) && setChosen(c)}
          />
        </RecordPart>
      )}
    </div>
  )
})

interface MembersPartProps {
  members: readonly AnyRow[]
  loading: boolean
  /** the day whose members they are */
  asOf?: string | undefined
}
const MembersPart = memo(function MembersPart({ members, loading, asOf }: MembersPartProps) {
  const { say } = useSay()
  const sex = useDict('sex')
  const relation = useDict('yhzgx')
  const day = asOf ?? today()
  const ages = new Map(members.map((m) => [m, ageOn(m, day)]))
  const hasAges = members.some((m) => ages.get(m) !== undefined)
  const age = (m: AnyRow) => (ages.get(m) === undefined ? '' : ` · ${ages.get(m)}`)
  const isMasked = members.some((m) => String(m.cyzjhm ?? '').includes('*'))
  const columns: TableColumnType<AnyRow>[] = [
    { key: 'cyxm', title: say(words.person), render: (_, m) => <strong>{m.cyxm}</strong> },
    { key: 'yhzgx', title: say(words.relation), render: (_, m) => relation.label(m.yhzgx) },
    { key: 'cyxb', title: say(hasAges ? words.sexAge : words.sex), render: (_, m) => `${sex.label(m.cyxb)}${age(m)}` },
    { key: 'cyzjhm', title: say(words.idNumber), render: (_, m) => <span className="record-code">{m.cyzjhm}</span> },
    { key: 'sfgyr', title: say(words.coOwner), render: (_, m) => (m.sfgyr === '1' ? say(words.yes) : '—') },
  ]
  return (
    <RecordPart title={say(words.members)} {...(isMasked ? { note: say(words.agesMasked) } : {})}>
      <Table<AnyRow>
        size="small"
        rowKey="id"
        pagination={false}
        loading={loading}
        dataSource={[...members]}
        columns={columns}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: say(words.noMembers) }}
      />
    </RecordPart>
  )
})

interface ParcelsPartProps {
  parcels: readonly AnyRow[]
  loading: boolean
  chosen: string | undefined
  onChoose(dkbm: string): void
}
const ParcelsPart = memo(function ParcelsPart({ parcels, loading, chosen, onChoose }: ParcelsPartProps) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const use = useDict('tdlylx')
  const grade = useDict('dldj')
  const open = (d: AnyRow) => openPage('/land/dk', { open: `view.${d.id}` })
  const columns: TableColumnType<AnyRow>[] = [
    { key: 'dkbm', title: say(words.code), render: (_, d) => <span className="record-code" title={d.dkbm}>{`…${String(d.dkbm).slice(-5)}`}</span> },
    {
      key: 'dkmc',
      title: say(words.name),
      render: (_, d) =>
        can(permOf(dk, 'view')) ? (
          <Button type="link" size="small" className="record-link" onClick={() => open(d)}>
            {d.dkmc}
          </Button>
        ) : (
          d.dkmc
        ),
    },
    { key: 'tdlylx', title: say(words.use), render: (_, d) => use.label(d.tdlylx) },
    { key: 'scmjm', title: say(words.measured), align: 'right', render: (_, d) => d.scmjm ?? '—' },
    { key: 'htmjm', title: say(words.agreed), align: 'right', render: (_, d) => d.htmjm ?? '—' },
    { key: 'dldj', title: say(words.grade), render: (_, d) => grade.label(d.dldj) },
  ]
  const total = (n: 'scmjm' | 'htmjm') => sumTyped(parcels.map((d) => d[n]))
  return (
    <RecordPart
      title={say(words.parcelsN)}
      {...(parcels.length
        ? { note: `${say(words.contractArea)} ${say(muFact(total('htmjm')))} · ${say(words.measuredArea)} ${say(muFact(total('scmjm')))}` }
        : {})}
    >
      <Table<AnyRow>
        size="small"
        rowKey="id"
        pagination={false}
        loading={loading}
        dataSource={[...parcels]}
        columns={columns}
        scroll={{ x: 'max-content' }}
        rowClassName={(d) => (d.dkbm === chosen ? 'ant-table-row-selected' : '')}
        onRow={(d) => ({ onClick: () => onChoose(d.dkbm), style: { cursor: 'pointer' } })}
      />
    </RecordPart>
  )
})
