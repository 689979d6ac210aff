import { Button } from 'antd'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { Commands, type ToolCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { selectedCount } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { areaSumOf } from './layout.ts'
import { summed, listPhrases as words } from './words.ts'

interface SelectionBarProps {
  of: AnyResource
  rows: readonly AnyRow[]
  commands: readonly ToolCommand[]
  tools: Tools
  onClear(): void
}
/** What is selected, on whichever pages: how many rows, their area, and what may be done with them. */
export function SelectionBar({ of: r, rows, commands, tools, onClear }: SelectionBarProps) {
  const { say } = useSay()
  if (rows.length === 0) return null
  const area = entries(r).find(([n, f]) => f.kind === 'area' && f.column !== false && rows.every((x) => x[n] !== undefined))
  const sum = area && areaSumOf(rows.map((x) => x[area[0]]))
  return (
    <div className="list-bar" role="group" aria-label={say(words.selected)}>
      <span role="status">{say(selectedCount(rows.length))}</span>
      {area && sum && <b>{say(summed(labelOf(area[1]), sum))}</b>}
      <Commands of={commands} on={rows} tools={tools} size="small" />
      <Button size="small" type="text" onClick={onClear}>
        {say(words.clear)}
      </Button>
    </div>
  )
}
