import { useState } from 'react'
import { StartDialog } from '../../../../business/cases/web/StartDialog.web.tsx'
import { words } from '../../../../business/cases/web/words.ts'
import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import type { RowCommand } from '../../../../kit/web/commands.web.tsx'

/** Statuses of a row that is over: history (zt), and registered as ended (djzt). */
const [HISTORIC, ENDED] = ['2', '9']
/** A business is begun from the row of a contractor, or of a parcel with its holder: the button and its dialog. */
export function useStarting() {
  const [from, setFrom] = useState<AnyRow>()
  const command: RowCommand = {
    key: 'start',
    label: words.start,
    perm: 'business_add',
    when: (row) => (!row.cbfbm ? words.noHolder : row.zt === HISTORIC || row.djzt === ENDED ? words.holderEnded : true),
    run: (row) => setFrom(row),
  }
  const dialog = from && <StartDialog cbfbm={String(from.cbfbm)} cbfmc={String(from.cbfmc ?? from.cbfbm)} onClose={() => setFrom(undefined)} />
  return { command, dialog }
}
