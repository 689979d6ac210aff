import { useQuery } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Alert, Button, Flex } from 'antd'
import { both as w, type Text } from '../../kit/model/lang.ts'
import { entries, isEditable, type AnyResource } from '../../kit/model/resource.ts'
import { api } from '../../kit/web/client.web.ts'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'

const words = {
  registered: w('已登记：置灰的内容以登记簿为准，只能通过业务变更', 'Registered: greyed-out fields show the register and can only be changed by a business'),
  held: w('正在办理业务，办结或撤销前不能修改：', 'Locked by an open case until that is finished or revoked: '),
  seized: w('被查封：解除查封前不能修改', 'Seized: nothing can be changed until the seizure ends'),
  start: w('办理', 'Start: '),
  correct: w('申请勘误', 'Ask for a correction'),
}
interface Standing {
  isRegistered: boolean
  heldBy: readonly string[]
  isSeized: boolean
  free: readonly string[] | null
  by: readonly (Text & { type: string })[]
}
/** What of a row a form may change, as the server says it. */
export interface Locked {
  isLoading: boolean
  /** the row is registered or held: only its free fields change */
  isLocked: boolean
  standing: Standing | undefined
  /** the definition with every locked field to be read */
  of: AnyResource
}
/** Asks what of the row may be changed while its form is open to edit. */
export function useLocked(r: AnyResource, { mode, row }: Pick<ResourceFormProps, 'mode' | 'row'>): Locked {
  const asks = mode === 'edit' && !!row?.id
  const { data, isLoading } = useQuery({
    queryKey: queryKeyOf(r, 'locks', row?.id, row?.rev),
    enabled: asks,
    staleTime: 0,
    queryFn: () => api.get<Standing>(`${r.path.slice(1)}/locks`, { id: String(row!.id) }),
  })
  const free = asks ? data?.free : null
  const fields = !free
    ? r.fields
    : Object.fromEntries(entries(r).map(([n, f]) => [n, isEditable(f) && !free.includes(n) ? { ...f, form: 'read' as const } : f]))
  return { isLoading: asks && isLoading, isLocked: !!free, standing: asks ? data : undefined, of: free ? { ...r, fields } : r }
}
/** Why fields are greyed out, and the kinds of business that change them, each a click away; `code`: of the contractor or issuer with whom it begins; `own`: the object itself. */
export function LockedNote({ standing, code, own }: { standing: Standing | undefined; code: unknown; own: readonly [kind: string, code: unknown] }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  if (!standing?.free) return null
  const begin = (type: string) => openPage('/business/all', { open: `add.${type}.${String(code)}` })
  const correct = () => openPage('/registry/correction', { open: `add.${own[0]}.${String(own[1])}` })
  const { isSeized, heldBy } = standing
  const isHeld = isSeized || heldBy.length > 0
  return (
    <Alert
      type={isHeld ? 'warning' : 'info'}
      showIcon
      style={{ marginBottom: 16 }}
      title={isSeized ? say(words.seized) : isHeld ? `${say(words.held)}${heldBy.join('、')}` : say(words.registered)}
      // below the words: in English four buttons beside them left a column of single letters
      description={
        !isHeld ? (
          <Flex gap="small" wrap>
            {code && can('business_add')
              ? standing.by.map((t) => (
                  <Button key={t.type} size="small" onClick={() => begin(t.type)}>
                    {`${say(words.start)}${say(t)}`}
                  </Button>
                ))
              : null}
            {can('correction_add') && (
              <Button size="small" onClick={correct}>
                {say(words.correct)}
              </Button>
            )}
          </Flex>
        ) : null
      }
    />
  )
}
