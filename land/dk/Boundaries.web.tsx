import { useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Form, Space, type FormInstance } from 'antd'
import { cloneElement, useState, type ReactElement } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import { requiredMessage } from '../../kit/model/required.ts'
import { entries, isEditable, permOf } from '../../kit/model/resource.ts'
import { usePage, type AnyRow } from '../../kit/web/calls.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { api, isApiError } from '../../kit/web/client.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { useListState } from '../../kit/web/list-state.web.ts'
import { bodyOf } from '../../kit/web/ResourceForm.web.tsx'
import { columnsOf, ResourceTable, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { SearchBar } from '../../kit/web/SearchBar.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { jzd, jzx } from '../definitions/dk.ts'
import { words } from './words.ts'

/** One cell of the row that is edited. */
function Cell({ of: r, name }: { of: typeof jzd | typeof jzx; name: string }) {
  const { say } = useSay()
  const f = (r.fields as typeof jzx.fields)[name as keyof typeof jzx.fields]
  return (
    <Form.Item name={name} style={{ margin: 0 }} rules={f.required ? [{ required: true, message: say(requiredMessage(f)) }] : []}>
      {cloneElement(kinds[f.kind].input(f) as ReactElement<Record<string, unknown>>, { 'aria-label': say(labelOf(f)) })}
    </Form.Item>
  )
}
const editable = (r: typeof jzd | typeof jzx) => entries(r).flatMap(([n, f]) => (isEditable(f) && f.form !== 'none' ? [n] : []))

/** Boundary points or lines of a parcel, or of a region; marks and descriptions are edited in their row, places follow from the shapes. Source: screens.md B3. */
export function Boundaries({ of: r }: { of: typeof jzd | typeof jzx }) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const { search, setSearch } = usePageState()
  const [state, set] = useListState(r, ['dkbm', 'asOf'])
  const list = usePage(r, state)
  const client = useQueryClient()
  const toast = useToast()
  const [form]: [FormInstance, ...unknown[]] = Form.useForm()
  const [row, setRow] = useState<AnyRow>()
  const { busy, run } = useOneCall()
  const edit = (of: AnyRow) => {
    form.resetFields()
    form.setFieldsValue(of)
    setRow(of)
  }
  const save = async (of: AnyRow) => {
    const values = await form.validateFields().catch(() => undefined)
    if (!values) return toast.warn(words.required)
    await run(
      async () => {
        await api.post(`${r.path}/update`, bodyOf(r, values, of), undefined, { quiet: true })
        setRow(undefined)
        await client.invalidateQueries({ queryKey: queryKeyOf(r) })
      },
      {
        done: words.saved,
        refused(e) {
          if (isApiError(e) && e.fields.length) form.setFields(e.fields.map((f) => ({ name: f.field, errors: [f.msg] })))
          else toast.failed(e)
          return true
        },
      },
    )
  }
  const names = editable(r)
  const columns = columnsOf(r, lang, state).map((c): Column =>
    names.includes(c.key) ? { ...c, render: (v, of, i) => (of.id === row?.id ? <Cell of={r} name={c.key} /> : c.render ? c.render(v, of, i) : v) } : c,
  )
  const length: Column = { key: 'length', title: say(words.length), width: 100, align: 'right', render: (_v, of: AnyRow) => of.length ?? '—' }
  const actions = (of: AnyRow) =>
    of.id === row?.id ? (
      <Space size={0}>
        <Button type="link" size="small" loading={busy} onClick={() => void save(of)}>
          {say(words.save)}
        </Button>
        <Button type="link" size="small" disabled={busy} onClick={() => setRow(undefined)}>
          {say(words.cancel)}
        </Button>
      </Space>
    ) : (
      <Button type="link" size="small" disabled={row !== undefined} onClick={() => edit(of)}>
        {say(words.edit)}
      </Button>
    )
  return (
    <Form form={form} component={false}>
      <SearchBar
        of={r}
        filters={state.filters}
        without={[]}
        onSearch={(filters) => set({ filters: { ...filters, dkbm: state.filters.dkbm ?? '' }, current: 1 })}
      />
      {search.dkbm && (
        <Flex align="center" gap="small" style={{ marginBottom: 12 }}>
          <b>
            {say(words.ofParcel)}
            {search.dkbm}
          </b>
          <Button size="small" onClick={() => setSearch({ dkbm: undefined, current: undefined })}>
            {say(words.allParcels)}
          </Button>
        </Flex>
      )}
      <ResourceTable
        of={r}
        page={list.data}
        state={state}
        onState={set}
        loading={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        columns={r === jzx ? [...columns, length] : columns}
        actionsWidth={130}
        {...(can(permOf(r, 'edit')) && !state.filters.asOf ? { actions } : {})}
      />
    </Form>
  )
}
