import { UploadOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Space, Table, Upload } from 'antd'
import { useState } from 'react'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk, useToast } from '../../../kit/web/dialogs.web.tsx'
import { download } from '../../../kit/web/download.web.ts'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { words } from '../words.ts'

interface File {
  id: string
  name?: string
  originalName?: string
  attachSize?: number | string
}
const AT = 'cpt-resource/attach/endpoint'
const kb = (n: number) => (n < 1024 * 1024 ? `${Math.ceil(n / 1024)} KB` : `${(n / 1024 / 1024).toFixed(1)} MB`)

/** Files kept with a contractor: list, upload, download, delete. */
export function CbfFiles({ id }: { id: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const ask = useAsk(),
    toast = useToast(),
    client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const key = ['attach', id]
  const { data = [], isLoading } = useQuery({
    queryKey: key,
    queryFn: () => api.get<File[]>(`${AT}/list-by-businessId`, { businessId: id }, { quiet: true }),
    retry: false,
  })
  const renew = () => client.invalidateQueries({ queryKey: key })
  const send = async (file: Blob) => {
    setBusy(true)
    try {
      await api.upload(`${AT}/upload`, { businessId: id, businessItem: 'cbf', file })
      toast.done(words.uploaded)
      await renew()
    } catch {
      /* the client has told why */
    } finally {
      setBusy(false)
    }
  }
  const erase = async (file: File) => {
    if (!(await ask(phrases.confirmRemove, true))) return
    await api.delete(`${AT}/remove`, { ids: file.id }).then(renew, () => undefined)
  }
  return (
    <>
      {can('attach_add') && (
        <Upload
          showUploadList={false}
          beforeUpload={(f) => {
            void send(f)
            return false
          }}
        >
          <Button icon={<UploadOutlined />} loading={busy} style={{ marginBottom: 12 }}>
            {say(words.upload)}
          </Button>
        </Upload>
      )}
      <Table<File>
        size="small"
        rowKey="id"
        pagination={false}
        loading={isLoading}
        dataSource={data}
        columns={[
          { key: 'name', title: say(words.fileName), render: (_v, f) => f.originalName ?? f.name },
          { key: 'size', title: say(words.fileSize), width: 110, align: 'right', render: (_v, f) => kb(Number(f.attachSize ?? 0)) },
          {
            key: 'do',
            title: say(phrases.actions),
            width: 180,
            render: (_v, f) => (
              <Space size={0}>
                <Button type="link" size="small" onClick={() => void download(`${AT}/download`, { id: f.id }, f.name).catch(() => undefined)}>
                  {say(words.download)}
                </Button>
                {can('attach_delete') && (
                  <Button type="link" size="small" danger onClick={() => void erase(f)}>
                    {say(phrases.remove)}
                  </Button>
                )}
              </Space>
            ),
          },
        ]}
      />
    </>
  )
}
