import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Empty, Flex, Input, Tabs, Tag } from 'antd'
import { useState } from 'react'
import { both, type Lang } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { saveBlob } from '../../kit/web/download.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'

const words = {
  title: both('接口说明', 'Description'),
  download: both('下载接口文档（OpenAPI）', 'Download (OpenAPI)'),
  field: both('字段', 'Field'),
  meaning: both('含义', 'Meaning'),
  needed: both('必填', 'Required'),
  limits: both('取值', 'Values'),
  needs: both('需要填写', 'What it needs'),
  body: both('请求示例，可修改后试调用', 'An example; change it and try'),
  run: both('沙箱试调用', 'Try in the sandbox'),
  answer: both('应答', 'Answer'),
  signing: both('签名方法', 'How to sign'),
  faults: both('错误代码', 'Faults'),
  none: both('该应用没有授权任何接口', 'The application may call nothing'),
}
/** A table of the drawer wraps its words; below so many pixels it is moved sideways. */
const NARROWEST = 560
const TEXT = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const
const limitsOf = (f: AnyRow, lang: Lang): string =>
  [f.enum?.join(' / '), f.maxLength && `≤ ${f.maxLength}`, f.minimum !== undefined && `${f.minimum}–${f.maximum}`, f.pattern]
    .filter(Boolean)
    .join(lang === 'en' ? '; ' : '；')

/** One call: its fields, an example to change, and what the sandbox says to it. */
function Call({ app, scope, of }: { app: string; scope: string; of: AnyRow }) {
  const { say, lang } = useSay()
  const { schema, example } = of.requestBody.content['application/json'] as AnyRow
  const [body, setBody] = useState(JSON.stringify(example, null, 2))
  const [said, setSaid] = useState<{ text: string; failed: boolean }>()
  const run = async () => {
    try {
      const data = await api.get('cpt-system/empower/try', { id: app, scope, body }, { quiet: true })
      setSaid({ text: JSON.stringify(data, null, 2), failed: false })
    } catch (e) {
      setSaid({ text: (e as Error).message, failed: true })
    }
  }
  const needs = Object.entries((schema['x-needs'] ?? {}) as Record<string, AnyRow>).map(([kind, n]) => ({ ...n, kind })) as AnyRow[]
  const fields = Object.entries(schema.properties as Record<string, AnyRow>).map(([name, f]) => ({ ...f, name, needed: schema.required.includes(name) }))
  return (
    <Flex vertical gap={12}>
      <div style={TEXT}>{of.description.split('\n\n')[lang === 'en' ? 1 : 0]}</div>
      {needs.length > 0 && (
        <Table<AnyRow>
          size="small"
          rowKey="kind"
          pagination={false}
          dataSource={needs}
          scroll={{ x: NARROWEST }}
          columns={[
            { key: 'kind', dataIndex: 'kind', title: 'kind', width: 110 },
            { key: 'zh', title: say(words.needs), render: (_v, n) => say(both(n.zh, n.en)) },
          ]}
        />
      )}
      <Table<AnyRow>
        size="small"
        rowKey="name"
        pagination={false}
        dataSource={fields as unknown as AnyRow[]}
        scroll={{ x: NARROWEST }}
        columns={[
          { key: 'name', dataIndex: 'name', title: say(words.field), width: 130 },
          { key: 'title', title: say(words.meaning), width: 200, render: (_v, f) => say(both(f.title, f.description)) },
          { key: 'needed', dataIndex: 'needed', title: say(words.needed), width: 70, render: (v: boolean) => (v ? <Tag color="red">✓</Tag> : null) },
          { key: 'limits', title: say(words.limits), render: (_v, f) => limitsOf(f, lang) },
        ]}
      />
      <label htmlFor={`body-${scope}`}>{say(words.body)}</label>
      <Input.TextArea
        id={`body-${scope}`}
        autoSize={{ minRows: 4, maxRows: 14 }}
        value={body}
        onChange={(e) => setBody(e.target.value)}
        style={{ fontFamily: 'monospace' }}
      />
      {scope !== 'description' && (
        <div>
          <Button type="primary" onClick={() => void run()}>
            {say(words.run)}
          </Button>
        </div>
      )}
      {said && <Alert type={said.failed ? 'error' : 'success'} title={say(words.answer)} description={<pre style={TEXT}>{said.text}</pre>} />}
      <Faults of={of['x-faults']} />
    </Flex>
  )
}
/** Refusals, by key. */
function Faults({ of }: { of: AnyRow[] }) {
  const { say } = useSay()
  return (
    <Table<AnyRow>
      size="small"
      rowKey="key"
      pagination={false}
      dataSource={of}
      scroll={{ x: NARROWEST }}
      columns={[
        { key: 'status', dataIndex: 'status', title: 'HTTP', width: 70 },
        { key: 'key', dataIndex: 'key', title: 'key', width: 150 },
        { key: 'zh', title: say(words.faults), render: (_v, f) => say(both(f.zh, f.en)) },
      ]}
    />
  )
}
/** What a partner is given to write a client: the calls of this application alone; each can be tried here. Source: docs/adr/0069. */
export function ConsoleDrawer({ id, name, onClose }: { id: string; name: string; onClose(): void }) {
  const { say, lang } = useSay()
  const { data, error } = useQuery({
    queryKey: queryKeyOf('empower', 'description', id),
    queryFn: () => api.get<AnyRow>('cpt-system/empower/description', { id }, { quiet: true }),
  })
  const calls = Object.entries((data?.paths ?? {}) as Record<string, AnyRow>)
  const save = () => saveBlob(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `${name}.openapi.json`)
  return (
    <Drawer open title={`${say(words.title)} · ${name}`} size={720} onClose={onClose} extra={data && <Button onClick={save}>{say(words.download)}</Button>}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {data && calls.length === 0 && <Empty description={say(words.none)} />}
      {data && calls.length > 0 && (
        <Tabs
          items={[
            ...calls.map(([path, { post }]) => ({
              key: path,
              label: say(both(post.summary, post['x-summary-en'])),
              children: <Call app={id} scope={post.operationId} of={post} />,
            })),
            {
              key: 'signing',
              label: say(words.signing),
              children: (
                <Flex vertical gap={12}>
                  <div style={TEXT}>{data.info.description.split('\n\n')[lang === 'en' ? 1 : 0]}</div>
                  <pre style={TEXT}>{JSON.stringify(data['x-signing'], null, 2)}</pre>
                </Flex>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  )
}
