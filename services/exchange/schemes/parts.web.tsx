import { useQuery } from '@tanstack/react-query'
import { Alert, Spin } from 'antd'
import type { Text } from '../../../kit/model/lang.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import { api } from '../../../kit/web/client.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { words } from './words.ts'

interface Named {
  name: string
  label: string
  en: string
}
export interface SheetObject extends Named {
  fields: (Named & { dict: string | null })[]
}
/** Objects that a template may be about. */
export const useObjects = (): readonly SheetObject[] =>
  useQuery({
    queryKey: queryKeyOf('exp_tpl', 'objects'),
    staleTime: 600_000,
    queryFn: () => api.get<SheetObject[]>('cpt-expimp/tpl/objects', {}, { quiet: true }),
  }).data ?? []
/** The words of one with its name in code, as selects show it. */
export const option = (lang: 'zh' | 'en') => (n: Named) => ({ value: n.name, label: `${lang === 'en' ? n.en : n.label} ${n.name}` })

interface Template {
  id: string
  tplName: string
  entity: string
}
/** Every template, also those that are switched off: their columns are configured before they are switched on. */
export const useTemplates = (): readonly Template[] =>
  useQuery({
    queryKey: queryKeyOf('exp_tpl', 'all'),
    queryFn: () => api.get<{ records: Template[] }>('cpt-expimp/tpl/page', { current: 1, size: 200 }, { quiet: true }),
  }).data?.records ?? []
/** A template's name in a list. */
export function TemplateName({ of }: { of: string }) {
  const templates = useTemplates()
  // an id says nothing to people: until the names are there, nothing is shown
  return <>{templates.length ? (templates.find((t) => t.id === of)?.tplName ?? of) : ''}</>
}

interface Shown {
  name: string
  columns: { field: string; title: string; width: number | null }[]
  records: Record<string, string>[]
  total: number
}
/** Pixels of a character of a sheet. */
const CHARACTER = 9
/** The first rows as the sheet will show them. `path` is the preview call. */
export function Preview({ path, id, title, onClose }: { path: string; id: string; title: Text; onClose(): void }) {
  const { say } = useSay()
  const { data, error, isLoading } = useQuery({
    queryKey: queryKeyOf({ name: path }, id),
    staleTime: 0,
    queryFn: () => api.get<Shown>(path, { id }, { quiet: true }),
  })
  return (
    <Dialog open title={data ? `${say(title)} — ${data.name}` : say(title)} width={1080} onCancel={onClose}>
      {isLoading && <Spin />}
      {error && <Alert type="error" showIcon title={(error as Error).message} />}
      {data && (
        <>
          <p role="status">{say(words.rows(data.records.length, data.total))}</p>
          <Table
            rowKey="id"
            size="small"
            bordered
            pagination={false}
            scroll={{ x: 'max-content', y: 480 }}
            dataSource={data.records}
            columns={data.columns.map((c) => ({ dataIndex: c.field, title: c.title, width: (c.width ?? 16) * CHARACTER }))}
          />
        </>
      )}
    </Dialog>
  )
}
