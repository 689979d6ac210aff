import { Alert, Button, DatePicker, Flex, Form, Tag, Upload, type UploadFile } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { sendFile } from '../cases/web/Files.web.tsx'
import { words as caseWords } from '../cases/web/words.ts'
import { words } from './words.ts'

interface Split {
  cbhtbm: string
  taken: boolean
  reason: string | null
}
interface StackProps {
  businessId: string
  onClose(): void
  onDone(): Promise<unknown>
}
/** Many signed contracts as one PDF: split by the codes of their pages; what became of each is shown. */
export function StackDialog({ businessId, onClose, onDone }: StackProps) {
  const { say } = useSay()
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<readonly Split[]>()
  const isPdf = async (_rule: unknown, list: UploadFile[] | undefined) => {
    if (!list?.length || !/\.pdf$/i.test(list[0]!.name)) throw new Error(say(caseWords.pdfOnly))
  }
  const send = async ({ file, qdsj }: { file: UploadFile[]; qdsj: Dayjs }) => {
    setBusy(true)
    try {
      const { id } = await sendFile(businessId, 'CBHT', file[0]!.originFileObj as Blob)
      setFound(await api.post<Split[]>('dzzw/upload-contract-stack', { businessId, attachId: id, qdsj: qdsj.format('YYYY-MM-DD') }))
      await onDone()
    } catch {
      /* the client has told why */
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open width={680} title={say(words.stack)} onCancel={onClose}>
      {found ? (
        <Table<Split>
          size="small"
          rowKey="cbhtbm"
          pagination={false}
          dataSource={[...found]}
          columns={[
            { key: 'cbhtbm', dataIndex: 'cbhtbm', title: say({ zh: '合同编码', en: 'Contract code' }), width: 200 },
            {
              key: 'taken',
              title: say(words.result),
              width: 90,
              render: (_v, s) => <Tag color={s.taken ? 'success' : 'error'}>{say(s.taken ? words.taken : words.notTaken)}</Tag>,
            },
            { key: 'reason', dataIndex: 'reason', title: say(words.reason) },
          ]}
        />
      ) : (
        <Form name="stack" layout="vertical" initialValues={{ qdsj: dayjs(today()) }} onFinish={(v) => void send(v)}>
          <Alert type="info" showIcon title={say(words.stackHint)} style={{ marginBottom: 12 }} />
          <Form.Item
            name="file"
            label={say(caseWords.signedFile)}
            required
            valuePropName="fileList"
            getValueFromEvent={(e: { fileList: UploadFile[] }) => e.fileList}
            rules={[{ validator: isPdf }]}
          >
            <Upload maxCount={1} accept=".pdf" beforeUpload={() => false}>
              <Button>{say(caseWords.pickFile)}</Button>
            </Upload>
          </Form.Item>
          <Form.Item name="qdsj" label={say(caseWords.signDay)} rules={[{ required: true, message: say(caseWords.signDayNeeded) }]}>
            <DatePicker style={{ width: '100%' }} maxDate={dayjs(today())} />
          </Form.Item>
          <Flex justify="end" gap="small">
            <Button type="primary" htmlType="submit" loading={busy}>
              {say(caseWords.upload)}
            </Button>
            <Button onClick={onClose}>{say(phrases.cancel)}</Button>
          </Flex>
        </Form>
      )}
    </Dialog>
  )
}
