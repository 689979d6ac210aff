import { EnvironmentOutlined } from '@ant-design/icons'
import { Button, Empty, Grid, Tag } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { download } from '../../kit/web/download.web.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { PdfDialog } from '../../services/files/preview/PdfDialog.web.tsx'
import { ParcelCard } from '../map/ParcelCard.web.tsx'
import { RegionMap, useParcel } from '../map/RegionMap.web.tsx'
import { words as landWords } from '../definitions/words.ts'
import { FREE_FIELDS } from '../register/acts/free.ts'
import { words } from './words.ts'
import './dk.css'
import { dk, jzd, jzx } from '../definitions/dk.ts'
import { ListPicker, usePickerList } from '../parts/ListPicker.web.tsx'
import { Boundaries } from './Boundaries.web.tsx'
import { Collective } from './Collective.web.tsx'
import { useEffects } from './effects.web.tsx'
import { ParcelTree } from './ParcelTree.web.tsx'
import { RightsOf } from './RightsOf.web.tsx'
import { ShapeHistory } from './ShapeHistory.web.tsx'
import { DkForm } from './DkForm.web.tsx'
import { DkRecord } from './DkRecord.web.tsx'
import { UploadShapes } from './UploadShapes.web.tsx'
import { arranged, useIssuerColumn, useOwnColumns } from '../parts/columns.web.tsx'

const LISTS = { list: words.list, jzd: words.points, jzx: words.lines, collective: words.collective } as const
const CHOICES = [
  { value: '1', label: words.yes },
  { value: '2', label: words.no },
] as const
const FILTERS = {
  contracted: { label: words.contracted, choices: CHOICES, missing: { value: '2', label: words.notContracted } },
  hasGeom: { label: words.hasGeom, choices: CHOICES, missing: { value: '2', label: words.noGeom } },
} as const

/** Parcels, their boundary points and lines, and the collective land of a region. `more`: what else can be done with a parcel. Source: screens.md B3. */
export default function DkPage({ more = [] }: { more?: readonly RowCommand[] }) {
  const list = usePickerList(LISTS)
  return (
    <>
      {list === 'list' ? <ParcelList more={more} /> : <ListPicker lists={LISTS} />}
      {list === 'jzd' && <Boundaries key="jzd" of={jzd} />}
      {list === 'jzx' && <Boundaries key="jzx" of={jzx} />}
      {list === 'collective' && <Collective />}
    </>
  )
}

/** The dialog that is open over the list of parcels, with what it is about. */
type Opened = { what: 'family' | 'history' | 'rights' | 'sketch'; dkbm: string } | { what: 'uploads' }
type Search = ReturnType<typeof usePageState>['search']
type SetSearch = ReturnType<typeof usePageState>['setSearch']

interface CommandsOf {
  search: Search
  setSearch: SetSearch
  open(dialog: Opened): void
}
/** What may be done with a parcel beside opening, changing and deleting it. */
function parcelCommands({ search, setSearch, open }: CommandsOf): RowCommand[] {
  const opens = (key: string, label: Text, what: 'family' | 'history' | 'rights' | 'sketch', perm: string): RowCommand => ({
    key,
    label,
    perm,
    run: (r) => open({ what, dkbm: r.dkbm }),
  })
  const boundaries = (name: 'jzd' | 'jzx', label: Text): RowCommand => ({
    key: name,
    label,
    perm: 'dk_view',
    run: (r) => setSearch({ list: name, dkbm: r.dkbm, open: undefined, current: undefined, regionCode: undefined }),
  })
  return [
    { key: 'locate', label: landWords.locate, past: true, when: (r) => r.dkbm !== search.at, run: (r) => setSearch({ at: r.dkbm }) },
    opens('diagram', words.diagram, 'sketch', 'print_view'),
    { key: 'survey', label: words.survey, perm: 'print_view', run: (r) => download('base-dlxx/dk/survey-table/download', { dkbm: r.dkbm }) },
    boundaries('jzd', words.points),
    boundaries('jzx', words.lines),
    opens('family', words.family, 'family', 'dk_view'),
    opens('history', words.history, 'history', 'dk_view'),
    opens('rights', words.facts, 'rights', 'dk_view'),
  ]
}
/** What may be done with the ticked parcels, or with those of the issuer or region that the list shows. */
function parcelTools({ search, open }: CommandsOf): ToolCommand[] {
  const issuer = search.fbfbm?.length === 14 ? search.fbfbm : undefined
  const codesOf = (rows: readonly AnyRow[]) => ({ dkbms: rows.map((r) => String(r.dkbm)).join(',') })
  return [
    {
      key: 'sketches',
      label: words.sketches,
      perm: 'print_view',
      needsRows: true,
      past: true,
      run: (rows) => download('dzzw/batch-print-dk-syt', codesOf(rows)),
    },
    {
      key: 'shapes',
      label: words.shapes,
      perm: 'dk_export',
      past: true,
      when: (rows) => (rows.length > 0 || issuer || search.regionCode ? true : words.shapesOf),
      run: (rows) => {
        if (rows.length) return download('dzzw/download-shp', codesOf(rows))
        return download('dzzw/download-shp', issuer ? { fbfbm: issuer } : { regionCode: search.regionCode! })
      },
    },
    {
      key: 'drawing',
      label: words.drawing,
      perm: 'dk_export',
      past: true,
      when: (rows) => (rows.length > 0 || issuer || search.regionCode ? true : words.shapesOf),
      run: (rows) => {
        const of = rows.length ? codesOf(rows) : issuer ? { fbfbm: issuer } : { regionCode: search.regionCode! }
        return download('dzzw/download-shp', { ...of, format: 'dxf' })
      },
    },
    { key: 'upload', label: words.upload, perm: 'dk_import', run: () => open({ what: 'uploads' }) },
  ]
}

/** The columns that people tell parcels apart by come first. */
const FIRST = ['dkmc', 'dkbm', 'cbfmc', 'scmjm', 'htmjm', 'fbfmc', 'dklb', 'djzt', 'dldj', 'tdyt']
function useParcelColumns() {
  const { say } = useSay()
  const all = useOwnColumns(dk)
  const issuer = useIssuerColumn()
  const contract = { key: 'htmjm', title: say(words.contractArea), width: 116, align: 'right' as const, render: (_: unknown, r: AnyRow) => r.htmjm ?? '—' }
  return arranged([...all, contract, issuer], FIRST)
}

/** A row that is pressed is shown on the map; one under the mouse is marked there. */
function mapRows(picked: string | undefined, onPick: (dkbm: string) => void, onHover: (dkbm?: string) => void) {
  return {
    rowClassName: (r: AnyRow) => (r.dkbm === picked ? 'ant-table-row-selected' : ''),
    onRow: (r: AnyRow) => ({
      onMouseEnter: () => onHover(r.dkbm),
      onMouseLeave: () => onHover(undefined),
      style: { cursor: 'pointer' },
      // a button of the row changes the address itself; one in its menu stands elsewhere in the document
      onClick: (e: React.MouseEvent) => {
        const on = e.target as Element
        if (e.currentTarget.contains(on) && !on.closest('button, a, label')) onPick(r.dkbm)
      },
    }),
  }
}

/** The map beside the list, and under it the parcel that was picked. */
function MapBeside({ search, setSearch, hovered }: Pick<CommandsOf, 'search' | 'setSearch'> & { hovered: string | undefined }) {
  const { say } = useSay()
  const { can } = useSession()
  const picked = search.at
  const parcel = useParcel(picked, search.asOf)
  const pick = (at: string | undefined) => setSearch({ at })
  const detail = can('dk_view') && parcel.data && (
    <Button size="small" type="primary" onClick={() => setSearch({ open: `view.${parcel.data.id}` })}>
      {say(landWords.detail)}
    </Button>
  )
  return (
    <div className="dk-map">
      <RegionMap
        regionCode={search.regionCode ?? ''}
        asOf={search.asOf}
        selected={picked}
        hovered={hovered}
        onPick={pick}
        onLeave={() => picked && pick(undefined)}
        onExtent={(b) => setSearch({ bbox: b.map((n) => n.toFixed(6)).join(','), current: undefined })}
        height="calc(100vh - 430px)"
      />
      <div className="dk-card">
        {picked ? (
          <ParcelCard dkbm={picked} asOf={search.asOf} columns={1} onClose={() => pick(undefined)} actions={detail} />
        ) : (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(landWords.pickParcel)} />
        )}
      </div>
    </div>
  )
}

/** The dialogs over the list. */
function ParcelDialogs({ opened, search, open, onClose }: { opened: Opened; search: Search; open(dialog: Opened): void; onClose(): void }) {
  switch (opened.what) {
    case 'sketch':
      return (
        <PdfDialog
          title={both(`地块示意图 ${opened.dkbm}`, `Sketch of parcel ${opened.dkbm}`)}
          path="base-dlxx/dk/diagram"
          query={{ dkbm: opened.dkbm, ...(search.asOf ? { asOf: search.asOf } : {}) }}
          onClose={onClose}
        />
      )
    case 'uploads':
      return <UploadShapes regionCode={search.regionCode ?? ''} issuer={search.fbfbm ?? ''} onClose={onClose} />
    case 'family':
      return <ParcelTree dkbm={opened.dkbm} onClose={onClose} onOpen={(dkbm) => open({ what: 'family', dkbm })} />
    case 'history':
      return <ShapeHistory dkbm={opened.dkbm} onClose={onClose} />
    case 'rights':
      return <RightsOf dkbm={opened.dkbm} onClose={onClose} />
  }
}

/** Parcels: the list and the map beside it follow each other. */
function ParcelList({ more }: { more: readonly RowCommand[] }) {
  const { say } = useSay()
  const [opened, open] = useState<Opened>()
  const { guarded, dialog } = useEffects()
  const { search, setSearch } = usePageState()
  const [hovered, setHovered] = useState<string>()
  const { row, tool } = defaultCommands(dk)
  const commandsOf = { search, setSearch, open }
  const columns = useParcelColumns()
  // there is room for the map beside the list on a large screen; elsewhere it comes with the parcel that is picked
  const hasRoom = Grid.useBreakpoint().xxl === true
  const hasMap = search.at !== undefined || (search.map ? search.map === '1' : hasRoom)
  const inExtent = search.bbox && (
    <div>
      <Tag closable onClose={() => setSearch({ bbox: undefined, current: undefined })}>
        {say(words.inExtent)}
      </Tag>
    </div>
  )
  return (
    <>
      <ResourcePage
        of={dk}
        heading={<ListPicker lists={LISTS} />}
        choices={FILTERS}
        filters={['bbox']}
        above={inExtent}
        extra={
          <Button aria-pressed={hasMap} icon={<EnvironmentOutlined />} onClick={() => setSearch({ map: hasMap ? '0' : '1', at: undefined })}>
            {say(words.map)}
          </Button>
        }
        beside={hasMap ? <MapBeside search={search} setSearch={setSearch} hovered={hovered} /> : undefined}
        toolCommands={[tool.add, tool.delete, ...parcelTools(commandsOf)]}
        writes="save-update"
        panel="drawer"
        batch={FREE_FIELDS.dk!}
        columns={columns}
        table={mapRows(search.at, (at) => setSearch({ at }), setHovered)}
        rowCommands={[row.view, row.edit, ...more, ...parcelCommands(commandsOf), row.delete]}
        fresh={({ filters }) => ((filters.fbfbm ?? '').length === 14 ? { fbfbm: filters.fbfbm } : {})}
        record={(p) => <DkRecord {...p} />}
        form={(p) => <DkForm {...p} {...(p.onSubmit ? { onSubmit: guarded(p.onSubmit, p.row?.geom) } : {})} />}
      />
      {dialog}
      {opened && <ParcelDialogs opened={opened} search={search} open={open} onClose={() => open(undefined)} />}
    </>
  )
}
