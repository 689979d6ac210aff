import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Text } from '../../../../kit/model/lang.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { STATUS } from '../../rules/flow.ts'
import { words } from '../words.ts'

interface Totals {
  todo: number
  doing: number
  done: number
  revoked: number
  overdue: number
  total: number
}
interface CardsProps {
  filters: Record<string, string>
  /** the card of the list one looks at: a status, '' for all */
  at: string
  /** in the list of what waits for oneself: how many there are, instead of the cases that are not sent yet */
  mine?: number
  onStatus?(status: string): void
  /** and by what is past its promised day; `late`: one looks at those */
  onLate?(): void
  late?: boolean
}
/** Number of businesses by status under the filters of the list; in the list of all a press filters by that status. */
export function Cards({ filters, at, mine, onStatus, onLate, late = false }: CardsProps) {
  const { say } = useSay()
  const { data } = useQuery({
    queryKey: queryKeyOf('business', 'totals', filters),
    placeholderData: keepPreviousData,
    queryFn: () => api.get<Totals>('yw-accept/business/page-total', filters, { quiet: true }),
  })
  const card = (label: Text, n: number | undefined, status: string, press = onStatus && (() => onStatus(status)), chosen = status === at && !late) => {
    const figure = (
      <>
        {say(label)} <b>{n ?? 0}</b>
      </>
    )
    return press ? (
      <button key={status} type="button" className="list-figure" aria-pressed={chosen} onClick={press}>
        {figure}
      </button>
    ) : (
      <span key={status} className={chosen ? 'list-figure list-figure-on' : 'list-figure'}>
        {figure}
      </span>
    )
  }
  return (
    <div className="list-figures">
      {mine === undefined ? (
        <>
          {card(words.total, data?.total, '')}
          {card(words.todo, data?.todo, STATUS.todo)}
        </>
      ) : (
        card(words.mine, mine, STATUS.todo)
      )}
      {card(words.doing, data?.doing, STATUS.doing)}
      {card(words.overdue, data?.overdue, 'overdue', onLate, late)}
      {card(words.done, data?.done, STATUS.done)}
      {card(words.gone, data?.revoked, STATUS.revoked)}
    </div>
  )
}
