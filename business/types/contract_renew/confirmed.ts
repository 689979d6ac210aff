// Areas that an extension decides: near what was measured, and a confirmed one (qqmjm, mu) for each parcel. Pure.
import { both } from '../../../kit/model/lang.ts'
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { areaFault, confirmedFault } from '../../cases/rules/area-limits.ts'
import { isDrawing } from '../../cases/land/pieces.ts'
import { bookIn, type Standing } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { WAY, type RenewForm } from './type.ts'

/**
 * A contract area and a confirmed one that are decided anew lie near what was measured, with a reason where they do not; where nothing was measured the contract
 * area lies near the registered one. What is carried over stays as it is registered (rulings.md 6). The reason is asked for as long as the case may still be
 * given one: at its acceptance and survey.
 */
export const decidedFaults = (form: RenewForm, standings: readonly (Standing | undefined)[], about: About): Problem[] =>
  form.nh.flatMap((h, i) =>
    h.dk.flatMap(({ dkbm, qqmjm, htmj, areaReason }, j): Problem[] => {
      const found = bookIn(standings[i], h.cbjyqzbm, h.djbId)?.lines.find((l) => l.line.dkbm === dkbm)
      if (!found) return []
      const { parcel, line } = found
      const at = `nh.${i}.dk.${j}`
      const sfqqqg = h.ybddlx === WAY.shares ? SHARE : line.sfqqqg
      const isNew = htmj && htmj !== line.htmj
      const asks = isDrawing(about)
      const compared = parcel.scmj ? 'measured' : 'registered'
      const area = isNew ? areaFault({ dkbm, htmj, sfqqqg, areaReason }, parcel.scmj ?? line.htmj, at, compared, asks) : undefined
      const off = area ?? (qqmjm && qqmjm !== parcel.qqmjm ? confirmedFault({ dkbm, qqmjm, areaReason }, parcel.scmjm, at, asks) : undefined)
      return off ? [off] : []
    }),
  )
/** Confirmed in shares (dictionary yes_no). */
const SHARE = '1'
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
