import { useQuery } from '@tanstack/react-query'
import { Empty, Spin, Timeline, Typography } from 'antd'
import { useState } from 'react'
import { Table } from '../../kit/web/Table.web.tsx'
import { type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { SidePanel } from '../../kit/web/dialogs.web.tsx'
import { DictTag } from '../../kit/web/inputs.web.tsx'
import { ResourcePage } from '../../kit/web/ResourcePage.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { words } from '../cbht/words.ts'

/** Certificates, with what happened to each. Source: screens.md B5. */
export default function CbjyqzPage() {
  const [shown, setShown] = useState<string>()
  const history: RowCommand = { key: 'history', label: words.history, perm: 'cbjyqz_view', run: (r) => setShown(r.cbjyqzbm) }
  const { row } = defaultCommands(cbjyqz)
  return (
    <>
      <ResourcePage of={cbjyqz} writes="save-update" panel="drawer" rowCommands={[row.view, row.edit, history, row.delete]} />
      {shown && <History cbjyqzbm={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function History({ cbjyqzbm, onClose }: { cbjyqzbm: string; onClose(): void }) {
  const { say, lang } = useSay()
  const { data, error } = useQuery({
    queryKey: ['cbjyqz', 'history', cbjyqzbm],
    retry: false,
    queryFn: () => api.get<{ versions: AnyRow[]; events: AnyRow[] }>('base-qssj/cbjyqz/history', { cbjyqzbm }, { quiet: true }),
  })
  const columns = columnsOf(cbjyqz, lang)
    .slice(0, 8)
    .map((c) => ({ ...c, sorter: false }))
  return (
    <SidePanel open title={`${say(words.history)} ${cbjyqzbm}`} onClose={onClose}>
      {error ? (
        error.message
      ) : !data ? (
        <Spin />
      ) : (
        <>
          <Typography.Title level={5}>{say(words.versions)}</Typography.Title>
          <Table<AnyRow> size="small" rowKey="id" pagination={false} dataSource={data.versions} columns={columns} scroll={{ x: 1000 }} />
          <Typography.Title level={5}>{say(words.events)}</Typography.Title>
          {data.events.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.noHistory)} />
          ) : (
            <Timeline
              items={data.events.map((e) => ({
                key: e.id,
                content: (
                  <>
                    {e.sjrq} <DictTag code="cert_kind" value={e.kind} /> {e.reason}
                  </>
                ),
              }))}
            />
          )}
        </>
      )}
    </SidePanel>
  )
}
