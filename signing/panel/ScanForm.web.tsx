import { CameraOutlined } from '@ant-design/icons'
import { Alert, Button, DatePicker, Flex, Form, Upload, type UploadFile } from 'antd'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { DialogForm } from '../../platform/parts/DialogForm.web.tsx'
import { PhotoTool } from '../../services/camera/PhotoTool.web.tsx'
import type { Attachment } from '../../services/files/uploader/send.web.ts'
import { sendFile } from '../../business/cases/web/form/Files.web.tsx'
import { words } from '../../business/cases/web/words.ts'
import '../../kit/web/day-clock.web.ts'

interface ScanProps {
  name: string
  businessId: string
  /** the contract whose pages may be photographed into the file; of a stack none */
  of?: AnyRow
  onClose(): void
  /** takes the uploaded file and the day of signing (yyyy-MM-dd); why it refuses stands in the form until the next try */
  onSend(attachId: string, qdsj: string): Promise<unknown>
}
/** A scan of signed contracts: one PDF, chosen or made by the photo tool, and the day of signing, not after today. */
export function ScanForm({ name, businessId, of: c, onClose, onSend }: ScanProps) {
  const { say } = useSay()
  const { busy, run } = useOneCall()
  const [refused, setRefused] = useState('')
  const [photos, setPhotos] = useState(false)
  const [made, setMade] = useState<Attachment>()
  const isPdf = async (_rule: unknown, list: UploadFile[] | undefined) => {
    if (made) return
    if (!list?.length || !/\.pdf$/i.test(list[0]!.name)) throw new Error(say(words.pdfOnly))
  }
  const send = ({ file, qdsj }: { file: UploadFile[]; qdsj: string }) => {
    setRefused('')
    return run(
      async () => {
        const { id } = made ?? (await sendFile(businessId, 'CBHT', file[0]!.originFileObj as Blob))
        await onSend(id, qdsj)
      },
      { refused: (e) => (setRefused((e as Error).message), true) },
    )
  }
  return (
    <>
      <DialogForm
        name={name}
        of={words.uploadSigned}
        about={c?.id ?? businessId}
        initialValues={{ qdsj: today() }}
        busy={busy}
        act={words.upload}
        onSend={send}
        onCancel={onClose}
      >
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
        {c && (
          <Form.Item>
            <Flex gap="small" align="center">
              <Button icon={<CameraOutlined />} onClick={() => setPhotos(true)}>
                {say(words.photoTool)}
              </Button>
              {made?.name}
            </Flex>
          </Form.Item>
        )}
        <Form.Item
          name="qdsj"
          label={say(words.signDay)}
          required
          rules={[{ required: true, message: say(words.signDayNeeded) }]}
          getValueProps={(v?: string) => ({ value: v ? dayjs(v) : null })}
          getValueFromEvent={(d: Dayjs | null) => d?.format('YYYY-MM-DD')}
        >
          <DatePicker style={{ width: '100%' }} maxDate={dayjs(today())} />
        </Form.Item>
        {refused && <Alert type="error" showIcon style={{ marginBottom: 16 }} title={refused} />}
      </DialogForm>
      {c && photos && (
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
    </>
  )
}
