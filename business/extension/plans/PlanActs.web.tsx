import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { entries, type AnyResource } from '../../../kit/model/resource.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import type { RowCommand, Tools } from '../../../kit/web/commands.web.tsx'
import { FormItems } from '../../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { making_plan, MAKING, STEP_RESULT } from '../../../land/fbf/making-plan.ts'
import { FormDialog } from '../../../platform/parts/FormDialog.web.tsx'
import { PdfDialog } from '../../../services/files/preview/PdfDialog.web.tsx'
import { publicity } from '../../publicity/publicity.ts'
import { POSTED_DAYS, type PlanAct } from './flow.ts'
import { PLAN_PAPERS, type PlanPaper } from './papers.ts'
import { planWords as words } from './words.ts'

const VOTE = ['meetingDate', 'votersTotal', 'attendees', 'agreeCount'] as const
const POSTING = ['startDate', 'days', 'place'] as const
/** The fields of the vote as a form asks for them. */
const voting: AnyResource = {
  ...making_plan,
  fields: Object.fromEntries(
    entries(making_plan).map(([n, f]) => [n, (VOTE as readonly string[]).includes(n) ? { ...f, form: 'edit' as const, required: true } : f]),
  ),
}
/** In which state each act is the next one; a list knows no more, a record has the reason of the server (`acts`). */
const NEXT: Readonly<Partial<Record<PlanAct, readonly string[]>>> = {
  submit: [MAKING.draft, MAKING.returned],
  post: [MAKING.draft],
  vote: [MAKING.posted],
  report: [MAKING.voted],
  audit: [MAKING.reported, MAKING.passed],
  correct: [MAKING.effective],
  remove: [MAKING.draft, MAKING.returned],
}
const when =
  (act: PlanAct): NonNullable<RowCommand['when']> =>
  (r) => {
    if (!r.acts) return NEXT[act]?.includes(String(r.status)) ?? false
    // the server says it in the language of the page
    const why: unknown = r.acts[act]
    return typeof why === 'string' ? { zh: why, en: why } : true
  }

type Asked = { act: 'post' | 'vote' | 'report' | 'audit'; row: AnyRow; tools: Tools }
/** What may be done with a plan along its way, as commands of a row, with the dialogs that ask for what a step needs. */
export function usePlanActs() {
  const [asked, setAsked] = useState<Asked>()
  const [printed, setPrinted] = useState<{ id: string; paper: PlanPaper }>()
  const ask =
    (act: Asked['act']): RowCommand['run'] =>
    (row, tools) =>
      setAsked({ act, row, tools })
  const commands: RowCommand[] = [
    { key: 'post', label: words.post, perm: 'making_plan_report', when: when('post'), run: ask('post') },
    { key: 'vote', label: words.vote, perm: 'making_plan_edit', when: when('vote'), run: ask('vote') },
    { key: 'report', label: words.report, perm: 'making_plan_report', when: when('report'), run: ask('report') },
    { key: 'audit', label: words.audit, perm: 'making_plan_audit', when: when('audit'), run: ask('audit') },
    ...(Object.keys(PLAN_PAPERS) as PlanPaper[]).map((paper): RowCommand => ({
      key: `print-${paper}`,
      label: PLAN_PAPERS[paper],
      perm: 'making_plan_view',
      run: (row) => setPrinted({ id: row.id, paper }),
    })),
  ]
  const dialog = (
    <>
      {asked && <ActDialog of={asked} onClose={() => setAsked(undefined)} />}
      {printed && <PdfDialog title={PLAN_PAPERS[printed.paper]} path="ybProcess/makingPlan/print" query={printed} onClose={() => setPrinted(undefined)} />}
    </>
  )
  return { commands, dialog, when }
}
/** Asks for what a step needs, and does it. */
function ActDialog({ of: { act, row, tools }, onClose }: { of: Asked; onClose(): void }) {
  const { say } = useSay()
  const [form] = Form.useForm()
  const result: unknown = Form.useWatch('result', form)
  const submit = async (values: Record<string, unknown>) => {
    if (act === 'vote') {
      const whole = await api.get<AnyRow>('ybProcess/makingPlan/detail', { id: row.id })
      await api.post('ybProcess/makingPlan/submit', { ...values, id: row.id, rev: whole.rev }, undefined, { quiet: true })
    } else await api.post(`ybProcess/comment/${act === 'audit' ? 'audit' : 'report'}`, { ...values, makingPlanId: row.id }, undefined, { quiet: true })
    await tools.reload()
  }
  const initial = act === 'post' ? { days: POSTED_DAYS } : act === 'audit' ? { result: STEP_RESULT.pass } : {}
  const mustSay = act === 'audit' && result === STEP_RESULT.back
  return (
    <FormDialog title={words[act]} about={String(row.id)} form={form} initial={initial} onSubmit={submit} onClose={onClose}>
      {act === 'post' && <FormItems of={publicity} only={POSTING} disabled={false} />}
      {act === 'vote' && <FormItems of={voting} only={VOTE} disabled={false} />}
      {act === 'audit' && (
        <Form.Item name="result" label={say(words.audit)} rules={[{ required: true }]}>
          <Radio.Group
            options={[
              { value: STEP_RESULT.pass, label: say(words.pass) },
              { value: STEP_RESULT.back, label: say(words.back) },
            ]}
          />
        </Form.Item>
      )}
      {act !== 'vote' && (
        <Form.Item name="opinion" label={say(words.opinion)} rules={[{ required: mustSay, whitespace: true, message: say(words.opinion) }]}>
          <Input.TextArea maxLength={254} showCount rows={3} />
        </Form.Item>
      )}
    </FormDialog>
  )
}
