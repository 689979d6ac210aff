import { Alert, Empty, Tabs } from 'antd'
import { useSay } from '../../../kit/web/words.web.ts'
import { useTaken } from './useTaken.web.ts'
import { columnLetter, cutText, words, type ShownSheet, type ViewProps } from './kinds.ts'
import { Reading } from './Notices.web.tsx'

const start = () => new Worker(new URL('./sheet-worker.web.ts', import.meta.url), { type: 'module' })
/** A workbook as its author sees it: a tab for each sheet, letters above the columns, numbers before the rows. */
export default function SheetView({ file, title, onFail }: ViewProps) {
  const { say } = useSay()
  const sheets = useTaken<readonly ShownSheet[]>(start, { file, onFail })
  if (!sheets) return <Reading />
  return (
    <Tabs
      size="small"
      aria-label={title}
      items={sheets.map((s, i) => ({
        key: String(i),
        label: s.name,
        children: s.rows.length ? <Sheet of={s} /> : <Empty description={say(words.emptySheet)} />,
      }))}
    />
  )
}

function Sheet({ of: s }: { of: ShownSheet }) {
  const { say } = useSay()
  const cut = cutText(s.moreRows, s.moreColumns)
  const width = Math.max(...s.rows.map((r) => r.length))
  return (
    <>
      {cut && <Alert type="info" showIcon title={say(cut)} style={{ marginBottom: 8 }} />}
      {/* what scrolls is reached with the keyboard */}
      <div className="preview-sheet" tabIndex={0} role="region" aria-label={s.name}>
        <table>
          <thead>
            <tr>
              <td />
              {Array.from({ length: width }, (_, c) => (
                <th key={c} scope="col">
                  {columnLetter(c)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {s.rows.map((row, r) => (
              <tr key={r}>
                <th scope="row">{r + 1}</th>
                {row.map((cell, c) => (
                  <td key={c} className={cell.right ? 'preview-number' : undefined}>
                    {cell.text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
