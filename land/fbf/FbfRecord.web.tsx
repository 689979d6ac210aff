import { Tabs } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import type { RecordProps } from '../../platform/list/props.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { RecordHead, type Fact, type StateSign } from '../../platform/record/Head.web.tsx'
import { RecordActs, RecordPage } from '../../platform/record/RecordPage.web.tsx'
import { GroupedValues, RecordPart } from '../../platform/record/Values.web.tsx'
import { Uploader } from '../../services/files/uploader/Uploader.web.tsx'
import { fbf } from '../definitions/fbf.ts'
import { RegionMap } from '../map/RegionMap.web.tsx'
import { useListed } from '../parts/listed.web.ts'
import { useHinders } from '../parts/held.web.tsx'
import { Towards } from '../parts/links.web.tsx'
import { recordPartWords as landWords } from '../parts/record-words.ts'
import { Timeline } from '../parts/Timeline.web.tsx'
import { Rounds } from './Rounds.web.tsx'
import { words } from './words.ts'

/** What only the list of issuers says: how much each has. */
const FIGURES = ['contractors', 'parcels', 'contracts'] as const
/** What else only that list says: what an issuer lacks. */
const LISTED = [...FIGURES, 'lacks']
const TO = { contractors: 'cbf', parcels: 'dk', contracts: 'cbht' } as const

/** An issuer as a page: how much it has, who answers for it, its rounds and its land. Source: screens.md B1. */
export function FbfRecord(open: RecordProps) {
  const [tab, setTab] = useState('overview')
  return <RecordPage {...open}>{(row) => <Issuer key={row.id} row={row} open={open} tab={tab} onTab={setTab} />}</RecordPage>
}

interface IssuerProps {
  row: AnyRow
  open: RecordProps
  tab: string
  onTab(key: string): void
}
function Issuer({ row: given, open, tab, onTab }: IssuerProps) {
  const { say } = useSay()
  const { can } = useSession()
  const row = useListed(fbf, given, { code: 'fbfbm', names: LISTED, on: !open.asOf })
  const fbfbm = String(row.fbfbm)
  const { heldBy, hinders } = useHinders(fbf, row, undefined, open.asOf)
  const values = <GroupedValues of={fbf} row={row} />
  const items = [
    {
      key: 'overview',
      label: say(landWords.overview),
      children: can('map_view') ? (
        <div className="record-grid">
          <div className="record-column">{values}</div>
          <RecordPart title={say(landWords.land)}>
            <RegionMap regionCode={String(row.regionCode)} asOf={open.asOf} height={460} />
          </RecordPart>
        </div>
      ) : (
        <div className="record-column">{values}</div>
      ),
    },
    { key: 'rounds', label: say(words.rounds), children: <Rounds fbfbm={fbfbm} /> },
    { key: 'files', label: say(words.files), children: <Uploader businessId={row.id} businessItem="fbf" /> },
    { key: 'history', label: say(landWords.history), children: <Timeline of={fbf} code="fbfbm" value={fbfbm} /> },
  ]
  return (
    <>
      <IssuerHead row={row} heldBy={heldBy} hinders={hinders} open={open} />
      <Tabs activeKey={items.some((x) => x.key === tab) ? tab : 'overview'} onChange={onTab} items={items} tabBarGutter={20} />
    </>
  )
}

interface IssuerHeadProps extends Pick<IssuerProps, 'row' | 'open'>, ReturnType<typeof useHinders> {}
function IssuerHead({ row, heldBy, hinders, open }: IssuerHeadProps) {
  const { say } = useSay()
  const ownership = useDict('syqxz')
  const lacks = row.lacks as readonly string[] | undefined
  const figure = (name: (typeof FIGURES)[number]): Fact => ({
    key: name,
    label: say(words[name]),
    value:
      row[name] === null || row[name] === undefined ? undefined : (
        <Towards to={TO[name]} search={{ fbfbm: String(row.fbfbm) }}>
          {row[name]}
        </Towards>
      ),
  })
  const signs: StateSign[] = [
    ...(row.syqxz ? [{ key: 'syqxz', text: ownership.label(row.syqxz) }] : []),
    ...(heldBy.length > 0 ? [{ key: 'held', text: say(landWords.underWay), tone: 'processing' as const }] : []),
    ...(lacks
      ? [
          lacks.length === 0
            ? { key: 'lacks', text: say(words.complete), tone: 'success' as const }
            : { key: 'lacks', text: `${say(words.missing)} ${lacks.length}`, tone: 'warning' as const },
        ]
      : []),
  ]
  const facts: Fact[] = [
    ...FIGURES.map(figure),
    { key: 'head', label: say({ zh: '负责人', en: 'Principal' }), value: row.fbffzrxm || undefined },
    { key: 'phone', label: say(landWords.phone), value: row.lxdh || undefined },
    ...(lacks?.length ? [{ key: 'lacks', label: say(words.lacks), value: lacks.join('、'), tone: 'warning' as const }] : []),
  ]
  return (
    <RecordHead
      title={row.fbfmc}
      code={row.fbfbm}
      signs={signs}
      facts={facts}
      hinders={hinders}
      acts={<RecordActs of={open.commands} on={row} tools={open.tools} main={['start', 'edit']} prints={['survey']} />}
    />
  )
}
