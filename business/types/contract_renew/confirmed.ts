// Confirmed areas (qqmjm, mu) that an extension decides: near what was measured, and one for each parcel. Pure.
import { both } from '../../../kit/model/lang.ts'
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { confirmedFault } from '../../cases/area-limits.ts'
import { bookIn, type Standing } from '../../cases/standing.ts'
import type { RenewForm } from './type.ts'

/** A confirmed area lies near what was measured. */
export const confirmedFaults = (form: RenewForm, standings: readonly (Standing | undefined)[]): Problem[] =>
  form.nh.flatMap((h, i) =>
    h.dk.flatMap(({ dkbm, qqmjm }, j): Problem[] => {
      const parcel = bookIn(standings[i], h.cbjyqzbm, h.djbId)?.lines.find((l) => l.line.dkbm === dkbm)?.parcel
      const off = qqmjm && parcel && qqmjm !== parcel.qqmjm ? confirmedFault({ dkbm, qqmjm }, parcel.scmjm, `nh.${i}.dk.${j}`, false) : undefined
      return off ? [off] : []
    }),
  )
/** A parcel that several households hold has one confirmed area. */
export function jointFaults(form: RenewForm): Problem[] {
  const seen = new Map<string, string>()
  return form.nh.flatMap((h, i) =>
    h.dk.flatMap(({ dkbm, qqmjm }, j): Problem[] => {
      if (!qqmjm) return []
      const other = seen.get(dkbm)
      seen.set(dkbm, other ?? qqmjm)
      return other && other !== qqmjm
        ? [invalidField(`nh.${i}.dk.${j}.qqmjm`, both(`共有地块【${dkbm}】的确权面积不一致`, `The confirmed area of joint parcel ${dkbm} differs`))]
        : []
    }),
  )
}
