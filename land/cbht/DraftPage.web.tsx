import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, ConfigProvider, Divider, Form } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { Uploader } from '../../services/files/uploader/Uploader.web.tsx'
import { contract_draft, DRAFT, type DraftLine } from '../definitions/contract-draft.ts'
import { DraftLines } from './DraftLines.web.tsx'
import { words } from './words.ts'

/** Chooses parcels of an issuer; handed in by the application, since running businesses decide what is free. */
export type Picker = (props: {
  chosen: { fbfbm?: string; cbfbm?: string; lines: readonly never[] | readonly { dkbm: string }[] }
  onClose(): void
  onTake(rows: readonly AnyRow[]): void
}) => ReactNode

const isDraft = (r: AnyRow) => r.status === DRAFT.draft

/** Contracts made outside: entered by one person with their scan, made into a book by another. Source: screens.md B4; rulings.md 4. */
export default function DraftPage({ picker }: { picker: Picker }) {
  const { userId } = useSession()
  const { row, tool } = defaultCommands(contract_draft)
  const free = (r: AnyRow) => isDraft(r) || words.onlyDrafts
  const mine = (r: AnyRow) => r.createUser === userId || r.updateUser === userId
  const commands: RowCommand[] = [
    row.view,
    { ...row.edit, when: free },
    {
      key: 'init',
      label: words.initialise,
      perm: 'contract_draft_check',
      confirm: words.initialiseAsk,
      done: phrases.done,
      when: (r) => isDraft(r) && (!mine(r) || words.own),
      run: (r, t) => api.post('data/dzzw-djb/init', { rev: r.rev }, { id: r.id }).then(t.reload),
    },
    { ...row.delete, when: free, run: (r, t) => api.post('base-qssj/cbht/remove', {}, { ids: r.id }).then(t.reload) },
  ]
  return (
    <ResourcePage
      of={contract_draft}
      panel="drawer"
      toolCommands={[{ ...tool.add, label: words.outside }]}
      rowCommands={commands}
      form={(p) => <DraftForm {...p} picker={picker} />}
    />
  )
}

/** A contract made outside: terms, parcels with their sums, and its scan. A new one is saved first and opens again for the scan. */
function DraftForm({ picker: Pick, ...props }: ResourceFormProps & { picker: Picker }) {
  const { mode, row } = props
  const { say } = useSay()
  const [form] = Form.useForm()
  const { setSearch } = usePageState()
  const client = useQueryClient()
  const made = useRef('')
  const [picking, setPicking] = useState(false)
  const readOnly = mode === 'view'
  const cbfbm = String((Form.useWatch('cbfbm', form) as string | undefined) ?? row?.cbfbm ?? '')
  const cbfs = String((Form.useWatch('cbfs', form) as string | undefined) ?? row?.cbfs ?? '110')
  const lines = (Form.useWatch('dkList', form) as readonly DraftLine[] | undefined) ?? []
  const save = async (body: Record<string, unknown>) => {
    const id = await api.post<string>(`base-qssj/cbht/${mode === 'add' ? 'save' : 'update'}`, body, undefined, { quiet: true })
    made.current = mode === 'add' ? id : ''
    await client.invalidateQueries({ queryKey: queryKeyOf(contract_draft) })
  }
  const take = (rows: readonly AnyRow[]) => {
    form.setFieldValue('dkList', [...lines, ...rows.map((r) => lineFrom(r, cbfs))])
    props.unsaved?.set(true)
    setPicking(false)
  }
  return (
    <ResourceForm
      {...props}
      row={{ ...row, dkList: row?.dkList ?? [] }}
      form={form}
      body={(v) => ({ ...bodyOf(contract_draft, v, row as AnyRow | undefined), dkList: v.dkList ?? [] })}
      onSubmit={save}
      onDone={() => (made.current ? setSearch({ open: `edit.${made.current}` }) : props.onDone?.())}
    >
      <Divider titlePlacement="start">{say(words.parcels)}</Divider>
      {!readOnly && (
        <Button
          style={{ marginBottom: 12 }}
          disabled={cbfbm.length !== 18}
          title={cbfbm.length === 18 ? '' : say(words.holderFirst)}
          onClick={() => setPicking(true)}
        >
          {say(words.pickParcels)}
        </Button>
      )}
      <Form.Item name="dkList" wrapperCol={{ span: 24 }}>
        <DraftLines readOnly={readOnly} />
      </Form.Item>
      {picking && <Pick chosen={{ fbfbm: cbfbm.slice(0, 14), cbfbm, lines }} onClose={() => setPicking(false)} onTake={take} />}
      <Divider titlePlacement="start">{say(words.scanFile)}</Divider>
      {!readOnly && <Alert type="info" showIcon style={{ marginBottom: 12 }} title={say(row?.id ? words.scanHint : words.scanLater)} />}
      {row?.id ? (
        <ConfigProvider componentDisabled={false}>
          <Uploader
            businessId={String(row.id)}
            businessItem="CBHT"
            accept={['pdf']}
            readOnly={readOnly || row.status !== DRAFT.draft}
            label={say(words.scanFile)}
          />
        </ConfigProvider>
      ) : null}
    </ResourceForm>
  )
}
/** A chosen parcel as a line: its contract area is proposed to be the measured one. */
const lineFrom = (r: AnyRow, cbfs: string): DraftLine => ({
  dkbm: r.dkbm,
  dkmc: r.dkmc,
  cbjyqqdfs: cbfs,
  htmj: r.scmj ?? '',
  htmjm: r.scmjm ?? '',
  yhtmj: null,
  yhtmjm: r.yhtmjm ?? null,
  scmj: r.scmj,
  scmjm: r.scmjm,
  sfqqqg: r.sfqqqg ?? '2',
})
