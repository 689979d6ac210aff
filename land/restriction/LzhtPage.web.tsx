import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { LZHT, lzht } from '../definitions/lzht.ts'
import { RestrictionPapers, useThenPapers } from './Papers.web.tsx'
import { words } from './words.ts'

const isDraft = (r: AnyRow) => r.status === LZHT.draft

/** Circulation contracts: entered by one person, registered by another; their end is asked for among the restrictions. Source: data-format.md (LZHT). */
export default function LzhtPage() {
  const { userId } = useSession()
  const { row, tool } = defaultCommands(lzht)
  const free = (r: AnyRow) => isDraft(r) || words.drafts
  const mine = (r: AnyRow) => r.createUser === userId || r.updateUser === userId
  const register: RowCommand = {
    key: 'register',
    label: words.register,
    perm: 'lzht_check',
    confirm: words.registerAsk,
    done: phrases.done,
    when: (r) => isDraft(r) && (!mine(r) || words.own),
    run: (r, t) => api.post('base-qssj/lzht/register', { rev: r.rev }, { id: r.id }).then(t.reload),
  }
  return (
    <ResourcePage
      of={lzht}
      toolCommands={[tool.add]}
      rowCommands={[row.view, { ...row.edit, when: free }, register, { ...row.delete, when: free }]}
      form={(p) => <LzhtForm {...p} />}
    />
  )
}

/** A circulation contract: which parcels of which contract, on what terms, with its document. */
function LzhtForm(props: ResourceFormProps) {
  const { mode, row } = props
  const { say } = useSay()
  const [form] = Form.useForm()
  const { submit, done } = useThenPapers(lzht)
  const isNew = mode === 'add'
  const typed = Form.useWatch('cbhtbm', form) as string | undefined
  const cbhtbm = String(typed ?? row?.cbhtbm ?? '')
  const lines = useQuery({
    queryKey: queryKeyOf('cbht', 'lines', cbhtbm),
    enabled: cbhtbm.length === 19,
    queryFn: () => api.get<Page<AnyRow>>('base-qssj/cbht/dk/page', { cbhtbm, current: 1, size: 200 }, { quiet: true }),
  })
  const options = (lines.data?.records ?? []).map((l) => ({ value: l.dkbm, label: `${l.dkbm} ${l.dkmc ?? ''} ${l.htmj ?? ''} m²` }))
  return (
    <ResourceForm
      {...props}
      form={form}
      body={(v) => ({ ...bodyOf(lzht, v, row as AnyRow | undefined), dkbms: v.dkbms ?? [] })}
      {...(isNew ? { onSubmit: submit, onDone: done } : {})}
    >
      <Form.Item name="dkbms" initialValue={row?.parcels} label={say(words.parcels)} required rules={[{ required: true, message: say(words.parcelsNeeded) }]}>
        <Select
          mode="multiple"
          disabled={mode === 'view'}
          loading={lines.isFetching}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={say(cbhtbm.length === 19 ? words.parcelsNeeded : words.contractFirst)}
        />
      </Form.Item>
      <RestrictionPapers id={row?.id} item="lzht" readOnly={mode === 'view' || row?.status !== LZHT.draft} />
    </ResourceForm>
  )
}
