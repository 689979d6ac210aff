import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Flex, Form, Select, Upload, type UploadFile } from 'antd'
import { useState } from 'react'
import { api } from '../../../kit/web/client.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { Dialog, Foot, useToast } from '../../../kit/web/dialogs.web.tsx'
import { download } from '../../../kit/web/download.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { notKept } from '../../../kit/web/dialog-draft.web.ts'
import { import_batch } from './imports.ts'
import { words } from './words.ts'

export interface ImportType {
  entity: string
  name: string
  mayAdd: boolean
  mayChange: boolean
  notes: string[]
  templates: { id: string; name: string }[]
}
/** What this person may import. */
export const useImportTypes = (): ImportType[] =>
  useQuery({ queryKey: queryKeyOf(import_batch, 'types'), queryFn: () => api.get<ImportType[]>('importBatch/types', undefined, { quiet: true }) }).data ?? []

interface StartProps {
  /** what is chosen at first; anything else leaves the choice open */
  entity: string
  onClose(): void
  onStarted(batch: string): void
}
/** A new import: what, with which template, and the filled-in workbook. */
export function ImportStart({ entity: asked, onClose, onStarted }: StartProps) {
  const { say } = useSay()
  const toast = useToast()
  const client = useQueryClient()
  const types = useImportTypes()
  const [chosen, setChosen] = useState<string>()
  const [tplId, setTplId] = useState<string>()
  const [files, setFiles] = useState<UploadFile[]>([])
  const { busy, run } = useOneCall()
  const type = types.find((t) => t.entity === (chosen ?? asked))
  const query = { entity: type?.entity ?? '', ...(tplId ? { tplId } : {}) }
  const send = async () => {
    const file = files[0]?.originFileObj
    if (!type) return toast.warn(words.chooseObject)
    if (!file) return toast.warn(words.chooseFile)
    const upload = async () => {
      const { id } = await api.upload<{ id: string }>('importBatch/upload', { ...query, file }, undefined, { quiet: true })
      void client.invalidateQueries({ queryKey: queryKeyOf(import_batch, 'page') })
      onStarted(id)
    }
    await run(upload, { refused: (e) => (toast.failed(e), true) })
  }
  return (
    <Dialog open title={say(words.start)} width={640} onCancel={onClose}>
      {types.length === 0 ? (
        <Empty description={say(words.allTargetsNone)} />
      ) : (
        <Form layout="vertical">
          <Form.Item label={say(words.object)} htmlFor="import-object" required>
            <Flex gap="small">
              <Select
                id="import-object"
                style={{ flex: 1 }}
                value={type?.entity}
                placeholder={say(words.chooseObject)}
                onChange={(v) => {
                  setChosen(v)
                  setTplId(undefined)
                }}
                options={types.map((t) => ({ value: t.entity, label: t.name }))}
              />
              {type && type.templates.length > 0 && (
                <Select
                  aria-label={say(words.template)}
                  style={{ flex: 1 }}
                  value={tplId ?? ''}
                  onChange={(v) => setTplId(v || undefined)}
                  options={[{ value: '', label: say(words.standard) }, ...type.templates.map((t) => ({ value: t.id, label: t.name }))]}
                />
              )}
              <Button icon={<DownloadOutlined />} disabled={!type} onClick={() => void download('importBatch/template', query).catch(() => undefined)}>
                {say(words.download)}
              </Button>
            </Flex>
          </Form.Item>
          {type && type.notes.length > 0 && (
            <ul style={{ margin: '0 0 16px', paddingInlineStart: 20 }}>
              {type.notes.map((n) => (
                <li key={n}>{n}</li>
              ))}
            </ul>
          )}
          <Form.Item label={say(words.file)} extra={say(words.fileHint)} required>
            <Upload accept=".xlsx" maxCount={1} fileList={files} beforeUpload={() => false} onChange={(e) => setFiles(e.fileList)}>
              <Button icon={<UploadOutlined />}>{say(words.choose)}</Button>
            </Upload>
          </Form.Item>
          <Foot onCancel={onClose} note={say(notKept)}>
            <Button type="primary" loading={busy} onClick={() => void send()}>
              {say(words.upload)}
            </Button>
          </Foot>
        </Form>
      )}
    </Dialog>
  )
}
