import type { FormInstance } from 'antd'
import { useState } from 'react'
import { api, isApiError } from '../../../../kit/web/client.web.ts'
import type { useGuard } from '../../../../kit/web/dialogs.web.tsx'
import { bodyOf } from '../../../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../../../kit/web/words.web.ts'
import { business, type Form as CaseData } from '../../definitions/business.ts'
import { formsIn } from '../../definitions/form.ts'
import type { Placed } from '../CaseParts.web.tsx'
import { doublesIn, formFaults, type CaseRow, type Editing, type FieldFault } from '../form.web.ts'
import type { CaseValues } from './useCaseValues.web.ts'
import { words } from '../words.ts'

const AT = 'yw-accept/business'
const isSamePerson = (a: CaseData, b: CaseData) => a.cbfbm === b.cbfbm && a.cyxm === b.cyxm

export interface CallsOf {
  values: CaseValues
  base: FormInstance
  row: CaseRow | undefined
  editing: Editing
  guard: ReturnType<typeof useGuard>
  /** what must be right before a call: everything, or for an unsent case only the business fields and the issuer */
  checked(complete: boolean): Placed[]
  place(f: FieldFault): Placed
  /** everything that is missing may be shown from now on */
  onAsked(): void
  /** the faults that the server answered, at their fields */
  onRefused(faults: readonly FieldFault[]): void
}
/** The calls that store a case, one at a time: checked before, their refusals kept until the next try. */
export function useCaseCalls({ values, base, row, editing, guard, checked, place, onAsked, onRefused }: CallsOf) {
  const { say } = useSay()
  const { latest } = values
  const [tried, setTried] = useState<readonly Placed[]>([])
  const [busy, setBusy] = useState<string>()

  /** Whether somebody else has passed the case on meanwhile: what is seen is then no longer what is, which matters more than what was refused. */
  const movedOn = async (): Promise<string | undefined> => {
    if (!row) return undefined
    const now = await api.get<CaseRow>(`${AT}/detail`, { id: row.id }, { quiet: true }).catch(() => undefined)
    if (!now || (now.status === row.status && now.taskId === row.taskId)) return undefined
    const done = row.processInstanceId
      ? await api.get<{ assigneeName?: string }[]>(`${AT}/done-task`, { processInstanceId: row.processInstanceId }, { quiet: true }).catch(() => [])
      : []
    return say(words.movedOn(done.at(-1)?.assigneeName ?? '', now.taskName ?? ''))
  }
  /** Shows a refusal above the form and at its fields. */
  const refuse = async (e: unknown): Promise<void> => {
    const moved = isApiError(e) && e.code !== 0 ? await movedOn() : undefined
    if (moved) return setTried([{ field: '', msg: moved }])
    const faults = formFaults(e)
    const doubles = editing === 'all' ? doublesIn(e) : []
    // the rows are there at once: nothing is typed but why
    if (doubles.length) {
      const others = formsIn(latest.current.doubles).filter((d) => !doubles.some((x) => isSamePerson(d, x)))
      values.merge({ doubles: [...others, ...doubles] })
      values.draw()
    }
    base.setFields(faults.filter((f) => Object.hasOwn(business.fields, f.field)).map((f) => ({ name: f.field, errors: [f.msg] })))
    onRefused(faults)
    const msg = e instanceof Error ? e.message : String(e)
    // nobody can put right that no answer came: what was typed stands
    setTried(faults.length ? faults.map(place) : [{ field: '', msg: isApiError(e) && e.code === 0 ? `${say(words.notSent)}${msg}` : msg }])
  }
  /** Runs one call; refusals stand above the form and at their fields. `papers`: those that are missing, told with what is wrong in the form. Answers what it answered, undefined when refused. */
  const run = async <T>(key: string, complete: boolean, call: () => Promise<T>, papers: readonly Placed[] = []): Promise<T | undefined> => {
    setBusy(key)
    values.draw()
    try {
      if (complete) onAsked()
      if (editing === 'all') await base.validateFields().catch(() => undefined)
      const wrong = checked(complete)
      setTried(wrong.length ? [...wrong, ...papers] : [])
      if (wrong.length) return undefined
      const answer = await call()
      guard.set(false)
      return answer
    } catch (e) {
      await refuse(e)
      return undefined
    } finally {
      setBusy(undefined)
    }
  }
  /** The body of submit, save-commit and update. Source: the room's README (Wire). */
  const body = (): Record<string, unknown> =>
    editing === 'areas'
      ? { id: row!.id, rev: row!.rev, form: latest.current }
      : { ...bodyOf(business, base.getFieldsValue() as Record<string, unknown>, row), form: latest.current }
  const post = (verb: string, draftId?: string) => api.post<string>(`${AT}/${verb}`, { ...body(), ...(draftId ? { draftId } : {}) }, undefined, { quiet: true })
  return { busy, tried, clear: () => setTried([]), run, body, post }
}
