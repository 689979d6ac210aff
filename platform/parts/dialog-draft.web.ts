import type { FormInstance } from 'antd'
import type { Text } from '../../kit/model/lang.ts'
import { usePageState, type Keeping } from '../../kit/web/session.web.ts'
import { formName } from './form-name.ts'

/**
 * The draft of a dialog whose form is its own: what was typed into it is kept and offered again, as in every other form. `about`: what it is about, such as the id of a
 * case; undefined: nothing is kept. Its `offer` stands above the fields, its `line` beside the buttons; `typed` hears of every change, `end` of what was done.
 */
export function useDialogDraft(title: Text, about: string | undefined, form: FormInstance): Keeping | undefined {
  return usePageState().tables?.useDraft(about === undefined ? undefined : formName(title.en, about), {
    take: () => (form.isFieldsTouched() ? form.getFieldsValue(true) : undefined),
    put: (v: Record<string, unknown>) => form.setFieldsValue(v),
  })
}
