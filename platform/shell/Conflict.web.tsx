import { Button, ConfigProvider, Radio, Table, Typography } from 'antd'
import { useState, type ReactNode } from 'react'
import { labelOf, type Field } from '../../kit/model/field.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { Dialog, Foot } from '../../kit/web/dialogs.web.tsx'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import type { Asking } from './asking.web.ts'
import { resolved, valueOf, type Conflict as Both, type MergePlace, type Theirs } from './merge.ts'
import { frameWords as words } from './words.ts'

type Line = (Both & { isConflict: true }) | (Theirs & { isConflict: false })
const keyOf = (at: MergePlace): string => at.join('/')
type Row = Record<string, unknown>
const isRow = (v: unknown): v is Row => !!v && typeof v === 'object' && !Array.isArray(v)

/** What two persons changed, side by side: who saves sees each change of the other one, and chooses where both changed the same. */
export default function Conflict({ merged, isDraft, of, onDone }: Asking) {
  const { say, label } = useSay()
  const [chosen, setChosen] = useState<Record<string, 'mine' | 'theirs'>>({})
  const lines: Line[] = [
    ...merged.conflicts.map((c) => ({ ...c, isConflict: true as const })),
    ...merged.taken.map((t) => ({ ...t, isConflict: false as const })),
  ]
  const definitionOf = ([first]: MergePlace): AnyResource | undefined => of.lines?.[first!]
  const fieldOf = (at: MergePlace): Field | undefined => (at.length === 1 ? of.of?.fields[at[0]!] : definitionOf(at)?.fields[at[2] ?? ''])
  const titled = (r: AnyResource | undefined, row: unknown): string => (isRow(row) && r?.title ? String(row[r.title] ?? '') : '')
  const nameOf = (l: Line): string => {
    const f = fieldOf(l.at)
    const r = definitionOf(l.at)
    if (l.at.length === 1) return f ? label(f) : l.at[0]!
    const own = valueOf(merged.values, l.at.slice(0, 2)) ?? l.before ?? ('mine' in l ? (l.mine ?? l.theirs) : l.after)
    return [r && say({ zh: r.label, en: r.en }), titled(r, own), f && label(f)].filter(Boolean).join(' · ')
  }
  const shown = (l: Line, v: unknown): ReactNode => {
    if (v === undefined || v === null || v === '') return l.at.length === 2 ? say(words.goneRow) : <span className="shell-none">{say(words.emptyValue)}</span>
    const f = fieldOf(l.at)
    if (f) return kinds[f.kind].show(v, f, l.at.at(-1)!, isRow(v) ? v : {})
    const r = definitionOf(l.at)
    if (isRow(v) && r)
      return Object.entries(r.fields)
        .filter(([n]) => v[n] !== undefined && v[n] !== null && v[n] !== '')
        .slice(0, 6)
        .map(([n, g]) => (
          <div key={n}>
            {say(labelOf(g))}：{kinds[g.kind].show(v[n], g, n, v)}
          </div>
        ))
    return Array.isArray(v) ? say(words.manyRows(v.length)) : typeof v === 'object' ? JSON.stringify(v) : String(v)
  }
  const pick = (l: Line, side: 'mine' | 'theirs', v: unknown) => (
    <Radio
      name={keyOf(l.at)}
      checked={chosen[keyOf(l.at)] === side}
      onChange={() => setChosen({ ...chosen, [keyOf(l.at)]: side })}
      aria-label={`${nameOf(l)} ${say(side === 'mine' ? words.mine : words.theirs)}`}
    >
      {shown(l, v)}
    </Radio>
  )
  const columns = [
    { key: 'name', title: say(words.changedField), render: (_: unknown, l: Line) => nameOf(l) },
    { key: 'before', title: say(words.asOpened), render: (_: unknown, l: Line) => shown(l, l.before) },
    { key: 'mine', title: say(words.mine), render: (_: unknown, l: Line) => (l.isConflict ? pick(l, 'mine', l.mine) : say(words.unchanged)) },
    { key: 'theirs', title: say(words.theirs), render: (_: unknown, l: Line) => (l.isConflict ? pick(l, 'theirs', l.theirs) : <b>{shown(l, l.after)}</b>) },
  ]
  const isOpen = merged.conflicts.some((c) => !chosen[keyOf(c.at)])
  return (
    <ConfigProvider componentDisabled={false}>
      <Dialog open title={say(words.bothChanged)} width={860} onCancel={() => onDone(undefined)}>
        <Typography.Paragraph>{say(merged.conflicts.length ? words.bothAsk : words.bothTold)}</Typography.Paragraph>
        <Table
          size="small"
          rowKey={(l: Line) => keyOf(l.at)}
          dataSource={lines}
          columns={columns}
          pagination={false}
          locale={{ emptyText: say(words.noneChanged) }}
        />
        <Foot onCancel={() => onDone(undefined)} style={{ marginTop: 16 }}>
          <Button type="primary" disabled={isOpen} onClick={() => onDone(resolved(merged, (c) => chosen[keyOf(c.at)] === 'mine'))}>
            {say(isDraft ? words.goOnMerged : words.saveMerged)}
          </Button>
        </Foot>
      </Dialog>
    </ConfigProvider>
  )
}
