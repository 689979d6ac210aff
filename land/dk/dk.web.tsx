import { Button, Empty } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { ResourcePage } from '../../kit/web/ResourcePage.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { ParcelCard } from '../map/ParcelCard.web.tsx'
import { RegionMap, useParcel } from '../map/RegionMap.web.tsx'
import { words } from '../definitions/words.ts'
import './dk.css'
import { dk } from '../definitions/dk.ts'
import { DkForm } from './DkForm.web.tsx'

/** Parcels: the list and the map beside it follow each other. `more`: what else can be done with a row. Source: screens.md B3. */
export default function DkPage({ more = [] }: { more?: readonly RowCommand[] }) {
  const { lang, say } = useSay()
  const { search, setSearch } = usePageState()
  const { can } = useSession()
  const [hovered, setHovered] = useState<string>()
  const picked = search.at
  const pick = (at: string | undefined) => setSearch({ at })
  const parcel = useParcel(picked, search.asOf)
  const { row } = defaultCommands(dk)
  // the columns that people tell parcels apart by come first: the map takes half of the screen
  const order = ['dkbm', 'dkmc', 'cbfmc', 'scmjm', 'djzt']
  const all = columnsOf(dk, lang, { ...(search.ascs ? { ascs: search.ascs } : {}), ...(search.descs ? { descs: search.descs } : {}) })
  const columns = [...order.flatMap((n) => all.filter((c) => c.key === n)), ...all.filter((c) => !order.includes(c.key))]
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
    <div className="dk-page">
      <ResourcePage
        of={dk}
        writes="save-update"
        panel="drawer"
        regionTree={false}
        columns={columns}
        table={table}
        rowCommands={[row.view, row.edit, ...more, row.delete]}
        rowButtons={2}
        fresh={({ filters }) => ((filters.fbfbm ?? '').length === 14 ? { fbfbm: filters.fbfbm } : {})}
        form={(p) => <DkForm {...p} />}
      />
      <div className="dk-map">
        <RegionMap regionCode={search.regionCode ?? ''} asOf={search.asOf} selected={picked} hovered={hovered} onPick={pick} height="calc(100vh - 450px)" />
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
                    {say(words.detail)}
                  </Button>
                )
              }
            />
          ) : (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.pickParcel)} />
          )}
        </div>
      </div>
    </div>
  )
}
