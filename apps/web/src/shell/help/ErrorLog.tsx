import { Button, Modal, Space } from 'antd'
import { timeOf } from '../../../../../kit/web/clock.web.ts'
import { useOneCall } from '../../../../../kit/web/one-call.web.ts'
import { Table } from '../../../../../kit/web/Table.web.tsx'
import { api } from '../../../../../kit/web/client.web.ts'
import { useAsk } from '../../../../../kit/web/ask.web.ts'
import { useToast } from '../../../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { clearFaults, useFaults, type ClientFault } from '../../../../../platform/shell/faults.web.ts'
import { words } from '../../../../../platform/shell/dialog-words.ts'

/** Entries of one call: the server takes a hundred, and not more than a megabyte; these stay below it in Chinese as well. */
const BATCH = 25
/** Sends what this browser noted, oldest calls first; what has arrived is forgotten at once. */
async function uploadAll(): Promise<void> {
  for (let rest = useFaults.getState().list; rest.length > 0; rest = useFaults.getState().list) {
    const logs = rest.slice(-BATCH)
    await api.post('cpt-auth/oauth/logs', { logs })
    useFaults.setState(({ list }) => ({ list: list.filter((x) => !logs.includes(x)) }))
  }
}

/** The local error log: read, upload to the server, clear, each after a question. Source: platform.md 2, 8. */
export default function ErrorLog({ onClose }: { onClose: () => void }) {
  const { say } = useSay()
  const ask = useAsk()
  const toast = useToast()
  const { list } = useFaults()
  const { busy, run } = useOneCall()
  const upload = async () => {
    if (!(await ask(words.errorsUploadAsk))) return
    await run(() => uploadAll(), { done: words.errorsUploaded })
  }
  const clear = async () => {
    if (!(await ask(words.errorsClearAsk, true))) return
    clearFaults()
    toast.done(words.errorsCleared)
  }
  return (
    <Modal open title={say(words.errors)} width={900} footer={null} onCancel={onClose} keyboard={false} mask={{ closable: false }}>
      <Space style={{ marginBottom: 12 }}>
        <Button type="primary" disabled={list.length === 0} loading={busy} onClick={() => void upload()}>
          {say(words.errorsUpload)}
        </Button>
        <Button danger disabled={list.length === 0 || busy} onClick={() => void clear()}>
          {say(words.errorsClear)}
        </Button>
      </Space>
      <Table<ClientFault>
        size="small"
        rowKey={(f) => `${f.time} ${f.message}`}
        dataSource={[...list]}
        scroll={{ x: 760 }}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: say(words.errorsNone) }}
        expandable={{ expandedRowRender: (f) => <pre className="shell-stack">{[f.stack || f.message, f.info].filter(Boolean).join('\n')}</pre> }}
        columns={[
          { title: say(words.time), dataIndex: 'time', width: 175, render: (v: string) => timeOf(v) },
          { title: say(words.kind), dataIndex: 'type', width: 90 },
          { title: say(words.where), dataIndex: 'url', width: 180, ellipsis: true },
          { title: say(words.message), dataIndex: 'message', ellipsis: true },
        ]}
      />
    </Modal>
  )
}
