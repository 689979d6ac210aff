import { useQuery } from '@tanstack/react-query'
import { Alert, Spin, Tag } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import type { Djb } from '../definitions/cbht.ts'
import { QSZT } from '../definitions/statuses.ts'
import { FamilyTree } from '../parts/FamilyTree.web.tsx'
import type { Edge } from '../parts/layers.ts'
import { words } from './words.ts'

/** The life cycle of a household: the books that its land came from and went to, of whatever household, with the contract areas of each step. */
export function HouseholdTree({ cbfbm, name, onClose }: { cbfbm: string; name: string; onClose(): void }) {
  const { say } = useSay()
  const [kinds, states] = [useDict('djxl'), useDict('htqszt')]
  const [own, setOwn] = useState<string>()
  const books = useQuery({
    queryKey: queryKeyOf('djb', 'of-cbf', cbfbm),
    retry: false,
    queryFn: () => api.get<Djb[]>('data/dzzw-djb/detail-by-cbf', { cbfbm }, { quiet: true }),
  })
  const id = own ?? books.data?.[0]?.id
  const life = useQuery({
    queryKey: queryKeyOf('djb', 'life', id),
    enabled: !!id,
    retry: false,
    queryFn: () => api.get<{ nodes: Djb[]; edges: Edge[] }>('dzzw/djb/life-cycle', { id: id! }, { quiet: true }),
  })
  const error = books.error ?? life.error
  const all = (life.data?.nodes ?? []).map((b) => ({
    id: b.id,
    title: b.cbfmc ?? '—',
    order: `${b.djsj} ${b.cbjyqzbm}`,
    isLive: b.qszt === QSZT.current,
    ...(b.htzmjm ? { area: b.htzmjm } : {}),
    tag: <Tag color={b.qszt === QSZT.current ? 'success' : 'default'}>{states.label(b.qszt)}</Tag>,
    lines: [b.cbjyqzbm, `${kinds.label(b.djxl)} · ${b.djsj ?? ''}`, `${say(words.area)} ${b.htzmjm ?? '—'} ${say(words.mu)}`],
  }))
  return (
    <Dialog open width="80%" title={`${say(words.family)} · ${name}`} onCancel={onClose}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!error && books.data?.length === 0 && <Alert type="info" showIcon title={say(words.noBook)} />}
      {!error && (books.isLoading || life.isLoading) && <Spin />}
      {life.data && <FamilyTree all={all} edges={life.data.edges} own={id!} linkOf={(e) => (e.djxl ? kinds.label(e.djxl) : '')} onOpen={setOwn} />}
    </Dialog>
  )
}
