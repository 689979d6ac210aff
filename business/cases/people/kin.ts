// What is asked of the households that a case makes: why a child is the head, and by which paper; what contradicts itself is told. Pure. Source: rulings.md 51.
import { both } from '../../../kit/model/lang.ts'
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { headIndex } from '../../../land/definitions/household.ts'
import { ageComparison, headAsked, kinHints } from '../../../land/definitions/kin.ts'
import type { PlannedHousehold, Warning } from '../definitions/meaning.ts'

/** The paper that proves who heads a household (dictionary attach_kind): 婚嫁、户籍证明. */
const RESIDENCE = 'HJZM'

/** Heads who are asked for: refused without a reason; with one, the paper is asked for. `today`: yyyy-MM-dd; `compares`: what is typed may be compared with the register. */
export function headsAsked(households: readonly PlannedHousehold[], today: string, compares: boolean): { faults: Problem[]; papers: string[] } {
  const asked = households.flatMap((h) => {
    const i = headIndex(h.members)
    const head = h.members[i]
    const why = head && headAsked(h.members, h.before ?? [], today, ageComparison(compares, h.before))
    return why ? [{ why, field: h.reasonAt ?? `${h.at}jtcyList.${i}.cybzsm`, reason: h.reason ?? head!.cybzsm }] : []
  })
  const faults = asked.flatMap(({ why, field, reason }) =>
    reason?.trim()
      ? []
      : [
          invalidField(
            field,
            both(
              `${why.zh}，确需任户主的，请注明理由（成员备注说明或户主说明），并提交户籍证明`,
              `${why.en}: if this is correct, give the reason (remark note of the member, or of the head) and provide the proof of residence`,
            ),
          ),
        ],
  )
  return { faults, papers: asked.length ? [RESIDENCE] : [] }
}
/** What somebody should look at in these households. */
export const kinWarnings = (households: readonly PlannedHousehold[], compares: boolean): Warning[] =>
  households.flatMap((h) =>
    kinHints(h.members, undefined, ageComparison(compares, h.before)).map(({ field, msg }) => ({ key: 'kin', field: `${h.at}${field}`, msg })),
  )
