import { useState } from 'react'
import { IssuerStart } from '../../../../business/cases/web/lists/IssuerStart.web.tsx'
import { useNoPlan } from '../../../../business/parts/issuer.web.ts'
import { words } from '../../../../business/cases/web/words.ts'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import type { RowCommand } from '../../../../kit/web/commands.web.tsx'
import FbfPage from '../../../../land/fbf/fbf.web.tsx'

/** Issuers, from whose rows the business about an issuer is begun: its correction, and the extension of its households. */
export default function Issuers() {
  const [from, setFrom] = useState<AnyRow>()
  const command: RowCommand = { key: 'start', label: words.start, perm: 'business_add', run: setFrom }
  return (
    <>
      <FbfPage more={[command]} />
      {from && <Starting of={from} onClose={() => setFrom(undefined)} />}
    </>
  )
}
function Starting({ of: { fbfbm, fbfmc }, onClose }: { of: AnyRow; onClose(): void }) {
  const noPlan = useNoPlan(String(fbfbm))
  const types = [{ code: 'correct_fbf' }, { code: 'contract_renew', why: noPlan ? words.noPlan : undefined }] as const
  return <IssuerStart fbfbm={String(fbfbm)} fbfmc={String(fbfmc ?? fbfbm)} types={types} onClose={onClose} />
}
