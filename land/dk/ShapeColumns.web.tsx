// The columns of a shapefile, each with what it says of a parcel: paired by a person once, and remembered for files of the same columns.
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { dk } from '../definitions/dk.ts'
import { SHAPE_COLUMNS, type ColumnPairs } from './shape-columns.ts'
import { words } from './words.ts'

/** What somebody paired at this browser, by person and names of columns. */
const keyOf = (userId: string, names: readonly string[]) => `chengbao.shape-columns.${userId}.${[...names].toSorted().join('|')}`
export function rememberedPairs(userId: string, names: readonly string[]): ColumnPairs | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(userId, names)) ?? 'null') as ColumnPairs | null
    return kept ?? undefined
  } catch {
    return undefined
  }
}
export const rememberPairs = (userId: string, names: readonly string[], pairs: ColumnPairs): void =>
  localStorage.setItem(keyOf(userId, names), JSON.stringify(pairs))

interface ShapeColumnsProps {
  names: readonly string[]
  pairs: ColumnPairs
  onDone(pairs: ColumnPairs): void
}
/** Pairs as they are chosen; a column that is called as the standard calls it needs none. */
export function ShapeColumns({ names, pairs, onDone }: ShapeColumnsProps) {
  const { say, label } = useSay()
  const [chosen, setChosen] = useState<ColumnPairs>(pairs)
  const columnFor = (to: string) => Object.keys(chosen).find((n) => chosen[n] === to) ?? names.find((n) => n.toUpperCase() === to)
  const pair = (to: string, from: string | undefined) => {
    const rest = Object.entries(chosen).filter(([n, t]) => t !== to && n !== from)
    setChosen(Object.fromEntries(from && from.toUpperCase() !== to ? [...rest, [from, to]] : rest))
  }
  return (
    <Flex vertical gap="small">
      <span>{say(words.columnsHow)}</span>
      <Flex gap="small" wrap>
        {SHAPE_COLUMNS.map((to) => (
          <ClearSelect
            key={to}
            popupMatchSelectWidth={false}
            placeholder={label(dk.fields[to.toLowerCase() as 'dkbm'])}
            aria-label={label(dk.fields[to.toLowerCase() as 'dkbm'])}
            prefix={label(dk.fields[to.toLowerCase() as 'dkbm'])}
            value={columnFor(to)}
            onChange={(from?: string) => pair(to, from)}
            options={names.map((n) => ({ value: n, label: n }))}
          />
        ))}
      </Flex>
      <Flex>
        <Button type="primary" onClick={() => onDone(chosen)}>
          {say(words.columnsUse)}
        </Button>
      </Flex>
    </Flex>
  )
}
