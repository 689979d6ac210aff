import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, DatePicker, Flex, Form, Radio, Space, Table, Tag, Upload, type UploadFile } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog, useAsk, useToast } from '../../../kit/web/dialogs.web.tsx'
import { DictTag } from '../../../kit/web/inputs.web.tsx'
import { phrases } from '../../../kit/web/phrases.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { ON_PAPER, SIGN } from '../flow.ts'
import { sendFile } from './Files.web.tsx'
import { PreviewDialog } from './PreviewDialog.web.tsx'
import { words } from './words.ts'

const COLOURS: Readonly<Record<string, string>> = {
  [SIGN.signed]: 'green',
  [SIGN.examined]: 'blue',
  [SIGN.signing]: 'processing',
  [SIGN.unsigned]: 'gold',
  [SIGN.rejected]: 'red',
}
const ATTACH = 'cpt-resource/attach/endpoint/preview'
function SignTag({ value }: { value: unknown }) {
  const { label } = useDict('sign_status')
  return <Tag color={COLOURS[String(value)] ?? 'default'}>{label(value)}</Tag>
}

interface Shown {
  path: string
  query: Record<string, string>
  title: string
}
interface SignPanelProps {
  businessId: string
  contracts: readonly AnyRow[]
  acting: boolean
  onChange(): Promise<unknown>
}
/** The contracts of a business: their way of signing, the signed paper, and what verifying it tells. Source: screens.md C8; business-flows.md 7. */
export function SignPanel({ businessId, contracts, acting, onChange }: SignPanelProps) {
  const { say } = useSay()
  const ask = useAsk(),
    toast = useToast()
  const [picked, setPicked] = useState<readonly string[]>([])
  const [choosing, setChoosing] = useState(false)
  const [uploading, setUploading] = useState<AnyRow>()
  const [shown, setShown] = useState<Shown>()
  const takeBack = async (c: AnyRow) => {
    if (await ask(words.takeBackAsk, true)) await api.post('dzzw/contract/revoke', { contractId: c.id }).then(onChange, () => undefined)
  }
  const check = async (c: AnyRow) => {
    const found = await api.get<{ intact: boolean }>('sign/verify', { id: c.attachId }).catch(() => undefined)
    if (found) (found.intact ? toast.done : toast.warn)(found.intact ? words.intact : words.notIntact)
  }
  const acts = (c: AnyRow) => (
    <Space size={0} wrap>
      <Button
        type="link"
        size="small"
        onClick={() =>
          setShown({ path: 'dzzw/preview-contractanddksyt-file', query: { cbhtbm: c.cbhtbm, businessId }, title: `${say(words.sketch)} ${c.cbhtbm}` })
        }
      >
        {say(words.preview)}
      </Button>
      {acting && c.signWay === ON_PAPER && (c.signStatus === SIGN.notBegun || c.signStatus === SIGN.rejected) && (
        <Button type="link" size="small" onClick={() => setUploading(c)}>
          {say(words.uploadSigned)}
        </Button>
      )}
      {c.attachId && (
        <Button type="link" size="small" onClick={() => setShown({ path: ATTACH, query: { id: c.attachId }, title: `${say(words.signedFile)} ${c.cbhtbm}` })}>
          {say(words.signedFile)}
        </Button>
      )}
      {c.attachId && c.signWay !== ON_PAPER && (
        <Button type="link" size="small" onClick={() => void check(c)}>
          {say(words.verify)}
        </Button>
      )}
      {acting && c.attachId && c.signWay === ON_PAPER && (
        <Button type="link" size="small" danger onClick={() => void takeBack(c)}>
          {say(words.takeBack)}
        </Button>
      )}
    </Space>
  )
  return (
    <Flex vertical gap="small">
      {acting && <Alert type="info" showIcon title={say(words.paperHint)} />}
      {acting && (
        <div>
          <Button disabled={picked.length === 0} onClick={() => setChoosing(true)}>
            {say(words.chooseWay)}
          </Button>
        </div>
      )}
      <Table<AnyRow>
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={[...contracts]}
        scroll={{ x: 900 }}
        {...(acting
          ? {
              rowSelection: {
                selectedRowKeys: [...picked],
                onChange: (keys) => setPicked(keys.map(String)),
                getCheckboxProps: (c) => ({ 'aria-label': `${say(phrases.selectRow)} ${c.cbhtbm}` }),
              },
            }
          : {})}
        columns={[
          { key: 'cbhtbm', dataIndex: 'cbhtbm', title: say({ zh: '合同编码', en: 'Contract code' }), width: 190 },
          { key: 'cbfmc', dataIndex: 'cbfmc', title: say({ zh: '承包方名称', en: 'Contractor' }), width: 110 },
          { key: 'signWay', title: say({ zh: '签署方式', en: 'Way' }), width: 200, render: (_v, c) => <DictTag code="sign_way" value={c.signWay} /> },
          { key: 'signStatus', title: say({ zh: '签署状态', en: 'Status' }), width: 100, render: (_v, c) => <SignTag value={c.signStatus} /> },
          { key: 'qdsj', dataIndex: 'qdsj', title: say(words.signDay), width: 110 },
          { key: 'do', title: say(phrases.actions), width: 300, render: (_v, c) => acts(c) },
        ]}
      />
      {choosing && (
        <WayDialog
          businessId={businessId}
          contractIds={picked}
          onClose={() => setChoosing(false)}
          onDone={async () => {
            setChoosing(false)
            setPicked([])
            await onChange()
          }}
        />
      )}
      {uploading && (
        <SignedDialog
          businessId={businessId}
          of={uploading}
          onClose={() => setUploading(undefined)}
          onDone={async () => {
            setUploading(undefined)
            await onChange()
          }}
        />
      )}
      {shown && <PreviewDialog {...shown} onClose={() => setShown(undefined)} />}
    </Flex>
  )
}

interface WayProps {
  businessId: string
  contractIds: readonly string[]
  onClose(): void
  onDone(): Promise<unknown>
}
function WayDialog({ businessId, contractIds, onClose, onDone }: WayProps) {
  const { say } = useSay()
  const { choices } = useDict('sign_way')
  const save = (v: { signWay: string }) => api.post('dzzw/choose-sign-way', { businessId, contractIds, signWay: v.signWay }).then(onDone, () => undefined)
  return (
    <Dialog open width={520} title={say(words.chooseWay)} onCancel={onClose}>
      <Form name="way" initialValues={{ signWay: ON_PAPER }} onFinish={(v) => void save(v)}>
        <Form.Item name="signWay" rules={[{ required: true, message: say(words.wayNeeded) }]}>
          <Radio.Group vertical options={choices} />
        </Form.Item>
        <Flex justify="end" gap="small">
          <Button type="primary" htmlType="submit">
            {say(phrases.ok)}
          </Button>
          <Button onClick={onClose}>{say(phrases.cancel)}</Button>
        </Flex>
      </Form>
    </Dialog>
  )
}

interface SignedProps {
  businessId: string
  of: AnyRow
  onClose(): void
  onDone(): Promise<unknown>
}
/** Takes the scan of a contract signed on paper: one PDF, and the day of signing, not after today. */
function SignedDialog({ businessId, of: c, onClose, onDone }: SignedProps) {
  const { say } = useSay()
  const toast = useToast(),
    client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const isPdf = async (_rule: unknown, list: UploadFile[] | undefined) => {
    if (!list?.length || !/\.pdf$/i.test(list[0]!.name)) throw new Error(say(words.pdfOnly))
  }
  const send = async ({ file, qdsj }: { file: UploadFile[]; qdsj: Dayjs }) => {
    setBusy(true)
    try {
      const { id } = await sendFile(businessId, 'CBHT', file[0]!.originFileObj as unknown as Blob)
      await api.post('dzzw/upload-contract-file', { contractId: c.id, attachId: id, qdsj: qdsj.format('YYYY-MM-DD') })
      await client.invalidateQueries({ queryKey: ['attach', businessId] })
      toast.done(words.uploaded)
      await onDone()
    } catch {
      /* the client has told why */
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open width={520} title={`${say(words.uploadSigned)} ${c.cbhtbm}`} onCancel={onClose}>
      <Form name="signed" layout="vertical" initialValues={{ qdsj: dayjs() }} onFinish={(v) => void send(v)}>
        <Form.Item
          name="file"
          label={say(words.signedFile)}
          required
          valuePropName="fileList"
          getValueFromEvent={(e: { fileList: UploadFile[] }) => e.fileList}
          rules={[{ validator: isPdf }]}
        >
          <Upload maxCount={1} accept=".pdf" beforeUpload={() => false}>
            <Button>{say(words.pickFile)}</Button>
          </Upload>
        </Form.Item>
        <Form.Item name="qdsj" label={say(words.signDay)} required rules={[{ required: true, message: say(words.signDayNeeded) }]}>
          <DatePicker style={{ width: '100%' }} maxDate={dayjs()} />
        </Form.Item>
        <Flex justify="end" gap="small">
          <Button type="primary" htmlType="submit" loading={busy}>
            {say(words.upload)}
          </Button>
          <Button onClick={onClose}>{say(phrases.cancel)}</Button>
        </Flex>
      </Form>
    </Dialog>
  )
}
