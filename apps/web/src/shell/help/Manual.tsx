import { DownloadOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Modal, Typography } from 'antd'
import { useEffect, useState } from 'react'
import type { OperationFile } from '../../../../../platform/shell/shell.ts'
import { api } from '../../../../../kit/web/client.web.ts'
import { download } from '../../../../../kit/web/download.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../../kit/web/keys.web.ts'
import { words } from '../../../../../platform/shell/dialog-words.ts'

const FILE = 'basic/downloadOperationFile'
const fetchFile = (f: OperationFile) => download(FILE, { id: f.id }, f.id)
const megabytes = (n: number): string => `${(n / 1_048_576).toFixed(1)} MB`

/** Downloads the first manual; false when there is none. */
export async function downloadManual(): Promise<boolean> {
  const manual = (await api.get<OperationFile[]>('basic/getOperationFiles')).find((f) => f.kind === 'manual')
  if (manual) await fetchFile(manual)
  return !!manual
}

/** The manual and the videos as a list, as the 'sx' deployment shows them. Source: platform.md 2 (Operation manual). */
export default function Manual({ onClose }: { onClose: () => void }) {
  const { say } = useSay()
  const { data, isLoading } = useQuery({ queryKey: queryKeyOf('basic/getOperationFiles'), queryFn: () => api.get<OperationFile[]>('basic/getOperationFiles') })
  const [video, setVideo] = useState<{ name: string; url: string }>()
  useEffect(() => () => (video ? URL.revokeObjectURL(video.url) : undefined), [video])
  const part = (title: string, files: readonly OperationFile[]) =>
    files.length > 0 && (
      <section>
        <Typography.Title level={5}>{title}</Typography.Title>
        <ul className="shell-files">
          {files.map((f) => (
            <li key={f.id}>
              <span>{f.name}</span> <small>{megabytes(f.size)}</small>
              {f.kind === 'video' && (
                <Button
                  type="link"
                  icon={<PlayCircleOutlined />}
                  onClick={() => void api.blob(FILE, { id: f.id }).then(({ blob }) => setVideo({ name: f.name, url: URL.createObjectURL(blob) }))}
                >
                  {say(words.play)}
                </Button>
              )}
              <Button type="link" icon={<DownloadOutlined />} onClick={() => void fetchFile(f)}>
                {say(words.download)}
              </Button>
            </li>
          ))}
        </ul>
      </section>
    )
  return (
    <Modal open title={say(words.manual)} width={720} footer={null} onCancel={onClose} keyboard={false} mask={{ closable: false }} loading={isLoading}>
      {video && <video src={video.url} aria-label={video.name} controls autoPlay style={{ width: '100%', maxHeight: 400, background: '#000' }} />}
      {data?.length === 0 && <Empty description={say(words.manualNone)} />}
      {part(
        say(words.manual),
        (data ?? []).filter((f) => f.kind === 'manual'),
      )}
      {part(
        say(words.videos),
        (data ?? []).filter((f) => f.kind === 'video'),
      )}
    </Modal>
  )
}
