// Parcels that come into a contract: why one may not, and what becomes of it. Pure. Source: business-flows.md 4.1, 4.6.
import { invalidField, problems, type Problem } from '../../kit/model/problem.ts'
import { DYZT, YYZT } from '../../land/definitions/statuses.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { areaFault } from '../cases/rules/area-limits.ts'
import { LETTER, type ParcelLine } from '../cases/definitions/parts.ts'
import { parcelSeized, refusal } from '../cases/rules/problems.ts'
import type { ParcelStanding } from '../cases/definitions/standing.ts'

/** Categories (dictionary dklb) that may be contracted. */
const CONTRACTABLE = ['10', '22', '23', '99']
/** Parcels under a contract are 承包地块 (dictionary dklb). */
export const CONTRACTED = '10'
/** Whose contract a parcel comes into: `code` of the contract, the issuer of the case, its contractor. */
interface Into {
  code: string
  fbfbm: string
  cbfbm: string
  cbfmc: string
}
/** Why a parcel may not come into a contract. `at`: the path of its line. */
export function newcomerFault(line: ParcelLine, row: ParcelStanding | undefined, to: Into, at: string): Problem | undefined {
  const wrong = (zh: string, en: string) => invalidField(`${at}.dkbm`, { zh, en })
  if (!row) return problems.notFound({ zh: `地块【${line.dkbm}】`, en: `Parcel ${line.dkbm}` })
  if (row.fbfbm !== to.fbfbm) return wrong(`地块【${line.dkbm}】不属于所选发包方`, `Parcel ${line.dkbm} belongs to another issuer`)
  if (!CONTRACTABLE.includes(row.dklb)) return wrong(`地块【${line.dkbm}】的类别不能承包`, `A parcel of this category cannot be contracted: ${line.dkbm}`)
  if (row.cbfbm && row.cbfbm !== to.cbfbm)
    return wrong(`地块【${line.dkbm}】的承包方不是【${to.cbfmc}】`, `Parcel ${line.dkbm} belongs to a contractor other than ${to.cbfmc}`)
  if (row.standing?.includes('cf')) return parcelSeized({ dkbm: line.dkbm })
  if (row.dyzt === DYZT.mortgaged) return refusal('E1002', { dkbm: line.dkbm })
  if (row.yyzt === YYZT.objected) return refusal('E1003', { dkbm: line.dkbm })
  if (!to.code.endsWith(LETTER[line.cbjyqqdfs] ?? ' '))
    return invalidField(`${at}.cbjyqqdfs`, { zh: '取得方式与合同的承包方式不符', en: 'The way of acquisition does not match the contract' })
  const clash = row.contracts.find((o) => o.cbhtbm === to.code || o.sfqqqg !== '1' || line.sfqqqg !== '1')
  if (clash) return refusal('E1015', { dkbm: line.dkbm, cbhtbm: clash.cbhtbm })
  return areaFault(line, row.scmj, at)
}
/** A parcel that was not contracted land becomes it. */
export const contractedAct = (dkbm: string, dklb: string | null): Act[] =>
  dklb === CONTRACTED ? [] : [{ act: 'setParcel', dkbm, fields: { dklb: CONTRACTED }, bgfs: '10' }]
