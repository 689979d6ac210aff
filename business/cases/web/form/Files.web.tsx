import { DownloadOutlined } from '@ant-design/icons'
import { memo, useState } from 'react'
import { Alert, Button, Flex, Space, Tag } from 'antd'
import { Table } from '../../../../kit/web/Table.web.tsx'
import { api } from '../../../../kit/web/client.web.ts'
import { download } from '../../../../kit/web/download.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { AttachmentPreview } from '../../../../services/files/AttachmentPreview.web.tsx'
import { ATTACH_ENDPOINT, type Attachment } from '../../../../services/files/uploader/send.web.ts'
import { SLICING } from '../../../../services/files/uploader/upload-rules.ts'
import { Uploader } from '../../../../services/files/uploader/Uploader.web.tsx'
import { useAttachments } from '../../../../services/files/uploader/uploads.web.ts'
import { paperTitle } from '../../definitions/materials.ts'
import type { Requirement } from '../form.web.ts'
import { ManyPapers } from './ManyPapers.web.tsx'
import { fileRule, words } from '../words.ts'

/** Sends one file to a business under a kind; answers its id. */
export const sendFile = (businessId: string, businessItem: string, file: Blob) =>
  api.upload<{ id: string }>(`${ATTACH_ENDPOINT}/upload`, { businessId, businessItem, file })

interface FilesProps {
  businessId?: string
  wanted: readonly Requirement[]
  editable: boolean
  onChange?(): void
}
/** ④ files: what the task asks for with its state, then everything else that the business has. */
export const Files = memo(function Files({ businessId, wanted, editable, onChange }: FilesProps) {
  const { say } = useSay()
  const { label } = useDict('attach_kind')
  const { can } = useSession()
  const [preview, setPreview] = useState<Attachment>()
  const { data: all = [], isLoading } = useAttachments(businessId)
  const titleOf = (r: Requirement) => say(paperTitle(r, label(r.businessItem)))
  const one = (a: Attachment) => (
    <Space key={a.id} size={0}>
      <Button type="link" size="small" onClick={() => setPreview(a)}>
        {a.name}
      </Button>
      <Button type="link" size="small" onClick={() => void download(`${ATTACH_ENDPOINT}/download`, { id: a.id }, a.name).catch(() => undefined)}>
        {say(words.download)}
      </Button>
    </Space>
  )
  const kinds = new Set(wanted.map((r) => r.businessItem))
  const others = all.filter((a) => !kinds.has(a.businessItem ?? ''))
  const state = (r: Requirement) => {
    if (all.some((a) => a.businessItem === r.businessItem)) return <Tag color="success">{say(words.given)}</Tag>
    return r.isRequired === '1' ? <Tag color="error">{say(words.missing)}</Tag> : <Tag>{say(words.missing)}</Tag>
  }
  return (
    <Flex vertical gap="small">
      <Flex gap="small" align="start" wrap>
        {editable && businessId && wanted.length > 1 && <ManyPapers businessId={businessId} wanted={wanted} />}
        {businessId && all.length > 1 && can('attach_view') && (
          <Button icon={<DownloadOutlined />} onClick={() => void download(`${ATTACH_ENDPOINT}/download-zip`, { businessId }).catch(() => undefined)}>
            {say(words.downloadAll)}
          </Button>
        )}
      </Flex>
      {!businessId && <Alert type="info" showIcon title={say(words.saveFirst)} />}
      {wanted.length > 0 && (
        <Table<Requirement>
          size="small"
          pagination={false}
          rowKey="fileName"
          scroll={{ x: 640 }}
          loading={isLoading}
          dataSource={[...wanted]}
          columns={[
            { key: 'name', title: say(words.fileName), width: 130, render: (_v, r) => titleOf(r) },
            {
              key: 'need',
              title: say(words.need),
              width: 62,
              render: (_v, r) => (r.isRequired === '1' ? <Tag color="error">{say(words.need)}</Tag> : <Tag>{say(words.optional)}</Tag>),
            },
            { key: 'rule', title: say(words.fileRule), width: 150, render: (_v, r) => <small>{say(fileRule(r.fileType, r.fileNumber, r.fileSize))}</small> },
            { key: 'state', title: say({ zh: '状态', en: 'Status' }), width: 76, render: (_v, r) => state(r) },
            {
              key: 'files',
              title: say(words.files),
              render: (_v, r) => (
                <Uploader
                  businessId={businessId ?? ''}
                  businessItem={r.businessItem}
                  accept={r.fileType.split(',')}
                  limit={r.fileNumber}
                  sizeKb={r.fileSize}
                  slice={r.fileSize * 1024 > SLICING.over}
                  readOnly={!editable}
                  label={`${say(words.upload)} ${titleOf(r)}`}
                  onChange={() => onChange?.()}
                />
              ),
            },
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
            { key: 'name', title: say(words.files), render: (_v, a) => one(a) },
          ]}
        />
      )}
      {preview && <AttachmentPreview of={preview} onClose={() => setPreview(undefined)} />}
    </Flex>
  )
})
