import { Button, Flex, Upload } from 'antd'
import { useState, type ReactNode } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { ATTACH_ENDPOINT } from '../../services/files/uploader/send.web.ts'
import { words } from './words.ts'

interface FileInputProps {
  id?: string
  /** id of the attachment */
  value?: string | null
  onChange?(id: string): void
  disabled?: boolean
  accept: string
  /** kind of the attachment */
  item: string
  /** another way to a file: gets what takes the file over */
  children?: (take: (file: { id: string; name: string }) => void) => ReactNode
}
/** One file as a value of a form: the id of an attachment. */
export function FileInput({ id, value, onChange, disabled, accept, item, children }: FileInputProps) {
  const { say } = useSay()
  const toast = useToast()
  const [name, setName] = useState('')
  const { busy, run } = useOneCall()
  const take = (file: { id: string; name: string }) => {
    setName(file.name)
    onChange?.(file.id)
  }
  const send = async (file: Blob) => {
    await run(
      async () => {
        take(await api.upload<{ id: string; name: string }>(`${ATTACH_ENDPOINT}/upload`, { businessItem: item, file }))
      },
      { refused: (e) => (toast.failed(e), true) },
    )
  }
  return (
    <Flex gap="small" align="center" wrap id={id}>
      {!disabled && (
        <Upload showUploadList={false} accept={accept} beforeUpload={(file) => (void send(file), false)}>
          <Button loading={busy}>{say(words.upload)}</Button>
        </Upload>
      )}
      {!disabled && children?.(take)}
      <span>{name || (value ? say(words.chosen) : '')}</span>
    </Flex>
  )
}
