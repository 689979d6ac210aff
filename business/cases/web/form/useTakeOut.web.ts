import { useQueryClient } from '@tanstack/react-query'
import { both } from '../../../../kit/model/lang.ts'
import { useAsk } from '../../../../kit/web/ask.web.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { useToast } from '../../../../kit/web/dialogs.web.tsx'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { STATUS } from '../../rules/flow.ts'
import type { CaseRow } from '../form.web.ts'

const ASK = both('将该户移出本业务？其登记簿随即可以办理其他业务。', 'Remove this household from the case? Its book is immediately free for other business.')
/** Whether the reader may take a household out of a case that runs. */
export const mayTakeOut = (row: CaseRow | undefined): boolean => row?.status === STATUS.doing && row.actions.includes('revoke')
/** Takes a household out of a case that runs, after a question: it goes at once, and is free again. `cbjyqzbm`: the code of its book. */
export function useTakeOut(row: CaseRow | undefined) {
  const ask = useAsk(),
    toast = useToast(),
    client = useQueryClient()
  return async (h: { djbId?: unknown; cbjyqzbm?: unknown }): Promise<void> => {
    if (!(await ask(ASK))) return
    try {
      await api.post('ywbl/renew-contract/cancel', { businessId: row!.id, djbId: h.djbId, cbhtbm: h.cbjyqzbm }, undefined, { quiet: true })
      toast.done(both('已移出', 'Removed'))
      await client.invalidateQueries({ queryKey: queryKeyOf('business', 'detail', row!.id) })
    } catch (e) {
      toast.failed(e)
    }
  }
}
