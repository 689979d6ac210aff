import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Divider, Flex, Form, Input, Radio, Tag } from 'antd'
import { cloneElement, type ReactElement } from 'react'
import { checkValue } from '../../../kit/model/check.ts'
import { dict, type Field, labelOf } from '../../../kit/model/field.ts'
import type { Text } from '../../../kit/model/lang.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { DictInput, DictTag } from '../../../kit/web/inputs.web.tsx'
import { kinds } from '../../../kit/web/kinds.web.tsx'
import { bodyOf, ResourceForm, type ResourceFormProps } from '../../../kit/web/ResourceForm.web.tsx'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { extension_household, YB, type SurveyFindings, type FoundMember } from '../../../land/definitions/extension.ts'
import { CIRCULATION, listedMembers, SURVEY_MEMBER, PARCEL, type RegisterMember } from './survey.ts'
import { extensionWords } from './words.ts'

const TAGS = dict('标签', 'household_tag', { en: 'Tags' })

/** Rows of the survey, each field under its name: beside each other where there is room, one below the other on a phone. */
function Rows({
  name,
  fields,
  add,
  view,
  hide = [],
}: {
  name: string
  fields: Readonly<Record<string, Field>>
  add: Text
  view: boolean
  hide?: readonly string[]
}) {
  const { say } = useSay()
  const shown = Object.entries(fields).filter(([n]) => !hide.includes(n))
  const check = (f: Field) => async (_: unknown, v: unknown) => {
    const wrong = checkValue(f, v)
    if (wrong) throw new Error(say(wrong))
  }
  return (
    <Form.List name={['survey', name]}>
      {(lines, does) => (
        <Flex vertical gap="small">
          {lines.map((l) => (
            <Flex key={l.key} gap="small" wrap align="start">
              {shown.map(([n, f]) => (
                <Form.Item key={n} name={[l.name, n]} rules={[{ validator: check(f) }]} style={{ flex: '1 1 130px', marginBottom: 4 }}>
                  {cloneElement(kinds[f.kind].input(f) as ReactElement<Record<string, unknown>>, {
                    placeholder: say(labelOf(f)),
                    'aria-label': `${say(labelOf(f))} ${l.name + 1}`,
                  })}
                </Form.Item>
              ))}
              {hide.map((n) => (
                <Form.Item key={n} name={[l.name, n]} hidden>
                  <Input />
                </Form.Item>
              ))}
              {!view && (
                <Button type="text" icon={<DeleteOutlined />} aria-label={`${say(extensionWords.remove)} ${l.name + 1}`} onClick={() => does.remove(l.name)} />
              )}
            </Flex>
          ))}
          {!view && (
            <Button type="dashed" icon={<PlusOutlined />} onClick={() => does.add({})}>
              {say(add)}
            </Button>
          )}
        </Flex>
      )}
    </Form.List>
  )
}

/** The members as the register has them and as they were found, side by side. */
function Compared({ members, found }: { members: readonly RegisterMember[]; found: readonly FoundMember[] }) {
  const { say } = useSay()
  const rows = [
    ...members.map((m) => ({ key: m.id, is: m as RegisterMember | undefined, now: found.find((f) => f.is === m.id) })),
    ...found.flatMap((f, i) => (f.is ? [] : [{ key: `new${i}`, is: undefined, now: f as FoundMember | undefined }])),
  ]
  const said = (m: { cyxm?: string | null; cyxb?: string | null; yhzgx?: string | null } | undefined) =>
    m ? (
      <>
        {m.cyxm} <DictTag code="sex" value={m.cyxb} /> <DictTag code="yhzgx" value={m.yhzgx} />
      </>
    ) : (
      '—'
    )
  const differs = ({ is, now }: (typeof rows)[number]) =>
    !!is && !!now && (['cyxm', 'cyxb', 'yhzgx'] as const).some((n) => now[n] !== undefined && now[n] !== null && now[n] !== is[n])
  return (
    <Table
      size="small"
      rowKey="key"
      pagination={false}
      dataSource={rows}
      scroll={{ x: 'max-content' }}
      columns={[
        { key: 'is', title: say(extensionWords.before), width: 220, render: (_, r) => said(r.is) },
        {
          key: 'now',
          title: say(extensionWords.after),
          width: 260,
          render: (_, r) =>
            r.is && !differs(r) && !r.now?.kind && !r.now?.note ? (
              say(extensionWords.same)
            ) : (
              <>
                {!r.is && <Tag color="success">{say(extensionWords.came)}</Tag>}
                {differs(r) || !r.is ? said(r.now) : null} {r.now?.kind && <DictTag code="cybz" value={r.now.kind} />} {r.now?.note}
              </>
            ),
        },
      ]}
    />
  )
}

/** The survey of a household: what it wishes, who is there and what became of its land, beside what the register says. Source: documents.md 11.1. */
export function SurveyForm(props: ResourceFormProps) {
  const { say } = useSay()
  const [form] = Form.useForm()
  const row = (props.row ?? {}) as AnyRow
  const view = props.mode === 'view'
  const members = (row.members ?? []) as RegisterMember[]
  const found = (row.survey ?? { members: [], parcels: [], circulation: [] }) as SurveyFindings
  const survey = { ...found, members: listedMembers(members, found.members) }
  const finished = row.ybStatus === YB.none || row.ybStatus === YB.survey ? 0 : 1
  const body = (v: Record<string, unknown>) => {
    const { id: _, ...fields } = bodyOf(extension_household, v, row)
    return { ...fields, cbfbm: row.cbfbm, rev: row.rev, tags: v.tags ?? '', finished: v.finished ?? 0, survey: v.survey ?? survey }
  }
  return (
    <ResourceForm {...props} of={extension_household} form={form} row={{ ...row, survey, finished }} body={body}>
      <Form.Item name="tags" label={say(extensionWords.tags)}>
        <DictInput field={TAGS} multiple />
      </Form.Item>
      <Divider titlePlacement="start">{say(extensionWords.members)}</Divider>
      {view ? (
        <Compared members={members} found={found.members} />
      ) : (
        <Rows name="members" fields={SURVEY_MEMBER} add={extensionWords.newMember} view={view} hide={['is']} />
      )}
      <Divider titlePlacement="start">{say(extensionWords.parcels)}</Divider>
      <Table<AnyRow>
        size="small"
        rowKey="dkbm"
        pagination={false}
        dataSource={row.parcels ?? []}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'dkbm', dataIndex: 'dkbm', title: say(extensionWords.parcel), width: 190 },
          { key: 'dkmc', dataIndex: 'dkmc', title: '', width: 110 },
          { key: 'htmjm', dataIndex: 'htmjm', title: say(extensionWords.contractArea), align: 'right', width: 120 },
          { key: 'scmjm', dataIndex: 'scmjm', title: say(extensionWords.measured), align: 'right', width: 120 },
        ]}
      />
      <Rows name="parcels" fields={PARCEL} add={extensionWords.newParcel} view={view} />
      <Divider titlePlacement="start">{say(extensionWords.circulation)}</Divider>
      <Rows name="circulation" fields={CIRCULATION} add={extensionWords.newCirculation} view={view} />
      {!view && (
        <Form.Item name="finished" label={say(extensionWords.state)} style={{ marginTop: 16 }}>
          <Radio.Group
            options={[
              { value: 0, label: say(extensionWords.draft) },
              { value: 1, label: say(extensionWords.finished) },
            ]}
          />
        </Form.Item>
      )}
    </ResourceForm>
  )
}
