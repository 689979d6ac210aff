import { useSay } from '../../../kit/web/words.web.ts'
import { defaultCommands, type RowCommand } from '../../../kit/web/commands.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { usePageState } from '../../../kit/web/session.web.ts'
import { making_plan } from '../../../land/fbf/making-plan.ts'
import { arranged, useIssuerColumn, useOwnColumns } from '../../../land/parts/columns.web.tsx'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { usePlanActs } from './PlanActs.web.tsx'
import { MakingPlanForm } from './MakingPlanForm.web.tsx'
import { PlanRecord } from './PlanRecord.web.tsx'
import { planWords as words } from './words.ts'

/** 延包方案: plans of extension with their way from the draft to force. Source: screens.md D3. */
export default function PlansPage() {
  const { say } = useSay()
  const { setSearch } = usePageState()
  const { commands, dialog, when } = usePlanActs()
  const { row, tool } = defaultCommands(making_plan)
  const issuer = useIssuerColumn()
  const own = arranged(useOwnColumns(making_plan), ['planName', 'status'], ['fbfbm', 'meetingDate', 'attendees', 'votersTotal', 'agreeCount'])
  const [name, ...rest] = own
  const columns = [
    ...(name ? [name] : []),
    issuer,
    ...rest,
    { key: 'posted', title: say(words.posting), width: 190, render: (_v: unknown, r: AnyRow) => (r.postedFrom ? `${r.postedFrom} – ${r.postedUntil}` : '') },
    { key: 'vote', title: say(words.voteOf), width: 130, render: (_v: unknown, r: AnyRow) => (r.votersTotal ? `${r.agreeCount} / ${r.votersTotal}` : '') },
  ]
  const correct: RowCommand = {
    key: 'correct',
    label: words.correct,
    perm: 'making_plan_add',
    when: when('correct'),
    run: (r) => setSearch({ open: `add.${r.fbfbm}` }),
  }
  return (
    <>
      <ResourcePage
        of={making_plan}
        query={{ descs: 'id' }}
        toolCommands={[tool.add]}
        rowCommands={[row.view, { ...row.edit, when: when('submit') }, ...commands, correct, { ...row.delete, when: when('remove') }]}
        columns={columns}
        form={(p) => <MakingPlanForm {...p} />}
        record={(p) => <PlanRecord {...p} />}
      />
      {dialog}
    </>
  )
}
