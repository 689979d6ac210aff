// How far a contract area that a case adds or decides may lie from what was measured. Pure. Source: rulings.md 6.
import { hundredths } from '../../../kit/model/decimal.ts'
import { text } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import { invalidField, type Problem } from '../../../kit/model/problem.ts'

/** Why a contract area differs from the measured one by more than a tenth: kept with the case, seen by who checks it. */
export const AREA_REASON = text('面积差异原因', { en: 'Reason for the area', max: 200 })
interface AreaLine {
  dkbm: string
  htmj: string
  sfqqqg?: string | null
  areaReason?: string | null
}
const SHARE = '1'
/** Hundredths of a per cent would be too fine: the difference in per cent of the measured area, rounded up; null where nothing was measured. A share is less than its parcel by nature. */
export function percentOff({ htmj, sfqqqg }: Pick<AreaLine, 'htmj' | 'sfqqqg'>, scmj: string | null | undefined): number | null {
  if (!scmj || !/^\d+(\.\d{1,2})?$/.test(scmj) || !/^\d+(\.\d{1,2})?$/.test(htmj)) return null
  const [is, measured] = [hundredths(htmj), hundredths(scmj)]
  if (measured <= 0n || (sfqqqg === SHARE && is <= measured)) return null
  const apart = is > measured ? is - measured : measured - is
  return Number((apart * 100n + measured - 1n) / measured)
}
/**
 * Why a confirmed area (qqmjm, mu) may not be so: as a contract area, more than 100 % from the measured one (scmjm, mu), or more than 10 % without a reason.
 * `at`: where the line stands in the form; `asksReason`: whether a reason can be given there.
 */
export function confirmedFault(
  { dkbm, qqmjm, areaReason }: { dkbm: string; qqmjm: string; areaReason?: string | null },
  scmjm: string | null | undefined,
  at: string,
  asksReason: boolean,
): Problem | undefined {
  const apart = percentOff({ htmj: qqmjm }, scmjm)
  if (apart === null || apart <= NEEDS_REASON) return undefined
  if (apart > MOST)
    return invalidField(
      `${at}.qqmjm`,
      both(
        `地块【${dkbm}】的确权面积与实测面积【${scmjm}亩】相差超过100%，请更正`,
        `Parcel ${dkbm}: confirmed area and measured area (${scmjm} mu) differ by more than 100 %: correct it`,
      ),
    )
  if (!asksReason || areaReason?.trim()) return undefined
  return invalidField(
    `${at}.areaReason`,
    both(
      `地块【${dkbm}】的确权面积与实测面积【${scmjm}亩】相差超过10%，请填写面积差异原因`,
      `Parcel ${dkbm}: confirmed area and measured area (${scmjm} mu) differ by more than 10 %: give the reason`,
    ),
  )
}
/** More than a tenth apart: a reason is asked for. */
export const NEEDS_REASON = 10
const MOST = 100
/** What a contract area is compared with. */
const COMPARED = { measured: both('实测面积', 'measured area'), registered: both('登记的合同面积', 'registered contract area') } as const
/**
 * Why a line's contract area may not be so: more than 100 % from the measured one, or more than 10 % without a reason. `at`: where the line stands in the form;
 * `asksReason`: whether a reason can be given there.
 */
export function areaFault(
  line: AreaLine,
  scmj: string | null | undefined,
  at: string,
  compared: keyof typeof COMPARED = 'measured',
  asksReason = true,
): Problem | undefined {
  const { zh, en } = COMPARED[compared]
  const apart = percentOff(line, scmj)
  if (apart === null || apart <= NEEDS_REASON) return undefined
  const { dkbm } = line
  if (apart > MOST)
    return invalidField(
      `${at}.htmj`,
      both(
        `地块【${dkbm}】的合同面积与${zh}【${scmj}平方米】相差超过100%，请更正`,
        `Parcel ${dkbm}: contract area and ${en} (${scmj} m²) differ by more than 100 %: correct it`,
      ),
    )
  if (!asksReason || line.areaReason?.trim()) return undefined
  return invalidField(
    `${at}.areaReason`,
    both(
      `地块【${dkbm}】的合同面积与${zh}【${scmj}平方米】相差超过10%，请填写面积差异原因`,
      `Parcel ${dkbm}: contract area and ${en} (${scmj} m²) differ by more than 10 %: give the reason`,
    ),
  )
}
