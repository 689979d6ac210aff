import { Button, Empty, Tag } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { download } from '../../kit/web/download.web.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { ResourcePage } from '../../kit/web/ResourcePage.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { PdfDialog } from '../../services/files/preview/PdfDialog.web.tsx'
import { ParcelCard } from '../map/ParcelCard.web.tsx'
import { RegionMap, useParcel } from '../map/RegionMap.web.tsx'
import { words as landWords } from '../definitions/words.ts'
import { words } from './words.ts'
import './dk.css'
import { dk, jzd, jzx } from '../definitions/dk.ts'
import { ListPicker, MoreFilters, useList } from '../parts/ListPicker.web.tsx'
import { Boundaries } from './Boundaries.web.tsx'
import { Collective } from './Collective.web.tsx'
import { useEffects } from './effects.web.tsx'
import { ParcelTree } from './ParcelTree.web.tsx'
import { RightsOf } from './RightsOf.web.tsx'
import { ShapeHistory } from './ShapeHistory.web.tsx'
import { DkForm } from './DkForm.web.tsx'
import { UploadShapes } from './UploadShapes.web.tsx'
import { useIssuerColumn, useOwnColumns } from '../parts/columns.web.tsx'

const LISTS = { list: words.list, jzd: words.points, jzx: words.lines, collective: words.collective } as const
const CHOICES = [
  { value: '1', label: words.yes },
  { value: '2', label: words.no },
] as const
const FILTERS = { contracted: { label: words.contracted, choices: CHOICES }, hasGeom: { label: words.hasGeom, choices: CHOICES } } as const

/** Parcels, their boundary points and lines, and the collective land of a region. `more`: what else can be done with a parcel. Source: screens.md B3. */
export default function DkPage({ more = [] }: { more?: readonly RowCommand[] }) {
  const list = useList(LISTS)
  return (
    <>
      <ListPicker lists={LISTS} />
      {list === 'list' && <ParcelList more={more} />}
      {list === 'jzd' && <Boundaries key="jzd" of={jzd} />}
      {list === 'jzx' && <Boundaries key="jzx" of={jzx} />}
      {list === 'collective' && <Collective />}
    </>
  )
}

/** What a row opens beside its form. */
type Opened = { what: 'family' | 'history' | 'rights'; dkbm: string }
/** Parcels: the list and the map beside it follow each other. */
function ParcelList({ more }: { more: readonly RowCommand[] }) {
  const { say } = useSay()
  const [opened, setOpened] = useState<Opened>()
  const [uploads, setUploads] = useState(false)
  const [sketched, setSketched] = useState<string>()
  const { guarded, dialog } = useEffects()
  const { search, setSearch } = usePageState()
  const { can } = useSession()
  const [hovered, setHovered] = useState<string>()
  const picked = search.at
  const pick = (at: string | undefined) => setSearch({ at })
  const parcel = useParcel(picked, search.asOf)
  const { row, tool } = defaultCommands(dk)
  const opens = (what: Opened['what'], label: Text): RowCommand => ({ key: what, label, perm: 'dk_view', run: (r) => setOpened({ what, dkbm: r.dkbm }) })
  const boundaries = (name: 'jzd' | 'jzx', label: Text): RowCommand => ({
    key: name,
    label,
    perm: 'dk_view',
    run: (r) => setSearch({ list: name, dkbm: r.dkbm, current: undefined, regionCode: undefined }),
  })
  const file = (key: string, label: Text, path: string): RowCommand => ({ key, label, perm: 'print_view', run: (r) => download(path, { dkbm: r.dkbm }) })
  const commands: RowCommand[] = [
    { key: 'locate', label: landWords.locate, past: true, when: (r) => r.dkbm !== picked, run: (r) => pick(r.dkbm) },
    { key: 'diagram', label: words.diagram, perm: 'print_view', run: (r) => setSketched(r.dkbm) },
    file('survey', words.survey, 'base-dlxx/dk/survey-table/download'),
    boundaries('jzd', words.points),
    boundaries('jzx', words.lines),
    opens('family', words.family),
    opens('history', words.history),
    opens('rights', words.facts),
  ]
  const sketches: ToolCommand = {
    key: 'sketches',
    label: words.sketches,
    perm: 'print_view',
    needsRows: true,
    past: true,
    run: (rows) => download('dzzw/batch-print-dk-syt', { dkbms: rows.map((r) => String(r.dkbm)).join(',') }),
  }
  const shapes: ToolCommand = {
    key: 'shapes',
    label: words.shapes,
    perm: 'dk_export',
    past: true,
    when: (rows) => (rows.length > 0 || search.fbfbm?.length === 14 || search.regionCode ? true : words.shapesOf),
    run: (rows) => {
      if (rows.length) return download('dzzw/download-shp', { dkbms: rows.map((r) => String(r.dkbm)).join(',') })
      return download('dzzw/download-shp', search.fbfbm?.length === 14 ? { fbfbm: search.fbfbm } : { regionCode: search.regionCode! })
    },
  }
  const upload: ToolCommand = { key: 'upload', label: words.upload, perm: 'dk_import', run: () => setUploads(true) }
  // the columns that people tell parcels apart by come first: the map takes half of the screen
  const order = ['dkbm', 'dkmc', 'cbfmc', 'scmjm', 'djzt']
  const all = useOwnColumns(dk)
  const issuer = useIssuerColumn()
  const contract = { key: 'htmjm', title: say(words.contractArea), width: 130, align: 'right' as const, render: (_: unknown, r: AnyRow) => r.htmjm ?? '—' }
  const columns = [...order.flatMap((n) => all.filter((c) => c.key === n)), contract, issuer, ...all.filter((c) => !order.includes(c.key))]
  const table = {
    scroll: { x: columns.reduce((s, c) => s + Number(c.width ?? 160), 300) },
    rowClassName: (r: AnyRow) => (r.dkbm === picked ? 'ant-table-row-selected' : ''),
    onRow: (r: AnyRow) => ({
      onMouseEnter: () => setHovered(r.dkbm),
      onMouseLeave: () => setHovered(undefined),
      style: { cursor: 'pointer' },
      // a button of the row changes the address itself; one in its menu stands elsewhere in the document
      onClick: (e: React.MouseEvent) => {
        const on = e.target as Element
        if (e.currentTarget.contains(on) && !on.closest('button, a, label')) pick(r.dkbm)
      },
    }),
  }
  return (
    <>
      <MoreFilters of={FILTERS} />
      {search.bbox && (
        <Tag closable onClose={() => setSearch({ bbox: undefined, current: undefined })}>
          {say(words.inExtent)}
        </Tag>
      )}
      <div className="dk-page">
        <ResourcePage
          of={dk}
          filters={['contracted', 'hasGeom', 'bbox']}
          toolCommands={[tool.add, tool.delete, sketches, shapes, upload]}
          writes="save-update"
          panel="drawer"
          regionTree={false}
          columns={columns}
          table={table}
          rowCommands={[row.view, row.edit, ...more, ...commands, row.delete]}
          rowButtons={2}
          fresh={({ filters }) => ((filters.fbfbm ?? '').length === 14 ? { fbfbm: filters.fbfbm } : {})}
          form={(p) => <DkForm {...p} {...(p.onSubmit ? { onSubmit: guarded(p.onSubmit, p.row?.geom) } : {})} />}
        />
        <div className="dk-map">
          <RegionMap
            regionCode={search.regionCode ?? ''}
            asOf={search.asOf}
            selected={picked}
            hovered={hovered}
            onPick={pick}
            onExtent={(b) => setSearch({ bbox: b.map((n) => n.toFixed(6)).join(','), current: undefined })}
            height="calc(100vh - 450px)"
          />
          <div className="dk-card">
            {picked ? (
              <ParcelCard
                dkbm={picked}
                asOf={search.asOf}
                columns={2}
                onClose={() => pick(undefined)}
                actions={
                  can('dk_view') &&
                  parcel.data && (
                    <Button size="small" type="primary" onClick={() => setSearch({ open: `view.${parcel.data.id}` })}>
                      {say(landWords.detail)}
                    </Button>
                  )
                }
              />
            ) : (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(landWords.pickParcel)} />
            )}
          </div>
        </div>
      </div>
      {dialog}
      {sketched && (
        <PdfDialog
          title={both(`地块示意图 ${sketched}`, `Sketch of parcel ${sketched}`)}
          path="base-dlxx/dk/diagram"
          query={{ dkbm: sketched, ...(search.asOf ? { asOf: search.asOf } : {}) }}
          onClose={() => setSketched(undefined)}
        />
      )}
      {uploads && <UploadShapes regionCode={search.regionCode ?? ''} issuer={search.fbfbm ?? ''} onClose={() => setUploads(false)} />}
      {opened?.what === 'family' && (
        <ParcelTree dkbm={opened.dkbm} onClose={() => setOpened(undefined)} onOpen={(dkbm) => setOpened({ what: 'family', dkbm })} />
      )}
      {opened?.what === 'history' && <ShapeHistory dkbm={opened.dkbm} onClose={() => setOpened(undefined)} />}
      {opened?.what === 'rights' && <RightsOf dkbm={opened.dkbm} onClose={() => setOpened(undefined)} />}
    </>
  )
}
