import { useOpenPage } from '../../../kit/web/open-page.web.ts'
import { Tag } from 'antd'
import { useState } from 'react'
import { defineResource } from '../../../kit/model/resource.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import type { RowCommand, ToolCommand } from '../../../kit/web/commands.web.tsx'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { columnsOf } from '../../../kit/web/ResourceTable.web.tsx'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { PdfDialog } from '../../../services/files/preview/PdfDialog.web.tsx'
import { DOCUMENTS } from '../plans/documents.ts'
import { PLAN_PAPERS, type PlanPaper } from '../plans/papers.ts'
import { Documents } from '../plans/PlanRecord.web.tsx'
import { planWords as words } from '../plans/words.ts'

const { regionCode, fbfbm, fbfmc } = fbf.fields
/** Issuers as the campaign lists them. */
const listed = defineResource({
  name: 'fbf_business',
  label: '发包方资料',
  en: 'Issuers',
  path: '/ybProcess/fbfBusiness',
  scope: 'land',
  title: 'fbfmc',
  fields: { regionCode, fbfbm, fbfmc },
})

/** 发包方资料: how far the plan of each issuer is, its posting, meeting, households and documents. Source: screens.md D2. */
export default function IssuersPage() {
  const { say, lang } = useSay()
  const openPage = useOpenPage()
  const state = useDict('plan_status')
  const [shown, setShown] = useState<AnyRow>()
  const [sample, setSample] = useState<PlanPaper>()
  const toPlan = (open: string) => openPage('/extension/plan', { open })
  const lacking = (r: AnyRow) => (r.lacks as (keyof typeof DOCUMENTS)[]).map((k) => say(DOCUMENTS[k])).join('、')
  const columns = [
    ...columnsOf(listed, lang).filter((c) => c.key !== 'regionCode'),
    {
      key: 'planStatus',
      title: say(words.planStatus),
      width: 140,
      render: (_v: unknown, r: AnyRow) => (r.planStatus ? state.label(r.planStatus) : say(words.none)),
    },
    { key: 'posted', title: say(words.posting), width: 190, render: (_v: unknown, r: AnyRow) => (r.postedFrom ? `${r.postedFrom} – ${r.postedUntil}` : '') },
    { key: 'meetingDate', dataIndex: 'meetingDate', title: say({ zh: '会议日期', en: 'Meeting' }), width: 110 },
    { key: 'signed', title: say(words.households), width: 130, align: 'right' as const, render: (_v: unknown, r: AnyRow) => `${r.signed} / ${r.should}` },
    {
      key: 'lacks',
      title: say(words.lacks),
      width: 220,
      ellipsis: true,
      render: (_v: unknown, r: AnyRow) =>
        r.submitted ? <Tag color="success">{say(words.submitted)}</Tag> : !r.planId ? '' : r.isComplete ? say(words.complete) : lacking(r),
    },
  ]
  const rowCommands: RowCommand[] = [
    { key: 'documents', label: words.openDocuments, perm: 'making_plan_view', when: (r) => !!r.planId, run: setShown },
    { key: 'plan', label: words.seePlan, perm: 'making_plan_view', when: (r) => !!r.planId, run: (r) => toPlan(`view.${r.planId}`) },
    { key: 'make', label: words.makePlan, perm: 'making_plan_add', when: (r) => !r.planId, run: (r) => toPlan(`add.${r.fbfbm}`) },
    {
      key: 'submit',
      label: words.submit,
      perm: 'making_plan_edit',
      when: (r) => (r.why ? { zh: String(r.why), en: String(r.why) } : true),
      confirm: words.submitAsk,
      done: words.submitted,
      run: (r, t) => api.post('ybProcess/fbfBusiness/submit', { fbfbm: r.fbfbm }).then(t.reload),
    },
  ]
  const samples = (Object.keys(PLAN_PAPERS) as PlanPaper[]).map((paper): ToolCommand => ({
    key: `sample-${paper}`,
    label: { zh: `${words.sample.zh}：${PLAN_PAPERS[paper].zh}`, en: `${words.sample.en}: ${PLAN_PAPERS[paper].en}` },
    perm: 'making_plan_view',
    run: () => setSample(paper),
  }))
  const states = [{ value: 'none', label: words.none }, ...state.choices.map((c) => ({ value: c.value, label: { zh: c.label, en: c.label } }))]
  return (
    <>
      <ResourcePage
        of={listed}
        choices={{ planStatus: { label: words.planStatus, choices: states } }}
        rowCommands={rowCommands}
        toolCommands={samples}
        columns={columns}
      />
      {shown && (
        <Dialog open width="70%" title={String(shown.fbfmc ?? '')} onCancel={() => setShown(undefined)}>
          <Documents row={{ id: String(shown.planId), documentsTime: shown.submitted }} />
        </Dialog>
      )}
      {sample && (
        <PdfDialog title={PLAN_PAPERS[sample]} path="ybProcess/fbfBusiness/example/download" query={{ paper: sample }} onClose={() => setSample(undefined)} />
      )}
    </>
  )
}
