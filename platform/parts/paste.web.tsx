import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import type { ClipboardEvent } from 'react'
import type { Field } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { dictQuery, useSay } from '../../kit/web/words.web.ts'
import { clipboardCells, MOST_CELLS, pastedRows, type PasteColumn, type PasteFault, type PasteWrong } from './paste.ts'

const words = {
  refused: both('粘贴的内容有误，没有写入', 'What was pasted is wrong; nothing was entered'),
  tooMany: both(`一次最多粘贴${MOST_CELLS}个单元格`, `At most ${MOST_CELLS} cells at once`),
}
const inLine = ({ line, column, msg }: PasteFault): Text => both(`第${line}行 ${column.zh}：${msg.zh}`, `Line ${line}, ${column.en}: ${msg.en}`)
/** Faults that are written out. */
const SHOWN = 20
/** The place of an input of a table editor: its id as antd names it, `…_<line>_<field>`, or the path that stands around it (`data-field`), `….<line>.<field>`. */
const PLACE = /[._](\d+)[._](\w+)$/
const placeOf = (at: HTMLElement): readonly string[] =>
  PLACE.exec(at.closest<HTMLElement>('[data-field]')?.dataset.field ?? '')?.slice(1) ?? PLACE.exec(at.id ?? '')?.slice(1) ?? []

interface PasteProps {
  /** the columns in the order in which the table shows them */
  fields: readonly (readonly [string, Field])[]
  /** what is wrong between the fields of a row */
  check?(row: Record<string, unknown>): PasteWrong[]
  /** writes the rows from this line on */
  onRows(line: number, rows: readonly Record<string, unknown>[]): void
}
/** Takes cells that were copied from a spreadsheet into a table editor, from the input on which they are pasted; checked first, and all of them or none. */
export function useCellPaste({ fields, check, onRows }: PasteProps): (e: ClipboardEvent<HTMLElement>) => void {
  const client = useQueryClient()
  const { modal } = App.useApp()
  const { say } = useSay()
  const refuse = (lines: readonly Text[]) =>
    void modal.error({
      title: say(words.refused),
      okText: say(phrases.ok),
      content: (
        <ul>
          {lines.map((t) => (
            <li key={t.zh}>{say(t)}</li>
          ))}
        </ul>
      ),
    })
  const take = async (cells: string[][], line: number, from: number) => {
    const columns = await Promise.all(
      fields.map(async ([name, field]): Promise<PasteColumn> => {
        if (field.kind !== 'dict' || !field.dict) return { name, field }
        const entries = await client.fetchQuery(dictQuery(field.dict))
        const keys = entries.flatMap((e) => [e.dictValue, e.en ?? '', String(e.dictKey)].filter(Boolean).map((w) => [w, String(e.dictKey)] as const))
        return { name, field, keys: new Map(keys) }
      }),
    )
    const { rows, faults } = pastedRows(cells, columns, from, check)
    if (faults.length) refuse(faults.slice(0, SHOWN).map(inLine))
    else onRows(line, rows)
  }
  return (e) => {
    const text = e.clipboardData.getData('text/plain')
    const [line, name] = placeOf(e.target as HTMLElement)
    const from = fields.findIndex(([n]) => n === name)
    // one cell is pasted as ever
    if (from < 0 || !/[\t\n]/.test(text.trimEnd())) return
    e.preventDefault()
    const cells = clipboardCells(text)
    if (cells.reduce((n, row) => n + row.length, 0) > MOST_CELLS) return refuse([words.tooMany])
    void take(cells, Number(line), from)
  }
}
