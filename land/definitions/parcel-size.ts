// How large a parcel may be drawn. Pure; asked by the form, by uploads and by cases alike.
import { hundredths } from '../../kit/model/decimal.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { compare, m2, mu, toMu, within, type M2 } from './area.ts'

/** Whether a typed area is not that of the outline: it may differ by max(0.1 m², 0.1 %). m², decimal text. Source: data-format.md D07. */
export const areaWrong = (typed: string, drawn: string): boolean => !within(m2(typed), m2(drawn), Math.max(10, Number(hundredths(drawn) / 1000n)))

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
