import { useQuery } from '@tanstack/react-query'
import { Alert, Spin, Tag } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { ZT } from '../definitions/statuses.ts'
import { FamilyTree } from '../parts/FamilyTree.web.tsx'
import type { Edge } from '../parts/layers.ts'
import { words } from './words.ts'

interface Member {
  dkbm: string
  dkmc: string | null
  cbfmc: string | null
  scmjm: string | null
  zt: string
  regFrom: string
  goesOn: boolean
  former: string | null
}
/** The family of a parcel in a dialog: what it was cut from or joined of, what became of it, and whether the areas add up. */
export function ParcelTree({ dkbm, onClose, onOpen }: { dkbm: string; onClose(): void; onOpen(dkbm: string): void }) {
  const { say } = useSay()
  const states = useDict('dkzt')
  const { data, error } = useQuery({
    queryKey: queryKeyOf('dk', 'lineage', dkbm),
    retry: false,
    queryFn: () => api.get<{ nodes: Member[]; edges: Edge[] }>('base-dlxx/dk/lineage', { dkbm }, { quiet: true }),
  })
  const all = (data?.nodes ?? []).map((m) => ({
    id: m.dkbm,
    title: [m.dkmc, m.dkbm.slice(-5)].filter(Boolean).join(' '),
    order: m.dkbm,
    isLive: m.zt === ZT.valid,
    goesOn: m.goesOn,
    ...(m.scmjm ? { area: m.scmjm } : {}),
    ...(m.former ? { former: m.former } : {}),
    tag: <Tag color={m.zt === ZT.valid ? 'success' : 'default'}>{states.label(m.zt)}</Tag>,
    lines: [m.dkbm, `${m.cbfmc ?? '—'} · ${m.scmjm ?? '—'} ${say(words.mu)}`, `${say(m.zt === ZT.valid ? words.since : words.ended)} ${m.regFrom}`],
  }))
  return (
    <Dialog open width="80%" title={`${say(words.family)} · ${dkbm}`} onCancel={onClose}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Spin />}
      {data && <FamilyTree all={all} edges={data.edges} own={dkbm} onOpen={onOpen} />}
    </Dialog>
  )
}
