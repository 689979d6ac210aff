import { Card, Descriptions, Space } from 'antd'
import type { ReactNode } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { dk } from '../definitions/dk.ts'
import { useParcel } from './RegionMap.web.tsx'

const FACTS = ['dkbm', 'cbfmc', 'scmjm', 'qqmjm', 'dklb', 'djzt', 'lzzt', 'dyzt', 'dkdz', 'dkxz', 'dknz', 'dkbz'] as const
interface ParcelCardProps {
  dkbm: string
  /** the registered day that is shown; none: today */
  asOf?: string | undefined
  onClose(): void
  actions?: ReactNode
  columns?: number
}

/** The popup of a parcel: its facts and buttons. */
export function ParcelCard({ dkbm, asOf, onClose, actions, columns = 1 }: ParcelCardProps) {
  const { say, lang } = useSay()
  const { data, isLoading, error } = useParcel(dkbm, asOf)
  const close = (
    <button
      type="button"
      aria-label={lang === 'en' ? 'Close' : '关闭'}
      onClick={onClose}
      style={{ border: 0, background: 'none', color: 'inherit', cursor: 'pointer', fontSize: 16 }}
    >
      ×
    </button>
  )
  const items = FACTS.map((n) => ({
    key: n,
    label: say(labelOf(dk.fields[n])),
    children: data ? kinds[dk.fields[n].kind].show(data[n], dk.fields[n], n, data) : '',
  }))
  return (
    <Card size="small" title={data?.dkmc ?? dkbm} extra={close} loading={isLoading} styles={{ body: { maxHeight: 320, overflow: 'auto' } }}>
      {actions && (
        <Space wrap style={{ marginBottom: 8 }}>
          {actions}
        </Space>
      )}
      {error ? (
        error.message
      ) : (
        <Descriptions
          size="small"
          column={columns}
          items={items}
          styles={{ label: { width: lang === 'en' ? 140 : 125 }, content: { overflowWrap: 'anywhere' } }}
        />
      )}
    </Card>
  )
}
