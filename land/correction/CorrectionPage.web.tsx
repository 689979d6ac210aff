import { useQuery } from '@tanstack/react-query'
import { Alert, Divider, Form, Select, Spin, Table } from 'antd'
import { useEffect } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import type { Text } from '../../kit/model/lang.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { api, isApiError } from '../../kit/web/client.web.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { bodyOf, FormItems, ResourceForm, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { headIndex, type MemberLike } from '../definitions/household.ts'
import { RestrictionPapers, useThenPapers } from '../restriction/Papers.web.tsx'
import { REQUEST } from '../restriction/request.ts'
import { useJudging } from '../restriction/Judging.web.tsx'
import {
  correction,
  CORRECTABLE,
  DEFINITIONS,
  CORRECTION_KINDS,
  isOfMember,
  namesPerson,
  OFFICER,
  OF_HEAD,
  correctionPapers,
  type CorrectedValue,
  type CorrectionKind,
} from './correction.ts'
import { words } from './words.ts'

type Values = Record<string, unknown>
const CODE: Readonly<Record<CorrectionKind, { path: string; name: string; length: number }>> = {
  fbf: { path: 'base-qssj/fbf/detail', name: 'fbfbm', length: 14 },
  cbf: { path: 'base-qssj/cbf/detail', name: 'cbfbm', length: 18 },
  jtcy: { path: 'base-qssj/cbf/detail', name: 'cbfbm', length: 18 },
  person: { path: 'base-qssj/cbf/detail', name: 'cbfbm', length: 18 },
  principal: { path: 'base-qssj/fbf/detail', name: 'fbfbm', length: 14 },
  dk: { path: 'base-dlxx/dk/detail', name: 'dkbm', length: 19 },
}
const kindOf = (v: unknown): CorrectionKind | undefined => CORRECTION_KINDS.find((k) => k === v)

/** Corrections of the record: asked for by one person, confirmed by another. Source: register.md 2. */
export default function CorrectionPage() {
  const { can } = useSession()
  const { commands, tool, dialog } = useJudging(correction)
  const confirms = (may: boolean | Text, row: AnyRow) => (may === true && namesPerson(row.objectKind) && !can(OFFICER) ? words.officerOnly : may)
  const rowCommands = commands.map((c) => (c.key === 'confirm' ? { ...c, when: (row: AnyRow) => confirms(c.when?.(row) ?? true, row) } : c))
  return (
    <>
      <ResourcePage of={correction} query={{ descs: 'id' }} toolCommands={[tool.add]} rowCommands={rowCommands} form={(p) => <CorrectionForm {...p} />} />
      {dialog}
    </>
  )
}

/** What is wrong with which object, and what it should say. A new one is saved first and opens again, so that its document can be put to it. */
function CorrectionForm(props: ResourceFormProps) {
  const { mode, row } = props
  const { say } = useSay()
  const { search } = usePageState()
  const [form] = Form.useForm()
  const { submit, done } = useThenPapers(correction)
  const [, asked, code] = mode === 'add' ? String(search.open ?? '').split('.') : []
  const first: Values = mode === 'add' ? { ...row, objectKind: kindOf(asked) ?? 'dk', objectCode: code } : (row ?? {})
  const kind = kindOf(Form.useWatch('objectKind', form) ?? first.objectKind)
  const typed = String(Form.useWatch('objectCode', form) ?? first.objectCode ?? '')
  const memberId = String(Form.useWatch('memberId', form) ?? first.memberId ?? '')
  const at = kind && CODE[kind]
  const found = useQuery({
    queryKey: queryKeyOf('correction', 'object', kind, typed),
    enabled: mode !== 'view' && !!at && typed.length === at.length,
    retry: false,
    queryFn: () => api.get<AnyRow>(at!.path, { [at!.name]: typed }, { quiet: true }),
  })
  const members = (found.data?.jtcyList ?? []) as AnyRow[]
  const object = isOfMember(kind) ? members.find((m) => m.id === memberId) : found.data
  const isHead = kind === 'jtcy' && !!object && members[headIndex(members as MemberLike[])] === object
  const names = kind ? (isHead ? OF_HEAD : CORRECTABLE[kind]) : []
  const changes = (row?.changes ?? []) as CorrectedValue[]
  useEffect(() => {
    if (!object || mode === 'view') return
    form.setFieldsValue(Object.fromEntries(names.map((n) => [n, object[n] ?? undefined])))
    form.setFieldsValue(Object.fromEntries(changes.map((c) => [c.name, c.after])))
  }, [object?.id, found.dataUpdatedAt])
  const body = (v: Values): Values => ({
    ...bodyOf(correction, v, row as AnyRow | undefined),
    after: Object.fromEntries(names.filter((n) => Object.hasOwn(v, n)).map((n) => [n, v[n] === undefined || v[n] === '' ? null : v[n]])),
  })
  const send = async (b: Values) => {
    try {
      await (mode === 'add' ? submit(b) : props.onSubmit?.(b))
    } catch (e) {
      const wrong = isApiError(e) ? e.fields : []
      form.setFields(wrong.map((f) => ({ name: f.field.replace(/^after\./, ''), errors: [f.msg] })))
      throw e
    }
  }
  const hollow: AnyResource = { ...correction, fields: {} }
  const view = mode === 'view'
  return (
    <ResourceForm {...props} form={form} of={hollow} row={first} body={body} onSubmit={send} {...(mode === 'add' ? { onDone: done } : {})}>
      {!view && <Alert type="info" showIcon style={{ marginBottom: 16 }} title={say(namesPerson(kind) ? words.personHint : words.hint)} />}
      <FormItems of={correction} only={['objectKind', 'objectCode']} disabled={mode !== 'add'} />
      {isOfMember(kind) && mode === 'add' && (
        <Form.Item name="memberId" label={say(labelOf(correction.fields.memberId))} rules={[{ required: true }]}>
          <Select options={members.map((m) => ({ value: m.id, label: String(m.cyxm) }))} />
        </Form.Item>
      )}
      {view ? (
        <Changes of={kindOf(row?.objectKind)} changes={changes} />
      ) : (
        <>
          <Divider titlePlacement="start">{say(words.content)}</Divider>
          {found.isFetching && <Spin />}
          {!object && !found.isFetching && (
            <Alert type="warning" showIcon style={{ marginBottom: 16 }} title={say(found.error ? words.notFound : words.find)} />
          )}
          {isHead && <Alert type="info" showIcon style={{ marginBottom: 16 }} title={say(words.headOnly)} />}
          {kind && object && <FormItems of={editable(DEFINITIONS[kind])} only={names} loaded={object} />}
        </>
      )}
      <FormItems of={correction} only={['paperNo', 'reason']} disabled={view} />
      {view && row?.status !== REQUEST.open && <FormItems of={shownAfter} only={['proposer', 'checker', 'opinion']} disabled />}
      <RestrictionPapers id={row?.id} item={correctionPapers(kind)} readOnly={view || row?.status !== REQUEST.open} />
    </ResourceForm>
  )
}
/** Fields that forms lock otherwise are what a correction is about. */
const editable = (r: AnyResource): AnyResource => ({ ...r, fields: Object.fromEntries(entries(r).map(([n, f]) => [n, { ...f, form: 'edit' as const }])) })
const shownAfter: AnyResource = { ...correction, fields: Object.fromEntries(entries(correction).map(([n, f]) => [n, { ...f, form: 'read' as const }])) }

/** What stands and what it should say, field by field. */
function Changes({ of: kind, changes }: { of: CorrectionKind | undefined; changes: readonly CorrectedValue[] }) {
  const { say } = useSay()
  if (!kind) return null
  const r = DEFINITIONS[kind]
  const value = (c: CorrectedValue, v: unknown) => {
    const f = r.fields[c.name]
    return f && v !== null && v !== undefined && v !== '' ? kinds[f.kind].show(v, f, c.name, { id: '', [c.name]: v }) : '—'
  }
  return (
    <Table<CorrectedValue>
      size="small"
      rowKey={(c) => `${c.name} ${c.of ?? ''}`}
      pagination={false}
      style={{ marginBottom: 16 }}
      dataSource={[...changes]}
      columns={[
        {
          key: 'field',
          title: say(words.field),
          width: 200,
          render: (_v, c) => `${c.of ? `${c.of} ` : ''}${r.fields[c.name] ? say(labelOf(r.fields[c.name]!)) : c.name}`,
        },
        { key: 'before', title: say(words.before), render: (_v, c) => <del>{value(c, c.before)}</del> },
        { key: 'after', title: say(words.after), render: (_v, c) => <strong>{value(c, c.after)}</strong> },
      ]}
    />
  )
}
