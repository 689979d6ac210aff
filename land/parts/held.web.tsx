import { useQuery } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Button } from 'antd'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import type { StateSign } from '../../platform/record/Head.web.tsx'
import { DJZT, LZZT, DYZT, YYZT } from '../definitions/statuses.ts'
import { recordPartWords as words } from './record-words.ts'

const STANDS = 'valid'
const nothing: readonly AnyRow[] = []
/** What stands in the way of a business about an object: open cases by their numbers, and restrictions in force. `code` of a parcel, book or contractor. */
export function useHinders(r: AnyResource, row: AnyRow, code: string | undefined, asOf?: string) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const locks = useQuery({
    queryKey: queryKeyOf(r, 'locks', row.id, row.rev),
    enabled: !asOf,
    retry: false,
    queryFn: () => api.get<{ heldBy: readonly string[] }>(`${r.path.slice(1)}/locks`, { id: row.id }, { quiet: true }),
  })
  // the same call as the list of restrictions in its tab
  const restrictions = useQuery({
    queryKey: queryKeyOf('restriction', 'of', code, asOf),
    enabled: !!code && can('restriction_view'),
    retry: false,
    queryFn: () => api.get<AnyRow[]>('base-qssj/restriction/history', { code: code!, ...(asOf ? { asOf } : {}) }, { quiet: true }),
  })
  const heldBy = locks.data?.heldBy ?? []
  const standing = (restrictions.data ?? nothing).filter((x) => x.state === STANDS)
  // most objects have none, and need no words for them
  const kind = useDict(standing.length > 0 ? 'restriction_kind' : '')
  const toCase = (businessCode: string) => (
    <Button type="link" size="small" style={{ padding: 0 }} onClick={() => openPage('/business/all', { businessCode })}>
      {businessCode}
    </Button>
  )
  const hinders = [
    ...heldBy.map((c) => ({ key: c, text: say(words.heldBy), act: can('business_view') ? toCase(c) : c })),
    ...standing.map((x) => ({
      key: x.id,
      text: [kind.label(x.kind), x.words, x.fromDay, x.toDay && `${say(words.until)} ${x.toDay}`].filter(Boolean).join(' '),
    })),
  ]
  return { heldBy, hinders }
}

/** What stands against a right, in words: circulated, mortgaged, objected. */
export function useRightSigns(row: AnyRow): StateSign[] {
  const { say } = useSay()
  return [
    ...(row.lzzt === LZZT.circulated ? [{ key: 'lzzt', text: say(words.circulated), tone: 'warning' as const }] : []),
    ...(row.dyzt === DYZT.mortgaged ? [{ key: 'dyzt', text: say(words.mortgaged), tone: 'warning' as const }] : []),
    ...(row.yyzt === YYZT.objected ? [{ key: 'yyzt', text: say(words.objected), tone: 'error' as const }] : []),
  ]
}
/** How a household or parcel stands, in words: registered, held by a case, circulated, mortgaged, objected. */
export function useStanding(row: AnyRow, isHeld: boolean): StateSign[] {
  const { say } = useSay()
  const djzt = useDict('djzt')
  const signs = useRightSigns(row)
  return [
    { key: 'djzt', text: djzt.label(row.djzt), tone: row.djzt === DJZT.registered ? 'success' : row.djzt === DJZT.ended ? 'error' : 'default' },
    ...(isHeld ? [{ key: 'held', text: say(words.underWay), tone: 'processing' as const }] : []),
    ...signs,
  ]
}
