import { Descriptions, Flex, Segmented, Tag, Tooltip, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands } from '../../kit/web/commands.web.tsx'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { columnsOf, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { api_log, error_log } from './logs.ts'
import { readInFull } from './read-only.ts'
import { words } from './words.ts'

/** A choice above the list, kept in the address: which query it asks. */
interface Choice {
  key: string
  label: Text
  query: Readonly<Record<string, string>>
}
type Shown = Readonly<Record<string, (v: any) => ReactNode>>

const statusTag = (v: number) => <Tag color={v >= 500 ? 'error' : v >= 400 ? 'warning' : 'success'}>{v}</Tag>
const Source = ({ of }: { of: string }) => {
  const { say } = useSay()
  return <Tag color={of === 'server' ? 'error' : 'blue'}>{say(of === 'server' ? words.server : words.browser)}</Tag>
}
const Dropped = ({ n }: { n: number }) => {
  const { say } = useSay()
  return n > 0 ? (
    <Tooltip title={say(words.dropped(n))}>
      <Tag color="error">{n}</Tag>
    </Tooltip>
  ) : null
}
const CALL: Shown = { status: statusTag, dropped: (v) => <Dropped n={v ?? 0} /> }
const ERROR: Shown = { source: (v) => <Source of={String(v)} /> }

const drawn = (columns: readonly Column[], shown: Shown): Column[] => columns.map((c) => (shown[c.key] ? { ...c, render: shown[c.key]! } : c))
/** One entry to read: every field that has a value, a stack as it is printed, ready to be copied. */
function Entry({ of: r, row = {}, shown }: { of: AnyResource; row?: ResourceFormProps['row']; shown: Shown }) {
  const { lang } = useSay()
  const given = drawn(columnsOf(readInFull(r), lang), shown).filter(
    (c) => c.key !== 'stack' && row[c.key] !== '' && row[c.key] !== null && row[c.key] !== undefined,
  )
  const long = ['message', 'url', 'agent', 'params', 'info', 'path']
  const items = given.map((c) => ({
    key: c.key,
    label: String(c.title),
    span: long.includes(c.key) ? ('filled' as const) : 1,
    children: long.includes(c.key) ? (
      <span style={{ wordBreak: 'break-all', whiteSpace: 'pre-wrap' }}>{String(row[c.key])}</span>
    ) : (
      (c.render?.(row[c.key], row as AnyRow, 0) as ReactNode)
    ),
  }))
  return (
    <Flex vertical gap="middle">
      <Descriptions bordered size="small" column={2} items={items} />
      {row.stack ? (
        <Typography.Paragraph copyable={{ text: String(row.stack) }}>
          <pre tabIndex={0} style={{ maxHeight: 320, overflow: 'auto', margin: 0 }}>
            {String(row.stack)}
          </pre>
        </Typography.Paragraph>
      ) : null}
    </Flex>
  )
}

/** A log to read: newest first, a choice above the list, one entry in a dialog. Source: screens.md A23. */
function LogPage({ of: r, shown, choices }: { of: AnyResource; shown: Shown; choices: readonly Choice[] }) {
  const { say, lang } = useSay()
  const { search, setSearch } = usePageState()
  const chosen = choices.find((c) => c.key === search.only) ?? choices[0]!
  return (
    <>
      <Segmented
        style={{ marginBottom: 12 }}
        value={chosen.key}
        onChange={(v) => setSearch({ only: v || undefined, current: undefined })}
        options={choices.map((c) => ({ value: c.key, label: say(c.label) }))}
      />
      <ResourcePage
        of={r}
        columns={drawn(columnsOf(r, lang), shown)}
        toolCommands={[]}
        rowCommands={[defaultCommands(r).row.view]}
        regionTree={false}
        table={{ rowSelection: undefined }}
        query={chosen.query}
        form={(p) => <Entry of={r} row={p.row} shown={shown} />}
      />
    </>
  )
}

/** What is chosen above the list is not asked for a second time beside it. */
const without = (r: AnyResource, ...names: string[]): AnyResource => ({
  ...r,
  fields: Object.fromEntries(Object.entries(r.fields as AnyResource['fields']).map(([n, f]) => [n, names.includes(n) ? { ...f, search: undefined } : f])),
})
const calls = without(api_log, 'status', 'ms', 'method')
const faults = without(error_log, 'source', 'type')

/** 接口日志: calls, those refused, those that took a second and more. */
export const ApiLogPage = () => (
  <LogPage
    of={calls}
    shown={CALL}
    choices={[
      { key: '', label: words.allCalls, query: {} },
      { key: 'failed', label: words.failedCalls, query: { statusStart: '400' } },
      { key: 'broken', label: words.brokenCalls, query: { statusStart: '500' } },
      { key: 'slow', label: words.slowCalls, query: { msStart: '1000' } },
    ]}
  />
)
/** 错误日志: errors of browsers and of the server. */
export const ErrorLogPage = () => (
  <LogPage
    of={faults}
    shown={ERROR}
    choices={[
      { key: '', label: words.anySource, query: {} },
      { key: 'browser', label: words.browser, query: { source: 'browser' } },
      { key: 'server', label: words.server, query: { source: 'server' } },
    ]}
  />
)
