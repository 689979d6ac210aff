// A household that a case brings into the register. Pure.
import type { Checked, Draft } from '../../../kit/model/resource.ts'
import type { Form } from './business.ts'
import { formIn, formsIn, type FormShape } from './form.ts'
import type { cbf } from '../../../land/definitions/cbf.ts'
import type { jtcy } from '../../../land/definitions/jtcy.ts'
import { memberFields, type NewContractor } from '../../../land/register/acts/acts.ts'

/** Who wrote down and who looked at what was posted of a household, and when: nobody, before the posting of its case is over. Source: docs/adr/0035. */
export const OF_POSTING = ['gsjsr', 'gsshrq', 'gsshr'] as const
/** A form whose new households say who looked at what was posted of them. */
export function withPosting(shape: FormShape, form: Form, said: Readonly<Record<(typeof OF_POSTING)[number], string>>): Form {
  const told = Object.entries(shape).flatMap(([name, part]): [string, unknown][] => {
    if ('kind' in part || !form[name]) return []
    if ('many' in part) return [[name, formsIn(form[name]).map((row) => withPosting(part.many, row, said))]]
    const own = formIn(form[name])
    if (!part.own) return [[name, withPosting(part.one, own, said)]]
    // one of the register has its own posting behind it
    return own.cbfbm || Object.keys(own).length === 0 ? [] : [[name, { ...own, ...said }]]
  })
  return { ...form, ...Object.fromEntries(told) }
}

/** A new contractor with its members, checked. */
export interface NewHousehold {
  draft: Checked<typeof cbf>
  members: readonly { values: Draft<typeof jtcy> }[]
}
/** The act that brings it. */
export const newContractor = (cbfbm: string, { draft, members }: NewHousehold): NewContractor => ({
  act: 'newContractor',
  cbfbm,
  fields: draft,
  members: members.map((m) => memberFields(m.values)),
})
