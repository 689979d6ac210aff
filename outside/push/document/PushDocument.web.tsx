import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Space, Tabs } from 'antd'
import { both } from '../../../kit/model/lang.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { saveBlob } from '../../../kit/web/download.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { data_push_config } from '../config.ts'

const words = {
  title: both('推送接口说明', 'Document of pushes'),
  open: both('下载（OpenAPI）', 'Download (OpenAPI)'),
  xsd: both('下载（XSD）', 'Download (XSD)'),
  rules: both('约定', 'Rules'),
  message: both('报文字段', 'Message'),
  examples: both('示例', 'Examples'),
  signing: both('签名示例', 'Signatures'),
  field: both('字段', 'Field'),
  meaning: both('含义', 'Meaning'),
}
const TEXT = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const
/** The fields of a message as rows, each by its path. */
const fieldsOf = (s: AnyRow, path = ''): AnyRow[] =>
  Object.entries((s.properties ?? {}) as Record<string, AnyRow>).flatMap(([n, f]) => {
    const at = path ? `${path}.${n}` : n
    const inner = f.items ?? f
    return [{ id: at, path: f.items ? `${at}[]` : at, title: f.title, en: f.description }, ...fieldsOf(inner, f.items ? `${at}[]` : at)]
  })
const text = (v: unknown) => <pre style={TEXT}>{typeof v === 'string' ? v : JSON.stringify(v, null, 2)}</pre>

/** What a registry is given that receives what we push by a configuration: rules, fields, examples, signatures, and the document as a file. */
export function PushDocument({ id, name, onClose }: { id: string; name: string; onClose(): void }) {
  const { say, lang } = useSay()
  const { data, error } = useQuery({
    queryKey: queryKeyOf(data_push_config, 'description', id),
    queryFn: () => api.get<AnyRow>('cpt-system/dataPushConfig/description', { id }, { quiet: true }),
  })
  const save = (content: string, ending: string, type: string) => saveBlob(new Blob([content], { type }), `${name}.${ending}`)
  const downloads = data && (
    <Space wrap>
      <Button onClick={() => save(JSON.stringify(data, null, 2), 'openapi.json', 'application/json')}>{say(words.open)}</Button>
      <Button onClick={() => save(data['x-xsd'], 'xsd', 'application/xml')}>{say(words.xsd)}</Button>
    </Space>
  )
  const push = data?.paths['/'].post
  const { content } = push?.requestBody ?? {}
  return (
    <Drawer open title={`${say(words.title)} · ${name}`} size={720} onClose={onClose}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {downloads}
      {data && (
        <Tabs
          items={[
            { key: 'rules', label: say(words.rules), children: text(data.info.description.split('\n\n')[lang === 'en' ? 1 : 0]) },
            {
              key: 'message',
              label: say(words.message),
              children: (
                <Table<AnyRow>
                  size="small"
                  pagination={false}
                  dataSource={fieldsOf(content['application/json'].schema)}
                  tableLayout="fixed"
                  columns={[
                    { key: 'path', dataIndex: 'path', title: say(words.field), width: '45%' },
                    { key: 'title', title: say(words.meaning), render: (_v, f) => say(both(f.title, f.en ?? f.title)) },
                  ]}
                />
              ),
            },
            {
              key: 'examples',
              label: say(words.examples),
              children: (
                <>
                  {text(content['application/json'].example)}
                  {text(content['application/xml'].example)}
                  {text(push.responses['200'].content['application/json'].example)}
                  {text(data.paths['/arrived'].post.requestBody.content['application/json'].example)}
                  {text(data.paths['/arrived'].post.responses['200'].content['application/json'].example)}
                </>
              ),
            },
            { key: 'signing', label: say(words.signing), children: text({ 'x-signing': data['x-signing'], 'x-retry': data['x-retry'] }) },
          ]}
        />
      )}
    </Drawer>
  )
}
