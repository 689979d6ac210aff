import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { int, text } from '../../kit/model/field.ts'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { SidePanel } from '../../kit/web/SidePanel.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useRegionName, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { cert_blank, cert_serial } from './blank.ts'
import { DeedDialog } from './Deeds.web.tsx'
import { SPOIL_BLANKS } from './desk.ts'
import { words } from './words.ts'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'

const none = { form: 'none' } as const
/** Ranges as their list shows them: with what the server counts. */
const listed = {
  ...cert_blank,
  fields: {
    first: text(words.first.zh, { en: words.first.en, ...none, width: 400 }),
    left: int(words.left.zh, { en: words.left.en, ...none, width: 80 }),
    spoilt: int(words.spoilt.zh, { en: words.spoilt.en, ...none, width: 80 }),
    ...cert_blank.fields,
    fromNo: { ...cert_blank.fields.fromNo, column: false },
    next: text(words.next.zh, { en: words.next.en, ...none, width: 400 }),
  },
} as const

/** The ledger of blanks: ranges that were received, what is left of each; unused numbers, and spoiling some. */
export function Blanks() {
  const { reload } = useWrites(cert_blank)
  const { row, tool } = defaultCommands(listed)
  const [spoiling, setSpoiling] = useState<AnyRow>()
  const [showing, setShowing] = useState(false)
  const isWhole = (r: AnyRow) => (r.nextNo === r.fromNo && r.spoilt === 0) || words.inUse
  const spoil: RowCommand = { key: 'spoil', label: words.spoilBlanks, perm: 'cert_blank_edit', danger: true, when: (r) => r.left > 0, run: setSpoiling }
  const unused: ToolCommand = { key: 'unused', label: words.unused, perm: 'cert_blank_view', run: () => setShowing(true) }
  return (
    <>
      <ResourcePage
        of={listed}
        toolCommands={[tool.add, unused]}
        rowCommands={[row.view, { ...row.edit, when: isWhole }, spoil, { ...row.delete, when: isWhole }]}
      />
      {showing && <Unused onClose={() => setShowing(false)} />}
      {spoiling && (
        <DeedDialog
          title={words.spoilBlanks}
          hint={words.spoilBlanksHint}
          of={cert_blank}
          fields={SPOIL_BLANKS}
          path="base-qssj/cert-blank/spoil"
          about={{ id: spoiling.id }}
          onDone={reload}
          onClose={() => setSpoiling(undefined)}
        />
      )}
    </>
  )
}
/** Every serial that is used or spoilt. */
export const Serials = () => <ResourcePage of={cert_serial} query={{ descs: 'id' }} toolCommands={[]} rowCommands={[]} />

interface Range {
  blankId: string
  regionCode: string
  fromNo: number
  first: string
  last: string
  n: number
}
/** Serial numbers that nobody has used, as ranges. */
function Unused({ onClose }: { onClose(): void }) {
  const { say } = useSay()
  const region = String(usePageState().search.regionCode ?? '')
  const { data, error, isLoading } = useQuery({
    queryKey: queryKeyOf('cert_blank', 'unused', region),
    retry: false,
    queryFn: () => api.get<Range[]>('base-qssj/cert-blank/unused', region ? { regionCode: region } : {}, { quiet: true }),
  })
  return (
    <SidePanel open title={say(words.unused)} onClose={onClose}>
      {error ? (
        <LoadFailed error={error} />
      ) : (
        <Table<Range>
          size="small"
          rowKey={(r) => `${r.blankId}-${r.fromNo}`}
          loading={isLoading}
          pagination={false}
          dataSource={data ?? []}
          columns={[
            { key: 'regionCode', title: say(words.region), render: (_, r) => <RegionName code={r.regionCode} /> },
            { key: 'first', title: say(words.first), dataIndex: 'first' },
            { key: 'last', title: say(words.last), dataIndex: 'last' },
            { key: 'n', title: say(words.count), dataIndex: 'n', align: 'right' },
          ]}
        />
      )}
    </SidePanel>
  )
}
const RegionName = ({ code }: { code: string }) => <>{useRegionName(code)}</>
