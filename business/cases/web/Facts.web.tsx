import { Descriptions, Typography } from 'antd'
import type { ReactNode } from 'react'
import type { Field } from '../../../kit/model/field.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import { kinds } from '../../../kit/web/kinds.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'

interface FactsProps {
  of: AnyResource
  names: readonly string[]
  row: Record<string, unknown>
  /** stands before the fields */
  more?: readonly { key: string; label: string; children: ReactNode }[]
  /** one field in a line: where two rows stand side by side */
  narrow?: boolean
}
/** Fields of a row to read, two in a line (one on a narrow screen); what is empty is left out. */
export function Facts({ of: r, names, row, more = [], narrow = false }: FactsProps) {
  const { label } = useSay()
  const told = names.filter((n) => row[n] !== undefined && row[n] !== null && row[n] !== '')
  return (
    <Descriptions
      size="small"
      bordered
      column={narrow ? 1 : { xs: 1, md: 2 }}
      styles={{ label: { width: narrow ? 100 : 128, padding: '6px 8px' }, content: { padding: '6px 8px', wordBreak: 'normal', overflowWrap: 'break-word' } }}
      items={[
        ...more,
        ...told.map((n) => {
          const f = r.fields[n] as Field
          return { key: n, label: label(f), children: kinds[f.kind].show(row[n], f, n, row) }
        }),
      ]}
    />
  )
}

/** Heading of a part inside a card. */
export function Part({ title, first = false }: { title: string; first?: boolean }) {
  return (
    <Typography.Title level={5} style={{ margin: first ? '0 0 12px' : '24px 0 12px', fontSize: 15 }}>
      {title}
    </Typography.Title>
  )
}
