import { CameraOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, DatePicker, Flex, Form, Radio, Upload, type UploadFile } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Dialog, useToast } from '../../kit/web/dialogs.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { PhotoTool } from '../../services/camera/PhotoTool.web.tsx'
import type { Attachment } from '../../services/files/uploader/send.web.ts'
import { ON_SITE } from './flow.ts'
import { sendFile } from '../cases/web/Files.web.tsx'
import { today } from '../../kit/web/clock.web.ts'
import { words } from '../cases/web/words.ts'

interface WayProps {
  businessId: string
  contractIds: readonly string[]
  onClose(): void
  onDone(): Promise<unknown>
}
/** Chooses how contracts are to be signed. */
export function WayDialog({ businessId, contractIds, onClose, onDone }: WayProps) {
  const { say } = useSay()
  const { choices } = useDict('sign_way')
  const save = (v: { signWay: string }) => api.post('dzzw/choose-sign-way', { businessId, contractIds, signWay: v.signWay }).then(onDone, () => undefined)
  return (
    <Dialog open width={520} title={say(words.chooseWay)} onCancel={onClose}>
      <Form name="way" initialValues={{ signWay: ON_SITE }} onFinish={(v) => void save(v)}>
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
/** Takes the scan of a contract signed on paper: one PDF, chosen or made by the photo tool, and the day of signing, not after today. */
export function SignedDialog({ businessId, of: c, onClose, onDone }: SignedProps) {
  const { say } = useSay()
  const toast = useToast(),
    client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [photos, setPhotos] = useState(false)
  const [made, setMade] = useState<Attachment>()
  const isPdf = async (_rule: unknown, list: UploadFile[] | undefined) => {
    if (made) return
    if (!list?.length || !/\.pdf$/i.test(list[0]!.name)) throw new Error(say(words.pdfOnly))
  }
  const send = async ({ file, qdsj }: { file: UploadFile[]; qdsj: Dayjs }) => {
    setBusy(true)
    try {
      const { id } = made ?? (await sendFile(businessId, 'CBHT', file[0]!.originFileObj as Blob))
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
      <Form name="signed" layout="vertical" initialValues={{ qdsj: dayjs(today()) }} onFinish={(v) => void send(v)}>
        <Form.Item
          name="file"
          label={say(words.signedFile)}
          required
          valuePropName="fileList"
          getValueFromEvent={(e: { fileList: UploadFile[] }) => e.fileList}
          rules={[{ validator: isPdf }]}
        >
          <Upload maxCount={1} accept=".pdf" beforeUpload={() => false} disabled={!!made}>
            <Button>{say(words.pickFile)}</Button>
          </Upload>
        </Form.Item>
        <Form.Item>
          <Flex gap="small" align="center">
            <Button icon={<CameraOutlined />} onClick={() => setPhotos(true)}>
              {say(words.photoTool)}
            </Button>
            {made?.name}
          </Flex>
        </Form.Item>
        <Form.Item name="qdsj" label={say(words.signDay)} required rules={[{ required: true, message: say(words.signDayNeeded) }]}>
          <DatePicker style={{ width: '100%' }} maxDate={dayjs(today())} />
        </Form.Item>
        <Flex justify="end" gap="small">
          <Button type="primary" htmlType="submit" loading={busy}>
            {say(words.upload)}
          </Button>
          <Button onClick={onClose}>{say(phrases.cancel)}</Button>
        </Flex>
      </Form>
      {photos && (
        <PhotoTool
          businessId={businessId}
          businessItem="CBHT"
          accept={['pdf']}
          cbhtId={c.id}
          cbhtbm={String(c.cbhtbm)}
          onClose={() => setPhotos(false)}
          onChange={(pdf) => {
            if (!pdf) return
            setMade(pdf)
            setPhotos(false)
          }}
        />
      )}
    </Dialog>
  )
}
