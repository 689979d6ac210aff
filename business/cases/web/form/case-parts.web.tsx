import { Alert, Flex } from 'antd'
import type { ReactNode } from 'react'
import { useSession } from '../../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { stepsOf, type TaskKey } from '../../../../services/process/engine/definitions.ts'
import { Story } from '../../../../services/process/web/Story.web.tsx'
import { STATUS } from '../../rules/flow.ts'
import { formsIn } from '../../definitions/form.ts'
import { Applicant, ApplicantBase } from './Applicant.web.tsx'
import type { useApplicant } from './applicant.web.ts'
import type { CasePart } from '../CaseParts.web.tsx'
import { Differences } from './Differences.web.tsx'
import { Doubles } from './Doubles.web.tsx'
import { Files } from './Files.web.tsx'
import type { CaseRow, Editing } from '../form.web.ts'
import type { Panels } from '../panels.web.ts'
import { PartBody } from './PartBody.web.tsx'
import { APPLICANT, BASE, DOUBLES } from './places.web.ts'
import { Results } from './Results.web.tsx'
import type { TypeScreen } from '../screen.web.ts'
import { SurveyFile } from './SurveyFile.web.tsx'
import type { useCase } from './useCase.web.ts'
import type { useCasePapers } from './useCasePapers.web.ts'
import { words } from '../words.ts'

/** What tasks show of their own, and what reads the case anew after it was changed there. */
interface PanelsOf {
  panels: Panels
  onRenew(): Promise<unknown>
  /** a panel says that its task is done, to who may pass it */
  onReady?: (() => void) | undefined
}

/** What the open task shows of its own, or a word of what is to be done in it. */
function TaskPanel({
  row,
  task,
  panels,
  acting,
  papersMissing,
  onRenew,
  onReady,
}: PanelsOf & { row: CaseRow; task: string; acting: boolean; papersMissing: boolean }): ReactNode {
  const { say } = useSay()
  const Panel = panels[task as TaskKey]
  if (Panel) return <Panel row={row} acting={acting} papersMissing={papersMissing} onChange={onRenew} {...(onReady ? { onReady } : {})} />
  return <Alert type="info" showIcon title={say(task === 'survey' ? words.surveyHint : words.checkHint)} />
}

/** What a finished case has made. */
function Made({ row, panels, onRenew }: PanelsOf & { row: CaseRow }) {
  const Signed = panels.sign
  return (
    <Flex vertical gap="middle">
      <Results contracts={row.contracts} />
      {Signed && <Signed row={row} acting={false} onChange={onRenew} />}
    </Flex>
  )
}

/** A case on the screen, as its parts see it. */
interface PartsOf extends PanelsOf {
  screen: TypeScreen
  /** the publicities that it has had, and its way to other offices, to read */
  rounds: ReactNode
  push: ReactNode
  it: ReturnType<typeof useCase>
  row: CaseRow | undefined
  caseId: string | undefined
  /** the open task */
  task: string | undefined
  editing: Editing
  /** the open task is the reader's to do */
  isActing: boolean
  /** papers may be attached */
  isAttaching: boolean
  papers: ReturnType<typeof useCasePapers>
  applicant: Pick<ReturnType<typeof useApplicant>, 'follow' | 'party' | 'fixed' | 'isAgent'>
  /** a parcel was pressed */
  onShow(dkbm: string): void
}

/** What the open task shows above the parts of the case; nothing where it has nothing of its own to show. */
function taskPart({ it, row, task, panels, screen, editing, isActing, papers, onRenew, onReady }: PartsOf, title: string): CasePart[] {
  if (!task || !row || !(panels[task as TaskKey] || (isActing && task !== 'register'))) return []
  const isMissing = !!papers.attached && papers.missing.length > 0
  const body = (
    <Flex vertical gap="small">
      <TaskPanel
        row={row}
        task={task}
        panels={panels}
        acting={isActing}
        papersMissing={isMissing}
        onRenew={onRenew}
        onReady={isMissing ? undefined : onReady}
      />
      {task === 'survey' && editing !== 'nothing' && (
        <SurveyFile businessId={row.id} shape={screen.type.shape} form={it.form} onTake={(patch) => it.props(screen.parts[0]!.key).onChange(patch)} />
      )}
    </Flex>
  )
  // the table of contracts needs the whole width
  return [{ key: 'task', title, wide: task === 'sign', body }]
}

/** Whether what was posted of a case is there to read: the task of posting is over. */
function wasPosted(row: CaseRow | undefined, steps: readonly string[], task: string | undefined): boolean {
  if (!row || !steps.includes('publicity')) return false
  return row.status === STATUS.revoked || row.status === STATUS.done || steps.indexOf(task ?? '') > steps.indexOf('publicity')
}

/** The parts of a case from top to bottom: its task and results, the parts of its type, those of the frame, what was posted and said. */
export function useParts(of: PartsOf): CasePart[] {
  const { screen, panels, rounds, push, onRenew, it, row, caseId, task, editing, isAttaching, papers, applicant, onShow } = of
  const { say } = useSay()
  const { can } = useSession()
  const { label } = useDict('task_key')
  const isAll = editing === 'all'
  const isDone = row?.status === STATUS.done
  const fill = (cbf: Readonly<Record<string, unknown>>) => {
    applicant.follow(cbf)
    it.drawSoon()
  }
  const stored = row?.doubles ?? []
  const hasDoubles = isAll ? formsIn(it.form.doubles).length > 0 : stored.length > 0
  const doubles = (
    <Doubles
      form={it.form}
      editing={isAll}
      faults={it.props(DOUBLES).faults}
      {...(caseId ? { businessId: caseId } : {})}
      kept={stored}
      onChange={it.change}
      onConfirmed={onRenew}
    />
  )
  const person = <Applicant disabled={!isAll} row={row} fixed={applicant.fixed} isAgent={applicant.isAgent} onFilled={it.typed} />
  return [
    ...taskPart(of, label(task)),
    ...(isDone && row.contracts.length
      ? [{ key: 'results', title: say(words.results), wide: true, body: <Made row={row} panels={panels} onRenew={onRenew} /> }]
      : []),
    ...screen.parts.map(({ key, title, Part }) => ({
      key,
      title: say(title),
      state: it.stateOf(key),
      body: <PartBody Part={Part} {...it.props(key)} onApplicant={fill} onParty={applicant.party} onShow={onShow} />,
    })),
    ...(hasDoubles ? [{ key: DOUBLES, title: say(words.doubles), state: it.stateOf(DOUBLES), body: doubles }] : []),
    { key: APPLICANT, title: say(words.applicant), state: it.stateOf(APPLICANT), body: person },
    { key: BASE, title: say(words.base), state: it.stateOf(BASE), body: <ApplicantBase disabled={!isAll} row={row} onItem={it.item} /> },
    {
      key: 'files',
      title: say(words.files),
      ...(isAttaching ? { state: { wrong: 0, missing: papers.missing.length } } : {}),
      body: <Files businessId={caseId} wanted={papers.wanted} editable={isAttaching && !!caseId} />,
    },
    ...(isDone ? [{ key: 'differences', title: say(words.differences), body: <Differences businessId={row.id} /> }] : []),
    ...(rounds && wasPosted(row, stepKeys(screen), task) ? [{ key: 'rounds', title: label('publicity'), body: rounds }] : []),
    ...(isDone && push && can('push_log_view') ? [{ key: 'push', title: say({ zh: '数据推送', en: 'Push' }), body: push }] : []),
    { key: 'story', title: say(words.opinions), body: <Story processInstanceId={row?.processInstanceId} /> },
  ]
}
const stepKeys = (screen: TypeScreen): string[] => stepsOf(screen.type.code).map((s) => s.key)
