import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Input, Progress, Upload } from 'antd'
import { useState } from 'react'
import { both } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { Dialog, Foot } from '../../kit/web/dialogs.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { DateInput } from '../../kit/web/inputs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { DialogForm } from '../../platform/parts/DialogForm.web.tsx'
import { cbht } from '../definitions/cbht.ts'
import { words } from './words.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'

interface SendProps {
  onClose(): void
  onSent(): Promise<unknown>
}
/** One scanned contract: which contract, the day of signing where the register has none, the PDF. */
export function ScanDialog({ cbhtbm, onClose, onSent }: SendProps & { cbhtbm?: string }) {
  const { say, label } = useSay()
  const [file, setFile] = useState<File>()
  const { busy, run } = useOneCall()
  const send = (v: { cbhtbm: string; qdsj?: string }) =>
    run(
      async () => {
        await api.upload('base-qssj/cbht/upload', { cbhtbm: v.cbhtbm, ...(v.qdsj ? { qdsj: v.qdsj } : {}), file: file! })
        await onSent()
      },
      { done: phrases.done },
    )
  return (
    <Dialog open width={560} title={say(words.uploadScan)} onCancel={onClose}>
      <DialogForm
        of={words.uploadScan}
        about={cbhtbm ?? ''}
        initialValues={cbhtbm ? { cbhtbm } : {}}
        disabled={busy}
        busy={busy}
        waits={!file}
        act={words.uploadScan}
        onSend={send}
        onDone={onClose}
        onCancel={onClose}
      >
        <Form.Item
          name="cbhtbm"
          label={label(cbht.fields.cbhtbm)}
          rules={[{ required: true, len: 19, message: say(both('请输入19位合同编码', 'Enter the code of 19 characters')) }]}
        >
          <Input maxLength={19} readOnly={!!cbhtbm} />
        </Form.Item>
        <Form.Item name="qdsj" label={label(cbht.fields.qdsj)}>
          <DateInput field={cbht.fields.qdsj} />
        </Form.Item>
        <Form.Item label={say(words.scanFile)} required>
          <OneFile accept=".pdf" file={file} onFile={setFile} />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}
function OneFile({ accept, file, onFile }: { accept: string; file: File | undefined; onFile(f: File): void }) {
  const { say } = useSay()
  return (
    <Flex gap="small" align="center">
      <Upload
        accept={accept}
        showUploadList={false}
        beforeUpload={(f) => {
          onFile(f)
          return false
        }}
      >
        <Button>{say(words.chooseFile)}</Button>
      </Upload>
      <span>{file?.name}</span>
    </Flex>
  )
}

interface Batch {
  batchId: string
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  percent: number
  done: number
  total: number
  message: string
  taken: number
  failed: number
}
const OVER: readonly Batch['status'][] = ['done', 'failed', 'cancelled']

/** Many scanned contracts in one archive; what becomes of it is shown until it is over, and what failed may be downloaded. */
export function BatchDialog({ onClose, onSent }: SendProps) {
  const { say } = useSay()
  const [file, setFile] = useState<File>()
  const { busy, run } = useOneCall()
  const [batchId, setBatchId] = useState<string>()
  const { data } = useQuery({
    queryKey: queryKeyOf('contract_scan', 'batch', batchId),
    enabled: !!batchId,
    refetchInterval: (q) => (q.state.data && OVER.includes(q.state.data.status) ? false : 1500),
    queryFn: async () => {
      const b = await api.get<Batch>('base-qssj/cbht/upload-batch/progress', { batchId }, { quiet: true })
      if (OVER.includes(b.status)) await onSent()
      return b
    },
  })
  const send = async () => {
    await run(async () => {
      setBatchId(await api.upload<string>('base-qssj/cbht/upload-batch', { file: file! }))
    })
  }
  const save = () => void download('base-qssj/cbht/upload-failure/download', { batchId }, `${say(words.failures)}.xlsx`).catch(() => {})
  return (
    <Dialog open width={600} title={say(words.uploadBatch)} onCancel={onClose}>
      <Flex vertical gap="middle">
        <Alert type="info" showIcon title={say(words.batchHint)} />
        {batchId ? (
          <>
            <Progress percent={data?.status === 'done' ? 100 : (data?.percent ?? 0)} status={data?.status === 'failed' ? 'exception' : undefined} />
            {data && OVER.includes(data.status) && (
              <Alert
                type={data.failed || data.status !== 'done' ? 'warning' : 'success'}
                showIcon
                title={data.message || `${say(words.filed)} ${data.taken}，${say(words.failed)} ${data.failed}`}
                action={data.failed > 0 && <Button onClick={save}>{say(words.failures)}</Button>}
              />
            )}
          </>
        ) : (
          <OneFile accept=".zip" file={file} onFile={setFile} />
        )}
        <Foot cancel={phrases.close} onCancel={onClose}>
          {!batchId && (
            <Button type="primary" disabled={!file} loading={busy} onClick={() => void send()}>
              {say(words.uploadBatch)}
            </Button>
          )}
        </Foot>
      </Flex>
    </Dialog>
  )
}

/** Why scans are sent back. */
export function RefuseScans({ ids, onClose, onDone }: { ids: readonly string[]; onClose(): void; onDone(): Promise<unknown> }) {
  const { say } = useSay()
  const { busy, run } = useOneCall()
  const refuse = async (reason: string) => {
    await api.post('base-qssj/contract-scan/refuse', { reason }, { ids: ids.join(',') })
    await onDone()
  }
  const send = (v: { reason: string }) => run(() => refuse(v.reason), { done: phrases.done })
  return (
    <Dialog open width={520} title={say(words.refuse)} onCancel={onClose}>
      <DialogForm of={words.refuse} about={ids.join(',')} busy={busy} act={phrases.ok} onSend={send} onDone={onClose} onCancel={onClose}>
        <Form.Item name="reason" label={say(words.refuseReason)} rules={[{ required: true, whitespace: true, message: say(words.reasonNeeded) }]}>
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}
