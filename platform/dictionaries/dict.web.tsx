import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Flex, Segmented, Space, Tag, Typography } from 'antd'
import { useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { permOf, type AnyResource } from '../../kit/model/resource.ts'
import { ClearInput } from '../../kit/web/clear.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Commands, defaultCommands, type RowCommand, type Tools } from '../../kit/web/commands.web.tsx'
import type { OpenMode } from '../../kit/web/list-state.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { OpenRow } from '../list/OpenRow.web.tsx'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { words } from '../parts/configuration-words.ts'
import { dict, HEADING_KEY } from './dict.ts'
import { dict_biz } from '../definitions/system.ts'

type View = 'tree' | 'left' | 'top'
const BIGGEST = 500
const only = (r: AnyResource, gone: readonly string[]): AnyResource =>
  ({ ...r, fields: Object.fromEntries(Object.entries(r.fields).filter(([n]) => !gone.includes(n))) }) as AnyResource
/** A heading has no key; an entry has its heading's code. */
const headingOf = (r: AnyResource) => only(r, ['parentId', 'dictKey', 'parentKey', 'selectable', 'isSealed'])
const entryOf = (r: AnyResource) => only(r, ['parentId', 'code'])

async function headingsOf(r: AnyResource): Promise<AnyRow[]> {
  const all: AnyRow[] = []
  for (let current = 1; ; current++) {
    const page = await api.get<Page<AnyRow>>(`${r.path}/parent-list`, { current, size: BIGGEST }, { quiet: true })
    all.push(...page.records)
    if (page.records.length < BIGGEST) return all.toSorted((a, b) => String(a.code).localeCompare(String(b.code)))
  }
}

/** The form of a heading or an entry, by what the row is. `head` is the heading of a new entry. */
function DictForm({ r, head, ...p }: Omit<ResourceFormProps, 'of'> & { r: AnyResource; head?: AnyRow | undefined }) {
  const parentId = p.row?.parentId && p.row.parentId !== '0' ? p.row.parentId : head?.id
  const shown = parentId ? entryOf(r) : headingOf(r)
  const fixed = parentId ? { parentId, code: head?.code ?? p.row?.code } : { dictKey: HEADING_KEY }
  return <ResourceForm {...p} of={shown} body={(v) => ({ ...bodyOf(r, v, p.row), ...fixed })} />
}

interface HeadingsProps {
  r: AnyResource
  chosen?: string | undefined
  onChoose(id: string | undefined): void
}
/** The dictionaries as a small table: filter, choose by a click, add, change, remove. */
function Headings({ r, chosen, onChoose }: HeadingsProps) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<{ mode: OpenMode; id?: string }>()
  const { data, error, isFetching } = useQuery({ queryKey: queryKeyOf(r, 'page', 'headings'), queryFn: () => headingsOf(r), retry: false })
  const name = (h: AnyRow) => String((lang === 'en' && h.en) || h.dictValue)
  const shown = (data ?? []).filter((h) => `${name(h)} ${h.code}`.toLowerCase().includes(typed.trim().toLowerCase()))
  const { row, tool } = defaultCommands(r)
  const tools: Tools = {
    open: (mode, id) => setOpen({ mode, ...(id ? { id } : {}) }),
    reload: () => client.invalidateQueries({ queryKey: queryKeyOf(r) }),
    remove: async (ids) => {
      await api.post(`${r.path}/remove`, undefined, { ids: ids.join(',') })
      onChoose(undefined)
      await client.invalidateQueries({ queryKey: queryKeyOf(r) })
    },
  }
  return (
    <section aria-label={say(words.headings)}>
      <Flex gap="small" style={{ marginBottom: 12 }}>
        <ClearInput value={typed} placeholder={say(phrases.keyword)} aria-label={say(phrases.keyword)} onChange={(e) => setTyped(e.target.value)} />
        <Commands of={[tool.add]} on={[]} tools={tools} />
      </Flex>
      {error ? (
        <Empty description={error.message} />
      ) : (
        <Table<AnyRow>
          size="small"
          rowKey="id"
          loading={isFetching}
          dataSource={shown}
          pagination={{ pageSize: 10, size: 'small', showSizeChanger: false }}
          rowSelection={{ type: 'radio', selectedRowKeys: chosen ? [chosen] : [], onChange: ([id]) => onChoose(String(id)) }}
          onRow={(h) => ({ onClick: () => onChoose(h.id), style: { cursor: 'pointer' } })}
          columns={[
            {
              key: 'name',
              title: say(words.headings),
              render: (_v, h) => (
                <>
                  {name(h)}
                  <br />
                  <Typography.Text type="secondary">{h.code}</Typography.Text>
                </>
              ),
            },
            {
              key: 'standard',
              width: 84,
              render: (_v, h) => (
                <Tag color={/^(STD|SPEC)\b/.test(String(h.standard ?? '')) ? 'processing' : 'default'}>
                  {say(/^(STD|SPEC)\b/.test(String(h.standard ?? '')) ? words.standard : words.local)}
                </Tag>
              ),
            },
            {
              key: 'do',
              title: say(phrases.actions),
              width: 130,
              render: (_v, h) => <Commands of={[row.edit, row.delete]} on={h} tools={tools} size="small" type="link" />,
            },
          ]}
        />
      )}
      {open && can(permOf(r, open.mode)) && (
        <OpenRow
          of={r}
          mode={open.mode}
          panel="dialog"
          onClose={() => setOpen(undefined)}
          {...(open.id ? { id: open.id } : {})}
          form={({ of: _, ...p }) => <DictForm {...p} r={r} />}
        />
      )}
    </section>
  )
}

/** All entries below their headings in one table. */
function TreeView({ r }: { r: AnyResource }) {
  const [head, setHead] = useState<AnyRow>()
  const { row, tool } = defaultCommands(r)
  const child: RowCommand = {
    key: 'child',
    label: words.addChild,
    perm: permOf(r, 'add'),
    when: (x) => !x.parentId || x.parentId === '0',
    run: (x, t) => {
      setHead(x)
      t.open('add')
    },
  }
  return (
    <ResourcePage
      verb="list"
      regionTree={false}
      of={r}
      tree
      without={['parentId']}
      rowCommands={[row.view, row.edit, child, row.delete]}
      toolCommands={[
        {
          ...tool.add,
          run: (_rows, t) => {
            setHead(undefined)
            t.open('add')
          },
        },
        tool.delete,
      ]}
      form={({ of: _, ...p }) => <DictForm {...p} r={r} {...(p.mode === 'add' ? { head } : {})} />}
    />
  )
}
/** Dictionaries beside or above the entries of the chosen one. */
function SplitView({ r, view }: { r: AnyResource; view: 'left' | 'top' }) {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const chosen = search.parentId
  const head = (useQuery({ queryKey: queryKeyOf(r, 'page', 'headings'), queryFn: () => headingsOf(r), retry: false }).data ?? []).find((h) => h.id === chosen)
  const headings = <Headings r={r} chosen={chosen} onChoose={(id) => setSearch({ parentId: id, current: undefined, open: undefined })} />
  const entries = head ? (
    <ResourcePage
      regionTree={false}
      key={head.id}
      of={r}
      verb="child-list"
      without={['parentId', 'code']}
      query={{ parentId: head.id }}
      columns={(list) => list.filter((c) => c.key !== 'code')}
      form={({ of: _, ...p }) => <DictForm {...p} r={r} head={head} />}
    />
  ) : (
    <Empty style={{ marginTop: 80 }} description={say(words.pickHeading)} />
  )
  return (
    <Flex vertical={view === 'top'} gap="middle" align={view === 'top' ? 'stretch' : 'start'} wrap={view === 'left'}>
      <div style={view === 'left' ? { flex: '0 1 460px' } : {}}>{headings}</div>
      <div style={{ flex: '1 1 520px', minWidth: 0 }}>{entries}</div>
    </Flex>
  )
}

/** Dictionaries in three views: one tree, side by side, one above the other. Source: platform.md 2; platform-api.md 3.10. */
function DictScreen({ r, first }: { r: AnyResource; first: View }) {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const view = (['tree', 'left', 'top'] as const).find((v) => v === search.view) ?? first
  return (
    <>
      <Space style={{ marginBottom: 12 }}>
        <Segmented<View>
          aria-label={say(words.view)}
          value={view}
          onChange={(v) => setSearch({ view: v, open: undefined })}
          options={[
            { value: 'left', label: say(words.viewLeft) },
            { value: 'top', label: say(words.viewTop) },
            { value: 'tree', label: say(words.viewTree) },
          ]}
        />
        {search.parentId && view !== 'tree' && (
          <Button type="link" onClick={() => setSearch({ parentId: undefined })}>
            {say(phrases.reset)}
          </Button>
        )}
      </Space>
      {view === 'tree' ? <TreeView r={r} /> : <SplitView r={r} view={view} />}
    </>
  )
}

export const BizDictPage = () => <DictScreen r={dict_biz} first="left" />
export const SystemDictPage = () => <DictScreen r={dict} first="left" />
export const DictTreePage = () => <DictScreen r={dict} first="tree" />
export const DictHorizontalPage = () => <DictScreen r={dict} first="left" />
export const DictVerticalPage = () => <DictScreen r={dict} first="top" />
