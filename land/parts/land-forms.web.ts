import type { Text } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import type { RowCommand, ToolCommand } from '../../kit/web/commands.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { LAND_FORMS, type LandFormKey } from './land-form-names.ts'

/** The call that prints forms of households and issuers. */
export const LAND_FORM_AT = 'dzzw/land-form'
/** Prints a form of a row: of its household, where `about` does not say of what else. */
export const landFormCommand = (form: LandFormKey, about = (r: AnyRow): Record<string, string> => ({ cbfbms: String(r.cbfbm) })): RowCommand => ({
  key: form,
  label: LAND_FORMS[form].title,
  perm: 'print_view',
  run: (r) => download(LAND_FORM_AT, { form, ...about(r) }),
})
/** Prints a form of the chosen households, else of all of the region at the left; `none`: what is said where neither is chosen. */
export const landFormTool = (form: LandFormKey, regionCode: string | undefined, none: Text): ToolCommand => ({
  key: form,
  label: LAND_FORMS[form].title,
  perm: 'print_view',
  when: (rows) => rows.length > 0 || !!regionCode || none,
  run: (rows) => download(LAND_FORM_AT, { form, ...(rows.length > 0 ? { cbfbms: rows.map((r) => String(r.cbfbm)).join(',') } : { regionCode: regionCode! }) }),
})
