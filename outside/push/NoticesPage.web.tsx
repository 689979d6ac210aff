import { Alert, Descriptions, Flex } from 'antd'
import { useState, type ReactNode } from 'react'
import { both } from '../../kit/model/lang.ts'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { minuteText } from '../../kit/web/clock.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { ResourceForm } from '../../kit/web/ResourceForm.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { arranged, useOwnColumns } from '../../land/parts/columns.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { readInFull } from '../../services/operations/read-only.ts'
import { withColours } from '../../services/operations/StateTag.web.tsx'
import { words } from '../../services/operations/words.ts'
import { DisposeDialog } from './DisposeDialog.web.tsx'
import { NOTICE, registry_notice } from './notice.ts'

const AT = 'registryNotice'
const own = {
  name: both('登记机构通知', 'Notices of the registry'),
  holder: both('承包方', 'Contractor'),
  came: both('收到时间', 'Received'),
  days: both('已等待（天）', 'Days waiting'),
  over: both('已写入或已处置的通知不再处理', 'It is written or disposed of already'),
  onItsWay: both('系统正在处理，请稍后刷新', 'It is being carried out: look again in a moment'),
  nothing: both(
    '还没有收到通知。登记机构按“应用授权”中的接口说明发送，需先由管理员为其登记应用并授予“登记机构通知”。',
    'Nothing has come yet. The registry sends by the description in App authorisation: an administrator first enters its application there, with the scope for notices.',
  ),
}
/** What was not written stands out, as what did not arrive does in the log of pushes. */
const COLOURS: Readonly<Record<string, string>> = {
  [NOTICE.coming]: 'processing',
  [NOTICE.written]: 'success',
  [NOTICE.waiting]: 'error',
  [NOTICE.disposed]: 'warning',
}
const drawn = withColours(COLOURS)
const waits = (r: AnyRow) => r.status === NOTICE.waiting || (r.status === NOTICE.coming ? own.onItsWay : own.over)
/** Whose land it is about and what it says; then how it stands and since when; the rest behind. */
const FIRST = ['cbfmc', 'kind', 'objectCode', 'status', 'days', 'reason', 'createTime', 'appName']
const PINNED = ['cbfmc']
function useNoticeColumns() {
  const { say } = useSay()
  return arranged(
    [
      { key: 'cbfmc', title: say(own.holder), width: 110, render: (_: unknown, r: AnyRow) => r.cbfmc ?? '—' },
      { key: 'createTime', title: say(own.came), width: 136, render: (_: unknown, r: AnyRow) => String(r.createTime ?? '').slice(0, 16) },
      { key: 'days', title: say(own.days), width: 100, align: 'right' as const, render: (_: unknown, r: AnyRow) => r.days ?? '—' },
      ...drawn(useOwnColumns(registry_notice)),
    ],
    FIRST,
  )
}
/** Why a notice waits, or was disposed of: whoever decides reads it whole, which no list has room for. */
const Why = ({ of }: { of: Readonly<Record<string, unknown>> | undefined }) =>
  of?.reason ? <Alert showIcon type={of.status === NOTICE.waiting ? 'warning' : 'info'} title={String(of.reason)} style={{ marginBottom: 16 }} /> : null

/** Who told a notice and when, how it stands, and who decided it: nobody fills these in, so that no form has them. */
const OF_ITS_WAY = ['appName', 'createTime', 'regionCode', 'status', 'handler', 'handleTime']
function Way({ of = {} }: { of: Readonly<Record<string, unknown>> | undefined }) {
  const { say, lang } = useSay()
  const columns = new Map(drawn(columnsOf(readInFull(registry_notice), lang)).map((c) => [c.key, c]))
  const items = OF_ITS_WAY.map((key) => {
    const c = columns.get(key)
    const shown = c?.render ? (c.render(of[key], of as AnyRow, 0) as ReactNode) : minuteText(of[key])
    return { key, label: c ? String(c.title) : say(own.came), children: of[key] ? shown : '—' }
  })
  return <Descriptions bordered size="small" column={{ xs: 1, md: 2 }} items={items} />
}

/** 登记机构通知: what the registry tells; what could not be written is written by a person, or disposed of with a reason. Source: business-flows.md 10.3. */
export default function NoticesPage() {
  const { reload } = useWrites(registry_notice)
  const columns = useNoticeColumns()
  const [ending, setEnding] = useState<AnyRow>()
  const perm = 'registry_notice_edit'
  const commands: RowCommand[] = [
    defaultCommands(registry_notice).row.view,
    {
      key: 'apply',
      label: words.writeNotice,
      perm,
      confirm: words.confirmWriteNotice,
      done: phrases.done,
      when: waits,
      run: (r, t: Tools) => api.post(`${AT}/apply`, undefined, { ids: r.id }).then(t.reload),
    },
    { key: 'dispose', label: words.dispose, perm, when: waits, run: (r) => setEnding(r) },
  ]
  return (
    <>
      <ResourcePage
        of={registry_notice}
        name={own.name}
        columns={columns}
        pinned={PINNED}
        form={(p) => (
          <>
            <Why of={p.row} />
            <Flex vertical gap="middle">
              <Way of={p.row} />
              <ResourceForm {...p} />
            </Flex>
          </>
        )}
        nothing={own.nothing}
        toolCommands={[]}
        rowCommands={commands}
        table={{ rowSelection: undefined }}
      />
      {ending && (
        <DisposeDialog at={AT} ids={String(ending.id)} most={500} onDone={reload} onClose={() => setEnding(undefined)}>
          <Why of={ending} />
        </DisposeDialog>
      )}
    </>
  )
}
