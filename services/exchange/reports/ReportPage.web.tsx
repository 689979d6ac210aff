import { useState } from 'react'
import { defaultCommands, type RowCommand } from '../../../kit/web/commands.web.tsx'
import { ResourcesContext, useSay } from '../../../kit/web/words.web.ts'
import { exp_tpl } from '../schemes/expimp.ts'
import { Preview, TemplateName } from '../schemes/parts.web.tsx'
import { words } from '../schemes/words.ts'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { report } from './report.ts'

/** 报表: named views by a sheet template, with 预览. Source: platform-api.md 4. */
export default function ReportPage() {
  const [shown, setShown] = useState<string>()
  const { say } = useSay()
  const { row } = defaultCommands(report)
  const preview: RowCommand = { key: 'preview', label: words.preview, perm: 'report_view', run: (r) => setShown(r.id) }
  return (
    <ResourcesContext value={{ exp_tpl }}>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={report}
        rowCommands={[preview, row.view, row.edit, row.delete]}
        columns={(columns) => [
          ...columns.map((c) => (c.key === 'tplId' ? { ...c, render: (v: string) => <TemplateName of={v} /> } : c)),
          ...(['createTime', 'updateTime'] as const).map((n) => ({ key: n, dataIndex: n, title: say(words[n]), width: 175 })),
        ]}
      />
      {shown && <Preview path={`${report.path.slice(1)}/preview`} id={shown} title={words.preview} onClose={() => setShown(undefined)} />}
    </ResourcesContext>
  )
}
