import { Switch, Typography } from 'antd'
import { useState, type ReactNode } from 'react'
import { labelOf, type Field } from '../../../kit/model/field.ts'
import { entries, type AnyResource } from '../../../kit/model/resource.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { kinds } from '../../../kit/web/kinds.web.tsx'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { comparePhrases as words, differingFields } from './words.ts'
import './compare.css'

type Sides = readonly [AnyRow, AnyRow]
interface Line {
  name: string
  field: Field
  differs: boolean
}
const plain = (v: unknown): string => (v === undefined || v === null ? '' : typeof v === 'object' ? JSON.stringify(v) : String(v))
/** What both rows say of each field that either of them has: outlines and structures differ or not, and are not written out. */
export function comparedLines(r: AnyResource, [a, b]: Sides): Line[] {
  return entries(r)
    .filter(([n]) => a[n] !== undefined || b[n] !== undefined)
    .map(([name, field]) => ({ name, field, differs: plain(a[name]) !== plain(b[name]) }))
}
interface CompareProps {
  of: AnyResource
  rows: Sides
  /** what each side is called */
  names: readonly [ReactNode, ReactNode]
  onClose(): void
}
/** Two rows of one kind side by side, or two versions of one: what differs is marked, and told by a sign as well. */
export function CompareDialog({ of: r, rows, names, onClose }: CompareProps) {
  const { say } = useSay()
  const [onlyDiffering, setOnly] = useState(false)
  const lines = comparedLines(r, rows)
  const differ = lines.filter((l) => l.differs)
  const shown = ({ name, field: f }: Line, row: AnyRow) => {
    const v = row[name]
    if (plain(v) === '') return <Typography.Text type="secondary">{say(words.nothing)}</Typography.Text>
    return f.kind === 'geom' || f.kind === 'json' ? say(words.there) : kinds[f.kind].show(v, f, name, row)
  }
  const side = (i: 0 | 1) => ({ key: `side${i}`, title: names[i], render: (_v: unknown, l: Line) => shown(l, rows[i]) })
  return (
    <Dialog open shows title={say(words.title)} onCancel={onClose}>
      <div className="list-compare">
        <p role="status">
          {say(differingFields(differ.length))}
          <label>
            <Switch size="small" checked={onlyDiffering} onChange={setOnly} aria-label={say(words.only)} /> {say(words.only)}
          </label>
        </p>
        <Table<Line>
          size="small"
          rowKey="name"
          pagination={false}
          dataSource={onlyDiffering ? differ : lines}
          rowClassName={(l) => (l.differs ? 'list-differs' : '')}
          columns={[
            { key: 'label', title: say(words.field), width: '24%', render: (_v, l) => say(labelOf(l.field)) },
            { key: 'sign', width: 36, render: (_v, l) => l.differs && <span title={say(words.differs)}>≠</span> },
            side(0),
            side(1),
          ]}
        />
      </div>
    </Dialog>
  )
}
