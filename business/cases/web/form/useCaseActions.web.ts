import type { Text } from '../../../../kit/model/lang.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { useAsk } from '../../../../kit/web/ask.web.ts'
import { useToast } from '../../../../kit/web/dialogs.web.tsx'
import { useDict } from '../../../../kit/web/words.web.ts'
import { STATUS } from '../../rules/flow.ts'
import type { Placed } from '../CaseParts.web.tsx'
import type { Decision } from '../Decide.web.tsx'
import type { CaseRow } from '../form.web.ts'
import type { useCase } from './useCase.web.ts'
import type { useDraft } from './useDraft.web.ts'
import { useEnded } from './useEnded.web.tsx'
import { nextIs, words } from '../words.ts'

const AT = 'yw-accept/business'
const QUIET = { quiet: true } as const
/** People of the next task that are named when a case is passed on. */
const MOST_NAMED = 5

/** Says what was done and where the case is now, so that nobody has to look for it in the lists. */
function useTellWhere(): (done: Text, id: string) => Promise<void> {
  const { label } = useDict('task_key')
  const toast = useToast()
  const ended = useEnded()
  return async (done, id) => {
    const now = await api.get<CaseRow>(`${AT}/detail`, { id }, QUIET).catch(() => undefined)
    if (now?.status === STATUS.done) return ended(done, id)
    const people = now?.taskId ? await api.get<{ name: string }[]>(`${AT}/task-people`, { taskId: now.taskId }, QUIET).catch(() => []) : []
    const names = people.slice(0, MOST_NAMED).map((p) => p.name)
    toast.done(now?.status === STATUS.doing && now.taskKey ? nextIs(done, label(now.taskKey), names) : done)
  }
}

interface ActionsOf {
  it: ReturnType<typeof useCase>
  draft: ReturnType<typeof useDraft>
  row: CaseRow | undefined
  /** the form may be changed, so that it is stored before the task is passed */
  isEditable: boolean
  /** papers that are asked for and missing; empty as long as nobody knows which are there */
  missing: readonly Placed[]
  onClose(): void
  onSaved(id: string): void
  onRenew(): Promise<unknown>
  /** a decision was made or refused: its dialog closes */
  onDecided(): void
}
/** What a person does with a case as a whole: save it, begin it, decide its task, take it back. */
export function useCaseActions({ it, draft, row, isEditable, missing, onClose, onSaved, onRenew, onDecided }: ActionsOf) {
  const toast = useToast()
  const ask = useAsk()
  const tellWhere = useTellWhere()
  const isDoing = row?.status === STATUS.doing

  /** Saves the case by a call; what was typed is no draft any more. */
  const store = (verb: string) => async () => {
    await draft.settled()
    const id = await it.post(verb, row ? undefined : draft.id)
    draft.end()
    return id
  }
  return {
    async save(): Promise<void> {
      const id = await it.run('save', false, store(isDoing ? 'update' : 'submit'))
      if (id === undefined) return
      toast.done(words.saved)
      if (row) await onRenew()
      else onSaved(id)
    },
    async start(): Promise<void> {
      const id = await it.run('start', true, store('save-commit'), missing)
      if (id === undefined) return
      void tellWhere(words.submitted, id)
      onClose()
    },
    /** Answers whether it was decided. */
    async decide(d: Decision): Promise<boolean> {
      const done = await it.run('decide', d.result === 'pass', async () => {
        await draft.settled()
        if (d.result === 'pass' && isEditable) await it.post('update')
        await api.post(`${AT}/commit`, { taskId: row!.taskId, processInstanceId: row!.processInstanceId, ...d }, undefined, QUIET)
        return true
      })
      onDecided()
      if (!done) {
        void onRenew()
        return false
      }
      void tellWhere(words.finished, String(row!.id))
      onClose()
      return true
    },
    async takeBack(): Promise<void> {
      if (!(await ask(words.recallAsk))) return
      const done = await it.run('take-back', false, async () => {
        await api.post(`${AT}/take-back`, { taskId: row!.taskId }, undefined, QUIET)
        return true
      })
      if (done) toast.done(words.tookBack)
      await onRenew()
    },
  }
}
