// A person who stands in another household of the county already (found by doubleFaults in members.ts): taken with a reason, a proof and a second person who
// confirms it. The register asks for all four again (land/register/acts/people.ts: elsewhere). Source: register.md 5. Pure.
import { note, ref, text } from '../../../kit/model/field.ts'
import type { Problem, Wrong } from '../../../kit/model/problem.ts'
import type { Act, Double, Member } from '../../../land/register/acts/acts.ts'
import { personOf } from '../../../land/definitions/person.ts'
import { formsIn, readForm, type FormOf, type Read } from '../definitions/form.ts'
import { PersonElsewhere } from './members.ts'

/** What the form of a case says of such a person: the other household and the name there, why, and the file of the case that proves it. */
export const DOUBLE = {
  cbfbm: text('另一承包方', { en: 'Other household', max: 18, required: true }),
  cyxm: text('成员', { en: 'Member', max: 50, required: true }),
  reason: note('登记理由', { en: 'Reason', max: 254, required: true }),
  attachId: ref('证明材料', 'attach', { en: 'Proof', required: true, requiredMessage: { zh: '请选择证明材料', en: 'Select the proof' } }),
} as const
export type DoubleForm = FormOf<typeof DOUBLE>
/** A double that the form admits, by person (type and number). */
export type AdmittedDouble = DoubleForm & { person: string }

/** Reads `doubles` of a form of any type; a row in which nothing was said yet counts for nothing, unless every row is `asked` for the rest. */
export function readDoubles(raw: Readonly<Record<string, unknown>>, asked = false): Read<{ doubles: DoubleForm[] }> {
  const rows = formsIn(raw.doubles).map((d) => (asked || d.reason || d.attachId ? readForm(DOUBLE, d) : undefined))
  const wrong = rows.flatMap((r, i): Wrong[] => r?.wrong.map((w) => ({ ...w, field: `doubles.${i}.${w.field}` })) ?? [])
  return { form: { doubles: rows.flatMap((r) => (r && !r.wrong.length ? [r.form] : [])) }, wrong }
}
/** Faults without the doubles of which the form tells, and those doubles. */
export function admitted(faults: readonly Problem[], told: readonly DoubleForm[]): { faults: Problem[]; doubles: AdmittedDouble[] } {
  const doubles: AdmittedDouble[] = []
  const left = faults.filter((p) => {
    const d = p instanceof PersonElsewhere ? told.find((t) => t.cbfbm === p.cbfbm && t.cyxm === p.cyxm) : undefined
    if (d) doubles.push({ ...d, person: (p as PersonElsewhere).person })
    return !d
  })
  return { faults: left, doubles }
}
/** The acts of an entry in which these persons come with why they may. `given`: by person. */
export function withDoubles(acts: readonly Act[], given: ReadonlyMap<string, Double>): readonly Act[] {
  const marked = (m: Member): Member => {
    const double = given.get(personOf(m))
    return double ? { ...m, double } : m
  }
  return acts.map((a) => ((a.act === 'newContractor' || a.act === 'setContractor') && a.members ? { ...a, members: a.members.map(marked) } : a))
}
