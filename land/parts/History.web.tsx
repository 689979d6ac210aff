import { type TableColumnType } from 'antd'
import { labelOf } from '../../kit/model/field.ts'
import { both as w } from '../../kit/model/lang.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { minuteText } from '../../kit/web/clock.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'
import { useShownValue, useVersions, type RecordedVersion } from './versions.web.tsx'

export const words = {
  history: w('变更历史', 'History'),
  since: w('登记效力起止', 'In the register'),
  until: w('至', 'to'),
  on: w('起', 'on'),
  what: w('内容', 'Content'),
  first: w('首次记录', 'First version'),
  shape: w('图形已变更', 'New shape'),
  same: w('内容不变', 'Unchanged'),
  recorded: w('记录时间', 'Recorded'),
  why: w('原因', 'Why'),
  cause: w('起因', 'Cause'),
  version: w('版本', 'Version'),
}
export const WHY: Readonly<Record<string, { zh: string; en: string }>> = {
  new: w('新增', 'New'),
  change: w('变更', 'Change'),
  correction: w('更正', 'Correction'),
  restore: w('撤回', 'Taken back'),
  import: w('导入', 'Import'),
}
/** The versions of one object, the latest first: what is new in each, since when it is true, when it was recorded, why and by what. */
export function History({ of: r, code, value }: { of: AnyResource; code: string; value: string }) {
  const { say } = useSay()
  const causes = useDict('register_cause')
  const { versions, error, isLoading, refetch } = useVersions(r, code, value)
  const shown = useShownValue(r)
  if (error) return <LoadFailed error={error} onRetry={refetch} />
  const rows = versions.map(({ row, before }, i) => ({ ...row, key: versions.length - 1 - i, before }))
  const columns: TableColumnType<(typeof rows)[number]>[] = [
    ...(r.fields.version ? [{ key: 'version', title: say(words.version), width: 70, render: (_: unknown, row: RecordedVersion) => String(row.version) }] : []),
    {
      key: 'since',
      title: say(words.since),
      width: 190,
      render: (_, row) => `${row.regFrom} ${row.regTo === 'infinity' ? say(words.on) : `${say(words.until)} ${row.regTo}`}`,
    },
    {
      key: 'what',
      title: say(words.what),
      render: (_, { before, ...row }) =>
        !before
          ? say(words.first)
          : row.changed.length === 0
            ? say(words.same)
            : row.changed.map((n) => (
                <div key={n}>
                  {r.fields[n]!.kind === 'geom' ? (
                    say(words.shape)
                  ) : (
                    <>
                      {say(labelOf(r.fields[n]!))}: {shown(before, n)} → {shown(row, n)}
                    </>
                  )}
                </div>
              )),
    },
    { key: 'recorded', title: say(words.recorded), width: 140, render: (_, row) => minuteText(row.recordedAt) },
    { key: 'why', title: say(words.why), width: 90, render: (_, row) => (WHY[row.why] ? say(WHY[row.why]!) : row.why) },
    { key: 'cause', title: say(words.cause), width: 100, render: (_, row) => causes.label(row.causeKind) },
  ]
  return (
    <Table
      size="small"
      rowKey="key"
      pagination={false}
      loading={isLoading}
      dataSource={rows}
      columns={columns}
      scroll={{ x: 800 }}
      style={{ marginBottom: 16 }}
    />
  )
}
