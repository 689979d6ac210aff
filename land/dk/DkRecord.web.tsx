import { Tabs } from 'antd'
import { useMemo, useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import type { RecordProps } from '../../platform/list/props.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { RecordHead, type Fact, type StateSign } from '../../platform/record/Head.web.tsx'
import { RecordActs, RecordPage } from '../../platform/record/RecordPage.web.tsx'
import { GroupedValues, RecordPart, RecordValues } from '../../platform/record/Values.web.tsx'
import { dk } from '../definitions/dk.ts'
import { ZT } from '../definitions/statuses.ts'
import { useListed } from '../parts/listed.web.ts'
import { useHinders, useStanding } from '../parts/held.web.tsx'
import { LandSketch } from '../parts/LandSketch.web.tsx'
import { Towards } from '../parts/links.web.tsx'
import { areasAgree } from '../parts/record-facts.ts'
import { muFact, recordPartWords as words } from '../parts/record-words.ts'
import { Timeline } from '../parts/Timeline.web.tsx'
import { RestrictionsOf } from '../restriction/RestrictionsOf.web.tsx'
import { words as restrictionWords } from '../restriction/words.ts'

const MAIN_FIELDS = ['dkbm', 'dkmc', 'dklb', 'tdlylx', 'dldj', 'tdyt', 'sfjbnt', 'syqxz', 'scmj', 'qqmjm', 'yhtmjm', 'zjrxm']
const SIDES = ['dkdz', 'dkxz', 'dknz', 'dkbz']
const SKETCH_HEIGHT = 420
/** What only a list says of a parcel: its issuer's name and its contract area. */
const MORE = ['fbfmc', 'htmjm'] as const

/** A parcel as a page: holder, areas that agree or not, its four sides beside its outline among the neighbours. Source: screens.md B3. */
export function DkRecord(open: RecordProps) {
  const [tab, setTab] = useState('overview')
  return <RecordPage {...open}>{(row) => <Parcel key={row.id} row={row} open={open} tab={tab} onTab={setTab} />}</RecordPage>
}

interface ParcelProps {
  row: AnyRow
  open: RecordProps
  tab: string
  onTab(key: string): void
}
function Parcel({ row: given, open, tab, onTab }: ParcelProps) {
  const { say } = useSay()
  const { can } = useSession()
  const row = useListed(dk, given, { code: 'dkbm', names: MORE, on: !open.asOf && given.zt === ZT.valid })
  const dkbm = String(row.dkbm)
  const { heldBy, hinders } = useHinders(dk, row, dkbm, open.asOf)
  const items = [
    { key: 'overview', label: say(words.overview), children: <Overview row={row} asOf={open.asOf} /> },
    {
      key: 'details',
      label: say(words.details),
      children: (
        <div className="record-column">
          <GroupedValues of={dk} row={row} without={['geom']} />
        </div>
      ),
    },
    ...(can('restriction_view')
      ? [{ key: 'restrictions', label: say(restrictionWords.restrictions), children: <RestrictionsOf code={dkbm} asOf={open.asOf} /> }]
      : []),
    { key: 'history', label: say(words.history), children: <Timeline of={dk} code="dkbm" value={dkbm} /> },
  ]
  return (
    <>
      <ParcelHead row={row} heldBy={heldBy} hinders={hinders} open={open} />
      <Tabs activeKey={items.some((x) => x.key === tab) ? tab : 'overview'} onChange={onTab} items={items} tabBarGutter={20} />
    </>
  )
}

interface ParcelHeadProps extends Pick<ParcelProps, 'row' | 'open'>, ReturnType<typeof useHinders> {}
function ParcelHead({ row, heldBy, hinders, open }: ParcelHeadProps) {
  const { say } = useSay()
  const kind = useDict('dklb')
  const use = useDict('tdlylx')
  const grade = useDict('dldj')
  const standing = useStanding(row, heldBy.length > 0)
  const agree = areasAgree(row.htmjm, row.scmjm)
  const signs: StateSign[] = [{ key: 'dklb', text: kind.label(row.dklb) }, ...standing]
  const facts: Fact[] = [
    {
      key: 'holder',
      label: say(words.holder),
      value: row.cbfbm ? (
        <Towards to="cbf" search={{ cbfbm: String(row.cbfbm) }}>
          {row.cbfmc || row.cbfbm}
        </Towards>
      ) : undefined,
    },
    { key: 'measuredArea', label: say(words.measuredArea), value: say(muFact(row.scmjm)), ...(agree ? { note: say(agree.text), tone: agree.tone } : {}) },
    { key: 'contractArea', label: say(words.contractArea), value: say(muFact(row.htmjm)) },
    { key: 'confirmedArea', label: say(words.confirmedArea), value: say(muFact(row.qqmjm)) },
    { key: 'use', label: say(words.use), value: use.label(row.tdlylx) || undefined },
    { key: 'grade', label: say(words.grade), value: grade.label(row.dldj) || undefined },
    {
      key: 'issuer',
      label: say(words.issuer),
      value: (
        <Towards to="fbf" search={{ fbfbm: String(row.fbfbm) }}>
          {row.fbfmc ?? row.fbfbm}
        </Towards>
      ),
    },
  ]
  // it stands on the map beside the list, which is not seen here
  const commands = open.commands.filter((c) => c.key !== 'locate')
  return (
    <RecordHead
      title={row.dkmc || row.dkbm}
      code={row.dkbm}
      signs={signs}
      facts={facts}
      hinders={hinders}
      acts={<RecordActs of={commands} on={row} tools={open.tools} main={['start', 'edit']} prints={['diagram', 'survey']} />}
    />
  )
}

function Overview({ row, asOf }: { row: AnyRow; asOf: string | undefined }) {
  const { say } = useSay()
  const { can } = useSession()
  const dkbm = String(row.dkbm)
  const [chosen, setChosen] = useState<string>(dkbm)
  const areas = useMemo(() => new Map([[dkbm, String(row.scmjm ?? '')]]), [dkbm, row.scmjm])
  const seesMap = can('map_view')
  return (
    <div className={seesMap ? 'record-grid' : 'record-column'}>
      <div className="record-column">
        <RecordPart title={say(words.details)}>
          <RecordValues of={dk} row={row} only={MAIN_FIELDS} />
        </RecordPart>
        <RecordPart title={say(words.sides)}>
          <RecordValues of={dk} row={row} only={SIDES} />
        </RecordPart>
      </div>
      {seesMap && (
        <RecordPart title={say(words.land)}>
          <LandSketch
            of={{ dkbm }}
            areas={areas}
            isOwn={(c) => c === dkbm}
            asOf={asOf}
            height={SKETCH_HEIGHT}
            margin={1}
            chosen={chosen}
            onChoose={setChosen}
          />
        </RecordPart>
      )}
    </div>
  )
}
