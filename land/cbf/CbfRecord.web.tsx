import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'antd'
import { useDeferredValue, useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import type { RecordProps } from '../../platform/list/props.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { RecordHead, type Fact, type StateSign } from '../../platform/record/Head.web.tsx'
import { RecordActs, RecordPage } from '../../platform/record/RecordPage.web.tsx'
import { GroupedValues } from '../../platform/record/Values.web.tsx'
import { sumTyped } from '../definitions/area.ts'
import { cbf } from '../definitions/cbf.ts'
import { CBFLX } from '../definitions/household.ts'
import { DJZT } from '../definitions/statuses.ts'
import { useHinders, useStanding } from '../parts/held.web.tsx'
import { Towards } from '../parts/links.web.tsx'
import { areasAgree, termLeft } from '../parts/record-facts.ts'
import { muFact, people, piecesText, recordPartWords as words } from '../parts/record-words.ts'
import { Timeline } from '../parts/Timeline.web.tsx'
import { RestrictionsOf } from '../restriction/RestrictionsOf.web.tsx'
import { words as restrictionWords } from '../restriction/words.ts'
import type { CbfTab } from './CbfForm.web.tsx'
import { CbfFiles } from './CbfFiles.web.tsx'
import { HouseholdBook, type BookOf } from './BookParts.web.tsx'
import { CbfParcels } from './CbfParcels.web.tsx'
import { HouseholdOverview } from './HouseholdOverview.web.tsx'
import { MemberTable } from './Members.web.tsx'

const NONE: readonly AnyRow[] = []
/** As many parcels as one contractor has at most on a page of them. */
const MOST_PARCELS = 200
/** The parcels that a contractor holds, as their list tells them. */
function useParcels(cbfbm: string, asOf?: string) {
  return useQuery({
    queryKey: queryKeyOf('dk', 'of-cbf', cbfbm, asOf),
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('base-dlxx/dk/page', { cbfbm, current: 1, size: MOST_PARCELS, ...(asOf ? { asOf } : {}) }, { quiet: true }),
  })
}
/** The book in force of a contractor, with its contract and certificate. */
function useBook(row: AnyRow, asOf?: string) {
  const { can } = useSession()
  return useQuery({
    queryKey: queryKeyOf('djb', 'current', row.cbjyqzbm, asOf),
    enabled: !!row.cbjyqzbm && row.djzt === DJZT.registered && can('djb_view'),
    retry: false,
    queryFn: () => api.get<BookOf>('base-qssj/djb/detail', { cbjyqzbm: String(row.cbjyqzbm), ...(asOf ? { asOf } : {}) }, { quiet: true }),
  })
}

interface CbfRecordProps extends RecordProps {
  tabs: readonly CbfTab[]
}
/** A contractor as a page: what decides at its head, its people and land side by side, and everything else that belongs to it. Source: screens.md B2. */
export function CbfRecord({ tabs, ...open }: CbfRecordProps) {
  const [tab, setTab] = useState('overview')
  return (
    <RecordPage {...open}>
      {(row, isWhole) => <Household key={row.id} row={row} isWhole={isWhole} open={open} tabs={tabs} tab={tab} onTab={setTab} />}
    </RecordPage>
  )
}

interface HouseholdProps {
  row: AnyRow
  isWhole: boolean
  open: RecordProps
  tabs: readonly CbfTab[]
  tab: string
  onTab(key: string): void
}
function Household({ row, isWhole, open, tabs, tab, onTab }: HouseholdProps) {
  const { say } = useSay()
  const { can } = useSession()
  const cbfbm = String(row.cbfbm)
  const parcels = useParcels(cbfbm, open.asOf)
  const book = useBook(row, open.asOf)
  const { heldBy, hinders } = useHinders(cbf, row, cbfbm, open.asOf)
  const land = parcels.data?.records ?? NONE
  const members = (row.jtcyList ?? NONE) as readonly AnyRow[]
  // what decides is seen first, the rest a moment later
  const isSettled = useDeferredValue(true, false)
  const isHousehold = row.cbflx === CBFLX.household
  const items = [
    {
      key: 'overview',
      label: say(words.overview),
      children: <HouseholdOverview row={row} members={members} isWhole={isWhole} parcels={land} asOf={open.asOf} loading={parcels.isLoading} />,
    },
    ...(isHousehold ? [{ key: 'members', label: `${say(words.members)} ${row.cbfcysl ?? members.length}`, children: <MemberTable rows={members} /> }] : []),
    { key: 'parcels', label: `${say(words.parcels)} ${parcels.data?.total ?? row.cbdkzs ?? ''}`, children: <CbfParcels cbfbm={cbfbm} /> },
    { key: 'papers', label: say(words.papers), children: <HouseholdBook cbfbm={cbfbm} book={book.data} /> },
    ...(can('restriction_view')
      ? [{ key: 'restrictions', label: say(restrictionWords.restrictions), children: <RestrictionsOf code={cbfbm} asOf={open.asOf} /> }]
      : []),
    ...tabs.flatMap(({ key, label, perm, of: Of }) => (can(perm) ? [{ key, label: say(label), children: <Of cbfbm={cbfbm} /> }] : [])),
    { key: 'files', label: say(words.files), children: <CbfFiles id={row.id} /> },
    {
      key: 'details',
      label: say(words.details),
      children: (
        <div className="record-column">
          <GroupedValues of={cbf} row={row} without={row.cbflx === CBFLX.organisation ? [] : ['dwmc']} />
        </div>
      ),
    },
    { key: 'history', label: say(words.history), children: <Timeline of={cbf} code="cbfbm" value={cbfbm} /> },
  ]
  return (
    <>
      <HouseholdHead row={row} members={members} land={land} isWhole={isWhole} book={book.data} heldBy={heldBy} hinders={hinders} open={open} />
      {isSettled && <Tabs activeKey={items.some((x) => x.key === tab) ? tab : 'overview'} onChange={onTab} items={items} tabBarGutter={20} />}
    </>
  )
}

interface HouseholdHeadProps extends Pick<HouseholdProps, 'row' | 'open' | 'isWhole'> {
  members: readonly AnyRow[]
  land: readonly AnyRow[]
  book: BookOf | undefined
  heldBy: readonly string[]
  hinders: ReturnType<typeof useHinders>['hinders']
}
function HouseholdHead({ row, members, land, isWhole, book, heldBy, hinders, open }: HouseholdHeadProps) {
  const { say } = useSay()
  const cbflx = useDict('cbflx')
  const method = useDict('cbjyqqdfs')
  const standing = useStanding(row, heldBy.length > 0)
  const term = termLeft(row.cbqxz, today())
  const measured = land.length > 0 ? sumTyped(land.map((d) => d.scmjm)) : undefined
  const agree = areasAgree(row.htzmjm, measured)
  const coOwners = members.filter((m) => m.sfgyr === '1').length
  const certificate = book?.cbjyqz
  const signs: StateSign[] = [
    { key: 'cbflx', text: cbflx.label(row.cbflx) },
    ...standing,
    ...(certificate?.fzrq ? [{ key: 'certificate', text: say(certificate.qzsflq === '1' ? words.collected : words.issued), tone: 'success' as const }] : []),
    ...(term ? [{ key: 'term', text: say(term.text), tone: term.tone }] : []),
  ]
  const issuer = row.fbfmc ?? book?.fbfmc ?? row.fbfbm
  const facts: Fact[] = [
    ...(row.cbflx === CBFLX.household
      ? [
          {
            key: 'members',
            label: say(words.membersN),
            value: `${say(people(Number(row.cbfcysl ?? 0)))}${isWhole ? ` · ${say(words.coOwners)} ${coOwners}` : ''}`,
          },
        ]
      : []),
    { key: 'parcels', label: say(words.parcelsN), value: say(piecesText(Number(row.cbdkzs ?? 0))) },
    { key: 'contractArea', label: say(words.contractArea), value: say(muFact(row.htzmjm)) },
    { key: 'measuredArea', label: say(words.measuredArea), value: say(muFact(measured)), ...(agree ? { note: say(agree.text), tone: agree.tone } : {}) },
    { key: 'method', label: say(words.method), value: method.label(row.cbfs) },
    {
      key: 'issuer',
      label: say(words.issuer),
      value: (
        <Towards to="fbf" search={{ fbfbm: String(row.fbfbm) }}>
          {issuer}
        </Towards>
      ),
    },
    { key: 'phone', label: say(words.phone), value: row.lxdh || undefined },
  ]
  return (
    <RecordHead
      title={row.cbfmc}
      code={row.cbfbm}
      signs={signs}
      facts={facts}
      hinders={hinders}
      acts={<RecordActs of={open.commands} on={row} tools={open.tools} main={['start', 'edit']} prints={['survey', 'posting', 'apply']} />}
    />
  )
}
