import { ReloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Flex, Space, Tooltip } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { entries, permOf, type AnyResource } from '../../kit/model/resource.ts'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api, isApiError } from '../../kit/web/client.web.ts'
import { Commands, defaultCommands, type RowCommand, type ToolCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { listQuery, useListState, type ListState } from '../../kit/web/list-state.web.ts'
import { phrases, selectedCount } from '../../kit/web/phrases.ts'
import { OpenRow } from '../../kit/web/ResourcePage.web.tsx'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { columnsOf, ColumnChooser, ResourceTable, useHiddenColumns, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { SearchBar } from '../../kit/web/SearchBar.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'

/** The nodes of a forest that fit all filters as parts of their text, and what leads to them. */
export function sifted(nodes: readonly AnyRow[], r: AnyResource, filters: Readonly<Record<string, string>>): AnyRow[] {
  const asked = entries(r).flatMap(([n, f]) => (f.search && filters[n] ? [[n, filters[n]!] as const] : []))
  if (asked.length === 0) return [...nodes]
  return nodes.flatMap((n) => {
    const below = sifted((n.children ?? []) as AnyRow[], r, filters)
    const { children: _, ...leaf } = n
    const fits = asked.every(([name, v]) =>
      String(n[name] ?? '')
        .toLowerCase()
        .includes(v.toLowerCase()),
    )
    return below.length ? [{ ...leaf, children: below }] : fits ? [leaf as AnyRow] : []
  })
}

interface ListScreenProps {
  of: AnyResource
  /** the list call answers a forest of all rows; it is shown as a tree and searched here */
  tree?: boolean
  rowCommands?: readonly RowCommand[]
  columns?(columns: readonly Column[]): readonly Column[]
  query?: Readonly<Record<string, string>>
  left?: ReactNode
  toolCommands?: readonly ToolCommand[]
  fresh?: Record<string, unknown>
  form?(props: ResourceFormProps): ReactNode
  /** names searched elsewhere on the screen */
  without?: readonly string[]
  /** the list call, where it is not `list` */
  verb?: string
}

/** A list screen over the calls `list`, detail, submit and remove, which system resources have instead of `page`. Source: platform-api.md 3. */
export function ListScreen({
  of: r,
  tree,
  rowCommands,
  toolCommands,
  columns: change = (c) => c,
  query = {},
  left,
  fresh,
  form,
  without = [],
  verb = 'list',
}: ListScreenProps) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const { tables, refused } = usePageState()
  const Export = tables?.Export
  const [state, set] = useListState(r)
  const asked = { ...(tree ? {} : listQuery(state)), ...query }
  const list = useQuery({
    queryKey: [r.name, 'page', verb, asked],
    queryFn: () => api.get<Page<AnyRow> | AnyRow[]>(`${r.path}/${verb}`, asked, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const isRefused = isApiError(list.error) && list.error.code === 403
  useEffect(() => {
    if (isRefused) refused?.()
  }, [isRefused])
  const { remove, reload } = useWrites(r)
  const [selected, setSelected] = useState<readonly AnyRow[]>([])
  const [hidden, setHidden] = useHiddenColumns(r.name)
  const tools: Tools = {
    open: (mode, id) => set({ open: { mode, ...(id ? { id } : {}) } }),
    reload: async () => {
      setSelected([])
      await reload()
    },
    remove: async (ids) => {
      await remove(ids)
      setSelected([])
    },
  }
  const { row, tool } = defaultCommands(r)
  const commands = rowCommands ?? Object.values(row)
  // without a button over the list there is nothing to select rows for
  const bar = toolCommands ?? Object.values(tool)
  const columns = change(columnsOf(r, lang, state))
  const rows = Array.isArray(list.data) ? sifted(list.data, r, state.filters) : (list.data?.records ?? [])
  const page = list.data && {
    records: rows,
    total: Array.isArray(list.data) ? rows.length : list.data.total,
    size: state.size,
    current: state.current,
    pages: 1,
  }
  const shown: ListState = tree ? { ...state, current: 1 } : state
  return (
    <Flex gap="middle" align="start" wrap>
      {left && <div style={{ flex: '0 0 240px' }}>{left}</div>}
      <div style={{ flex: '1 1 480px', minWidth: 0 }}>
        <SearchBar
          of={r}
          filters={state.filters}
          without={without}
          onSearch={(filters) => {
            setSelected([])
            set({ filters, current: 1 })
          }}
        />
        <Flex justify="space-between" style={{ marginBottom: 12 }}>
          <Space>
            <Commands of={bar} on={selected} tools={tools} />
            {selected.length > 0 && <span role="status">{say(selectedCount(selected.length))}</span>}
          </Space>
          <Space>
            <Tooltip title={say(phrases.refresh)}>
              <Button shape="circle" icon={<ReloadOutlined />} aria-label={say(phrases.refresh)} onClick={() => void tools.reload()} />
            </Tooltip>
            {Export && <Export name={r.name} path={r.path} query={{ ...state.filters, ...query }} ids={selected.map((x) => x.id)} />}
            <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
          </Space>
        </Flex>
        <ResourceTable
          of={r}
          {...(page ? { page } : {})}
          state={shown}
          onState={(patch) => {
            setSelected([])
            set(patch)
          }}
          loading={list.isFetching}
          error={list.error}
          onRetry={() => void list.refetch()}
          columns={columns}
          hidden={hidden}
          {...(bar.length ? { selected, onSelect: setSelected } : {})}
          actions={(on) => <Commands of={commands} on={on} tools={tools} limit={4} size="small" type="link" />}
          actionsWidth={Math.max(Math.min(commands.length, 4) * 64 + 24, 110)}
          {...(tree ? { table: { pagination: false, expandable: { expandIconColumnIndex: 2, defaultExpandAllRows: rows.length < 20 } } } : {})}
        />
      </div>
      {state.open && can(permOf(r, state.open.mode)) && (
        <OpenRow
          key={`${state.open.mode}${state.open.id}`}
          of={r}
          mode={state.open.mode}
          panel="dialog"
          onClose={() => set({ open: null })}
          {...(state.open.id ? { id: state.open.id } : {})}
          {...(fresh ? { fresh } : {})}
          {...(form ? { form } : {})}
        />
      )}
    </Flex>
  )
}
