import { ConfigProvider, Flex, Form } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { permOf } from '../../../../kit/model/resource.ts'
import { timeOf } from '../../../../kit/web/clock.web.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { SteadyForm } from '../../../../platform/parts/SteadyForm.web.tsx'
import { dk } from '../../../../land/definitions/dk.ts'
import { STATUS } from '../../rules/flow.ts'
import { applicantFields } from './Applicant.web.tsx'
import { useApplicant } from './applicant.web.ts'
import { StandingAdvice } from '../Advice.web.tsx'
import { useParts } from './case-parts.web.tsx'
import { CaseDialogs, type CaseDialog } from './CaseDialogs.web.tsx'
import { CaseMap } from './CaseMap.web.tsx'
import { CaseHead } from './CaseHead.web.tsx'
import { CaseParts, Faults, Lacks } from '../CaseParts.web.tsx'
import { CaseSummary } from './CaseSummary.web.tsx'
import { editingOf, type CaseRow, type Requirement } from '../form.web.ts'
import { HinderContext } from './Hindrance.web.tsx'
import type { Panels } from '../panels.web.ts'
import { PendingCard } from '../pending.web.tsx'
import { Preflight, type Next } from '../Preflight.web.tsx'
import { Resumed } from './Resumed.web.tsx'
import type { TypeScreen } from '../screen.web.ts'
import { TypingContext } from '../HeldInput.web.tsx'
import { useCase } from './useCase.web.ts'
import { useCaseActions } from './useCaseActions.web.ts'
import { Unregistered } from './Unregistered.web.tsx'
import { useCasePapers } from './useCasePapers.web.ts'
import { giveUpDraft, isTyped, useDraft, type StoredDraft } from './useDraft.web.ts'

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
  kept?: StoredDraft | null
  onClose(): void
  onSaved(id: string): void
  onRenew(): Promise<unknown>
}

/** What a new case of a type begins with: its first item, received by the reader now. */
const firstOf = ({ type, doSign = '1' }: TypeScreen, receiver: string | undefined) => ({
  businessTypeCode: type.code,
  businessItemCode: type.items[0],
  doSign,
  businessReceiver: receiver,
  businessReceiveTime: timeOf(),
})
/** What the buttons of a case do: at once, or after a dialog. */
function actsOf(actions: ReturnType<typeof useCaseActions>, ask: (d: CaseDialog) => void, leave: () => void) {
  const open = (d: CaseDialog) => () => ask(d)
  return {
    save: () => void actions.save(),
    start: () => void actions.start(),
    pass: open('pass'),
    return: open('return'),
    delegate: open('delegate'),
    opinion: open('opinion'),
    takeBack: () => void actions.takeBack(),
    revoke: open('revoke'),
    undo: open('undo'),
    flow: open('flow'),
    leave,
  }
}
/** Shows fields that are only looked at without their boxes. */
function Reading({ on, children }: { on: boolean; children: ReactNode }) {
  if (!on) return children
  return (
    <ConfigProvider variant="borderless">
      <div className="case-read">{children}</div>
    </ConfigProvider>
  )
}

/** A case of any type in all its states: the type's parts in the common frame; what may be changed and pressed follows the state. Source: screens.md C2; land-contract.md 3-5. */
export function CaseForm({ screen, row, files, panels, papers: menu, rounds, push, view, start, kept, onClose, onSaved, onRenew }: CaseFormProps) {
  const { user, can } = useSession()
  const [base] = Form.useForm()
  const [shown, setShown] = useState<string>()
  const [dialog, setDialog] = useState<CaseDialog>()
  const [next, setNext] = useState<Next>()
  const editing = editingOf(row, view)
  const isAll = editing === 'all',
    isEditable = editing !== 'nothing'
  const { code } = screen.type
  const typed = isEditable && isTyped(kept) ? kept.body : undefined
  const it = useCase({ screen, base, row, editing, start, typed, applicant: applicantFields })
  const draft = useDraft({ on: isAll && !it.busy, typeCode: code, businessId: row?.id, wide: (user?.dept_region ?? '').length < 6, kept, body: it.body })
  const caseId = row?.id ?? draft.id
  const applicant = useApplicant(base, code, row)
  const may = (action: string) => !view && !!row?.actions.includes(action)
  const task = row?.status === STATUS.doing ? String(row.taskKey) : undefined
  const isActing = may('pass')
  const isAttaching = !view && (isAll || isActing)
  const papers = useCasePapers(caseId, files, screen.type.papers(it.form, it.about), applicant.isAgent && isAll)
  const { attached, missing } = papers
  const close = () => setDialog(undefined)
  const leave = () => {
    it.guard.set(false)
    onClose()
  }
  const actions = useCaseActions({ it, draft, row, isEditable, missing: attached ? missing : [], onClose, onSaved, onRenew, onDecided: close })
  const onReady = may('pass') ? () => setDialog('pass') : undefined
  const of = { screen, panels, rounds, push, onRenew, onReady, it, row, caseId, task, editing, isActing, isAttaching, papers, applicant }
  const parts = useParts({ ...of, onShow: setShown })
  const on = actsOf(
    actions,
    (d) => setDialog(d),
    () => void it.guard.leave().then((yes) => yes && onClose()),
  )
  /** The case as the pre-flight is to look at it: as it is typed, where it may be changed. */
  const asTyped = () => (isEditable ? { ...it.body(), ...(row ? {} : { draftId: draft.id }) } : { id: row?.id })
  // nothing is left to be filled in: whoever is about to submit learns at once who gets it
  const isComplete = isAll && !!attached && it.lacks.length === 0 && missing.length === 0
  const atOnce = isActing && !isAll ? !!task : isComplete
  const looked = { task: task ?? 'register', body: asTyped, papers: attached?.length, atOnce, of: row, onNext: setNext, partOf: it.partOf }
  const aside = (
    <Flex vertical gap="small">
      {isAttaching && isEditable && <Lacks of={[...it.lacks, ...missing]} />}
      <PendingCard partOf={it.partOf} />
      {isAttaching && <Preflight {...looked} />}
      {can(permOf(dk, 'view')) && <CaseMap form={it.form} row={row} editable={isEditable} chosen={shown} onChoose={setShown} />}
    </Flex>
  )
  const read = view ? row : undefined
  const first = useMemo(() => ({ ...(row ?? firstOf(screen, user?.real_name)), ...typed }), [row, screen, typed])
  // not a form element: the forms of the parts and of publicity stand inside it
  return (
    <SteadyForm form={base} name="business" component={false} {...LAYOUT} initialValues={first} onValuesChange={it.typed}>
      {read ? (
        <CaseSummary row={read} busy={it.busy} on={on} menu={menu} />
      ) : (
        <CaseHead
          row={row}
          typeCode={code}
          task={task}
          editing={editing}
          busy={it.busy}
          keptAt={draft.at}
          unkept={draft.unkept}
          next={next}
          lacks={isAll ? it.lacks.length + missing.length : 0}
          on={on}
          menu={menu}
        />
      )}
      {typed && kept && <Resumed at={kept.at} onGiveUp={() => void giveUpDraft(kept.businessId).then(onRenew, onRenew)} />}
      {row && <StandingAdvice row={row} />}
      {row && <Unregistered row={row} view={view} />}
      <Faults of={it.faults.filter((f) => f.part !== 'files' || missing.some((p) => p.field === f.field))} tried={it.tried} onClose={it.clear} />
      <HinderContext value={it.hinder}>
        <TypingContext value={it.whileTyping}>
          <Reading on={!!read}>
            <CaseParts parts={parts} onLeft={it.leave} aside={aside} />
          </Reading>
        </TypingContext>
      </HinderContext>
      {dialog && row && (
        <CaseDialogs dialog={dialog} row={row} next={next} effect={screen.type.effect} onClose={close} onDecide={actions.decide} onHanded={leave} />
      )}
    </SteadyForm>
  )
}
