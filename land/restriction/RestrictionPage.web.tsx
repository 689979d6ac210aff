import { Segmented } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import type { RowCommand, ToolCommand } from '../../kit/web/commands.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { EndDialog, Requests } from './Requests.web.tsx'
import { listed } from './RestrictionsOf.web.tsx'
import { arranged, useOwnColumns } from '../parts/columns.web.tsx'
import { words } from './words.ts'

/** What is restricted, by its kind, its name and its code. */
const objectOf = (r: AnyRow) =>
  r.dkbm ? ([words.parcel, r.dkmc, r.dkbm] as const) : r.cbjyqzbm ? ([words.book, '', r.cbjyqzbm] as const) : ([words.household, '', r.cbfbm] as const)
/** Whose right it is stands first, by name; the codes are told by what they name. */
const FIRST = ['cbfmc', 'object', 'kind', 'state', 'fromDay', 'toDay', 'words', 'causeKind', 'endDay'] as const
const TOLD_ELSEWHERE = ['dkbm', 'cbjyqzbm', 'cbfbm'] as const
const PINNED = ['cbfmc'] as const
function useRestrictionColumns() {
  const { say } = useSay()
  const holder = { key: 'cbfmc', title: say(words.holder), width: 110, render: (_: unknown, r: AnyRow) => r.cbfmc ?? '—' }
  const object = {
    key: 'object',
    title: say(words.object),
    width: 250,
    render: (_: unknown, r: AnyRow) => {
      const [kind, name, code] = objectOf(r)
      return [say(kind), name, code].filter(Boolean).join(' ')
    },
  }
  return arranged([holder, object, ...useOwnColumns(listed)], FIRST, TOLD_ELSEWHERE)
}

/** Restrictions of rights, and what is asked to be entered or ended. Which list is open stands in the address. Source: rulings.md 3; screens.md B6. */
export default function RestrictionPage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const [ending, setEnding] = useState<AnyRow>()
  const list = search.list === 'requests' ? 'requests' : 'restrictions'
  const toRequests = (more: Record<string, string | undefined>) => setSearch({ list: 'requests', current: undefined, ...more })
  const enter: ToolCommand = { key: 'enter', label: words.enter, perm: 'restriction_request_add', primary: true, run: () => toRequests({ open: 'add' }) }
  const end: RowCommand = {
    key: 'end',
    label: words.end,
    perm: 'restriction_request_add',
    danger: true,
    when: (r) => !r.endDay || words.endedAlready,
    run: setEnding,
  }
  const columns = useRestrictionColumns()
  const picker = (
    <Segmented
      value={list}
      onChange={(v) => setSearch({ list: v === 'requests' ? v : undefined, current: undefined, open: undefined })}
      options={[
        { value: 'restrictions', label: say(words.restrictions) },
        { value: 'requests', label: say(words.requests) },
      ]}
    />
  )
  return (
    <>
      {list === 'requests' ? (
        <>
          {picker}
          <Requests />
        </>
      ) : (
        <ResourcePage
          of={listed}
          heading={picker}
          columns={columns}
          pinned={PINNED}
          filters={['objectCode']}
          query={{ descs: 'id' }}
          toolCommands={[enter]}
          rowCommands={[end]}
        />
      )}
      {ending && <EndDialog of={ending} onClose={() => setEnding(undefined)} onDone={(id) => toRequests({ open: `view.${id}` })} />}
    </>
  )
}
