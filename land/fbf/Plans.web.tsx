import { useQueryClient } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Alert, Form } from 'antd'
import { useEffect } from 'react'
import { both } from '../../kit/model/lang.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { entries } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import type { RowCommand } from '../../kit/web/commands.web.tsx'
import { FormItems, type ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { FbfItem, LandForm } from '../parts/LandForm.web.tsx'
import { useJudging } from '../restriction/Judging.web.tsx'
import { RestrictionPapers, useThenPapers } from '../restriction/Papers.web.tsx'
import { REQUEST } from '../restriction/request.ts'
import { fbf_plan, leavesGap, nextRound, PLAN, roundBefore, shortRound } from './plan.ts'
import { useRecorded } from './Rounds.web.tsx'
import { words } from './words.ts'
import { useIssuerColumn, useOwnColumns } from '../parts/columns.web.tsx'

const ASKED = ['roundNo', 'fromDay', 'toDay', 'planName', 'approvedDay', 'reason'] as const
/** Columns before the issuer's code: how it stands, and what is asked for. */
const FIRST = ['status', 'roundNo', 'fromDay', 'toDay']
/** What is confirmed, in one sentence. */
const about = (r: AnyRow) =>
  both(
    `发包方【${r.fbfmc ?? r.fbfbm}】第${r.roundNo}轮承包期，自${r.fromDay}至${r.toDay}（${r.planName}）`,
    `${r.fbfmc ?? r.fbfbm}, round ${r.roundNo}, ${r.fromDay} to ${r.toDay} (${r.planName})`,
  )
const AFTER = ['proposer', 'checker', 'opinion'] as const
const shownAfter: AnyResource = { ...fbf_plan, fields: Object.fromEntries(entries(fbf_plan).map(([n, f]) => [n, { ...f, form: 'read' as const }])) }

/** Rounds that are to be recorded with their plans: entered by one person, confirmed by another. Source: business-flows.md 9.2. */
export function Plans() {
  const { commands, tool, dialog, withReason } = useJudging(fbf_plan, { about })
  const client = useQueryClient()
  const openPage = useOpenPage()
  // a round that was just recorded is known wherever its issuer's are shown
  const known = commands.map((c) =>
    c.key === 'confirm'
      ? { ...c, run: async (...a: Parameters<typeof c.run>) => (await c.run(...a), client.invalidateQueries({ queryKey: queryKeyOf('fbf', 'rounds') })) }
      : c,
  )
  const undo: RowCommand = {
    key: 'undo',
    label: words.undo,
    perm: `${fbf_plan.name}_check`,
    danger: true,
    when: (r) => r.status === PLAN.confirmed,
    run: withReason('undo', words.undoTitle, words.undoReason),
  }
  // what the round was recorded for
  const renew: RowCommand = {
    key: 'renew',
    label: words.renew,
    perm: 'business_add',
    when: (r) => r.status === PLAN.confirmed,
    run: (r) => openPage('/business/all', { open: `add.contract_renew.${r.fbfbm}` }),
  }
  const issuer = useIssuerColumn()
  const own = useOwnColumns(fbf_plan)
  const columns = [issuer, ...own.filter((c) => FIRST.includes(c.key)), ...own.filter((c) => !FIRST.includes(c.key))]
  return (
    <>
      <ResourcePage
        of={fbf_plan}
        query={{ descs: 'id' }}
        toolCommands={[tool.add]}
        rowCommands={[...known.slice(0, 1), renew, ...known.slice(1), undo]}
        columns={columns}
        form={(p) => <PlanForm {...p} />}
      />
      {dialog}
    </>
  )
}

/** The next round of an issuer with its plan. What follows from the round before is proposed; a new one is saved first and opens again, so that its document can be put to it. */
export function PlanForm(props: ResourceFormProps) {
  const { mode, row } = props
  const { say } = useSay()
  const { search } = usePageState()
  const [form] = Form.useForm()
  const { submit, done } = useThenPapers(fbf_plan)
  const isNew = mode === 'add'
  const [, given] = isNew ? String(search.open ?? '').split('.') : []
  const first = isNew ? { ...row, ...(/^\d{14}$/.test(given ?? '') ? { fbfbm: given } : {}) } : row
  const chosen = String(Form.useWatch('fbfbm', form) ?? first?.fbfbm ?? '')
  const rounds = useRecorded(mode !== 'view' && chosen ? chosen : undefined).data
  useEffect(() => {
    if (rounds && isNew) form.setFieldsValue(nextRound(rounds))
  }, [rounds])
  const roundNo: unknown = Form.useWatch('roundNo', form)
  const earlier = rounds && roundBefore(rounds)
  useEffect(() => {
    // an earlier round ends where the first recorded one begins
    if (isNew && earlier && roundNo === earlier.roundNo) form.setFieldsValue(earlier)
  }, [roundNo, earlier?.roundNo])
  const from: unknown = Form.useWatch('fromDay', form)
  const to: unknown = Form.useWatch('toDay', form)
  const days = typeof roundNo === 'number' && typeof from === 'string' && typeof to === 'string' ? { roundNo, fromDay: from, toDay: to } : undefined
  const short = days && shortRound(days)
  const gap = rounds && leavesGap(rounds, from)
  const view = mode === 'view'
  return (
    <LandForm
      {...props}
      of={fbf_plan}
      form={form}
      {...(first ? { row: first } : {})}
      {...(isNew ? { onSubmit: submit, onDone: done } : {})}
      onWrong={(field) => form.scrollToField(field, { focus: true })}
    >
      {!view && <Alert type="info" showIcon style={{ marginBottom: 16 }} title={say(words.planHint)} />}
      <FbfItem of={fbf_plan} fixed={!isNew} />
      {isNew && rounds?.every((r) => r.roundNo === null) && (
        <Alert type="info" showIcon style={{ marginBottom: 16 }} title={say(rounds.length ? words.firstAfterShared : words.firstRound)} />
      )}
      {isNew && earlier && <Alert type="info" showIcon style={{ marginBottom: 16 }} title={say(words.earlierRound(earlier.roundNo))} />}
      <FormItems of={fbf_plan} only={ASKED} disabled={view} />
      {gap && <Alert type="warning" showIcon style={{ marginBottom: 16 }} title={say(gap)} />}
      {short && <Alert type="warning" showIcon style={{ marginBottom: 16 }} title={say(short)} />}
      {view && row?.status !== REQUEST.open && <FormItems of={shownAfter} only={AFTER} disabled />}
      <RestrictionPapers id={row?.id} item="fbf_plan" readOnly={view || row?.status !== REQUEST.open} />
    </LandForm>
  )
}
