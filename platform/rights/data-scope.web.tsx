import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Form, Input, Select, Spin, Tree } from 'antd'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { OPS, SCOPE_TYPES, type Condition } from '../../kit/model/scope-rules.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { opWords, words } from '../parts/configuration-words.ts'
import { api_scope, data_scope } from './data-scope.ts'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { useTree } from '../parts/TreePick.web.tsx'

interface Named {
  name: string
  label: string
  en: string
}
interface Narrowable extends Named {
  owners: string[]
  region: string | null
  fields: (Named & { kind: string })[]
}
const useResources = (): readonly Narrowable[] =>
  useQuery({
    queryKey: queryKeyOf('data-scope', 'resources'),
    staleTime: 600_000,
    queryFn: () => api.get<Narrowable[]>('cpt-system/data-scope/resources', {}, { quiet: true }),
  }).data ?? []

type Listed = Condition | { any: readonly Condition[] }
const isPlain = (c: Listed): c is Condition => !('any' in c)
function read(value: string | undefined): Listed[] {
  try {
    const v = JSON.parse(value ?? '[]') as unknown
    return Array.isArray(v) ? (v as Listed[]) : []
  } catch {
    return []
  }
}
interface ConditionsProps {
  of: Narrowable | undefined
  value?: string
  onChange?(v: string | undefined): void
  disabled?: boolean
}
/** The conditions of a custom rule, one a line: column, operation, value. Written by hand and checked by the server like everything else. */
function ConditionsInput({ of: r, value, onChange, disabled }: ConditionsProps) {
  const { say, lang } = useSay()
  const list = read(value)
  const change = (next: Listed[]) => onChange?.(next.length ? JSON.stringify(next) : undefined)
  const set = (i: number, patch: Partial<Condition>) => {
    const merged = { ...(list[i] as Condition), ...patch }
    const many = merged.op === 'in' || merged.op === 'notIn'
    const text = Array.isArray(merged.value) ? merged.value.join(',') : merged.value === undefined ? '' : String(merged.value)
    const { value: _, ...bare } = merged
    const none = merged.op === 'isNull' || merged.op === 'notNull'
    change(list.map((c, j) => (j === i ? (none ? bare : { ...bare, value: many ? text.split(',').filter(Boolean) : text }) : c)))
  }
  const columns = [
    ...(r?.fields ?? []).filter((f) => f.kind !== 'geom' && f.kind !== 'json'),
    { name: 'createUser', label: '创建人', en: 'Created by' },
    { name: 'createTime', label: '创建时间', en: 'Created' },
  ]
  return (
    <Flex vertical gap="small">
      {list.map((c, i) =>
        isPlain(c) ? (
          <Flex key={i} gap="small" wrap>
            <Select
              style={{ width: 180 }}
              disabled={disabled}
              value={c.column || undefined}
              aria-label={say(words.column)}
              placeholder={say(words.column)}
              showSearch={{ optionFilterProp: 'label' }}
              options={columns.map((f) => ({ value: f.name, label: `${lang === 'en' ? f.en : f.label} ${f.name}` }))}
              onChange={(column) => set(i, { column })}
            />
            <Select
              style={{ width: 120 }}
              disabled={disabled}
              value={c.op}
              aria-label={say(words.op)}
              options={OPS.map((o) => ({ value: o, label: say(opWords[o]!) }))}
              onChange={(op) => set(i, { op })}
            />
            <Input
              style={{ flex: '1 1 160px' }}
              disabled={disabled || c.op === 'isNull' || c.op === 'notNull'}
              aria-label={say(words.value)}
              placeholder={say(words.value)}
              value={Array.isArray(c.value) ? c.value.join(',') : c.value === undefined ? '' : String(c.value)}
              onChange={(e) => set(i, { value: e.target.value })}
            />
            <Button disabled={disabled} aria-label="×" onClick={() => change(list.filter((_, j) => j !== i))}>
              ×
            </Button>
          </Flex>
        ) : (
          <span key={i}>{say(words.any)}</span>
        ),
      )}
      <Button disabled={disabled} onClick={() => change([...list, { column: '', op: 'eq', value: '' }])}>
        {say(words.addCondition)}
      </Button>
      <small>{say(words.callerHint)}</small>
    </Flex>
  )
}

/** The form of a data scope: what may be chosen depends on the resource and on the type of the rule. */
function DataScopeForm({ menuId, ...p }: ResourceFormProps & { menuId?: string | undefined }) {
  const { say, lang } = useSay()
  const [form] = Form.useForm()
  const resources = useResources()
  const type = Form.useWatch('scopeType', { form, preserve: true }) as string | undefined
  const chosen = Form.useWatch('scopeClass', { form, preserve: true }) as string | undefined
  const r = resources.find((x) => x.name === (chosen ?? p.row?.scopeClass))
  const kind = type ?? p.row?.scopeType
  const disabled = p.mode === 'view'
  const say2 = (n: Named) => `${lang === 'en' ? n.en : n.label} ${n.name}`
  const body = (v: Record<string, unknown>) => ({
    ...bodyOf(data_scope, { ...v, scopeField: Array.isArray(v.scopeField) ? v.scopeField.join(',') || '*' : v.scopeField }, p.row),
    menuId: p.row?.menuId ?? menuId ?? null,
  })
  const columns = (r?.owners ?? ['createUser']).map((n) => ({
    value: n,
    label: n === 'createUser' ? `${lang === 'en' ? 'Created by' : '创建人'} ${n}` : say2(r?.fields.find((f) => f.name === n) ?? { name: n, label: '', en: '' }),
  }))
  const f = data_scope.fields
  const owner = kind === SCOPE_TYPES.own || kind === SCOPE_TYPES.dept || kind === SCOPE_TYPES.deptBelow
  const shown = { ...data_scope, fields: {} } as AnyResource
  const row = p.row?.scopeField && p.row.scopeField !== '*' ? { ...p.row, scopeField: String(p.row.scopeField).split(',') } : { ...p.row, scopeField: [] }
  return (
    <ResourceForm {...p} of={shown} form={form} row={row} body={body}>
      <FormItems of={data_scope} only={['scopeName', 'resourceCode']} disabled={disabled} />
      <Form.Item name="scopeClass" label={say(labelOf(f.scopeClass))} rules={[{ required: true, message: say(words.pickResource) }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={say(words.pickResource)}
          options={resources.map((x) => ({ value: x.name, label: say2(x) }))}
        />
      </Form.Item>
      <FormItems of={data_scope} only={['scopeType']} disabled={disabled} />
      {owner && (
        <Form.Item name="scopeColumn" label={say(labelOf(f.scopeColumn))} initialValue="createUser">
          <Select options={columns} />
        </Form.Item>
      )}
      <Form.Item name="scopeField" label={say(labelOf(f.scopeField))}>
        <ClearSelect mode="multiple" placeholder="*" maxTagCount="responsive" options={(r?.fields ?? []).map((x) => ({ value: x.name, label: say2(x) }))} />
      </Form.Item>
      {kind === SCOPE_TYPES.custom && (
        <Form.Item name="scopeValue" label={say(words.conditions)}>
          <ConditionsInput of={r} disabled={disabled} />
        </Form.Item>
      )}
      <FormItems of={data_scope} only={['remark']} disabled={disabled} />
    </ResourceForm>
  )
}

/** Scopes by menu: the menu tree at the left narrows the list, and a new scope belongs to the chosen menu. Source: screens.md A20. */
function ScopePage({ of: r, form }: { of: AnyResource; form: (p: ResourceFormProps, menuId: string | undefined) => React.ReactNode }) {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const nodes = useTree('cpt-system/menu/tree')
  const menuId = search.menu
  const left = nodes.length ? (
    <nav aria-label={say(words.menus)}>
      <Tree
        blockNode
        height={560}
        treeData={[...nodes]}
        fieldNames={{ key: 'id', title: 'title', children: 'children' }}
        selectedKeys={menuId ? [menuId] : []}
        onSelect={([id]) => setSearch({ menu: id === undefined ? undefined : String(id), current: undefined })}
      />
    </nav>
  ) : (
    <Spin />
  )
  return (
    <ResourcePage
      verb="list"
      regionTree={false}
      of={r}
      left={left}
      without={['menuId']}
      {...(menuId ? { query: { menuId } } : {})}
      form={(p) => form(p, menuId)}
    />
  )
}
const apiForm = { ...api_scope, fields: Object.fromEntries(Object.entries(api_scope.fields).filter(([n]) => n !== 'menuId')) } as AnyResource

export const DataScopePage = () => <ScopePage of={data_scope} form={(p, menuId) => <DataScopeForm {...p} menuId={menuId} />} />
export const ApiScopePage = () => (
  <ScopePage
    of={api_scope}
    form={(p, menuId) => <ResourceForm {...p} of={apiForm} body={(v) => ({ ...bodyOf(api_scope, v, p.row), menuId: p.row?.menuId ?? menuId ?? null })} />}
  />
)
