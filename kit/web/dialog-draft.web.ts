import type { FormInstance } from 'antd'
import { useEffect, useRef } from 'react'
import { both, type Text } from '../model/lang.ts'
import { usePageState, type Drafted, type Keeping, type StoredRow } from './session.web.ts'
import { formName } from './form-name.ts'

/** Said where nothing of a dialog is kept: codes that prove a person, numbers read from a document at the desk. */
export const notKept = both('此处填写的内容不保存草稿', 'What is entered here is not kept as a draft')

/** How the values of a form are read and put back for its draft. */
export const draftedValues = (form: FormInstance, isDirty: () => boolean = () => false): Pick<Drafted, 'take' | 'put'> => ({
  take: () => (form.isFieldsTouched() || isDirty() ? form.getFieldsValue(true) : undefined),
  put: (v: Record<string, unknown>) => form.setFieldsValue(v),
})
/**
 * The draft of a dialog: what was typed into it is kept and offered again, as in every other form. `about`: what it is about, such as the id of a case; null: nothing of
 * it may be kept, and `notKept` is said instead. Its `offer` stands above the fields, its `line` beside the buttons; `typed` hears of every change, `end` of what was done.
 */
export const useDialogDraft = (title: Text, about: string | null, values: Pick<Drafted, 'take' | 'put'>, base?: StoredRow): Keeping | undefined =>
  usePageState().tables?.useDraft(about === null ? undefined : formName(title.en, about), { ...values, ...(base ? { base } : {}) })
/**
 * Tells the draft of a dialog whose `values` are state of its component: that something was typed, once it is there to be read. What was cleared by hand is given up: it
 * does not come back.
 */
export function useDraftedState(draft: Keeping | undefined, values: readonly unknown[], isEmpty: boolean): void {
  const wasEmpty = useRef(true)
  useEffect(() => {
    if (!isEmpty) draft?.typed()
    else if (!wasEmpty.current) void draft?.end()
    wasEmpty.current = isEmpty
  }, values)
}
