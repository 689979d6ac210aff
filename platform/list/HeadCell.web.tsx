import { useRef, type ThHTMLAttributes } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { NARROWEST } from './layout.ts'
import { listPhrases as words } from './words.ts'

/** What a head needs to be changed: the name of its column, and what is told then. */
export interface HeadProps extends ThHTMLAttributes<HTMLTableCellElement> {
  column?: string
  onWidth?(key: string, width: number): void
  onMove?(key: string, to: string): void
}
/** What is carried in a drag of one head to another. */
const CARRIED = 'application/x-list-column'
/** How far a key moves the edge of a column, px. */
const STEP = 16

/** The head of a column: its edge changes the width, by pointer or by arrow keys; carried to another head it changes its place. */
export function HeadCell({ column, onWidth, onMove, children, ...rest }: HeadProps) {
  const { say } = useSay()
  const cell = useRef<HTMLTableCellElement>(null)
  const from = useRef<{ x: number; width: number }>(undefined)
  if (!column || !onWidth) return <th {...rest}>{children}</th>
  const widthOf = () => cell.current?.getBoundingClientRect().width ?? NARROWEST
  const set = (width: number) => onWidth(column, Math.max(NARROWEST, Math.round(width)))
  return (
    <th
      {...rest}
      ref={cell}
      draggable
      onDragStart={(e) => {
        if (from.current) return e.preventDefault()
        e.dataTransfer.setData(CARRIED, column)
      }}
      onDragOver={(e) => {
        if (e.dataTransfer.types.includes(CARRIED)) e.preventDefault()
      }}
      onDrop={(e) => {
        const key = e.dataTransfer.getData(CARRIED)
        if (key && key !== column) onMove?.(key, column)
      }}
    >
      {children}
      <button
        type="button"
        className="list-grip"
        tabIndex={-1}
        aria-label={`${say(words.resize)} ${typeof rest.title === 'string' ? rest.title : column}`}
        onClick={(e) => e.stopPropagation()}
        onKeyDown={(e) => {
          const by = { ArrowLeft: -STEP, ArrowRight: STEP }[e.key]
          if (!by) return
          e.stopPropagation()
          set(widthOf() + by)
        }}
        onPointerDown={(e) => {
          e.stopPropagation()
          from.current = { x: e.clientX, width: widthOf() }
          e.currentTarget.setPointerCapture(e.pointerId)
        }}
        onPointerUp={(e) => {
          if (from.current) set(from.current.width + e.clientX - from.current.x)
          from.current = undefined
        }}
        onPointerCancel={() => (from.current = undefined)}
      />
    </th>
  )
}
