import { Alert, Flex, Form } from 'antd'
import { useState, type ReactNode } from 'react'
import type { Text } from '../../../kit/model/lang.ts'
import { permOf } from '../../../kit/model/resource.ts'
import { timeOf } from '../../../kit/web/clock.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk, useToast } from '../../../kit/web/dialogs.web.tsx'
import { useSession } from '../../../kit/web/session.web.ts'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { useAttachments } from '../../../services/files/uploader/uploads.web.ts'
import { stepsOf, type TaskKey } from '../../../services/process/engine/definitions.ts'
import { Story } from '../../../services/process/web/Story.web.tsx'
import { STATUS } from '../flow.ts'
import { Applicant, Base, applicantFields } from './Applicant.web.tsx'
import { useApplicant } from './applicant.web.ts'
import { LETTER_KIND } from '../applicant.ts'
import { formsIn } from '../form.ts'
import { askedFor, paperTitle } from '../materials.ts'
import { AdviceDialog, Standing } from './Advice.web.tsx'
import { CaseMap } from './CaseMap.web.tsx'
import { CaseHead } from './CaseHead.web.tsx'
import { CaseParts, Faults, Lacks, type CasePart, type Placed } from './CaseParts.web.tsx'
import { Differences } from './Differences.web.tsx'
import { Decide, type Decision } from './Decide.web.tsx'
import { Doubles } from './Doubles.web.tsx'
import { Files } from './Files.web.tsx'
import { useEnded } from './useEnded.web.tsx'
import { FlowDialog } from './FlowDialog.web.tsx'
import { Preflight } from './Preflight.web.tsx'
import { editingOf, type CaseRow, type Requirement } from './form.web.ts'
import type { Panels } from './panels.web.ts'
import { Results } from './Results.web.tsx'
import { RevokeDialog } from './RevokeDialog.web.tsx'
import { Resumed } from './Resumed.web.tsx'
import type { TypeScreen } from './screen.web.ts'
import { SurveyFile } from './SurveyFile.web.tsx'
import { TransferDialog } from './TransferDialog.web.tsx'
import { giveUpDraft, isTyped, useDraft, type Kept } from './useDraft.web.ts'
import { APPLICANT, BASE, DOUBLES, useCase } from './useCase.web.ts'
import { HinderContext } from './Hindrance.web.tsx'
import { nextIs, words } from './words.ts'

const LAYOUT = { layout: 'vertical' } as const
export interface CaseFormProps {
  screen: TypeScreen
  row?: CaseRow
  files: readonly Requirement[]
  panels: Panels
  /** the menu of the papers of the case */
  papers?: ReactNode
  /** the publicities that it has had, and its way to other offices, to read */
  rounds?: ReactNode
  push?: ReactNode
  view: boolean
  /** code of what a new case was begun from */
  start?: string
  /** what the person typed before and did not save */
  kept?: Kept | null
  onClose(): void
  onSaved(id: string): void
  onRenew(): Promise<unknown>
}

/** What the open task shows of its own, or a word of what is to be done in it. */
function TaskPanel({
  row,
  task,
  panels,
  acting,
  papersMissing,
  onRenew,
}: Pick<CaseFormProps, 'panels' | 'onRenew'> & { row: CaseRow; task: string; acting: boolean; papersMissing: boolean }): ReactNode {
  const { say } = useSay()
  const Panel = panels[task as TaskKey]
  if (Panel) return <Panel row={row} acting={acting} papersMissing={papersMissing} onChange={onRenew} />
  return <Alert type="info" showIcon title={say(task === 'survey' ? words.surveyHint : words.checkHint)} />
}

/** What a finished case has made. */
function Made({ row, panels, onRenew }: Pick<CaseFormProps, 'panels' | 'onRenew'> & { row: CaseRow }) {
  const Signed = panels.sign
  return (
    <Flex vertical gap="middle">
      <Results contracts={row.contracts} />
      {Signed && <Signed row={row} acting={false} onChange={onRenew} />}
    </Flex>
  )
}

/** People of the next task that are named when a case is passed on. */
const MOST_NAMED = 5

/** A case of any type in all its states: the type's parts in the common frame; what may be changed and pressed follows the state. Source: screens.md C2; land-contract.md 3-5. */
export function CaseForm({ screen, row, files, panels, papers: menu, rounds, push, view, start, kept, onClose, onSaved, onRenew }: CaseFormProps) {
  const { say } = useSay()
  const { user, can } = useSession()
  const { label } = useDict('task_key')
  const kinds = useDict('attach_kind')
  const toast = useToast()
  const ended = useEnded()
  const ask = useAsk()
  const [base] = Form.useForm()
  const [shown, setShown] = useState<string>()
  const [deciding, setDeciding] = useState<Decision['result']>(),
    [dialog, setDialog] = useState<'flow' | 'revoke' | 'undo' | 'delegate' | 'opinion'>()
  const editing = editingOf(row, view),
    all = editing === 'all'
  const { code, items } = screen.type
  const typed = editing !== 'nothing' && isTyped(kept) ? kept.body : undefined
  const it = useCase({ screen, base, row, editing, start, typed, applicant: applicantFields })
  const draft = useDraft({ on: all && !it.busy, typeCode: code, businessId: row?.id, wide: (user?.dept_region ?? '').length < 6, kept, body: it.body })
  const caseId = row?.id ?? draft.id
  const { guard } = it
  const { follow, party, fixed, isAgent } = useApplicant(base, code, row)
  const fill = (cbf: Readonly<Record<string, unknown>>) => {
    follow(cbf)
    it.drawSoon()
  }
  const attached = useAttachments(caseId).data
  const given = attached ?? []
  const may = (action: string) => !view && !!row?.actions.includes(action)
  const task = row?.status === STATUS.doing ? String(row.taskKey) : undefined
  // item and form leave papers out, and need others
  const asked = screen.type.papers(it.form, it.about)
  const wanted = askedFor(files, isAgent && all ? { ...asked, with: [...(asked.with ?? []), LETTER_KIND] } : asked)
  const papers: Placed[] = wanted
    .filter((f) => f.isRequired === '1' && !given.some((a) => a.businessItem === f.businessItem))
    .map((f) => {
      const title = paperTitle(f, kinds.label(f.businessItem))
      return { field: f.businessItem, part: 'files', msg: say({ zh: `缺少${title.zh}`, en: `Missing: ${title.en}` }) }
    })
  const attaching = !view && (all || may('pass'))

  /** Saves the case by a call; what was typed is no draft any more. */
  const store = (verb: string) => async () => {
    await draft.settled()
    const id = await it.post(verb, row ? undefined : draft.id)
    draft.end()
    return id
  }
  const save = async () => {
    const id = await it.run('save', false, store(task ? 'update' : 'submit'))
    if (id === undefined) return
    toast.done(words.saved)
    if (row) await onRenew()
    else onSaved(id)
  }
  /** Says what was done and where the case is now, so that nobody has to look for it in the lists. */
  const toldWhere = async (done: Text, id: string) => {
    const now = await api.get<CaseRow>('yw-accept/business/detail', { id }, { quiet: true }).catch(() => undefined)
    if (now?.status === STATUS.done) return ended(done, id)
    const people = now?.taskId
      ? await api.get<{ name: string }[]>('yw-accept/business/task-people', { taskId: now.taskId }, { quiet: true }).catch(() => [])
      : []
    const names = people.slice(0, MOST_NAMED).map((p) => p.name)
    toast.done(now?.status === STATUS.doing && now.taskKey ? nextIs(done, label(now.taskKey), names) : done)
  }
  const begin = async () => {
    const id = await it.run('start', true, store('save-commit'), attached ? papers : [])
    if (id === undefined) return
    void toldWhere(words.submitted, id)
    onClose()
  }
  const decide = async (d: Decision) => {
    const done = await it.run('decide', d.result === 'pass', async () => {
      await draft.settled()
      if (d.result === 'pass' && editing !== 'nothing') await it.post('update')
      await api.post('yw-accept/business/commit', { taskId: row!.taskId, processInstanceId: row!.processInstanceId, ...d }, undefined, { quiet: true })
      return true
    })
    setDeciding(undefined)
    if (!done) return void onRenew()
    void toldWhere(words.finished, String(row!.id))
    onClose()
  }
  const takeBack = async () => {
    if (!(await ask(words.recallAsk))) return
    const done = await it.run('take-back', false, async () => {
      await api.post('yw-accept/business/take-back', { taskId: row!.taskId }, undefined, { quiet: true })
      return true
    })
    if (done) toast.done(words.tookBack)
    await onRenew()
  }
  const handed = () => {
    guard.set(false)
    onClose()
  }
  const first = {
    businessTypeCode: code,
    businessItemCode: items[0],
    doSign: screen.doSign ?? '1',
    businessReceiver: user?.real_name,
    businessReceiveTime: timeOf(),
  }
  const own = task && row && (panels[task as TaskKey] || (may('pass') && task !== 'register'))
  const steps = stepsOf(code).map((s) => s.key as string)
  const isDone = row?.status === STATUS.done
  // what was posted is read where the task of posting is over
  const wasPosted = !!row && steps.includes('publicity') && (row.status === STATUS.revoked || isDone || steps.indexOf(task ?? '') > steps.indexOf('publicity'))
  const survey = task === 'survey' && editing !== 'nothing' && row && (
    <SurveyFile businessId={row.id} shape={screen.type.shape} form={it.form} onTake={(patch) => it.props(screen.parts[0]!.key).onChange(patch)} />
  )
  const panel = own && (
    <Flex vertical gap="small">
      <TaskPanel row={row} task={task} panels={panels} acting={may('pass')} papersMissing={!!attached && papers.length > 0} onRenew={onRenew} />
      {survey}
    </Flex>
  )
  const stored = row?.doubles ?? []
  const doubled = all ? formsIn(it.form.doubles).length > 0 : stored.length > 0
  const doubles = (
    <Doubles
      form={it.form}
      editing={all}
      faults={it.props(DOUBLES).faults}
      {...(caseId ? { businessId: caseId } : {})}
      kept={stored}
      onChange={it.change}
      onConfirmed={onRenew}
    />
  )
  const parts: CasePart[] = [
    // the table of contracts needs the whole width
    ...(own ? [{ key: 'task', title: label(task), wide: task === 'sign', body: panel }] : []),
    ...(isDone && row.contracts.length
      ? [{ key: 'results', title: say(words.results), wide: true, body: <Made row={row} panels={panels} onRenew={onRenew} /> }]
      : []),
    ...screen.parts.map(({ key, title, Part }) => ({
      key,
      title: say(title),
      state: it.stateOf(key),
      body: <Part {...it.props(key)} onApplicant={fill} onParty={party} onShow={setShown} />,
    })),
    ...(doubled ? [{ key: DOUBLES, title: say(words.doubles), state: it.stateOf(DOUBLES), body: doubles }] : []),
    {
      key: APPLICANT,
      title: say(words.applicant),
      state: it.stateOf(APPLICANT),
      body: <Applicant disabled={!all} row={row} fixed={fixed} isAgent={isAgent} onFilled={it.typed} />,
    },
    { key: BASE, title: say(words.base), state: it.stateOf(BASE), body: <Base disabled={!all} row={row} onItem={it.item} /> },
    {
      key: 'files',
      title: say(words.files),
      ...(attaching ? { state: { wrong: 0, missing: papers.length } } : {}),
      body: <Files businessId={caseId} wanted={wanted} editable={attaching && !!caseId} />,
    },
    ...(isDone ? [{ key: 'differences', title: say(words.differences), body: <Differences businessId={row.id} /> }] : []),
    ...(wasPosted && rounds ? [{ key: 'rounds', title: label('publicity'), body: rounds }] : []),
    ...(isDone && push && can('push_log_view') ? [{ key: 'push', title: say({ zh: '数据推送', en: 'Push' }), body: push }] : []),
    { key: 'story', title: say(words.opinions), body: <Story processInstanceId={row?.processInstanceId} /> },
  ]
  const on = {
    save: () => void save(),
    start: () => void begin(),
    pass: () => setDeciding('pass'),
    return: () => setDeciding('return'),
    delegate: () => setDialog('delegate'),
    opinion: () => setDialog('opinion'),
    takeBack: () => void takeBack(),
    revoke: () => setDialog('revoke'),
    undo: () => setDialog('undo'),
    flow: () => setDialog('flow'),
    leave: () => void guard.leave().then((yes) => yes && onClose()),
  }
  const lacks = attaching ? [...it.lacks, ...papers] : []
  /** The case as the pre-flight is to look at it: as it is typed, where it may be changed. */
  const asTyped = () => (editing === 'nothing' ? { id: row?.id } : { ...it.body(), ...(row ? {} : { draftId: draft.id }) })
  const aside = (
    <Flex vertical gap="small">
      {attaching && editing !== 'nothing' && <Lacks of={lacks} />}
      {attaching && (
        <Preflight
          task={task ?? 'register'}
          body={asTyped}
          papers={attached?.length}
          atOnce={!!task && may('pass') && editing !== 'all'}
          of={row}
          partOf={it.partOf}
        />
      )}
      {can(permOf(dk, 'view')) && <CaseMap form={it.form} row={row} editable={editing !== 'nothing'} chosen={shown} onChoose={setShown} />}
    </Flex>
  )
  // not a form element: the forms of the parts and of publicity stand inside it
  return (
    <Form form={base} name="business" component={false} {...LAYOUT} initialValues={{ ...(row ?? first), ...typed }} onValuesChange={it.typed}>
      <CaseHead
        row={row}
        typeCode={code}
        task={task}
        editing={editing}
        view={view}
        busy={it.busy}
        keptAt={draft.at}
        unkept={draft.unkept}
        on={on}
        menu={menu}
      />
      {typed && kept && <Resumed at={kept.at} onGiveUp={() => void giveUpDraft(kept.businessId).then(onRenew, onRenew)} />}
      {row && <Standing row={row} />}
      <Faults of={it.faults.filter((f) => f.part !== 'files' || papers.some((p) => p.field === f.field))} tried={it.tried} onClose={it.clear} />
      <HinderContext value={it.hinder}>
        <CaseParts parts={parts} onLeft={it.leave} aside={aside} />
      </HinderContext>
      {deciding && row && (
        <Decide
          typeCode={row.businessTypeCode}
          taskKey={task!}
          result={deciding}
          isLast={!!row.isLast}
          effect={screen.type.effect}
          holders={row.contracts.map((c) => String(c.cbfmc ?? c.cbhtbm))}
          onClose={() => setDeciding(undefined)}
          onDecide={decide}
        />
      )}
      {dialog === 'flow' && row && <FlowDialog processInstanceId={row.processInstanceId} onClose={() => setDialog(undefined)} />}
      {dialog === 'delegate' && row && <TransferDialog of={row} way="delegate" onClose={() => setDialog(undefined)} onDone={handed} />}
      {dialog === 'opinion' && row && <AdviceDialog of={row} onClose={() => setDialog(undefined)} onDone={handed} />}
      {(dialog === 'revoke' || dialog === 'undo') && row && (
        <RevokeDialog
          of={row}
          way={dialog}
          onClose={() => setDialog(undefined)}
          onDone={() => {
            guard.set(false)
            onClose()
          }}
        />
      )}
    </Form>
  )
}
