import { Alert, Card, Flex, Form, InputNumber, Segmented, Select, Switch, Typography } from 'antd'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { LIST_TYPES, type ListType } from '../files/uploader/upload-rules.ts'
import { Uploader } from '../files/uploader/Uploader.web.tsx'
import { listWords, uploaderWords as words } from './words.ts'

/** Types that are offered for `accept`. */
const TYPES = ['jpg', 'png', 'bmp', 'pdf', 'docx', 'xlsx', 'txt', 'csv', 'zip', 'mp4']
const SWITCHES = ['readOnly', 'slice', 'compress'] as const
const NUMBERS = ['limit', 'sizeKb'] as const

/** The options as a developer writes them; what stands as it is by itself is left out. */
function usage(listType: ListType, o: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(o).flatMap(([n, v]) => (v === true ? [n] : v === undefined ? [] : [`${n}={${JSON.stringify(v).replaceAll('"', "'")}}`]))
  return `<Uploader businessId={id} businessItem="QT" listType="${listType}"${said.map((s) => ` ${s}`).join('')} />`
}

/** 上传组件: the uploader in each of its lists, with its options in the address; the files are the reader's own. Source: platform.md 2, 5 (file uploader). */
export default function UploaderPage() {
  const { say } = useSay()
  const { userId } = useSession()
  const { search, setSearch } = usePageState()
  const listType = LIST_TYPES.find((t) => t === search.listType) ?? 'text'
  const number = (n: (typeof NUMBERS)[number]) => (Number(search[n]) > 0 ? Number(search[n]) : undefined)
  const accept = search.accept?.split(',').filter(Boolean)
  // pictures are compressed unless somebody says no
  const on = { readOnly: search.readOnly === '1', slice: search.slice === '1', compress: search.compress !== '0' }
  const options = {
    ...(on.readOnly ? { readOnly: true } : {}),
    ...(on.slice ? { slice: true } : {}),
    ...(on.compress ? {} : { compress: false }),
    ...(number('limit') ? { limit: number('limit')! } : {}),
    ...(number('sizeKb') ? { sizeKb: number('sizeKb')! } : {}),
    ...(accept?.length ? { accept } : {}),
  }
  return (
    <Flex vertical gap="middle">
      <Card size="small" title={say(words.options)}>
        <Flex vertical gap="small">
          <div style={{ overflowX: 'auto' }}>
            <Segmented
              aria-label={say(words.listType)}
              value={listType}
              onChange={(v) => setSearch({ listType: v })}
              options={LIST_TYPES.map((value) => ({ value, label: say(listWords[value]) }))}
            />
          </div>
          <Form layout="inline" style={{ rowGap: 8 }}>
            {SWITCHES.map((n) => (
              <Form.Item key={n} label={say(words[n])}>
                <Switch
                  size="small"
                  aria-label={say(words[n])}
                  checked={on[n]}
                  onChange={(v) => setSearch({ [n]: n === 'compress' ? (v ? undefined : '0') : v ? '1' : undefined })}
                />
              </Form.Item>
            ))}
            {NUMBERS.map((n) => (
              <Form.Item key={n} label={say(words[n])}>
                <InputNumber
                  size="small"
                  min={1}
                  precision={0}
                  style={{ width: 100 }}
                  placeholder={say(words.any)}
                  aria-label={say(words[n])}
                  value={number(n) ?? null}
                  onChange={(v) => setSearch({ [n]: v ?? undefined })}
                />
              </Form.Item>
            ))}
            <Form.Item label={say(words.accept)}>
              <Select
                size="small"
                mode="multiple"
                style={{ width: 260 }}
                placeholder={say(words.any)}
                aria-label={say(words.accept)}
                value={accept ?? []}
                options={TYPES.map((value) => ({ value, label: value }))}
                onChange={(v: string[]) => setSearch({ accept: v.join(',') || undefined })}
              />
            </Form.Item>
          </Form>
        </Flex>
      </Card>
      <Card size="small" title={`${say(words.effect)} · ${say(listWords[listType])}`}>
        <Alert type="info" showIcon title={say(words.hint)} style={{ marginBottom: 12 }} />
        <Uploader key={listType} businessId={userId} businessItem={`preview.${listType}`} listType={listType} {...options} />
      </Card>
      <Card size="small" title={say(words.usage)}>
        <Typography.Text code copyable style={{ overflowWrap: 'anywhere' }}>
          {usage(listType, options)}
        </Typography.Text>
      </Card>
    </Flex>
  )
}
