import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Card, Flex, Select, Spin, Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { download } from '../../kit/web/download.web.ts'
import { SidePanel } from '../../kit/web/SidePanel.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { Uploader } from '../../services/files/uploader/Uploader.web.tsx'
import { words } from './words.ts'

interface Papers {
  id: string
  cbfbm: string
  cbfmc: string
  isComplete: boolean
  kinds: { kind: string; required: boolean; files: unknown[] }[]
}
/** The papers of a household by kind, the required ones first: upload, photo tool, preview, order, all in one archive. */
export function HouseholdPapers({ id, onClose }: { id: string; onClose(): void }) {
  const { say } = useSay()
  const kinds = useDict('attach_kind')
  const client = useQueryClient()
  const [more, setMore] = useState<string[]>([])
  const { data, error } = useQuery({
    queryKey: queryKeyOf('papers', 'detail', id),
    retry: false,
    queryFn: () => api.get<Papers>('yb-attach/cbfattachinfo/detail', { id }, { quiet: true }),
  })
  const close = () => {
    void client.invalidateQueries({ queryKey: queryKeyOf('papers') })
    onClose()
  }
  const shown = [...(data?.kinds ?? []), ...more.filter((k) => !data?.kinds.some((x) => x.kind === k)).map((kind) => ({ kind, required: false, files: [] }))]
  const left = kinds.choices.filter((c) => !shown.some((k) => k.kind === c.value))
  return (
    <SidePanel open title={data ? `${say(words.papers)} · ${data.cbfmc} ${data.cbfbm}` : say(words.papers)} onClose={close}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Spin />}
      {data && (
        <Flex vertical gap="middle">
          <Flex gap="small" align="center" wrap>
            <Tag color={data.isComplete ? 'success' : 'warning'}>{say(data.isComplete ? words.complete : words.incomplete)}</Tag>
            <Button onClick={() => void download('yb-attach/cbfattachinfo/download-zip-by-cbfbm', { cbfbm: data.cbfbm }).catch(() => undefined)}>
              {say(words.zip)}
            </Button>
            <Select
              style={{ width: 220 }}
              value={null}
              placeholder={say(words.otherKind)}
              aria-label={say(words.otherKind)}
              options={left}
              onChange={(k: string | null) => k && setMore([...more, k])}
            />
          </Flex>
          {shown.map((k) => (
            <Card
              key={k.kind}
              size="small"
              title={kinds.label(k.kind)}
              extra={k.required && <Tag color={k.files.length ? 'success' : 'error'}>{say(words.required)}</Tag>}
            >
              <Uploader businessId={data.id} businessItem={k.kind} slice={{ parallel: true }} accept={['pdf', 'jpg', 'png']} />
            </Card>
          ))}
        </Flex>
      )}
    </SidePanel>
  )
}
