import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { Commands, type Command, type Selection, type ToolCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { usePageState } from '../../kit/web/session.web.ts'
import { selectedCount } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { BATCH_LIMITS } from './batch.ts'
import { areaColumns, areaSumOf } from './layout.ts'
import { allSelected, fewerRows, selectAllOf, summed, tooManyToSelect, listPhrases as words } from './words.ts'
import { totalsOf } from './Totals.web.tsx'

interface SelectionBarProps {
  of: AnyResource
  on: Selection
  /** how many rows match the list's question */
  total: number
  /** selects them all; none where they are too many or the list has no question */
  onAll: (() => Promise<void>) | undefined
  commands: readonly ToolCommand[]
  tools: Tools
  /** the filters of the list, which an export of all that match is asked with; undefined: nothing is exported */
  exported: Readonly<Record<string, unknown>> | undefined
  onClear(): void
}
/** What is selected, on whichever pages: how many rows, their area, and what may be done with them. */
export function SelectionBar({ of: r, on, total, onAll, commands, tools, exported, onClear }: SelectionBarProps) {
  const { say } = useSay()
  const Export = usePageState().tables?.Export
  const { rows, question } = on
  if (rows.length === 0 && !question) return null
  return (
    <div className="list-bar" role="group" aria-label={say(words.selected)}>
      <span role="status">{say(question ? allSelected(question.total) : selectedCount(rows.length))}</span>
      {question ? <QuestionAreas of={r} query={question.query} /> : <RowAreas of={r} rows={rows} />}
      {!question && total > rows.length && <SelectAll total={total} onAll={onAll} />}
      <Commands of={commands.map((c) => (question ? asQuestion(c, on) : c))} on={rows} tools={tools} size="small" />
      {Export && exported && <Export name={r.name} path={r.path} query={exported} ids={question ? [] : rows.map((x) => x.id)} />}
      <Button size="small" type="text" onClick={onClear}>
        {say(words.clear)}
      </Button>
    </div>
  )
}
/** A command of rows as one of a question: greyed where it takes rows alone. */
function asQuestion(c: ToolCommand, { question }: Selection): Command<readonly AnyRow[]> {
  const { needsRows: _, confirm, ...rest } = c
  if (!c.runAll) return { ...rest, when: () => fewerRows(BATCH_LIMITS.direct) }
  return { ...rest, ...(typeof confirm === 'function' || !confirm ? {} : { confirm }), run: (_rows, tools) => c.runAll!(question!, tools) }
}
function SelectAll({ total, onAll }: Pick<SelectionBarProps, 'total' | 'onAll'>) {
  const { say } = useSay()
  const button = (
    <Button size="small" disabled={!onAll} onClick={() => void onAll?.()}>
      {say(selectAllOf(total))}
    </Button>
  )
  return onAll ? button : <Tooltip title={say(tooManyToSelect(BATCH_LIMITS.most))}>{button}</Tooltip>
}
function RowAreas({ of: r, rows }: { of: AnyResource; rows: readonly AnyRow[] }) {
  const { say } = useSay()
  const area = entries(r).find(([n, f]) => f.kind === 'area' && f.column !== false && rows.every((x) => x[n] !== undefined))
  const sum = area && areaSumOf(rows.map((x) => x[area[0]]))
  return area && sum ? <b>{say(summed(labelOf(area[1]), sum))}</b> : null
}
/** The areas of all that match, added up by the server. */
function QuestionAreas({ of: r, query }: { of: AnyResource; query: Readonly<Record<string, unknown>> }) {
  const { say } = useSay()
  const [name] = areaColumns(r)
  const { data } = useQuery({ ...totalsOf(r, query), enabled: name !== undefined })
  const sum = name && data?.sums?.[name]
  return name && sum ? <b>{say(summed(labelOf(r.fields[name]!), sum))}</b> : null
}
