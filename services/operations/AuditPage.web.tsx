import { App, Descriptions, Flex, Typography } from 'antd'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type ToolCommand } from '../../kit/web/commands.web.tsx'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { auditRow, type Difference } from './operations.ts'
import { words } from './words.ts'

interface Verified {
  rows: number
  waiting: number
  breaks: readonly { chainSeq: number; id: string | null; msg: string }[]
}
type Line = Difference & { label: string }

const shown = (v: unknown): string => (v === null || v === undefined || v === '' ? '—' : typeof v === 'object' ? JSON.stringify(v) : String(v))
/** The columns of the list; action and object are told in words. */
const spoken = (lang: 'zh' | 'en') =>
  columnsOf(auditRow, lang).map((c) => (c.key === 'action' || c.key === 'object' ? { ...c, render: (_v: unknown, row: AnyRow) => row[`${c.key}Name`] } : c))

/** One entry to read: who, when, where from, and each field before and after. */
function Entry({ row = {} }: Pick<ResourceFormProps, 'row'>) {
  const { say, lang } = useSay()
  const items = spoken(lang).map((c) => ({ key: c.key, label: String(c.title), children: c.render?.(row[c.key], row as AnyRow, 0) as React.ReactNode }))
  const more = [
    { key: 'requestId', label: say(words.request), children: shown(row.requestId) },
    { key: 'hash', label: say(words.hash), children: <Typography.Text style={{ wordBreak: 'break-all' }}>{shown(row.hash)}</Typography.Text> },
  ]
  return (
    <Flex vertical gap="middle">
      <Descriptions bordered size="small" column={2} items={[...items, ...more]} />
      <Table<Line>
        rowKey="field"
        size="small"
        pagination={false}
        dataSource={(row.changes as Line[] | undefined) ?? []}
        locale={{ emptyText: say(words.noChanges) }}
        columns={[
          { title: say(words.field), dataIndex: 'label', width: 200 },
          { title: say(words.before), dataIndex: 'before', render: shown },
          { title: say(words.after), dataIndex: 'after', render: shown },
        ]}
      />
    </Flex>
  )
}

/** 审计日志: who did what to which row; read only. */
export default function AuditPage() {
  const { say, lang } = useSay()
  const { modal } = App.useApp()
  const verify: ToolCommand = {
    key: 'verify',
    label: words.verify,
    perm: 'audit_verify',
    run: async () => {
      const { rows, waiting, breaks } = await api.get<Verified>('cpt-log/usual/verify')
      const told = breaks.map((b) => <div key={`${b.chainSeq} ${b.msg}`}>{say(words.broken(b.chainSeq, b.id, b.msg))}</div>)
      if (told.length) modal.error({ title: say(words.verify), content: told })
      else modal.success({ title: say(words.verify), content: say(words.holds(rows, waiting)) })
    },
  }
  return (
    <ResourcePage
      of={auditRow}
      columns={spoken(lang)}
      toolCommands={[verify]}
      rowCommands={[defaultCommands(auditRow).row.view]}
      regionTree={false}
      table={{ rowSelection: undefined }}
      form={(p) => <Entry {...(p.row ? { row: p.row } : {})} />}
    />
  )
}
