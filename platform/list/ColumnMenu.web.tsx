import { ArrowDownOutlined, ArrowUpOutlined, PushpinFilled, PushpinOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented, Tooltip } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { Column } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { DENSITIES, columnMoved, columnsInOrder, type ListLayout } from './layout.ts'
import { listPhrases as words } from './words.ts'

interface ColumnMenuProps {
  columns: readonly Column[]
  layout: ListLayout
  /** columns that stand at the left where nobody has chosen */
  pinned: readonly string[]
  onChange(patch: ListLayout): void
}
/** How a list is laid out: which columns, in which order, which of them stay at the left, how high a row is, and whether it is striped and wraps. */
export function ColumnMenu({ columns, layout, pinned, onChange }: ColumnMenuProps) {
  const { say } = useSay()
  const all = columnsInOrder(columns, layout.order)
  const keys = all.map((c) => c.key)
  // a tick answers at once; the list, which is drawn anew by it, follows
  const [ticked, setTicked] = useState<readonly string[]>()
  useEffect(() => setTicked(undefined), [layout.hidden])
  const hidden = ticked ?? layout.hidden ?? []
  const hide = (key: string) => {
    const next = toggled(hidden, key)
    setTicked(next)
    onChange({ hidden: next })
  }
  const kept = layout.pinned ?? pinned
  const toggled = (list: readonly string[], key: string) => (list.includes(key) ? list.filter((k) => k !== key) : [...list, key])
  const box = (
    <div className="list-columns">
      <Segmented
        block
        size="small"
        aria-label={say(words.density)}
        value={layout.density ?? 'usual'}
        options={DENSITIES.map((value) => ({ value, label: say(words[value]) }))}
        onChange={(density) => onChange({ density })}
      />
      {(['stripes', 'wrap'] as const).map((n) => (
        <Checkbox key={n} checked={layout[n] === true} onChange={(e) => onChange({ [n]: e.target.checked })}>
          {say(words[n])}
        </Checkbox>
      ))}
      <ul>
        {all.map((c, i) => {
          const title = c.title as ReactNode
          const name = typeof title === 'string' ? title : c.key
          return (
            <li key={c.key}>
              <Checkbox checked={!hidden.includes(c.key)} onChange={() => hide(c.key)}>
                {title}
              </Checkbox>
              <Button
                size="small"
                type="text"
                icon={kept.includes(c.key) ? <PushpinFilled /> : <PushpinOutlined />}
                aria-pressed={kept.includes(c.key)}
                aria-label={`${say(words.pin)} ${name}`}
                onClick={() => onChange({ pinned: toggled(kept, c.key) })}
              />
              <Button
                size="small"
                type="text"
                disabled={i === 0}
                icon={<ArrowUpOutlined />}
                aria-label={`${say(words.up)} ${name}`}
                onClick={() => onChange({ order: columnMoved(keys, c.key, keys.indexOf(c.key) - 1) })}
              />
              <Button
                size="small"
                type="text"
                disabled={i === all.length - 1}
                icon={<ArrowDownOutlined />}
                aria-label={`${say(words.down)} ${name}`}
                onClick={() => onChange({ order: columnMoved(keys, c.key, keys.indexOf(c.key) + 1) })}
              />
            </li>
          )
        })}
      </ul>
      <Button size="small" onClick={() => onChange({ hidden: [], order: [], widths: {}, pinned: [...pinned], density: 'usual', stripes: false, wrap: false })}>
        {say(words.restore)}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={box}>
      <Tooltip title={say(words.columns)}>
        <Button shape="circle" icon={<SettingOutlined />} aria-label={say(words.columns)} />
      </Tooltip>
    </Popover>
  )
}
