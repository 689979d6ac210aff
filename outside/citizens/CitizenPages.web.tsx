import { Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { dayPlus } from '../../kit/model/days.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import { today } from '../../kit/web/clock.web.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { FormDialog } from '../../platform/parts/FormDialog.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { app_description, demand, guide, inquire, policy, reservation, reserve_slot } from './citizens.ts'
import { DEMAND_STEPS, INQUIRE, INQUIRE_STEPS, isAhead, REMOVABLE, RESERVE_STATE, RESERVE_STEPS, stepTo } from './flow.ts'
import { citizenWords as words } from './words.ts'

interface Asked {
  row: AnyRow
  reload(): unknown
}
/** 咨询: answered and closed. Source: screens.md H1. */
export function InquirePage() {
  const { say } = useSay()
  const [asked, setAsked] = useState<Asked>()
  const { row, tool } = defaultCommands(inquire)
  const may = (act: string) => (r: AnyRow) => !!stepTo(INQUIRE_STEPS, r.status, act)
  const commands: RowCommand[] = [
    row.view,
    { key: 'reply', label: words.reply, perm: 'inquire_edit', primary: true, when: may('reply'), run: (r, t) => setAsked({ row: r, reload: t.reload }) },
    {
      key: 'close',
      label: words.close,
      perm: 'inquire_edit',
      when: may('close'),
      confirm: words.closeAsk,
      run: (r, t) => api.post('usr/inquire/reply', { id: r.id, rev: r.rev, close: 1 }).then(t.reload),
    },
    { ...row.edit, when: (r) => r.status === INQUIRE.open },
    { ...row.delete, when: (r) => REMOVABLE.inquire(r.status) },
  ]
  return (
    <>
      <ResourcePage of={inquire} toolCommands={[tool.add]} rowCommands={commands} />
      {asked && (
        <FormDialog
          title={words.replyTitle}
          about={String(asked.row.id)}
          initial={{ reply: asked.row.reply }}
          onSubmit={(v) => api.post('usr/inquire/reply', { id: asked.row.id, rev: asked.row.rev, reply: v.reply }).then(asked.reload)}
          onClose={() => setAsked(undefined)}
        >
          <Form.Item label={inquire.fields.content.label}>
            <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{String(asked.row.content ?? asked.row.title)}</span>
          </Form.Item>
          <Form.Item name="reply" label={say(words.replyText)} rules={[{ required: true, whitespace: true, message: say(words.replyNeeded) }]}>
            <Input.TextArea rows={5} maxLength={500} showCount />
          </Form.Item>
        </FormDialog>
      )}
    </>
  )
}

/** 流转供求: entered by one person, checked by another. Source: screens.md H2. */
export function DemandPage() {
  const { say } = useSay()
  const { userId } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const { row, tool } = defaultCommands(demand)
  const may = (act: string) => (r: AnyRow) => !!stepTo(DEMAND_STEPS, r.status, act)
  const others = (act: string) => (r: AnyRow) => may(act)(r) && ((r.createUser !== userId && r.updateUser !== userId) || words.own)
  const audit = (r: AnyRow, said: object, t: { reload(): unknown }) => api.post('usr/demand/audit', { id: r.id, rev: r.rev, ...said }).then(t.reload)
  const commands: RowCommand[] = [
    row.view,
    {
      key: 'submit',
      label: words.submit,
      perm: 'demand_edit',
      primary: true,
      when: may('submit'),
      confirm: words.submitAsk,
      run: (r, t) => api.post('usr/demand/submit', { ...bodyOf(r), commit: 1 }).then(t.reload),
    },
    { key: 'pass', label: words.pass, perm: 'demand_audit', when: others('pass'), confirm: words.passAsk, run: (r, t) => audit(r, { pass: 1 }, t) },
    { key: 'refuse', label: words.refuse, perm: 'demand_audit', when: others('refuse'), run: (r, t) => setAsked({ row: r, reload: t.reload }) },
    { key: 'offline', label: words.offline, perm: 'demand_audit', when: may('offline'), confirm: words.offlineAsk, run: (r, t) => audit(r, { offline: 1 }, t) },
    { ...row.edit, when: may('submit') },
    { ...row.delete, when: (r) => REMOVABLE.demand(r.status) },
  ]
  return (
    <>
      <ResourcePage of={demand} toolCommands={[tool.add]} rowCommands={commands} />
      {asked && (
        <FormDialog
          title={words.refuseTitle}
          about={String(asked.row.id)}
          onSubmit={(v) => audit(asked.row, { pass: 0, opinion: v.opinion }, asked)}
          onClose={() => setAsked(undefined)}
        >
          <Form.Item name="opinion" label={say(words.opinion)} rules={[{ required: true, whitespace: true, message: say(words.opinionNeeded) }]}>
            <Input.TextArea rows={3} maxLength={254} showCount />
          </Form.Item>
        </FormDialog>
      )}
    </>
  )
}
/** What a form sends of a row. */
const bodyOf = (r: AnyRow) => Object.fromEntries(['id', 'rev', ...Object.keys(demand.fields)].map((n) => [n, r[n]]))

const LISTS = ['appointments', 'past', 'hours'] as const
/** 预约: appointments at the window and its hours. Source: screens.md H2. */
export function ReservePage() {
  const { say } = useSay()
  const { search, setSearch } = usePageState()
  const list = LISTS.find((l) => l === search.list) ?? 'appointments'
  return (
    <>
      <Segmented
        value={list}
        className="tabs-above"
        onChange={(v) => setSearch({ ...Object.fromEntries(Object.keys(search).map((n) => [n, undefined])), list: v === 'appointments' ? undefined : v })}
        options={LISTS.map((l) => ({ value: l, label: say(words[l]) }))}
      />
      {list === 'hours' ? <ResourcePage of={reserve_slot} /> : <Appointments key={list} isPast={list === 'past'} />}
    </>
  )
}
/** Those that were given up do not come; they are shown to who asks for them by their state. */
const NOT_CANCELLED = JSON.stringify({ field: 'status', op: 'ne', value: RESERVE_STATE.cancelled })
/** Those to come, the next one first; those that are over, the last one first. */
function Appointments({ isPast }: { isPast: boolean }) {
  const { search } = usePageState()
  const from = String(search.dayStart ?? '')
  const to = String(search.dayEnd ?? '')
  const yesterday = dayPlus(today(), -1)
  const lastFirst: Record<string, string> = search.ascs || search.descs ? {} : { ascs: '-day,-slot' }
  const coming: Record<string, string> = search.status || search.where ? {} : { where: NOT_CANCELLED }
  const query: Record<string, string> = isPast
    ? { dayEnd: to && to < yesterday ? to : yesterday, ...lastFirst }
    : { dayStart: from > today() ? from : today(), ...coming }
  const { row, tool } = defaultCommands(reservation)
  const act = (key: 'confirm' | 'checkin' | 'handle' | 'absent' | 'cancel', more: Partial<RowCommand> = {}): RowCommand => ({
    key,
    label: words[key],
    perm: 'reserve_edit',
    when: (r) => !!stepTo(RESERVE_STEPS, r.status, key),
    run: (r, t) => api.post('usr/reserve/handle', { id: r.id, rev: r.rev, act: key }).then(t.reload),
    ...more,
  })
  const holds = (r: AnyRow) => !!stepTo(RESERVE_STEPS, r.status, 'cancel')
  return (
    <ResourcePage
      of={reservation}
      query={query}
      toolCommands={[tool.add]}
      rowCommands={[
        row.view,
        act('confirm', { primary: true }),
        act('checkin', { when: (r) => !!stepTo(RESERVE_STEPS, r.status, 'checkin') && !r.checkInTime }),
        act('handle', { when: (r) => !!stepTo(RESERVE_STEPS, r.status, 'handle') && (!isAhead(r.day, today()) || words.handleDay) }),
        act('absent', { when: (r) => !!stepTo(RESERVE_STEPS, r.status, 'absent') && !r.checkInTime }),
        act('cancel', { confirm: words.cancelAsk, danger: true }),
        { ...row.edit, when: holds },
        { ...row.delete, when: (r) => REMOVABLE.reserve(r.status, r.handler) },
      ]}
    />
  )
}

/** 政策信息. Source: screens.md H3. */
export const PolicyPage = () => <ResourcePage of={policy} writes="save-update" panel="drawer" />
/** 应用说明. Source: screens.md H3. */
export const DescriptionPage = () => <ResourcePage of={app_description} writes="save-update" panel="drawer" />
/** 办事指南. Source: screens.md H3. */
export const GuidePage = () => <ResourcePage of={guide} writes="save-update" panel="drawer" />
