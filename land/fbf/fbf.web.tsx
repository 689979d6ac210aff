import { useOpenPage, type OpenPage } from '../../kit/web/open-page.web.ts'
import { Button, Tag, Tooltip } from 'antd'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import type { Column } from '../../kit/web/ResourceTable.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { fbf } from '../definitions/fbf.ts'
import { landFormCommand } from '../parts/land-forms.web.ts'
import { ListPicker, usePickerList } from '../parts/ListPicker.web.tsx'
import { FbfForm } from './FbfForm.web.tsx'
import { FbfRecord } from './FbfRecord.web.tsx'
import { Plans } from './Plans.web.tsx'
import { FREE_FIELDS } from '../register/acts/free.ts'
import { words } from './words.ts'
import { useOwnColumns } from '../parts/columns.web.tsx'

const LISTS = { own: words.own, registered: words.registered } as const
const WITH_ROUNDS = { ...LISTS, rounds: words.rounds } as const
const FILTERS = {
  complete: {
    label: words.lacks,
    choices: [
      { value: '1', label: words.complete },
      { value: '2', label: words.missing },
    ],
  },
} as const
/** The registers that a number or a button leads to, and by which name their lists find the issuer. */
const TO = { contractors: '/land/cbf', parcels: '/land/dk', contracts: '/registry/cbht' } as const
const SEEN = { contractors: 'cbf_view', parcels: 'dk_view', contracts: 'cbht_view' } as const

/** What leads from an issuer to its rows in another register. */

/** How many of something an issuer has; leads there who may see them. */
function FigureCell({ row, name, go }: { row: AnyRow; name: keyof typeof TO; go: OpenPage }) {
  const { can } = useSession()
  const n = row[name]
  if (n === null || n === undefined) return '—'
  if (!can(SEEN[name])) return n
  return (
    <Button type="link" size="small" style={{ padding: 0 }} onClick={() => go(TO[name], { fbfbm: String(row.fbfbm) })}>
      {n}
    </Button>
  )
}
/** What an issuer's row has not yet. */
function LacksCell({ row }: { row: AnyRow }) {
  const { say } = useSay()
  const missing = (row.lacks ?? []) as string[]
  if (missing.length === 0) return <Tag color="success">{say(words.complete)}</Tag>
  return (
    <Tooltip title={missing.join('、')}>
      <Tag color="warning" tabIndex={0} aria-description={missing.join('、')}>
        {say(words.missing)} {missing.length}
      </Tag>
    </Tooltip>
  )
}
/** The name of the seal, and whether it is another than that of the issuer. */
function SealedName({ row }: { row: AnyRow }) {
  const { say } = useSay()
  return (
    <>
      {row.sealedName ?? '—'} {row.sealedName && row.sealedName !== row.fbfmc && <Tag color="warning">{say(words.differs)}</Tag>}
    </>
  )
}

/** What tells issuers apart stands first, how they are doing right after it. */
const FIRST = ['fbfmc', 'fbfbm']
function useIssuerColumns(isRegistered: boolean, go: OpenPage): Column[] {
  const { say } = useSay()
  const own = useOwnColumns(fbf)
  const figure = (n: keyof typeof TO): Column => ({
    key: n,
    title: say(words[n]),
    width: 96,
    align: 'right',
    render: (_, r: AnyRow) => <FigureCell row={r} name={n} go={go} />,
  })
  const sealed: Column[] = [
    { key: 'sealedName', title: say(words.sealedName), width: 220, render: (_, r: AnyRow) => <SealedName row={r} /> },
    { key: 'running', title: say(words.running), width: 110, align: 'right', render: (_, r: AnyRow) => r.running },
  ]
  return [
    ...FIRST.flatMap((key) => own.find((c) => c.key === key) ?? []),
    ...(isRegistered ? sealed : []),
    ...(['contractors', 'parcels', 'contracts'] as const).map(figure),
    { key: 'lacks', title: say(words.lacks), width: 120, render: (_, r: AnyRow) => <LacksCell row={r} /> },
    ...own.filter((c) => !FIRST.includes(c.key)),
  ]
}

const SURVEY_TABLE = 'base-qssj/fbf/survey-table/download'
/** Papers of an issuer, and the ways to what it has. */
function issuerCommands(go: OpenPage, setSearch: ReturnType<typeof usePageState>['setSearch']): RowCommand[] {
  return [
    { key: 'survey', label: words.survey, perm: 'print_view', past: true, run: (r) => download(SURVEY_TABLE, { regionCode: r.regionCode }) },
    ...(['posted-map', 'members', 'signing'] as const).map((form): RowCommand => ({ ...landFormCommand(form, (r) => ({ regionCode: r.fbfbm })), past: true })),
    {
      key: 'rounds',
      label: words.rounds,
      perm: 'fbf_plan_view',
      run: (r) => setSearch({ list: 'rounds', open: undefined, current: undefined, fbfbm: r.fbfbm }),
    },
    { key: 'contractors', label: words.toContractors, perm: 'cbf_view', run: (r) => go(TO.contractors, { fbfbm: r.fbfbm }) },
    { key: 'parcels', label: words.toParcels, perm: 'dk_view', run: (r) => go(TO.parcels, { fbfbm: r.fbfbm }) },
    { key: 'contracts', label: words.toContracts, perm: 'cbht_view', run: (r) => go(TO.contracts, { fbfbm: r.fbfbm }) },
    { key: 'shapes', label: words.shapes, perm: 'dk_export', past: true, run: (r) => download('dzzw/download-shp', { fbfbm: r.fbfbm }) },
    { key: 'map', label: words.toMap, perm: 'map_view', run: (r) => go('/map/index', { regionCode: r.regionCode }) },
  ]
}
/** The survey tables of all issuers of the region that the list shows. */
const surveyTables = (regionCode: string | undefined): ToolCommand => ({
  key: 'surveys',
  label: words.surveys,
  perm: 'print_view',
  past: true,
  when: () => (regionCode ? true : words.noRegion),
  run: () => download(SURVEY_TABLE, { regionCode: regionCode! }),
})

interface FbfPageProps {
  /** commands of rooms above on a row */
  more?: readonly RowCommand[]
}
/** Issuers, the same as the register has them, and the recording of their rounds. Source: screens.md B1. */
export default function FbfPage({ more = [] }: FbfPageProps) {
  const { search, setSearch } = usePageState()
  const { can } = useSession()
  const go = useOpenPage()
  const lists = can('fbf_plan_view') ? WITH_ROUNDS : LISTS
  const list = usePickerList(lists)
  const { row, tool } = defaultCommands(fbf)
  const columns = useIssuerColumns(list === 'registered', go)
  const commands = issuerCommands(go, setSearch)
  return (
    <>
      {list === 'rounds' ? (
        <>
          <ListPicker lists={lists} />
          <Plans />
        </>
      ) : list === 'registered' ? (
        <ResourcePage
          key={list}
          of={{ ...fbf, path: '/dj-syq/fbf' }}
          heading={<ListPicker lists={lists} />}
          choices={FILTERS}
          columns={columns}
          toolCommands={[]}
          rowCommands={[
            { key: 'open', label: row.view.label, perm: 'fbf_view', run: (r) => setSearch({ list: undefined, open: `view.${r.id}` }) },
            ...more,
            ...commands,
          ]}
        />
      ) : (
        <ResourcePage
          key={list}
          of={fbf}
          writes="save-update"
          panel="drawer"
          batch={FREE_FIELDS.fbf!}
          heading={<ListPicker lists={lists} />}
          choices={FILTERS}
          columns={columns}
          toolCommands={[tool.add, tool.delete, surveyTables(search.regionCode)]}
          rowCommands={[row.view, row.edit, ...more, ...commands, row.delete]}
          record={(p) => <FbfRecord {...p} />}
          form={(p) => <FbfForm {...p} />}
        />
      )}
    </>
  )
}
