import { UploadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Space, Table, Tag, Upload } from 'antd'
import { useState } from 'react'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk, useToast } from '../../../kit/web/dialogs.web.tsx'
import { download } from '../../../kit/web/download.web.ts'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { PreviewDialog } from './PreviewDialog.web.tsx'
import type { Requirement } from './form.web.ts'
import { fileRule, tooLarge, tooMany, words, wrongType } from './words.ts'

export interface Attachment {
  id: string
  name: string
  extension?: string
  attachSize?: number | string
  businessItem?: string
}
const AT = 'cpt-resource/attach/endpoint'
/** Files of a business, by its id. */
export const useAttachments = (businessId: string | undefined) =>
  useQuery({
    queryKey: ['attach', businessId],
    enabled: !!businessId,
    retry: false,
    queryFn: () => api.get<Attachment[]>(`${AT}/list-by-businessId`, { businessId }, { quiet: true }),
  })
/** Sends one file to a business under a kind; answers its id. */
export const sendFile = (businessId: string, businessItem: string, file: Blob) => api.upload<{ id: string }>(`${AT}/upload`, { businessId, businessItem, file })
const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

interface FilesProps {
  businessId?: string
  wanted: readonly Requirement[]
  editable: boolean
  onChange?(): void
}
/** ④ files: what the task asks for with its state, then everything else that the business has. */
export function Files({ businessId, wanted, editable, onChange }: FilesProps) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const { label } = useDict('attach_kind')
  const ask = useAsk(),
    toast = useToast(),
    client = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const [preview, setPreview] = useState<Attachment>()
  const { data: all = [], isLoading } = useAttachments(businessId)
  const renew = async () => {
    await client.invalidateQueries({ queryKey: ['attach', businessId] })
    onChange?.()
  }
  const send = async (r: Requirement, file: File) => {
    const mine = all.filter((a) => a.businessItem === r.businessItem)
    if (!r.fileType.split(',').includes(extensionOf(file.name).replace('jpeg', 'jpg'))) return toast.warn(wrongType(r.fileType))
    if (file.size > r.fileSize * 1024) return toast.warn(tooLarge(r.fileSize))
    if (mine.length >= r.fileNumber) return toast.warn(tooMany(r.fileNumber))
    setBusy(r.fileName)
    try {
      await sendFile(businessId!, r.businessItem, file)
      toast.done(words.uploaded)
      await renew()
    } catch {
      /* the client has told why */
    } finally {
      setBusy(undefined)
    }
  }
  const erase = async (a: Attachment) => {
    if (await ask(phrases.confirmRemove, true)) await api.delete(`${AT}/remove`, { ids: a.id }).then(renew, () => undefined)
  }
  const one = (a: Attachment, mayErase: boolean) => (
    <Space key={a.id} size={0}>
      <Button type="link" size="small" onClick={() => setPreview(a)}>
        {a.name}
      </Button>
      <Button type="link" size="small" onClick={() => void download(`${AT}/download`, { id: a.id }, a.name).catch(() => undefined)}>
        {say(words.download)}
      </Button>
      {mayErase && can('attach_delete') && (
        <Button type="link" size="small" danger onClick={() => void erase(a)}>
          {say(words.erase)}
        </Button>
      )}
    </Space>
  )
  const kinds = new Set(wanted.map((r) => r.businessItem))
  const others = all.filter((a) => !kinds.has(a.businessItem ?? ''))
  const state = (r: Requirement) => {
    if (all.some((a) => a.businessItem === r.businessItem)) return <Tag color="green">{say(words.given)}</Tag>
    return r.isRequired === '1' ? <Tag color="red">{say(words.missing)}</Tag> : <Tag>{say(words.missing)}</Tag>
  }
  return (
    <Flex vertical gap="small">
      {!businessId && <Alert type="info" showIcon title={say(words.saveFirst)} />}
      {wanted.length > 0 && (
        <Table<Requirement>
          size="small"
          pagination={false}
          rowKey="fileName"
          scroll={{ x: 820 }}
          loading={isLoading}
          dataSource={[...wanted]}
          columns={[
            {
              key: 'name',
              title: say(words.fileName),
              width: 200,
              render: (_v, r) => (
                <>
                  {r.fileName} {lang === 'en' && <span style={{ opacity: 0.65 }}>{label(r.businessItem)}</span>}
                </>
              ),
            },
            {
              key: 'need',
              title: say(words.need),
              width: 80,
              render: (_v, r) => (r.isRequired === '1' ? <Tag color="red">{say(words.need)}</Tag> : <Tag>{say(words.optional)}</Tag>),
            },
            { key: 'rule', title: say(words.fileRule), width: 230, render: (_v, r) => <small>{say(fileRule(r.fileType, r.fileNumber, r.fileSize))}</small> },
            { key: 'state', title: say({ zh: '状态', en: 'Status' }), width: 90, render: (_v, r) => state(r) },
            {
              key: 'files',
              title: say(words.files),
              render: (_v, r) => (
                <Flex vertical align="start">
                  {all.filter((a) => a.businessItem === r.businessItem).map((a) => one(a, editable))}
                </Flex>
              ),
            },
            ...(editable
              ? [
                  {
                    key: 'do',
                    title: say(phrases.actions),
                    width: 110,
                    render: (_v: unknown, r: Requirement) => (
                      <Upload
                        showUploadList={false}
                        multiple
                        accept={r.fileType
                          .split(',')
                          .map((t) => `.${t}`)
                          .join(',')}
                        disabled={!businessId}
                        beforeUpload={(f) => {
                          void send(r, f)
                          return false
                        }}
                      >
                        <Button
                          size="small"
                          icon={<UploadOutlined />}
                          disabled={!businessId || !can('attach_add')}
                          loading={busy === r.fileName}
                          aria-label={`${say(words.upload)} ${r.fileName}`}
                        >
                          {say(words.upload)}
                        </Button>
                      </Upload>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {(others.length > 0 || wanted.length === 0) && (
        <Table<Attachment>
          size="small"
          pagination={false}
          rowKey="id"
          loading={isLoading}
          dataSource={others}
          locale={{ emptyText: say(words.noFiles) }}
          columns={[
            { key: 'kind', title: wanted.length ? say(words.others) : say(words.fileName), width: 200, render: (_v, a) => label(a.businessItem) },
            { key: 'name', title: say(words.files), render: (_v, a) => one(a, false) },
          ]}
        />
      )}
      {preview && <PreviewDialog path={`${AT}/preview`} query={{ id: preview.id }} title={preview.name} onClose={() => setPreview(undefined)} />}
    </Flex>
  )
}
