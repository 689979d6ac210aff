import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Flex, Input, Radio, Tag } from 'antd'
import { useState } from 'react'
import { labelOf, type Field } from '../../../kit/model/field.ts'
import type { Text } from '../../../kit/model/lang.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import type { RowCommand } from '../../../kit/web/commands.web.tsx'
import { Dialog, Foot } from '../../../kit/web/dialogs.web.tsx'
import { DictTag } from '../../../kit/web/inputs.web.tsx'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { useSession } from '../../../kit/web/session.web.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { extension_household } from '../../../land/definitions/extension.ts'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { useDialogDraft, useDraftedState } from '../../../kit/web/dialog-draft.web.ts'
import { PreviewDialog } from '../../../services/files/preview/PreviewDialog.web.tsx'
import { ATTACH_ENDPOINT } from '../../../services/files/uploader/send.web.ts'
import { CIRCULATION, PARCEL, SURVEY_MEMBER, type RegisterMember } from '../households/survey.ts'
import { FIELD_KIND, FIELD_STATE, field_item } from './field.ts'
import type { SurveyDifference } from './merge.ts'
import { fieldWords as words } from './words.ts'

const AT = field_item.path.slice(1)
const fieldTitle: Text = { zh: field_item.label, en: field_item.en }
const isOpen = (r: AnyRow): boolean => r.state === FIELD_STATE.conflict || r.state === FIELD_STATE.held

/** 外业采集: what collectors brought back, and what a person must decide of it. Source: docs/adr/0076. */
export default function FieldPage() {
  const [opened, setOpened] = useState<{ row: AnyRow; reload(): unknown }>()
  const open = (key: 'see' | 'decide', when: (r: AnyRow) => boolean, perm: string): RowCommand => ({
    key,
    label: words[key],
    perm,
    when,
    run: (row, t) => setOpened({ row, reload: t.reload }),
  })
  const commands = [open('decide', isOpen, 'field_item_edit'), open('see', (r) => !isOpen(r), 'field_item_view')]
  return (
    <>
      <ResourcePage of={field_item} rowCommands={commands} toolCommands={[]} />
      {opened && <ItemDialog key={opened.row.id} {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface Shown extends AnyRow {
  differences: SurveyDifference[]
  members: RegisterMember[]
  householdRev: string | number | null
  /** why it cannot be taken now */
  notTaken: string | null
}
interface ItemDialogProps {
  row: AnyRow
  reload(): unknown
  onClose(): void
}
/** One item: what it holds, both versions of what differs, and the decision. */
function ItemDialog({ row, reload, onClose }: ItemDialogProps) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const { busy, run } = useOneCall()
  const [mine, setMine] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const draft = useDialogDraft(fieldTitle, row.id, {
    take: () => (reason || mine.length ? { reason, mine } : undefined),
    put: (kept: { reason: string; mine: readonly string[] }) => {
      setReason(kept.reason)
      setMine(kept.mine)
    },
  })
  useDraftedState(draft, [reason, mine], !reason && mine.length === 0)
  const [file, setFile] = useState(false)
  const found = useQuery({ queryKey: queryKeyOf(field_item, 'detail', row.id), queryFn: () => api.get<Shown>(`${AT}/detail`, { id: row.id }), retry: false })
  const item = found.data
  const decide = (more: object) =>
    run(
      async () => {
        await api.post(`${AT}/decide`, { id: row.id, rev: item?.rev, ...more })
        await reload()
      },
      { touches: [queryKeyOf(field_item), queryKeyOf(extension_household)] },
    ).then((isDone) => {
      if (!isDone) return
      void draft?.end()
      onClose()
    })
  const may = can('field_item_edit') && !!item && isOpen(item)
  const facts = (['cbfmc', 'cbfbm', 'collector', 'deviceTime', 'arrivedTime', 'why', 'decidedBy', 'decidedTime', 'decision'] as const).flatMap((n) =>
    item?.[n] ? [{ key: n, label: say(labelOf(field_item.fields[n])), children: String(item[n]) }] : [],
  )
  return (
    <Dialog open width={860} title={say(fieldTitle)} onCancel={onClose} shows={!may}>
      {found.error && <Alert type="error" showIcon title={found.error.message} />}
      {item && (
        <Flex vertical gap="middle">
          {may && draft?.offer}
          <Flex gap="small" wrap>
            <DictTag code="field_kind" value={item.kind} />
            <DictTag code="field_state" value={item.state} />
            {item.attachId && (
              <Button size="small" onClick={() => setFile(true)}>
                {say(words.file)}
              </Button>
            )}
          </Flex>
          <Descriptions size="small" column={2} items={facts} />
          {item.kind !== FIELD_KIND.survey && <Content of={item} />}
          {item.kind === FIELD_KIND.survey && item.state === FIELD_STATE.held && <Collected of={item} />}
          {item.differences.length > 0 && <Differences of={item} may={may} mine={mine} onMine={setMine} />}
          {may && item.notTaken && <Alert type="warning" showIcon title={item.notTaken} />}
          {may && (
            <>
              <Input
                value={reason}
                maxLength={254}
                placeholder={say(words.leaveReason)}
                aria-label={say(words.leaveReason)}
                onChange={(e) => setReason(e.target.value)}
              />
              <Foot onCancel={onClose} disabled={busy} note={draft?.line}>
                <Button danger disabled={!reason.trim()} loading={busy} onClick={() => void decide({ reason })}>
                  {say(words.leave)}
                </Button>
                {item.state === FIELD_STATE.held ? (
                  <Button type="primary" disabled={!!item.notTaken} loading={busy} onClick={() => void decide({ again: '1' })}>
                    {say(words.again)}
                  </Button>
                ) : (
                  <Button
                    type="primary"
                    disabled={!!item.notTaken}
                    loading={busy}
                    onClick={() => void decide({ mine, householdRev: String(item.householdRev ?? '') })}
                  >
                    {say(words.take_chosen)}
                  </Button>
                )}
              </Foot>
            </>
          )}
        </Flex>
      )}
      {file && item?.attachId && (
        <PreviewDialog
          path={`${ATTACH_ENDPOINT}/preview`}
          query={{ id: String(item.attachId) }}
          title={lang === 'zh' ? '采集照片.jpg' : 'photo.jpg'}
          onClose={() => setFile(false)}
        />
      )}
    </Dialog>
  )
}

interface DifferencesProps {
  of: Shown
  may: boolean
  mine: readonly string[]
  onMine(paths: readonly string[]): void
}
/** What two collectors say otherwise, both versions beside each other; theirs holds unless mine is chosen. */
function Differences({ of: item, may, mine, onMine }: DifferencesProps) {
  const { say } = useSay()
  return (
    <>
      {may && <span>{say(words.differences)}</span>}
      <Table<SurveyDifference>
        size="small"
        rowKey="path"
        pagination={false}
        dataSource={item.differences}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'place', title: say(words.place), render: (_v, d) => say(placeOf(d.path, item.members)) },
          { key: 'base', title: say(words.base), render: (_v, d) => <Said path={d.path} value={d.base} /> },
          ...(['theirs', 'mine'] as const).map((side) => ({
            key: side,
            title: say(words[side]),
            render: (_v: unknown, d: SurveyDifference) => (
              <Radio
                disabled={!may}
                checked={mine.includes(d.path) === (side === 'mine')}
                onChange={() => onMine(side === 'mine' ? [...mine, d.path] : mine.filter((p) => p !== d.path))}
              >
                <Said path={d.path} value={d[side]} />
              </Radio>
            ),
          })),
        ]}
      />
    </>
  )
}

const ROWS = { members: SURVEY_MEMBER, parcels: PARCEL, circulation: CIRCULATION } as const
/** The field that a difference is about; none where it is a whole row. */
function fieldOf(path: string): Field | undefined {
  const [name, key, cell] = path.split('/') as [string, string?, string?]
  if (key === undefined) return (extension_household.fields as Readonly<Record<string, Field>>)[name]
  return cell === undefined ? undefined : (ROWS[name as keyof typeof ROWS] as Readonly<Record<string, Field>> | undefined)?.[cell]
}
/** What a difference is about, for people. */
function placeOf(path: string, members: readonly RegisterMember[]): Text {
  const [name, key, cell] = path.split('/') as [string, string?, string?]
  const field = fieldOf(path)
  const label = name === 'tags' ? extensionTags : field ? labelOf(field) : { zh: '', en: '' }
  if (key === undefined) return label
  const row =
    name === 'members'
      ? words.member(members.find((m) => m.id === key)?.cyxm ?? key.replace(/^\+/, ''))
      : name === 'parcels'
        ? words.parcelOf(key)
        : words.circulationOf(key.split('>')[1] ?? key)
  return cell === undefined ? row : { zh: `${row.zh} · ${label.zh}`, en: `${row.en} · ${label.en}` }
}
const extensionTags: Text = { zh: '标签', en: 'Tags' }
/** A value at a place, in words. */
function Said({ path, value }: { path: string; value: string | null }) {
  const { say } = useSay()
  if (value === null || value === '') return <>{say(words.none)}</>
  const field = fieldOf(path)
  if (path === 'tags') return value.split(',').map((t) => <DictTag key={t} code="household_tag" value={t} />)
  if (field?.dict) return <DictTag code={field.dict} value={value} />
  if (!field && value.startsWith('{')) return <>{Object.values(JSON.parse(value) as Record<string, string>).join(' ')}</>
  return <>{value}</>
}
/** What an item that is no survey says. */
function Content({ of: item }: { of: AnyRow }) {
  const { say } = useSay()
  const c = (item.content ?? {}) as { paperKind?: string; signer?: string; dkbm?: string; lon?: number; lat?: number; note?: string }
  return (
    <Flex vertical gap={4}>
      {c.paperKind && <DictTag code="attach_kind" value={c.paperKind} />}
      {c.signer && <span>{`${say(words.signer)} ${c.signer}`}</span>}
      {c.note && <span>{c.note}</span>}
      {c.lon !== undefined && <span>{`${c.dkbm ?? ''} ${c.lon}, ${c.lat}`}</span>}
    </Flex>
  )
}
/** The survey of a household that could not take it, as it was collected. */
function Collected({ of: item }: { of: AnyRow }) {
  const { say } = useSay()
  const c = (item.content ?? {}) as Record<string, unknown>
  const survey = (c.survey ?? {}) as Record<string, Record<string, string>[]>
  return (
    <>
      <Flex gap="small" wrap>
        {(['wish', 'ybddlx', 'landNote', 'tags', 'surveyDay', 'surveyor'] as const).map((n) =>
          c[n] ? (
            <span key={n}>
              {say(placeOf(n, []))}： <Said path={n} value={String(c[n])} />
            </span>
          ) : null,
        )}
      </Flex>
      <Flex gap={4} wrap>
        {(survey.members ?? []).map((m, i) => (
          <Tag key={i}>{[m.cyxm, m.note].filter(Boolean).join(' ')}</Tag>
        ))}
        {(survey.parcels ?? []).map((p) => (
          <Tag key={p.dkbm}>
            {p.dkbm} <DictTag code="yb_land_change" value={p.change} /> {p.area}
          </Tag>
        ))}
      </Flex>
    </>
  )
}
