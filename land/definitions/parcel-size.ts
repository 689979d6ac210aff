// How large a parcel may be drawn. Pure; asked by the form, by uploads and by cases alike.
import { both, type Text } from '../../kit/model/lang.ts'
import { compare, mu, toMu, type M2 } from './area.ts'

/** Mu that a drawn parcel has at least: less would be 0.00 mu in its contract; and at most: 66.7 km², more than a village has. */
const LEAST = '0.01'
const MOST = '100000.00'
/** Why no parcel has this area, undefined where one may. What the register has already, from a package, is asked nothing. */
export function sizeWrong(scmj: M2): Text | undefined {
  const area = toMu(scmj)
  if (compare(area, mu(LEAST)) >= 0 && compare(area, mu(MOST)) <= 0) return undefined
  return both(
    `地块面积${scmj}平方米（${area}亩）不合理，应在${LEAST}亩至${MOST}亩之间，请检查图形`,
    `An area of ${scmj} m² (${area} mu) cannot be: a parcel has ${LEAST} to ${MOST} mu. Check the outline`,
  )
}
