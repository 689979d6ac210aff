// A household that a case brings into the register. Pure.
import type { Checked, Draft } from '../../kit/model/resource.ts'
import type { cbf } from '../../land/definitions/cbf.ts'
import type { jtcy } from '../../land/definitions/jtcy.ts'
import type { NewContractor } from '../../land/register/acts.ts'

/** A new contractor with its members, checked. */
export interface NewHousehold {
  draft: Checked<typeof cbf>
  members: readonly { values: Draft<typeof jtcy> }[]
}
const memberOf = ({ cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm }: Draft<typeof jtcy>) => ({
  ...{ cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm },
})
/** The act that brings it. */
export const newContractor = (cbfbm: string, { draft, members }: NewHousehold): NewContractor => ({
  act: 'newContractor',
  cbfbm,
  fields: draft,
  members: members.map((m) => memberOf(m.values)),
})
